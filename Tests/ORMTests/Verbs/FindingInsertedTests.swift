import ORM
import Synchronization
import Testing

@testable import ORMSQLite

@Table("item")
private struct Item: Equatable {
  let id: Int
  var name: String
  @Column(default: .database("7")) var count: Int?
}

/// An insert of some columns fetches its row by the rowid if the table has rowids and nothing else
/// can have changed the row.
@Suite("Fetching an inserted row")
struct FindingInsertedTests {
  let db: Database
  private let texts = Texts()

  init() throws {
    var configuration = Configuration()
    configuration.statementHooks = [StatementHook { [texts] in texts.append($0.sql) }]
    db = try Database.inMemory(configuration: configuration)
  }

  /// Inserts two rows in each way, and expects that the stored rows are returned.
  private func insert(
    into table: String, finding: Bool, location: SourceLocation = #_sourceLocation
  ) async throws {
    try await db.execute(script: "\(raw: table)")
    try await db.transaction { (tx: isolated Connection) throws in
      for id in [3, 5] {
        texts.removeAll()
        let some = try tx.insert(Item.self) {
          $0.id = id
          $0.name = "some"
        }
        #expect(some == Item(id: id, name: "some", count: 7), sourceLocation: location)
        #expect(
          texts.all.contains { $0.contains("RETURNING") } != finding, sourceLocation: location)
        let whole = try tx.insert(Item(id: id + 10, name: "whole", count: nil))
        #expect(whole == Item(id: id + 10, name: "whole", count: 7), sourceLocation: location)
        #expect(
          try tx.fetch(Item.self, where: { $0.id > 0 }).contains(some), sourceLocation: location)
      }
    }
  }

  @Test("An inserted row is fetched by its rowid instead of with RETURNING")
  func byRowID() async throws {
    try await insert(
      into: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7)",
      finding: true)
  }

  @Test("An inserted row is fetched by its rowid even if the rowid is not the key")
  func otherKey() async throws {
    try await insert(
      into: "CREATE TABLE item (id INT PRIMARY KEY, name TEXT, count INT DEFAULT 7)",
      finding: true)
  }

  @Test("An inserted row is fetched by `_rowid_` if columns are named `rowid` and `oid`")
  func takenName() async throws {
    try await insert(
      into: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7,
        rowid TEXT DEFAULT 'x', oid INT DEFAULT 1)
        """, finding: true)
  }

  @Test("A row inserted into a WITHOUT ROWID table is read with RETURNING")
  func withoutRowIDs() async throws {
    try await insert(
      into: """
        CREATE TABLE item (id INT PRIMARY KEY, name TEXT, count INT DEFAULT 7) WITHOUT ROWID
        """, finding: false)
  }

  @Test("RETURNING is used if columns have all three names of the rowid")
  func noName() async throws {
    try await insert(
      into: """
        CREATE TABLE item (id INT PRIMARY KEY, name TEXT, count INT DEFAULT 7,
        rowid INT DEFAULT 1, oid INT DEFAULT 1, _rowid_ INT DEFAULT 1)
        """, finding: false)
  }

  @Test("RETURNING is used if triggers insert other rows")
  func triggers() async throws {
    try await insert(
      into: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7);
        CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT);
        INSERT INTO log VALUES (100, 'before');
        CREATE TRIGGER logging AFTER INSERT ON item BEGIN INSERT INTO log (name) VALUES ('x'); END
        """, finding: false)
  }

  @Test("RETURNING is used if a temporary table hides the table")
  func hidden() async throws {
    try await insert(
      into: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7);
        CREATE TEMP TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7)
        """, finding: false)
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM main.item") == 0)
  }

  @Test(
    "An insert returns the right row after the table or its triggers have changed",
    arguments: [
      "ALTER TABLE item ADD COLUMN rowid TEXT",
      "ALTER TABLE item ADD COLUMN rowid INT DEFAULT 1",
      """
      DROP TABLE item;
      CREATE TABLE item (id INT PRIMARY KEY, name TEXT, count INT DEFAULT 7) WITHOUT ROWID
      """,
      """
      DROP TABLE item;
      CREATE TABLE item (count INT DEFAULT 7, name TEXT, id INT PRIMARY KEY)
      """,
      """
      CREATE TEMP TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7);
      INSERT INTO main.item VALUES (40, 'other', 1)
      """,
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO log VALUES (100, 'before');
      CREATE TRIGGER logging AFTER INSERT ON item BEGIN
        INSERT INTO log (name) VALUES ('x'); UPDATE item SET count = 7 WHERE id = new.id;
      END
      """,
    ])
  func changes(change: String) async throws {
    try await db.execute(
      script: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7)")
    try await db.transaction { (tx: isolated Connection) throws in
      try insert(1, on: tx)
      try insert(2, on: tx)
    }
    try await db.execute(script: "\(raw: change)")
    try await db.transaction { (tx: isolated Connection) throws in
      for id in 51...53 { try insert(id, on: tx) }
      #expect(try tx.count(Item.self, where: { $0.id > 50 }) == 3)
    }
  }

  private func insert(_ id: Int, on tx: isolated Connection) throws {
    let row = try tx.insert(Item.self) {
      $0.id = id
      $0.name = "\(id)"
    }
    #expect(row == Item(id: id, name: "\(id)", count: 7))
    #expect(try tx.find(Item.self, id) == row)
  }

  @Test("An insert throws RowNotKeptError if the table ignores the conflicting row")
  func ignored() async throws {
    try await db.execute(
      script: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE ON CONFLICT IGNORE,
        count INT DEFAULT 7)
        """)
    try await db.transaction { (tx: isolated Connection) throws in
      let row = try tx.insert(Item.self) { $0.name = "one" }
      #expect(row == Item(id: 1, name: "one", count: 7))
      for _ in 1...2 {
        #expect(throws: RowNotKeptError(table: "item")) {
          try tx.insert(Item.self) { $0.name = "one" }
        }
      }
      #expect(try tx.fetch(Item.self) == [row])
    }
  }

  @Test("An insert whose row can't be decoded is undone")
  func unreadable() async throws {
    try await db.execute(
      script: "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, count INT DEFAULT 7)")
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 1...2 {
        #expect(throws: RowDecodingError.self) { try tx.insert(Item.self) { $0.id = 1 } }
      }
      #expect(try tx.count(Item.self) == 0)
    }
  }
}

/// The SQL of the statements that ran.
private final class Texts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) { texts.withLock { $0.append(text) } }
  func removeAll() { texts.withLock { $0.removeAll() } }
}
