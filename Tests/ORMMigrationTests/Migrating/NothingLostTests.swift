import ORM
import Testing

/// Losses that a migration could cause without reporting them.
@Suite("Losses that a migration must not overlook")
struct NothingLostTests {
  @Test("A column that becomes generated loses its values only with a permission")
  func computed() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER); INSERT INTO t VALUES (1, 5, 100)"
    )
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER AS (a * 2))")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.kind) == [.droppedColumn])
    try await fixture.db.migrate(to: schema, allowing: [.droppingColumn("t", "b")])
    #expect(try await fixture.texts("SELECT b || '' FROM t") == ["10"])
  }

  @Test("A migration fails if it would remove more rows than it counted")
  func counted() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 5), (2, 6), (3, 7)"
    )
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"),
        allowing: [.removingRows("t")], converting: [.column("t", "a", sql: "max(a)")])
    }
    #expect(error?.reason == .unexpectedResult)
    #expect(try await fixture.texts("SELECT a || '' FROM t") == ["5", "6", "7"])
  }

  @Test("A value that fills NULLs does not hide changes of other values")
  func filled() async throws {
    let fixture = try await Fixture("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('012'), (NULL)")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (x INTEGER NOT NULL)"), fill: [.column("t", "x", value: 9)])
    }
    #expect(error?.losses.map(\.kind) == [.changedValue])
  }

  @Test("An integer that REAL can't represent exactly counts as changed")
  func integersAsReals() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, x INTEGER) STRICT;
      INSERT INTO t VALUES (1, 9223372036854775807), (2, -9223372036854775808),
        (3, 9007199254740993), (4, 9007199254740992), (5, 9223372036854774784), (6, NULL);
      """)
    let wanted = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL) STRICT")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: wanted)
    }
    #expect(error?.losses.map(\.kind) == [.changedValue])
    #expect(error?.losses.map(\.count) == [2])
    try await fixture.db.execute("DELETE FROM t WHERE id IN (1, 3)")
    try await fixture.db.migrate(to: wanted)
    #expect(try await fixture.texts("SELECT typeof(x) FROM t WHERE id = 5") == ["real"])
  }

  @Test("A constraint with a string equal to a dropped column's name is kept")
  func textsAreNoColumns() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE o (notes TEXT UNIQUE, id INTEGER PRIMARY KEY);
      CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT CHECK (kind <> 'notes'),
        r TEXT REFERENCES o(notes), notes TEXT);
      CREATE UNIQUE INDEX ix ON t (id) WHERE kind = 'notes';
      """)
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, r TEXT)"),
      allowing: [.droppingColumn("t", "notes")])
    let table = try #require(try await fixture.db.schema().table("t"))
    #expect(table.columns.count == 3 && table.checks.count == 1 && table.references.count == 1)
    #expect(try await fixture.db.schema().indexes.map(\.name) == ["ix"])
  }

  @Test(
    "Views and triggers that a migration would break are reported",
    arguments: [
      ("CREATE VIEW v AS SELECT x FROM log", "v"),
      ("CREATE TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.id); END", "tr"),
    ])
  func broken(statement: String, name: String) async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE TABLE log (x); \(statement)")
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema, allowing: [.droppingTable("log")])
    }
    #expect(error?.losses.map(\.table) == [name])
    try await fixture.db.migrate(
      to: schema, allowing: [.droppingTable("log"), .breakingReferences(to: name)])
  }

  @Test("A broken view does not break other views when their table is renamed")
  func otherViews() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE alb (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE missing (x);
      CREATE VIEW other AS SELECT count(*) AS n FROM alb;
      CREATE VIEW broken AS SELECT x FROM missing; DROP TABLE missing;
      """)
    var schema = Schema("CREATE TABLE rec (id INTEGER PRIMARY KEY, title TEXT)")
    schema.tables[0].formerNames = ["alb"]
    try await fixture.db.migrate(to: schema)
    #expect(try await fixture.texts("SELECT n || '' FROM other") == ["0"])
    let broken = try #require(try await fixture.db.schema().views.first { $0.name == "broken" })
    #expect(broken.sql.contains("missing"))
  }

  @Test("Connections that were open before a migration see the new tables")
  func openConnections() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT); INSERT INTO t VALUES (1, 'x', 'y')")
    #expect(try await fixture.texts("SELECT a FROM t") == ["x"])
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)"),
      allowing: [.droppingColumn("t", "b")])
    try await fixture.db.run("INSERT INTO t VALUES (2, 'z')")
    #expect(try await fixture.texts("SELECT a FROM t") == ["x", "z"])
  }

  @Test("A new generated column may use another new column")
  func generatedOfNew() async throws {
    try await Fixture.migrate(
      "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1)",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, g INTEGER AS (n + 1), n INTEGER)")
  }

  @Test("A closed database throws instead of planning or migrating")
  func closed() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT)")
    try await fixture.db.close()
    let schema = Schema("CREATE TABLE t (a TEXT, b TEXT)")
    await #expect(throws: DatabaseError.self) { try await fixture.db.plan(to: schema) }
    await #expect(throws: DatabaseError.self) { try await fixture.db.migrate(to: schema) }
  }

  @Test("Losses are counted with a generated column's new expression and with converted values")
  func countedAnew() async throws {
    let generated = try await Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, n TEXT, b INTEGER AS (a + 100) CHECK (b > 50));
      INSERT INTO t (id, a, n) VALUES (1, 5, 'x'), (2, 60, NULL), (3, 70, 'z');
      """)
    let error = await #expect(throws: DataLossError.self) {
      try await generated.db.migrate(
        to: Schema(
          "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, n TEXT NOT NULL, b INTEGER AS (a * 2) CHECK (b > 50))"
        ))
    }
    #expect(error?.losses.map(\.kind) == [.nullValue, .failedCheck])
    let forced = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE) STRICT; INSERT INTO t VALUES (1, 'x'), (2, 'y'), (3, '3')"
    )
    let other = await #expect(throws: DataLossError.self) {
      try await forced.db.migrate(
        to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER UNIQUE) STRICT"),
        allowing: [.changingValues("t", "a")])
    }
    #expect(other?.losses.map(\.kind) == [.duplicate])
  }

  @Test("A unique column whose collation changes has one UNIQUE constraint")
  func uniqueOnce() async throws {
    let fixture = try await Fixture.migrate(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE); INSERT INTO t VALUES (1, 'x')",
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE COLLATE NOCASE)")
    #expect(try await fixture.db.schema().table("t")?.keys.count == 2)
  }
}
