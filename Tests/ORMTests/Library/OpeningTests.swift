import CSQLite
import Foundation
import ORM
import Testing

@Suite("Opening a database")
struct OpeningTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the error that opening the file throws.
  func error(_ path: String, isReadOnly: Bool = false) throws -> DatabaseError {
    var configuration = Configuration(readerCount: 1)
    configuration.isReadOnly = isReadOnly
    let error = try #require(
      #expect(throws: DatabaseError.self) { try Database(path, configuration: configuration) })
    #expect(error.path == path)
    return error
  }

  func write(_ bytes: Data, to name: String = "test.sqlite") throws -> String {
    try bytes.write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  @Test("An existing file is opened, and a missing one is created")
  func opens() async throws {
    let db = try Database(folder.file())
    try await db.create(Label.self)
    try await db.insert(Label(name: "Epic"))
    #expect(try await Database(folder.file()).fetch(Label.self) == [Label(name: "Epic")])
    let empty = try Database(write(Data(), to: "empty"))
    try await empty.create(Label.self)
    #expect(try await empty.count(Label.self) == 0)
  }

  @Test("A folder in place of the log is not reported as a missing permission")
  func blockedLog() async throws {
    let path = folder.file()
    do {
      let db = try Database(path)
      try await db.create(Label.self)
      try await db.close()
    }
    try FileManager.default.createDirectory(
      atPath: path + "-wal", withIntermediateDirectories: false)
    let error = try error(path)
    #expect(error.code == .cannotOpen)
    #expect(
      error.message
        == "the file or its log can't be opened; the process may have too many files open")
  }

  @Test("Each in-memory or temporary database is separate")
  func withoutFile() async throws {
    for db in [try Database.inMemory(), try Database.temporary(), try Database.inMemory()] {
      try await db.create(Label.self, ifNotExists: false)
      try await db.insert(Label(name: "Epic"))
      #expect(try await db.count(Label.self) == 1)
    }
  }

  @Test("A file gets the documented settings")
  func settings() async throws {
    let db = try Database(folder.file())
    let pragmas = ["journal_mode", "synchronous", "foreign_keys", "trusted_schema"]
    let values = try await db.withHandle { handle in
      try pragmas.map { try text("PRAGMA \($0)", handle) }
    }
    // Before 3.44, SQLite does not mark harmless functions of a schema as such.
    let trusted = sqlite3_libversion_number() < 3_044_000 ? "1" : "0"
    #expect(values == ["wal", "1", "1", trusted])
  }

  @Test(
    "A file that is not a database is refused, and not changed",
    arguments: [
      "this is text\n", String(repeating: "a longer text than a header\n", count: 1000), "xy",
    ])
  func notADatabase(content: String) throws {
    let path = try write(Data(content.utf8))
    let error = try error(path)
    #expect(error.code == .notADatabase)
    #expect(error.message == "the file is not a database, or it is encrypted")
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
  }

  @Test(
    "A file that is not a database is refused whatever the configuration",
    arguments: [
      nil, "PRAGMA cache_size = -100", "PRAGMA temp_store = MEMORY",
      "PRAGMA cache_size = -100; PRAGMA mmap_size = 0; PRAGMA synchronous = NORMAL",
    ] as [String?])
  func notADatabaseHoweverSetUp(preparing: String?) throws {
    let path = try write(Data(String(repeating: "no database", count: 1000).utf8))
    for cacheSize in [nil, 1 << 20] {
      for isReadOnly in [false, true] {
        var configuration = Configuration()
        configuration.cacheSize = cacheSize
        configuration.isReadOnly = isReadOnly
        if let preparing {
          configuration.prepareConnection = { try $0.execute(SQL(stringLiteral: preparing)) }
        }
        let error = #expect(throws: DatabaseError.self) {
          _ = try Database(path, configuration: configuration)
        }
        #expect(error?.code == .notADatabase)
      }
    }
  }

  @Test("A path to a directory is refused")
  func directory() throws {
    let error = try error(folder.path)
    #expect(error.code == .cannotOpen)
    #expect(error.message == "the path is a directory, not a file")
  }

  @Test("A path in a missing folder is refused; the error names the folder")
  func missingFolder() throws {
    let error = try error(folder.file("no/such/test.sqlite"))
    #expect(error.code == .cannotOpen)
    #expect(error.message == "the folder \"\(folder.file("no/such"))\" does not exist")
  }

  @Test("A path whose folder is a file is refused")
  func fileAsFolder() throws {
    let file = try write(Data("text".utf8))
    let error = try error(file + "/test.sqlite")
    #expect(error.code == .cannotOpen)
    #expect(error.message == "\"\(file)\" is a file, not a folder")
  }

  @Test("A missing file can't be opened read-only")
  func missingFile() throws {
    let error = try error(folder.file("none.sqlite"), isReadOnly: true)
    #expect(error.code == .cannotOpen)
    #expect(error.message == "the file does not exist")
    #expect(!FileManager.default.fileExists(atPath: folder.file("none.sqlite")))
  }

  @Test("A path that does not name a file is refused", arguments: ["", ":memory:"])
  func noName(path: String) throws {
    let error = try error(path)
    #expect(error.code == .cannotOpen)
    #expect(error.message.contains("does not name a file"))
  }

  @Test("A path with a NUL is refused, not truncated")
  func nul() throws {
    let error = try error(folder.file("a\0b"))
    #expect(error.code == .cannotOpen)
    #expect(error.message == "the path contains a NUL")
    #expect(!FileManager.default.fileExists(atPath: folder.file("a")))
  }

  @Test("A path with spaces, quotes and emoji is opened")
  func oddPath() async throws {
    let path = folder.file("it's a \"data base\" ? #1 & 100% 🎷.sqlite")
    try await Database(path).create(Label.self)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("A locked file throws busy after the busy timeout")
  func locked() throws {
    // In the journal mode of a new file, a writer's lock prevents the change to WAL.
    let holder = try HeldLock(path: try write(Data()), sql: "CREATE TABLE t (a)")
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .milliseconds(20)
    let error = #expect(throws: DatabaseError.self) {
      try Database(folder.file(), configuration: configuration)
    }
    #expect(error?.code == .busy)
    #expect(error?.path == folder.file())
    try holder.end("COMMIT")
    _ = try Database(folder.file(), configuration: configuration)
  }

  @Test("A read-only database reads, and refuses every write")
  func readOnly() async throws {
    let writer = try Database(folder.file())
    try await writer.create(Label.self)
    try await writer.insert(Label(name: "Epic"))
    var configuration = Configuration()
    configuration.isReadOnly = true
    let db = try Database(folder.file(), configuration: configuration)
    #expect(try await db.fetch(Label.self) == [Label(name: "Epic")])
    let insert = await #expect(throws: DatabaseError.self) {
      try await db.insert(Label(name: "Sony"))
    }
    #expect(insert?.code == .readOnly)
    let transaction = await #expect(throws: DatabaseError.self) {
      try await db.transaction { try $0.deleteAll(Label.self) }
    }
    #expect(transaction?.code == .readOnly)
    let create = await #expect(throws: DatabaseError.self) { try await db.create(Seat.self) }
    #expect(create?.code == .readOnly)
    #expect(try await db.count(Label.self) == 1)
  }

  @Test("Each connection has the configured cache size, mmap size and secure delete")
  func sizes() async throws {
    var configuration = Configuration(readerCount: 2)
    configuration.cacheSize = 3 << 20
    configuration.mmapSize = 1 << 20
    configuration.secureDelete = false
    let db = try Database(folder.file(), configuration: configuration)
    // Queried on a reader, and then on the writer.
    #expect(try await db.value(Int.self, sql: "PRAGMA cache_size") == -3072)
    #expect(try await db.value(Int.self, sql: "PRAGMA mmap_size") == 1 << 20)
    let written = try await db.transaction { tx in
      [
        try tx.value(Int.self, sql: "PRAGMA cache_size"),
        try tx.value(Int.self, sql: "PRAGMA mmap_size"),
        try tx.value(Int.self, sql: "PRAGMA secure_delete"),
      ]
    }
    #expect(written == [-3072, 1 << 20, 0])
  }

  @Test("The page cache is 16 MiB by default; with nil it has SQLite's default size")
  func defaultCache() async throws {
    let db = try Database(folder.file())
    #expect(try await db.value(Int.self, sql: "PRAGMA cache_size") == -16384)
    var configuration = Configuration()
    configuration.cacheSize = nil
    let plain = try Database(folder.file("plain.sqlite"), configuration: configuration)
    let other = try Database.inMemory(configuration: configuration)
    let size = try await plain.value(Int.self, sql: "PRAGMA cache_size")
    #expect(size == (try await other.value(Int.self, sql: "PRAGMA cache_size")))
    #expect(size != -16384)
  }
}
