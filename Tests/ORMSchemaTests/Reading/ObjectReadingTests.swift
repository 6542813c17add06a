import ORMSchema
import Testing

@Suite("Reading of indexes, views, triggers and virtual tables")
struct ObjectReadingTests {
  @Test(
    "The columns and expressions of an index are read",
    arguments: [
      ("a", Schema.IndexedColumn("a")), ("'a'", Schema.IndexedColumn("a")),
      ("[a] ASC", Schema.IndexedColumn("a")),
      ("((a)) DESC", Schema.IndexedColumn("a", isDescending: true)),
      ("a COLLATE nocase DESC", Schema.IndexedColumn("a", collation: "nocase", isDescending: true)),
      ("(a COLLATE 'NOCASE')", Schema.IndexedColumn("a", collation: "NOCASE")),
      ("(a COLLATE RTRIM) COLLATE nocase", Schema.IndexedColumn("a", collation: "nocase")),
      ("length(a)", Schema.IndexedColumn(expression: "length(a)")),
      ("(a + b)", Schema.IndexedColumn(expression: "a + b")),
      ("a || b COLLATE nocase", Schema.IndexedColumn(expression: "a || b COLLATE nocase")),
      ("(a || b) COLLATE nocase", Schema.IndexedColumn(expression: "a || b", collation: "nocase")),
      (
        "lower(a) COLLATE \"by length\"",
        Schema.IndexedColumn(expression: "lower(a)", collation: "by length")
      ),
      ("a = ',' -- (\n DESC", Schema.IndexedColumn(expression: "a = ','", isDescending: true)),
      ("substr(a, 1, 2)", Schema.IndexedColumn(expression: "substr(a, 1, 2)")),
      ("(a)+(b)", Schema.IndexedColumn(expression: "(a)+(b)")),
      ("NULL", Schema.IndexedColumn(expression: "NULL")),
      ("\"desc\"", Schema.IndexedColumn("desc")), ("é", Schema.IndexedColumn("é")),
    ])
  func indexedColumns(sql: String, column: Schema.IndexedColumn) throws {
    let table = "CREATE TABLE t (a, b, \"desc\", é);"
    let create = "CREATE INDEX i ON t (b, \(sql))"
    let schema = try Schema(of: table + create)
    #expect(schema.indexes == [Schema.Index("i", on: "t", [Schema.IndexedColumn("b"), column])])
    let printed = table + schema.indexes[0].sql
    #expect(try Schema(of: printed) == schema)
    let pragmas = try [table + create, printed].map { sql in
      let engine = try Engine()
      try engine.execute(sql)
      return try Pragmas(engine)
    }
    #expect(pragmas[0] == pragmas[1])
  }

  @Test("Indexes are read with their conditions and uniqueness")
  func indexes() throws {
    let schema = try Schema(
      of: """
        CREATE TABLE "t 1" (a, b); CREATE UNIQUE INDEX IF NOT EXISTS main."i 1" ON "t 1" (a) WHERE b > ';' -- so
        ; CREATE INDEX j ON [t 1] (b);
        """)
    #expect(
      schema.indexes == [
        Schema.Index(
          "i 1", on: "t 1", [Schema.IndexedColumn("a")], isUnique: true, condition: "b > ';'"),
        Schema.Index("j", on: "t 1", [Schema.IndexedColumn("b")]),
      ])
    #expect(schema.indexes(of: "T 1").count == 2)
    #expect(try Schema(of: schema.description) == schema)
  }

  @Test("Views are read with the names of their columns")
  func views() throws {
    let schema = try Schema(
      of: """
        CREATE TABLE t (a); CREATE TEMP VIEW elsewhere AS SELECT 1;
        CREATE VIEW IF NOT EXISTS "v 1" (x, "y z") AS SELECT a, 'AS (' FROM t -- all of it
        ; CREATE VIEW w as with x as (select 1 as q) select q /* ; */ from x;
        """)
    #expect(
      schema.views == [
        Schema.View("v 1", columns: ["x", "y z"], query: "SELECT a, 'AS (' FROM t"),
        Schema.View("w", query: "with x as (select 1 as q) select q /* ; */ from x"),
      ])
    #expect(try Schema(of: schema.description) == schema)
  }

  @Test("Triggers are read with their events, columns and actions")
  func triggers() throws {
    let schema = try Schema(
      of: """
        CREATE TABLE t (a, "b c", begin); CREATE VIEW v AS SELECT a FROM t;
        CREATE TRIGGER before INSERT ON t BEGIN SELECT 1; END;
        CREATE TRIGGER IF NOT EXISTS main.u AFTER UPDATE OF a, [b c] ON "t" FOR EACH ROW
          WHEN begin IS NOT old.begin BEGIN INSERT INTO t VALUES (1, 'END; ', 3); DELETE FROM t; END;
        CREATE TRIGGER w INSTEAD OF DELETE ON v BEGIN SELECT raise(IGNORE); END;
        """)
    #expect(
      schema.triggers == [
        Schema.Trigger("before", .before, .insert, on: "t", action: "BEGIN SELECT 1; END"),
        Schema.Trigger(
          "u", .after, .update, of: ["a", "b c"], on: "t",
          action:
            "WHEN begin IS NOT old.begin BEGIN INSERT INTO t VALUES (1, 'END; ', 3); DELETE FROM t; END"
        ),
        Schema.Trigger(
          "w", .insteadOf, .delete, on: "v", action: "BEGIN SELECT raise(IGNORE); END"),
      ])
    #expect(schema.triggers(of: "T").map(\.name) == ["before", "u"])
    #expect(try Schema(of: schema.description) == schema)
  }

  @Test("Virtual tables are read with their options, and without their shadow tables")
  func virtualTables() throws {
    let script = """
      CREATE TABLE d (title, f_other); CREATE TABLE f_notes (x); CREATE TABLE "É_data" (x);
      CREATE VIRTUAL TABLE f USING fts5(title, note UNINDEXED, content = 'd', tokenize="unicode61 tokenchars ',-'", prefix='2 3');
      CREATE VIRTUAL TABLE IF NOT EXISTS "é" USING FTS5 (title , , );
      CREATE VIRTUAL TABLE places USING rtree(id, minX, maxX, minY, maxY);
      """
    let schema = try Schema(of: script)
    #expect(schema.tables.map(\.name) == ["d", "f_notes", "É_data"])
    #expect(
      schema.virtualTables == [
        Schema.VirtualTable(
          "f", using: "fts5",
          [
            "title", "note UNINDEXED", "content = 'd'", "tokenize=\"unicode61 tokenchars ',-'\"",
            "prefix='2 3'",
          ]),
        Schema.VirtualTable("places", using: "rtree", ["id", "minX", "maxX", "minY", "maxY"]),
        Schema.VirtualTable("é", using: "FTS5", ["title"]),
      ])
    #expect(schema.virtualTables[0].option("CONTENT") == "d")
    #expect(schema.virtualTables[0].option("tokenize") == "unicode61 tokenchars ',-'")
    #expect(schema.virtualTables[0].option("title") == nil)
    #expect(try Schema(of: schema.description) == schema)
  }

  @Test("SQLite's internal tables and indexes are omitted")
  func own() throws {
    let schema = try Schema(
      of:
        "CREATE TABLE sqliteish (id INTEGER PRIMARY KEY AUTOINCREMENT, a UNIQUE); CREATE INDEX i ON sqliteish (a); ANALYZE"
    )
    #expect(schema.tables.map(\.name) == ["sqliteish"])
    #expect(schema.indexes.map(\.name) == ["i"])
  }

  @Test("A table that was created from a query has the query's columns")
  func tableOfQuery() throws {
    let schema = try Schema(
      of:
        "CREATE TABLE t (a INT, b TEXT, c); CREATE TABLE u AS SELECT a, b AS \"b c\", c, a + 1.5 AS d FROM t"
    )
    #expect(schema.tables[1].columns.map(\.type) == ["INT", "TEXT", "", ""])
    #expect(schema.tables[1].columns.map(\.name) == ["a", "b c", "c", "d"])
  }

  @Test("Unreadable objects are listed, and all others are read")
  func unreadable() throws {
    let engine = try Engine()
    try engine.execute(
      """
      CREATE TABLE t (a); CREATE TABLE u (b); CREATE INDEX i ON t (a); CREATE VIEW v AS SELECT a FROM t;
      PRAGMA writable_schema = 1;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE u (b, CHECK (b' WHERE name = 'u';
      UPDATE sqlite_schema SET sql = 'CREATE SEQUENCE v' WHERE name = 'v';
      """)
    let schema = try engine.schema
    #expect(schema.tables.map(\.name) == ["t"])
    #expect(schema.indexes.map(\.name) == ["i"])
    #expect(
      schema.unreadable.map(\.description) == [
        "the table u can't be read: expected «)», found the end of the text",
        "the view v can't be read: expected TABLE, INDEX, VIEW or TRIGGER, found «SEQUENCE»",
      ])
    #expect(try Schema(json: schema.json()) == schema)
  }

  @Test(
    "Invalid or incomplete SQL is refused without a trap",
    arguments: [
      "", "CREATE", "CREATE TABLE", "CREATE TABLE t", "CREATE TABLE t (", "CREATE TABLE t ()",
      "CREATE TABLE t (a,",
      "CREATE TABLE t (a DEFAULT", "CREATE TABLE t (a DEFAULT -", "CREATE TABLE t (a) x",
      "CREATE TABLE t (a, PRIMARY)",
      "CREATE TABLE t (a REFERENCES", "CREATE TABLE t (a REFERENCES p ON DELETE",
      "CREATE TABLE t (a, UNIQUE ())",
      "CREATE TABLE t (a, FOREIGN KEY () REFERENCES p)",
      "CREATE TABLE t (a, PRIMARY KEY (AUTOINCREMENT))",
      "CREATE TABLE t AS SELECT 1", "CREATE INDEX i", "CREATE INDEX i ON t",
      "CREATE INDEX i ON t ()",
      "CREATE INDEX i ON t (a,)", "CREATE INDEX i ON t (a) x", "CREATE INDEX i ON t (DESC)",
      "CREATE INDEX i ON t (COLLATE)",
      "CREATE INDEX i ON t (a COLLATE COLLATE x)", "CREATE INDEX i ON t (()",
      "CREATE INDEX i ON t (())", "CREATE VIEW v",
      "CREATE VIEW v (1) AS SELECT 1", "CREATE TRIGGER t", "CREATE TRIGGER t AFTER",
      "CREATE TRIGGER t AFTER INSERT ON x",
      "CREATE TRIGGER t UPDATE OF ON x", "CREATE VIRTUAL TABLE t",
      "CREATE VIRTUAL TABLE t USING x (", "CREATE TABLE t (a 'x",
      "CREATE TABLE t (a CHECK (')", "DROP TABLE t", "CREATE TABLE t (a DEFAULT +",
      "CREATE TABLE t (a NOT DEFERRABLE INITIALLY)",
      "CREATE TABLE t (a UNIQUE ON CONFLICT)", "CREATE TABLE t (a GENERATED ALWAYS",
      "CREATE TABLE t (a AS b)",
    ])
  func noTraps(sql: String) {
    // All prefixes are read as well, and some of them are complete.
    for end in sql.indices + [sql.endIndex] {
      let text = String(sql[..<end])
      let entry = Schema.Entry(type: "table", name: "t", table: "t", sql: text)
      let schema = Schema(reading: [entry])
      #expect(schema.unreadable.count == 1 || schema.statements.count == 1)
    }
  }
}
