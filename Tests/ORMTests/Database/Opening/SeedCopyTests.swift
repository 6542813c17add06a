import Foundation
import ORM
import Testing

@Suite("Opening copies of seeds")
struct SeedCopyTests {
  let folder: TemporaryFolder
  var seed: String { folder.file("seed.sqlite") }
  var path: String { folder.file("new/folder/music.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  /// Makes a seed with one label, and closes it.
  func makeSeed(script: String = "") throws {
    try run("PRAGMA journal_mode = DELETE; \(script); \(Self.content)", on: seed)
  }

  static let content = """
    CREATE TABLE label (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO label VALUES ('Epic');
    """

  func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  func labels(_ db: Database) async throws -> [String] {
    try await db.fetch(String.self, sql: "SELECT name FROM label ORDER BY name")
  }

  @Test("The first opening copies the seed and creates directories, and the next one does not")
  func copiesOnce() async throws {
    try makeSeed()
    do {
      let (db, wasCopied) = try Database.open(copying: seed, to: path)
      #expect(wasCopied)
      try await db.execute("INSERT INTO label VALUES ('Sony')")
    }
    let (db, wasCopied) = try Database.open(copying: seed, to: path)
    #expect(!wasCopied)
    #expect(try await labels(db) == ["Epic", "Sony"])
    #expect(try await labels(Database(seed)) == ["Epic"])
    let others = try names(in: folder.file("new/folder")).filter { !$0.hasPrefix("music.sqlite-") }
    #expect(others == ["music.sqlite"])
  }

  @Test("A seed that is missing or not a database throws, and leaves no file")
  func noSeed() throws {
    let missing = #expect(throws: DatabaseError.self) {
      try Database.open(copying: seed, to: path)
    }
    #expect(missing?.code == .cannotOpen)
    #expect(missing?.message == "the file does not exist")
    for content in ["", "this is text\n", String(repeating: "longer than a header\n", count: 999)] {
      try Data(content.utf8).write(to: URL(filePath: seed))
      let error = #expect(throws: DatabaseError.self) {
        try Database.open(copying: seed, to: path)
      }
      #expect(error?.code == .notADatabase)
      #expect(error?.path == seed)
    }
    #expect(try names(in: folder.path) == ["seed.sqlite"])
  }

  @Test("A copy that can't be written throws an error with its path, and leaves no file")
  func unwritable() throws {
    try makeSeed()
    let target = seed + "/music.sqlite"
    let error = #expect(throws: DatabaseError.self) {
      try Database.open(copying: seed, to: target)
    }
    #expect(error?.path == target)
    #expect(error?.message == "\"\(seed)\" is a file, not a folder")
    #expect(try names(in: folder.path) == ["seed.sqlite"])
  }

  @Test("A damaged seed throws, and leaves no file at the path")
  func damaged() throws {
    try makeSeed(script: "CREATE TABLE t AS SELECT randomblob(50000)")
    let whole = try Data(contentsOf: URL(filePath: seed))
    try whole.prefix(4096 * 3 + 100).write(to: URL(filePath: seed))
    #expect(throws: DatabaseError.self) { try Database.open(copying: seed, to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Rows in a seed's WAL are copied, whether or not the seed is open")
  func withLog() async throws {
    let open = try Database(seed)
    try await open.execute(script: "\(raw: Self.content)")
    #expect(FileManager.default.fileExists(atPath: seed + "-wal"))
    let (db, _) = try Database.open(copying: seed, to: path)
    #expect(try await labels(db) == ["Epic"])
    try await open.withHandle { _ in }
    let left = folder.file("left.sqlite")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: seed + suffix, toPath: left + suffix)
    }
    let (other, _) = try Database.open(copying: left, to: folder.file("other.sqlite"))
    #expect(try await labels(other) == ["Epic"])
  }

  @Test(
    "A closed seed in WAL mode is copied, and gets no other files"
  )
  func closedLog() async throws {
    try run("PRAGMA journal_mode = WAL; \(Self.content)", on: seed)
    #expect(try names(in: folder.path) == ["seed.sqlite"])
    let (db, wasCopied) = try Database.open(copying: seed, to: path)
    #expect(wasCopied)
    #expect(try await labels(db) == ["Epic"])
    #expect(try names(in: folder.path) == ["new", "seed.sqlite"])
  }

  @Test("A copy in memory has all rows of the file, and does not change the file")
  func inMemory() async throws {
    try run("PRAGMA journal_mode = WAL; \(Self.content)", on: seed)
    let db = try Database.inMemory(copying: seed)
    #expect(try await labels(db) == ["Epic"])
    try await db.execute("INSERT INTO label VALUES ('Sony')")
    #expect(try await labels(db) == ["Epic", "Sony"])
    #expect(try names(in: folder.path) == ["seed.sqlite"])
    // Rows that are only in the WAL are copied, but not later writes.
    let open = try Database(seed)
    try await open.execute("INSERT INTO label VALUES ('Verve')")
    let second = try Database.inMemory(copying: seed)
    try await open.execute("DELETE FROM label")
    #expect(try await labels(second) == ["Epic", "Verve"])
    #expect(try await labels(open) == [])
  }

  @Test("A copy in memory of a missing, empty or invalid file throws an error with its path")
  func inMemoryOfNothing() throws {
    let missing = #expect(throws: DatabaseError.self) { try Database.inMemory(copying: seed) }
    #expect(missing?.code == .cannotOpen)
    #expect(missing?.path == seed)
    for content in ["", "this is text\n"] {
      try Data(content.utf8).write(to: URL(filePath: seed))
      let error = #expect(throws: DatabaseError.self) { try Database.inMemory(copying: seed) }
      #expect(error?.code == .notADatabase)
      #expect(error?.path == seed)
    }
  }

  @Test("A copy of a seed that is being written throws a busy error after the timeout")
  func lockedSeed() throws {
    try makeSeed()
    let writer = try HeldLock(
      path: seed, sql: "PRAGMA cache_size = 1; PRAGMA locking_mode = EXCLUSIVE")
    try writer.run("INSERT INTO label VALUES ('half')")
    try writer.run("CREATE TABLE t AS SELECT randomblob(500000)")
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .milliseconds(20)
    let error = #expect(throws: DatabaseError.self) {
      try Database.open(copying: seed, to: path, configuration: configuration)
    }
    #expect(error?.code == .busy)
    #expect(error?.path == seed)
    try writer.end("ROLLBACK")
    #expect(try Database.open(copying: seed, to: path).wasCopied)
  }

  @Test("A leftover WAL at the destination of a copy is refused")
  func staleLog() throws {
    try makeSeed()
    let path = folder.file("music.sqlite")
    try Data("stale".utf8).write(to: URL(filePath: path + "-wal"))
    let error = #expect(throws: DatabaseError.self) {
      try Database.open(copying: seed, to: path)
    }
    #expect(error?.path == path + "-wal")
    #expect(try Database.delete(at: path) == false)
    #expect(try Database.open(copying: seed, to: path).wasCopied)
  }

  @Test("If several tasks open a copy at once, one of them makes it and all see its rows")
  func atOnce() async throws {
    try makeSeed(script: "CREATE TABLE t AS SELECT randomblob(300000)")
    let (seed, path) = (seed, path)
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .seconds(3600)
    let patient = configuration
    let made = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...8 {
        group.addTask {
          let (db, wasCopied) = try Database.open(
            copying: seed, to: path, configuration: patient)
          let count = try await db.value(Int.self, sql: "SELECT count(*) FROM label")
          #expect(count == 1)
          return wasCopied
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(made == 1)
  }
}
