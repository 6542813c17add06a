import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A database of many tables")
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

  @Test("A plan for it is tried out, and its migration loses nothing")
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

  @Test("A schema finds its objects by the names that they have now")
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

  /// The rows of a file's schema table, without those of this library.
  private func rows(_ path: String, places: Bool = true) async throws -> [[SQLValue]] {
    try await DatabaseFile(path).reading { db in
      try db.rows(
        """
        SELECT type, name, tbl_name, sql\(places ? ", rowid, rootpage" : "") FROM sqlite_schema
        WHERE tbl_name NOT LIKE 'orm!_%' ESCAPE '!' ORDER BY \(places ? "rowid" : "type, name")
        """)
    }
  }

  @Test("An empty database gets the schema as sqlite3 writes it, and no row of it is lost")
  func creation() async throws {
    let fixture = try await fixture()
    let wanted = try await SchemaFile.read(fixture.path).schema
    let path = fixture.folder + "/new.sqlite"
    let database = try Database(path)
    try await database.migrate(to: wanted)
    #expect(try await database.checkIntegrity() == [])
    #expect(try await database.plan(to: wanted).isEmpty)
    try await database.execute(script: "INSERT INTO names VALUES ('y')")
    try await database.close()
    #expect(try await rows(path, places: false).count > 600)
    #expect(try await SchemaFile.read(path).schema == wanted)
    // The order of the objects, and their places, are those of the statements.
    let plain = fixture.folder + "/plain.sqlite"
    let raw = try RawFile(plain)
    for row in try await rows(path) {
      // SQLite creates the others with their tables.
      guard let sql = row[3].text, let name = row[1].text, !name.hasPrefix("words_"),
        !name.hasPrefix("sqlite_")
      else { continue }
      try raw.execute(sql)
    }
    let (new, other) = (try await rows(path), try await rows(plain))
    #expect(new.map { Array($0.prefix(4)) } == other.map { Array($0.prefix(4)) })
    #expect(new.map { $0[4] } == other.map { $0[4] })
  }

  @Test("It is recovered whole, and a statement that SQLite refuses among the others is named")
  func recovery() async throws {
    let fixture = try await fixture()
    let raw = try RawFile(fixture.path)
    try raw.execute(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE t200 (id, FOREIGN KEY)' WHERE name = 't200'
      """)
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    let all = try await rows(copy, places: false)
    let names = all.compactMap { $0[1].text }
    #expect(!names.contains("t200") && names.contains("t199_a") && names.contains("t299_a"))
    #expect(!report.isWhole && report.json.compact.contains("t200"))
    #expect(try await DatabaseFile(copy).database.checkIntegrity() == [])
    #expect(try RawFile(copy).text("SELECT name FROM counted") == "x")
  }
}
