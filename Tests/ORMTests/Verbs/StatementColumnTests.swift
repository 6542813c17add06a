import ORM
import Testing

@Suite("Columns of a statement")
struct StatementColumnTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
  }

  @Test("Names, declared types and origins are returned without running the statement")
  func columns() async throws {
    let trace = try await StatementTrace.start(on: db)
    let columns = try await db.columns(
      of: "SELECT r.title AS t, count(*), plays + 1 AS more, founded FROM record r, band")
    #expect(columns.map(\.name) == ["t", "count(*)", "more", "founded"])
    #expect(columns.map(\.declaredType) == ["TEXT", nil, nil, "REAL"])
    #expect(columns.map(\.table) == ["record", nil, nil, "band"])
    #expect(columns.map(\.column) == ["title", nil, nil, "founded"])
    #expect(columns.map(\.database) == ["main", nil, nil, "main"])
    #expect(!trace.statements.contains { $0.contains("count") })
  }

  @Test("The columns of queries, writes and statements without rows are returned")
  func statements() async throws {
    #expect(
      try await db.columns(of: Record.where { $0.plays > 1 }).map(\.name)
        == ["id", "title", "bandID", "plays", "note"])
    let insert = Record.insert { $0.title = "x" }.returning { ($0.id, $0.plays) }
    #expect(try await db.columns(of: insert).map(\.column) == ["id", "plays"])
    #expect(try await db.columns(of: "DELETE FROM record").isEmpty)
    #expect(try await db.columns(of: "SELECT * FROM record WHERE id = \(7)").count == 5)
    #expect(try await db.count(Record.self) == 0)
    let names = try await db.read { db in
      try db.columns(of: "UPDATE record SET plays = 1 RETURNING id").map(\.name)
        + db.columns(of: Band.all).map(\.name)
    }
    #expect(names == ["id", "id", "name", "founded"])
  }

  @Test("A column of a view or subquery has the table's column as its origin")
  func views() async throws {
    try await db.execute("CREATE VIEW hit AS SELECT title AS name, plays FROM record")
    let columns = try await db.columns(of: "SELECT * FROM (SELECT name FROM hit)")
    #expect(columns.map(\.table) == ["record"] && columns.map(\.column) == ["title"])
  }

  @Test("The columns follow the schema if another connection changes it")
  func schemaChanges() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.execute("CREATE TABLE word (a TEXT)")
    #expect(try await db.columns(of: "SELECT * FROM word").map(\.name) == ["a"])
    let other = try Database(folder.file())
    for name in ["b", "c"] {
      try await other.execute("ALTER TABLE word ADD COLUMN \(identifier: name) INTEGER")
      #expect(
        try await db.columns(of: "SELECT * FROM word").map(\.name).last == name)
    }
  }

  @Test(
    "SQL that can't be prepared is refused",
    arguments: ["SELECT x FROM none", "SELECT 1; SELECT 2", ""])
  func failures(sql: String) async throws {
    await #expect(throws: DatabaseError.self) { try await db.columns(of: "\(raw: sql)") }
  }
}
