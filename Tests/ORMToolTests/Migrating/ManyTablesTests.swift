import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A database with many tables")
struct ManyTablesTests {
  private func fixture() async throws -> Fixture {
    var script = """
      CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE);
      CREATE TABLE pair (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE words USING fts5(name, content = 'counted', content_rowid = 'id');
      CREATE TRIGGER counted_words AFTER INSERT ON counted BEGIN
        INSERT INTO words (rowid, name) VALUES (new.id, new.name); END;
      CREATE VIEW names AS SELECT name FROM counted;
      CREATE TRIGGER names_insert INSTEAD OF INSERT ON names BEGIN
        INSERT INTO counted (name) VALUES (new.name); END;
      INSERT INTO counted (name) VALUES ('x'); INSERT INTO pair VALUES ('a', 1);

      """
    for number in 0..<300 {
      script += """
        CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, a TEXT);
        CREATE INDEX t\(number)_a ON t\(number) (a);

        """
    }
    return try await Fixture(script)
  }

  @Test("A migration of three tables among hundreds leaves the database sound")
  func migration() async throws {
    let fixture = try await fixture()
    var wanted = try await SchemaFile.read(fixture.path).schema
    #expect(try await DatabaseFile(fixture.path).database.plan(to: wanted).isEmpty)
    for name in ["counted", "pair", "t7"] {
      let place = try #require(wanted.tables.firstIndex { $0.name == name })
      wanted.tables[place].columns.append(Schema.Column("more", type: "TEXT"))
      wanted.tables[place].columns[1].notNull = Schema.NotNull()
    }
    let plan = try await DatabaseFile(fixture.path).database.plan(to: wanted)
    #expect(plan.rebuiltTables == ["counted", "t7"])
    try await DatabaseFile(fixture.path, writes: true).database.migrate(to: wanted)
    #expect(try await DatabaseFile(fixture.path).database.plan(to: wanted).isEmpty)
    #expect(try await DatabaseFile(fixture.path).database.checkIntegrity() == [])
    _ = try await Query.output(
      "INSERT INTO names VALUES ('y')", .csv, on: fixture.path, writes: true)
    let rows = try await Query.output(
      "SELECT rowid FROM words WHERE words MATCH 'y'", .csv, on: fixture.path)
    #expect(rows == "rowid\n2\n")
  }

  @Test("Lookups by name follow changes of a schema's tables, indexes and triggers")
  func names() async throws {
    let fixture = try await fixture()
    let schema = try await SchemaFile.read(fixture.path).schema
    var changed = schema
    for number in 0..<300 {
      #expect(schema.table("T\(number)")?.name == "t\(number)")
      #expect(schema.indexes(of: "t\(number)").map(\.name) == ["t\(number)_a"])
    }
    #expect(schema.triggers(of: "NAMES").map(\.name) == ["names_insert"])
    let place = try #require(changed.tables.firstIndex { $0.name == "t9" })
    changed.tables[place].name = "other"
    changed.indexes.removeAll { $0.table == "t9" }
    changed.triggers = []
    for _ in 0..<20 {
      #expect(changed.table("t9") == nil && changed.table("other") != nil)
      #expect(changed.indexes(of: "t9").isEmpty && changed.triggers(of: "names").isEmpty)
      #expect(schema.table("t9") != nil && schema.table("other") == nil)
      #expect(schema.indexes(of: "t9").count == 1)
    }
  }
}
