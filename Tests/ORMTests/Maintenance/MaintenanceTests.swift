import CSQLite
import Foundation
import ORM
import Testing

@Table("shelf") private struct Shelf: Hashable {
  let id: Int
  @Column(unique: true) var name: String
}

@Table("book") private struct Book: Hashable {
  let id: Int
  var title: String
  @Column(references: Shelf.self) var shelfID: Int?
}

@Suite("Maintenance of a database")
struct MaintenanceTests {
  let folder: TemporaryFolder
  let db: Database

  init() async throws {
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: Configuration(readerCount: 2))
    try await db.create(Shelf.self, Book.self)
    try await db.insert(Shelf(id: 1, name: "top"))
    try await db.insert(
      (1...1_000).map { Book(id: $0, title: String(repeating: "x", count: 400), shelfID: 1) })
  }

  @Test("vacuum frees the unused pages")
  func vacuum() async throws {
    try await db.delete(Book.self, where: { $0.id > 10 })
    let before = try await db.health()
    #expect(before.freePageCount > 50)
    try await db.vacuum()
    let after = try await db.health()
    #expect(after.freePageCount == 0)
    #expect(after.size < before.size / 2)
    #expect(try await db.count(Book.self) == 10)
  }

  @Test("vacuum(into:) keeps the database, and refuses an existing file")
  func vacuumInto() async throws {
    try await db.delete(Book.self, where: { $0.id > 10 })
    let path = folder.file("it's small.sqlite")
    try await db.vacuum(into: path)
    let copy = try Database(path)
    #expect(try await copy.count(Book.self) == 10)
    #expect(try await copy.health().freePageCount == 0)
    #expect(try await db.health().freePageCount > 50)
    await #expect(throws: DatabaseError.self) { try await db.vacuum(into: path) }
    #expect(try await copy.count(Book.self) == 10)
  }

  @Test("vacuum(into:) refuses a path that does not name a file", arguments: ["", ":memory:"])
  func vacuumIntoNoFile(path: String) async throws {
    let error = await #expect(throws: DatabaseError.self) { try await db.vacuum(into: path) }
    #expect(error?.code == .cannotOpen)
    #expect(error?.path == path)
    #expect(error?.message.hasPrefix("the path does not name a file") == true)
  }

  @Test("A checkpoint moves the log into the file, and truncate empties it")
  func checkpoint() async throws {
    #expect(try await db.health().logSize > 100_000)
    let passive = try await db.checkpoint()
    #expect(passive.isComplete && passive.logPages > 50)
    #expect(try await db.checkpoint(.full).isComplete)
    #expect(try await db.checkpoint(.restart).isComplete)
    let truncated = try await db.checkpoint(.truncate)
    #expect(truncated == CheckpointResult.none)
    #expect(try await db.health().logSize == 0)
  }

  @Test("A passive checkpoint stops at a reader's snapshot; truncate waits, and throws busy")
  func checkpointBesideReader() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = .milliseconds(50)
    let other = try Database(folder.file(), configuration: configuration)
    var rows = db.stream(Book.all).makeAsyncIterator()
    _ = try await rows.next()
    try await other.insert(Shelf(id: 2, name: "low"))
    let passive = try await other.checkpoint(.passive)
    #expect(!passive.isComplete)
    let error = await #expect(throws: DatabaseError.self) { try await other.checkpoint(.truncate) }
    #expect(error?.code == .busy)
    while try await rows.next() != nil {}
    #expect(try await other.checkpoint(.truncate).isComplete)
  }

  @Test("An in-memory database has no log, and maintenance works")
  func memory() async throws {
    let memory = try Database.inMemory()
    try await memory.create(Shelf.self)
    #expect(try await memory.checkpoint(.full) == CheckpointResult.none)
    try await memory.vacuum()
    try await memory.optimize()
    #expect(try await memory.checkIntegrity() == [])
    let health = try await memory.health()
    #expect(health.journalMode == "memory")
    #expect(health.logSize == 0)
    #expect(health.defects == [])
  }

  @Test("optimize runs, and keeps all rows")
  func optimize() async throws {
    try await db.optimize()
    #expect(try await db.count(Book.self) == 1_000)
  }

  @Test("A sound file has no findings, and an index with missing rows is reported")
  func integrity() async throws {
    #expect(try await db.checkIntegrity() == [])
    #expect(try await db.checkIntegrity(quick: true) == [])
    // The schema now declares the index for another column.
    try await db.withHandle { handle in
      orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nil)
      let sql = """
        CREATE INDEX byTitle ON book (title);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = 'CREATE INDEX byTitle ON book (shelfID)' WHERE name = 'byTitle';
        PRAGMA writable_schema = RESET;
        """
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
    let findings = try await Database(folder.file()).checkIntegrity(limit: 3)
    #expect(findings.count == 3)
    #expect(findings.allSatisfy { $0.contains("byTitle") })
    #expect(try await Database(folder.file()).checkIntegrity(quick: true) == [])
  }

  @Test("A row that violates a CHECK is reported, even during a write transaction")
  func brokenChecks() async throws {
    try await db.execute("CREATE TABLE page (number INTEGER CHECK (number > 0))")
    try await db.withHandle { handle in
      let sql = """
        PRAGMA ignore_check_constraints = ON;
        INSERT INTO page VALUES (-1);
        PRAGMA ignore_check_constraints = OFF;
        """
      #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }
    let words = ["CHECK constraint failed in page"]
    #expect(try await db.checkIntegrity() == words)
    #expect(try await db.checkIntegrity(quick: true) == words)
    let other = try Database(folder.file())
    try await db.transaction { tx async throws in
      try tx.insert(Shelf(id: 2, name: "low"))
      #expect(try await other.checkIntegrity() == words)
    }
    #expect(try await db.count(Shelf.self) == 2)
  }

  @Test("A broken reference is reported with its table, row and columns")
  func foreignKeys() async throws {
    #expect(try await db.checkForeignKeys() == [])
    var configuration = Configuration(readerCount: 1)
    configuration.enforcesForeignKeys = false
    let careless = try Database(folder.file(), configuration: configuration)
    try await careless.execute("UPDATE book SET shelfID = 7 WHERE id IN (3, 5)")
    try await careless.execute(
      "CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID")
    try await careless.execute(
      "CREATE TABLE part (x INTEGER PRIMARY KEY, c, d, FOREIGN KEY (d, c) REFERENCES pair (a, b))")
    try await careless.execute("INSERT INTO part VALUES (9, 1, 2)")
    let found = Set(try await db.checkForeignKeys())
    #expect(
      found == [
        BrokenReference(table: "book", rowID: 3, columns: ["shelfID"], parentTable: "shelf"),
        BrokenReference(table: "book", rowID: 5, columns: ["shelfID"], parentTable: "shelf"),
        BrokenReference(table: "part", rowID: 9, columns: ["d", "c"], parentTable: "pair"),
      ])
  }

  @Test("health reports the file, its log and the known defects of this SQLite")
  func health() async throws {
    let health = try await db.health()
    #expect(health.journalMode == "wal")
    #expect(health.pageSize == 4_096)
    #expect(health.size == health.pageSize * health.pageCount)
    #expect(health.pageCount > 100)
    #expect(health.sqliteVersion == String(cString: sqlite3_libversion()))
    let isOld = sqlite3_libversion_number() < 3_051_003
    #expect(health.defects == (isOld ? [.walReset] : []))
  }
}
