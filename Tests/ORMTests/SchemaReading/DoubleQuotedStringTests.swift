import CSQLite
import ORM
import Testing

@Table("item")
private struct Item: Equatable {
  var id: Int?
  var name: String
  var kind = "a"
}

@Selection private struct Special: Equatable { let name: String }

extension Special: DatabaseView {
  static var definition: some SelectStatement<Special> {
    Item.select { Special.select(name: $0.name) }
  }
}

@Suite("Double-quoted strings in a schema that another program created")
struct DoubleQuotedStringTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Self.make(
      folder.file(),
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        kind TEXT NOT NULL DEFAULT "a" CHECK (kind IN ("a", "b")));
      CREATE TABLE log (line TEXT);
      CREATE TRIGGER added AFTER INSERT ON item
        BEGIN INSERT INTO log VALUES ("added " || new.name); END;
      CREATE VIEW special AS SELECT * FROM item WHERE kind = "a";
      """)
  }

  /// Runs SQL like a program that accepts strings in double quotes.
  private static func make(_ path: String, _ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DDL, 1, nil)
    orm_sqlite3_db_config_int(handle, SQLITE_DBCONFIG_DQS_DML, 1, nil)
    try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  private static let hintOfTrigger =
    "the trigger added contains it as a string in double quotes: write it in single"
    + " quotes, or set Configuration.allowsDoubleQuotedStrings"
  private static let hintOfView =
    "the view special contains it as a string in double quotes: write it in single"
    + " quotes, or set Configuration.allowsDoubleQuotedStrings"

  @Test("The error of a statement names the trigger or the view, and the setting")
  func hint() async throws {
    let db = try Database(folder.file())
    let insert = await #expect(throws: DatabaseError.self) { try await db.insert(Item(name: "a")) }
    #expect(insert?.hint == Self.hintOfTrigger)
    let fetch = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: "SELECT * FROM special")
    }
    #expect(fetch?.hint == Self.hintOfView)
  }

  @Test("A misspelt name in the program's own SQL is not reported as a string of the schema")
  func misspelt() async throws {
    let db = try Database(folder.file())
    let error = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: #"SELECT "nam" FROM item"#)
    }
    #expect(error?.hint == "there is name")
    let same = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: #"SELECT "added " FROM item"#)
    }
    #expect(same?.hint?.contains("allowsDoubleQuotedStrings") != true)
  }

  @Test("create reports a trigger or view with double-quoted strings before it runs")
  func create() async throws {
    let db = try Database(folder.file())
    let table = await #expect(throws: DatabaseError.self) { try await db.create(Item.self) }
    #expect(table?.hint == Self.hintOfTrigger)
    let view = await #expect(throws: DatabaseError.self) { try await db.create(Special.self) }
    #expect(view?.hint == Self.hintOfView)
  }

  @Test("A migration reports a trigger with double-quoted strings, and changes nothing")
  func migrate() async throws {
    let db = try Database(folder.file())
    let error = await #expect(throws: DatabaseError.self) {
      try await db.migrate(to: Schema(of: Item.self))
    }
    #expect(error?.hint == Self.hintOfTrigger)
    let notes = try await db.value(
      Int.self, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'orm_schema'")
    #expect(notes == 0)
  }

  @Test("A configuration that allows double-quoted strings accepts the schema")
  func allowed() async throws {
    var configuration = Configuration()
    configuration.allowsDoubleQuotedStrings = true
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Item.self)
    try await db.insert(Item(name: "x"))
    try await db.migrate(to: Schema(of: Item.self))
    try await db.insert(Item(name: "y"))
    #expect(try await db.fetch(Row.self, sql: "SELECT * FROM special").count == 2)
    #expect(try await db.fetch(String.self, sql: "SELECT line FROM log") == ["added x", "added y"])
  }

  @Test("An in-memory database keeps allowsDoubleQuotedStrings during a migration")
  func memory() async throws {
    for isAllowed in [false, true] {
      var configuration = Configuration()
      configuration.allowsDoubleQuotedStrings = isAllowed
      let db = try Database.inMemory(configuration: configuration)
      try await db.migrate(to: Schema(of: Item.self))
      let value = try? await db.value(String.self, sql: #"SELECT "none""#)
      #expect(value == (isAllowed ? "none" : nil))
    }
  }
}
