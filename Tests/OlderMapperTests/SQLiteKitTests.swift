import Foundation
import ORM
import Testing

private enum Kit {
  @Table("test_table")
  struct Row: Identifiable, Equatable {
    @Column("row_id", primaryKey: true) var id: Int?
    var dbString: String?
    var dbNumber: Int?
    @Ignored var cache: [String] = []
  }

  @Table
  struct Token: Identifiable, Equatable {
    let id: UUID
    var name: String
  }

  @Table
  struct Note: Identifiable, Equatable {
    @Column(primaryKey: true) var id: String
    var text: String
  }

  @Table
  struct Rule {
    var id: Int?
    @Column(unique: true, default: "it's", collate: .noCase) var name: String
    @Column(default: .sql("CURRENT_TIMESTAMP")) var made: String
  }

  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Row.self, Token.self, Note.self)
    return db
  }
}

@Table("objects", renamedFrom: "things")
private struct Object {
  var id: Int?
  @Column(renamedFrom: "label") var title: String
}

@Suite("SQLite Kit")
struct SQLiteKitTests {
  @Test("SQLite Kit: a struct's table and key column can have any names")
  func names() {
    #expect(Kit.Row.tableName == "test_table" && Kit.Row.primaryKeyColumns == ["row_id"])
  }

  @Test("SQLite Kit: a property without a column is ignored")
  func variables() {
    #expect(Kit.Row.schema.columns.map(\.name) == ["row_id", "dbString", "dbNumber"])
  }

  @Test("SQLite Kit: a key can be a number, a text or a UUID, stored unchanged")
  func keys() async throws {
    let db = try await Kit.database()
    let token = try await db.insert(Kit.Token(id: UUID(), name: "a"))
    #expect(try await db.find(Kit.Token.self, token.id) == token)
    try await db.insert([Kit.Note(id: "007", text: "a"), Kit.Note(id: "42", text: "b")])
    #expect(try await db.fetch(Kit.Note.order { $0.id }).map(\.id) == ["007", "42"])
  }

  @Test("SQLite Kit: a row is refreshed by its key, and a missing row is an error")
  func hydrate() async throws {
    let db = try await Kit.database()
    let row = try await db.insert(Kit.Row(dbString: "a"))
    try await db.execute("UPDATE test_table SET dbString = 'b'")
    #expect(try await db.refresh(row).dbString == "b")
    await #expect(throws: RowNotFoundError.self) { try await db.refresh(Kit.Row(id: 9)) }
    await #expect(throws: MissingPrimaryKeyError.self) { try await db.refresh(Kit.Row()) }
  }

  @Test("SQLite Kit: a value is created from a dictionary, or changed by one, with its key kept")
  func dictionaries() throws {
    let given = ORM.Row(["row_id": 3, "dbString": "a", "dbNumber": .null, "unknown": 1])
    let row = try given.decode(Kit.Row.self)
    #expect(row == Kit.Row(id: 3, dbString: "a"))
    let changed = try row.updated(from: ORM.Row(["row_id": 9, "dbString": .null]))
    #expect(changed == Kit.Row(id: 3))
  }

  @Test("SQLite Kit: a save updates the row with the key or inserts it, and returns the key")
  func dehydrate() async throws {
    let db = try await Kit.database()
    let row = try await db.save(Kit.Row(dbString: "a"))
    #expect(row.id == 1)
    #expect(try await db.save(Kit.Row(id: 40, dbString: "b")).id == 40)
    #expect(try await db.save(row) == row)
    #expect(try await db.count(Kit.Row.self) == 2)
  }

  @Test("SQLite Kit: only the named columns are written")
  func some() async throws {
    let db = try await Kit.database()
    var row = try await db.insert(Kit.Row(dbString: "a", dbNumber: 1))
    (row.dbString, row.dbNumber) = ("b", 2)
    try await db.update(row, columns: \.dbString)
    let stored = try await db.refresh(row)
    #expect(stored.dbString == "b" && stored.dbNumber == 1)
    await #expect(throws: MissingPrimaryKeyError.self) {
      try await db.update(Kit.Row(), columns: \.dbString)
    }
    await #expect(throws: RowNotFoundError.self) {
      try await db.update(Kit.Row(id: 9), columns: \.dbString)
    }
  }

  @Test("SQLite Kit: a deleted row is gone, and the value keeps its key")
  func purge() async throws {
    let db = try await Kit.database()
    let row = try await db.insert(Kit.Row(dbString: "a"))
    #expect(try await db.delete(row) && row.id == 1)
    #expect(try await db.exists(Kit.Row.self, key: 1) == false)
  }

  @Test("SQLite Kit: some columns of many rows are fetched at once")
  func partOfRows() async throws {
    let db = try await Kit.database()
    try await db.insert([Kit.Row(dbString: "a", dbNumber: 1), Kit.Row(dbString: "b", dbNumber: 2)])
    let pairs = try await db.fetch(Kit.Row.order { $0.id }.select { ($0.dbString, $0.dbNumber) })
    #expect(pairs.map(\.0) == ["a", "b"] && pairs.map(\.1) == [1, 2])
  }

  @Test("SQLite Kit: a column can have UNIQUE, a default as string or SQL, and a collation")
  func columns() async throws {
    let db = try Database.inMemory()
    try await db.create(Kit.Rule.self)
    let rule = try await db.insert(Kit.Rule.self) { _ in }
    #expect(rule.name == "it's" && rule.made.count == 19)
    await #expect(throws: DatabaseError.self) {
      try await db.insert(Kit.Rule.self) { $0.name = "IT'S" }
    }
    let column = try #require(try await db.schema().table("rule")?.column("name"))
    #expect(column.collation == "NOCASE" && column.defaultValue?.expression == "'it''s'")
  }

  @Test("SQLite Kit: a table and a column are renamed, and their rows stay")
  func oldNames() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script:
        "CREATE TABLE things (id INTEGER PRIMARY KEY, label TEXT NOT NULL); INSERT INTO things VALUES (1, 'a')"
    )
    try await db.migrate(to: Schema(of: Object.self))
    #expect(try await db.fetch(Object.self).map(\.title) == ["a"])
  }

  @Test("SQLite Kit: a database is created from a schema")
  func createDatabase() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Kit.Row.self, Kit.Note.self))
    #expect(try await db.insert(Kit.Row(dbString: "a")).id == 1)
  }

  @Test(
    "SQLite Kit: an existing database is migrated; tables are dropped only if allowed"
  )
  func updateDatabase() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE left_over (id INTEGER PRIMARY KEY AUTOINCREMENT);
        CREATE TABLE test_table (row_id INTEGER PRIMARY KEY); INSERT INTO test_table VALUES (1);
        """)
    let schema = Schema(of: Kit.Row.self)
    try await db.migrate(to: schema)
    #expect(try await db.schema().table("left_over") != nil)
    try await db.migrate(to: schema, allowing: [.droppingTable("left_over")])
    #expect(try await db.schema().tables.map(\.name) == ["test_table"])
    #expect(try await db.count(Kit.Row.self) == 1)
  }

  @Test("SQLite Kit: if ADD COLUMN is not enough, the table is rebuilt with its rows")
  func beyondAddColumn() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: "CREATE TABLE rule (id INTEGER PRIMARY KEY); INSERT INTO rule VALUES (1)")
    try await db.migrate(
      to: Schema(of: Kit.Rule.self),
      fill: [
        .column("rule", "name", value: "a"), .column("rule", "made", sql: "CURRENT_TIMESTAMP"),
      ])
    #expect(try await db.fetch(Kit.Rule.self).map(\.name) == ["a"])
  }

  @Test("SQLite Kit: a database's schema is read, and each difference is reported")
  func differences() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      #"CREATE TABLE "odd "" name" ("a, b" TEXT DEFAULT ('x, (y)') COLLATE NOCASE UNIQUE ON CONFLICT IGNORE)"#
    )
    let found = try await db.schema()
    let column = try #require(found.table(#"odd " name"#)?.column("a, b"))
    #expect(column.defaultValue?.expression == "'x, (y)'" && column.collation == "NOCASE")
    let again = try Schema(json: found.json())
    #expect(again == found && again.changes(from: found).isEmpty)
    let changes = Schema(of: Kit.Row.self).changes(from: found)
    #expect(changes.contains { "\($0)".contains("test_table") })
  }

  @Test(
    "SQLite Kit: a rebuild keeps DEFAULT, ON CONFLICT and COLLATE"
  )
  func constraintsStay() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE test_table (row_id INTEGER PRIMARY KEY, dbString TEXT DEFAULT 'x',
          dbNumber TEXT, extra TEXT COLLATE NOCASE UNIQUE ON CONFLICT IGNORE DEFAULT 'q, ()');
        INSERT INTO test_table (row_id, dbNumber) VALUES (1, '5');
        """)
    try await db.migrate(to: Schema(of: Kit.Row.self))
    let extra = try #require(try await db.schema().table("test_table")?.column("extra"))
    #expect(extra.collation == "NOCASE" && extra.defaultValue?.expression == "'q, ()'")
    try await db.execute("INSERT INTO test_table (extra) VALUES ('Q, ()')")
    #expect(try await db.fetch(Kit.Row.self).map(\.dbNumber) == [5])
  }

  @Test("SQLite Kit: each error has a type and a reason")
  func errors() async throws {
    let db = try await Kit.database()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        try tx.insert(Kit.Note(id: "a", text: "x"))
        try tx.insert(Kit.Note(id: "a", text: "y"))
      }
    }
    #expect(error?.violation?.kind == .primaryKey)
    #expect(try await db.count(Kit.Note.self) == 0)
  }
}
