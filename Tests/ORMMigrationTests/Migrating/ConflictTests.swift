import ORM
import Testing

@Table("pen", strict: false)
private struct Pen: Sendable {
  let id: Int
  var name: String
  var code: String
}

@Suite("The conflict clause of a NOT NULL column")
struct ConflictTests {
  @Test("A migration to structs keeps the conflict clause of a NOT NULL column")
  func kept() async throws {
    let sql =
      "CREATE TABLE pen (id INTEGER PRIMARY KEY, name TEXT NOT NULL ON CONFLICT IGNORE"
      + ", code TEXT NOT NULL)"
    let fixture = try await Fixture(sql)
    let structs = Schema(of: Pen.self)
    #expect(structs.changes(from: Schema(sql)).filter { !$0.isNote } == [])
    #expect(try await fixture.db.plan(to: structs).isEmpty)
    // The table is rebuilt for another reason.
    let looser =
      "CREATE TABLE pen (id INTEGER PRIMARY KEY, name TEXT NOT NULL ON CONFLICT IGNORE, code TEXT)"
    let other = try await Fixture(looser + "; INSERT INTO pen VALUES (1, 'a', 'b')")
    try await other.db.migrate(to: structs)
    #expect(
      try await other.texts("SELECT sql FROM sqlite_schema WHERE name = 'pen'")[0]
        .contains(#""name" TEXT NOT NULL ON CONFLICT IGNORE"#))
    try await other.db.run("INSERT INTO pen VALUES (2, NULL, 'c')")
    #expect(try await other.db.fetch(Pen.self).map(\.id) == [1])
  }

  @Test("A migration to SQL without a column's conflict clause rebuilds the table")
  func changed() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE pen (id INTEGER PRIMARY KEY, name TEXT NOT NULL ON CONFLICT IGNORE)")
    let plan = try await fixture.db.plan(
      to: Schema("CREATE TABLE pen (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"))
    #expect(plan.rebuiltTables == ["pen"])
  }
}
