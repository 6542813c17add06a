import CSQLite
import Foundation
import ORM
import Synchronization
import Testing

@Suite("prepareConnection")
struct ConnectionSetupTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func configuration(
    _ prepare: @escaping @Sendable (borrowing ConnectionSetup) throws -> Void
  ) -> Configuration {
    var configuration = Configuration(readerCount: 2)
    configuration.prepareConnection = prepare
    return configuration
  }

  @Test("prepareConnection runs first, so it can set the page size and encoding of a new file")
  func comesFirst() async throws {
    let db = try Database(
      folder.file(),
      configuration: configuration {
        try $0.execute("PRAGMA page_size = 8192; PRAGMA encoding = 'UTF-16le'")
      })
    #expect(try await db.value(Int.self, sql: "PRAGMA page_size") == 8192)
    #expect(try await db.value(String.self, sql: "PRAGMA encoding") == "UTF-16le")
    #expect(try await db.value(String.self, sql: "PRAGMA journal_mode") == "wal")
  }

  @Test("prepareConnection runs once on the writer and once on each reader")
  func eachConnection() async throws {
    let count = Mutex(0)
    let db = try Database(
      folder.file(),
      configuration: configuration { connection in
        count.withLock { $0 += 1 }
        try connection.execute("PRAGMA mmap_size = \(literal: 65536); SELECT \(1)")
      })
    #expect(count.withLock { $0 } == 1)
    try await db.create(Label.self)
    #expect(try await db.value(Int.self, sql: "PRAGMA mmap_size") == 65536)
    #expect(try await db.transaction { try $0.value(Int.self, sql: "PRAGMA mmap_size") } == 65536)
    // Two streams at once take both readers.
    var (first, second) = (
      db.stream(Int.self, sql: "SELECT 1").makeAsyncIterator(),
      db.stream(Int.self, sql: "SELECT 2").makeAsyncIterator()
    )
    #expect(try await first.next() == 1)
    #expect(try await second.next() == 2)
    #expect(count.withLock { $0 } == 3)
  }

  @Test("prepareConnection also prepares in-memory databases, backups and copies of seeds")
  func others() async throws {
    let prepared = Mutex<[String]>([])
    let configuration = configuration { connection in
      let path = connection.withHandle { String(cString: sqlite3_db_filename($0, "main")) }
      prepared.withLock { $0.append(path.components(separatedBy: "/").last ?? "") }
    }
    let memory = try Database.inMemory(configuration: configuration)
    try await memory.create(Label.self)
    try await memory.backup(to: folder.file("seed.sqlite"))
    _ = try Database.open(
      copying: folder.file("seed.sqlite"), to: folder.file(), configuration: configuration)
    let names = prepared.withLock { $0 }.map { $0.prefix { $0 != "." } }
    #expect(names == ["", "seed", "seed", "test", "test"])
  }

  @Test("An error of prepareConnection is thrown by the initializer, and nothing is written")
  func failure() throws {
    #expect(throws: Stop()) {
      try Database(folder.file(), configuration: configuration { _ in throw Stop() })
    }
    #expect(try Data(contentsOf: URL(filePath: folder.file())).isEmpty)
  }

  @Test(
    "An error of prepareConnection contains no part of its SQL, which may contain a key",
    arguments: [
      "PRAGMA key = 'it's secret'", "PRAGMA secret secret", "SELECT secret", "'secret",
      "SELECT * FROM secret", "secret\0",
    ])
  func secret(sql: String) throws {
    let error = try #require(
      #expect(throws: DatabaseError.self) {
        try Database(folder.file(), configuration: configuration { try $0.execute("\(raw: sql)") })
      })
    #expect(error.message.hasPrefix("a statement in prepareConnection"))
    #expect(!"\(error)".contains("secret"))
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test("A value in SQL of prepareConnection can't change the SQL")
  func values() throws {
    let text = "x'; ATTACH ':memory:' AS y; --"
    #expect(throws: DatabaseError.self) {
      try Database(
        folder.file(),
        configuration: configuration { try $0.execute("PRAGMA encoding = '\(literal: text)'") })
    }
    #expect(throws: ValueEncodingError(type: "UInt64", reason: .overflow)) {
      try Database(
        folder.file(),
        configuration: configuration { try $0.execute("SELECT \(UInt64.max)") })
    }
  }

  @Test("A key is refused by an SQLite that does not encrypt", .enabled(if: !SQLCipher.isThere))
  func noCipher() throws {
    for give: @Sendable (borrowing ConnectionSetup) throws -> Void in [
      { try $0.key("se'cret") }, { try $0.key(Data(repeating: 7, count: 32)) },
    ] {
      let error = #expect(throws: DatabaseError.self) {
        try Database(folder.file(), configuration: configuration(give))
      }
      #expect(
        error?.message == "a key was given, but this SQLite is not SQLCipher and does not encrypt")
      #expect(try Data(contentsOf: URL(filePath: folder.file())).isEmpty)
    }
  }

  /// Run with SQLCipher by `LD_PRELOAD=libsqlcipher.so.0 swift test --filter ConnectionSetup`.
  @Test("SQLCipher encrypts the file, its copy and its backup", .enabled(if: SQLCipher.isThere))
  func encrypts() async throws {
    let right = configuration { try $0.key("it's a \"secret\"") }
    let db = try Database(folder.file(), configuration: right)
    try await db.create(Label.self)
    try await db.insert(Label(name: "Epic"))
    try await db.backup(to: folder.file("backup.sqlite"))
    let copy = folder.file("copy.sqlite")
    #expect(try Database.open(copying: folder.file(), to: copy, configuration: right).wasCopied)
    for name in ["test.sqlite", "backup.sqlite", "copy.sqlite"] {
      let found = try Database(folder.file(name), configuration: right)
      #expect(try await found.fetch(Label.self) == [Label(name: "Epic")])
      let content = try Data(contentsOf: URL(filePath: folder.file(name)))
      #expect(!content.starts(with: "SQLite format 3".utf8))
      let wrong = configuration { try $0.key("secret") }
      let error = #expect(throws: DatabaseError.self) {
        try Database(folder.file(name), configuration: wrong)
      }
      #expect(error?.code == .notADatabase)
      #expect(error?.message == "the file is not a database, or it is encrypted")
    }
  }
}

/// Whether the SQLite library at run time is SQLCipher.
private enum SQLCipher {
  static let isThere = (try? Database.inMemory(configuration: configuration)) != nil

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareConnection = { try $0.key("a") }
    return configuration
  }
}
