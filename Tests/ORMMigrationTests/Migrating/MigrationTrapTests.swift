import Foundation
import ORM
import Testing

/// Problems of migrations that are not in the reports of other packages.
@Suite("Traps for migrations")
struct MigrationTrapTests {
  private static let family = KnownFaultTests.family
  private static let cascade = KnownFaultTests.cascade

  @Test("Conflict clauses of a new table discard no rows")
  func conflicts() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (1, 'y'), (2, NULL);")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema(
          "CREATE TABLE t (a INTEGER UNIQUE ON CONFLICT REPLACE, b TEXT NOT NULL ON CONFLICT IGNORE)"
        ))
    }
    #expect(error?.losses.map(\.kind) == [.nullValue, .duplicate])
    #expect(try await fixture.texts("SELECT count(*) || '' FROM t") == ["3"])
  }

  @Test("Rows that violate a new constraint are removed if that is allowed")
  func removal() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, p INTEGER);
      INSERT INTO p VALUES (1);
      INSERT INTO t VALUES (1, 1, 'x', 1), (2, 1, 'y', 1), (3, 3, NULL, 1), (4, 4, 'z', 9), (5, -1, 'z', 1),
        (6, 6, 'w', NULL);
      """, to: "CREATE TABLE p (id INTEGER PRIMARY KEY)",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER UNIQUE CHECK (a > 0), b TEXT NOT NULL,
        p INTEGER REFERENCES p(id))
      """, "CREATE UNIQUE INDEX t_b ON t (b)", allowing: [.removingRows("t")])
    #expect(try await fixture.texts("SELECT id || '' FROM t") == ["1", "6"])
  }

  @Test("Double-quoted strings of an old schema are not taken for columns")
  func doubleQuotes() async throws {
    let fixture = try await Fixture("")
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run(#"CREATE TABLE t (a TEXT, CHECK (a <> "y")); INSERT INTO t VALUES ('x')"#)
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (a TEXT NOT NULL, CHECK (a <> 'y'))"))
    #expect(try await fixture.texts("SELECT a FROM t") == ["x"])
  }

  @Test("Double-quoted strings in other objects don't prevent the rename of a column")
  func doubleQuotesElsewhere() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE other (x TEXT); CREATE INDEX other_x ON other (x)")
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run(#"CREATE TABLE t (a TEXT, CHECK (a <> "y")); CREATE VIEW v AS SELECT "z" FROM t"#)
    var schema = Schema("CREATE TABLE other (y TEXT)", "CREATE INDEX other_x ON other (y)")
    schema.tables[0].columns[0].formerNames = ["x"]
    let plan = try await fixture.db.migrate(to: schema)
    #expect(plan.rebuiltTables.isEmpty)
    #expect(try await fixture.texts("SELECT name FROM pragma_table_info('other')") == ["y"])
  }

  @Test("A full-text index is rebuilt if a rule has converted its texts")
  func convertedTexts() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE d (a TEXT, body TEXT);
      INSERT INTO d VALUES ('1', 'alpha'), ('2', 'beta');
      CREATE VIRTUAL TABLE f USING fts5(body, content='d');
      INSERT INTO f (f) VALUES ('rebuild');
      """)
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE d (a TEXT, body TEXT)", "CREATE VIRTUAL TABLE f USING fts5(body, content='d')"
      ),
      converting: [.column("d", "body", sql: "body || ' omega'")])
    #expect(
      try await fixture.texts("SELECT body FROM f('omega') ORDER BY 1") == [
        "alpha omega", "beta omega",
      ])
  }

  @Test("A conversion of a key that would orphan the rows that refer to it is refused")
  func convertedKey() async throws {
    let fixture = try await Fixture(Self.family)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)"),
        converting: [.column("p", "id", sql: "id + 100")])
    }
    #expect(error?.losses.map(\.table) == ["p", "p"])
    #expect(Set(error?.losses.map(\.member) ?? []) == ["1 row of c", "1 row of s"])
    #expect(try await fixture.texts("SELECT id || '' FROM p") == ["1"])
  }

  @Test("A default that a STRICT table can't store is reported, although ADD COLUMN accepts it")
  func strictDefault() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES ('x')")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (a TEXT, b INTEGER DEFAULT 'x') STRICT"))
    }
    #expect(error?.losses.map(\.kind) == [.unstorableValue])
  }

  @Test("A rebuild keeps the statistics of a table and its indexes")
  func statistics() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX t_a ON t (a);
      INSERT INTO t (a) VALUES ('x'), ('y'); ANALYZE;
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)",
      "CREATE INDEX t_a ON t (a)")
    #expect(try await fixture.texts("SELECT tbl || idx || stat FROM sqlite_stat1") == ["tt_a2 1"])
  }

  @Test("Triggers do not run for the rows that a rebuild copies, and run as before afterwards")
  func triggers() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE log (what TEXT); CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO t VALUES (1, 'x');
      CREATE TRIGGER own AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('in'); END;
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('out'); END;
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)")
    #expect(try await fixture.texts("SELECT what FROM log") == [])
    try await fixture.db.run("INSERT INTO t VALUES (2, 'y'); DELETE FROM t")
    #expect(try await fixture.texts("SELECT what FROM log") == ["in", "out", "out"])
  }

  @Test("A missing collation is reported, and nothing is changed")
  func collation() async throws {
    let fixture = try await Fixture("")
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run(
      "CREATE TABLE t (a TEXT COLLATE mycoll); CREATE INDEX i ON t (a); INSERT INTO t VALUES ('x')")
    let schema = Schema("CREATE TABLE t (a TEXT NOT NULL COLLATE mycoll)")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.reason == .missingExtension)
    #expect(
      error?.message
        == "this program does not define the collation mycoll; migrate in the program that does,"
        + " after add(_:)")
    #expect(try await fixture.texts("SELECT a FROM t NOT INDEXED") == ["x"])
  }

  @Test("A NULL key is reported as a loss, and is not replaced by a number")
  func nullKeys() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INT PRIMARY KEY, a TEXT); INSERT INTO t VALUES (NULL, 'x'), (5, 'y')")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)"))
    }
    #expect(error?.losses.map(\.kind) == [.nullValue])
  }

  @Test("The permission to drop a table does not include breaking the references to it")
  func referenced() async throws {
    let fixture = try await Fixture(Self.family)
    let schema = Schema(Self.cascade)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema, allowing: [.droppingTable("p")])
    }
    #expect(error?.losses.contains { $0.kind == .brokenReference } == true)
    #expect(try await fixture.texts("SELECT n FROM p") == ["a"])
  }

  @Test("REAL values that TEXT can't represent exactly are reported as losses")
  func reals() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL); INSERT INTO t VALUES (1, 251761.50129804062), (2, 1.5)"
    )
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)"))
    }
    #expect(error?.losses.map(\.keys) == [["1"]])
  }

  @Test("A rule's closure that throws stops the migration, and nothing is changed")
  func throwingRule() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (7)")
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, b INTEGER NOT NULL)")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: schema,
        fill: [.column("t", "b") { row in if row["id"] == 7 { throw Stop() } else { 0 } }])
    }
    #expect(error?.reason == .failedRule)
    #expect(error?.key == "7")
    #expect(try await fixture.db.schema().table("t")?.columns.count == 1)
  }

  @Test("A rule for a column that the schema does not have is refused")
  func unknownColumn() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT)")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.plan(
        to: Schema("CREATE TABLE t (a TEXT)"), fill: [.column("t", "b", value: 1)])
    }
    #expect(error?.reason == .unknownColumn)
  }

  @Test("A swap of names in a database without a record is refused as ambiguous")
  func ambiguous() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT, b TEXT)")
    var schema = Schema("CREATE TABLE t (a TEXT, b TEXT)")
    schema.tables[0].columns[0].formerNames = ["b"]
    schema.tables[0].columns[1].formerNames = ["a"]
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.reason == .ambiguousRename)
  }

  @Test("A migration of a read-only database only compares its schema")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let schema = Schema("CREATE TABLE t (a TEXT)")
    try await Database(folder.file()).migrate(to: schema)
    var configuration = Configuration.forMigrations
    configuration.isReadOnly = true
    let db = try Database(folder.file(), configuration: configuration)
    #expect(try await db.migrate(to: schema).isEmpty)
    await #expect(throws: SchemaMismatchError.self) {
      try await db.migrate(to: Schema("CREATE TABLE t (a TEXT, b TEXT)"))
    }
  }

  @Test("Prepared statements of all connections work with the migrated tables")
  func statements() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, home_city TEXT NOT NULL, age INTEGER)"
    )
    try await fixture.db.run("INSERT INTO person VALUES (1, 'Sade', 'Ibadan', 3)")
    #expect(try await fixture.db.fetch(Person.self).count == 1)
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, age INTEGER, home_city TEXT NOT NULL, name TEXT NOT NULL CHECK (name <> ''))"
      ))
    #expect(try await fixture.db.fetch(Person.self).map(\.name) == ["Sade"])
    try await fixture.db.insert(Person(id: 2, name: "Nina", home: Home(city: "Tryon")))
    #expect(try await fixture.db.find(Person.self, 2)?.home.city == "Tryon")
  }

  @Test("An observation continues across a migration")
  func observed() async throws {
    var configuration = Configuration.forMigrations
    configuration.observationInterval = .seconds(3600)
    let fixture = try await Fixture(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, home_city TEXT NOT NULL)",
      configuration: configuration)
    try await fixture.db.insert(Person(id: 1, name: "Sade", home: Home(city: "Ibadan")))
    var values = fixture.db.observe(Person.all).makeAsyncIterator()
    #expect(try await values.next()?.map(\.name) == ["Sade"])
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''), home_city TEXT NOT NULL)"
      ),
      converting: [.column("person", "name", sql: "upper(name)")])
    // This database does not poll for commits of other connections.
    #expect(try await values.next()?.map(\.name) == ["SADE"])
    try await fixture.db.insert(Person(id: 2, name: "Nina", home: Home(city: "Tryon")))
    #expect(try await values.next()?.count == 2)
  }

  @Test("A backup is made before a migration, but not if there is nothing to do")
  func backup() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x')")
    let schema = Schema("CREATE TABLE t (a TEXT NOT NULL)")
    let copy = fixture.folder.file("copy.sqlite")
    try await fixture.db.migrate(to: schema, backup: copy)
    #expect(
      try RawDatabase(copy).texts("SELECT sql FROM sqlite_schema") == ["CREATE TABLE t (a TEXT)"])
    try await fixture.db.migrate(to: schema, backup: fixture.folder.file("none.sqlite"))
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.file("none.sqlite")))
  }

  @Test("Progress is reported before each step")
  func progress() async throws {
    let fixture = try await Fixture(Self.family)
    let (stream, continuation) = AsyncStream<MigrationProgress>.makeStream()
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)", "CREATE INDEX i ON c (p)",
        Self.cascade)
    ) { continuation.yield($0) }
    continuation.finish()
    var steps: [Int] = []
    for await progress in stream { steps.append(progress.step) }
    #expect(Set(steps) == [1, 2])
  }

  @Test("Progress is reported while rows are copied")
  func copying() async throws {
    let fixture = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)")
    try await fixture.db.run(
      "INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i, 'x' || i FROM n"
    )
    let (stream, continuation) = AsyncStream<MigrationProgress>.makeStream()
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)")
    ) {
      continuation.yield($0)
    }
    continuation.finish()
    var fractions: [Double] = []
    for await progress in stream { fractions.append(progress.fraction) }
    #expect(fractions.count > 50)
    #expect(fractions == fractions.sorted())
    // The fraction is an estimate by the number of instructions for each row.
    #expect(try #require(fractions.last) > 0.7)
  }

  @Test(
    "A lack of disk space is reported before anything is written",
    .enabled(if: SmallDisk.isAvailable, "this process may not mount a disk"))
  func room() async throws {
    let disk = try #require(try SmallDisk(megabytes: 8))
    let db = try Database(disk.path + "/t.sqlite", configuration: .forMigrations)
    try await db.run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000) SELECT i, hex(zeroblob(50)) FROM n"
    )
    try await db.checkpoint(.truncate)
    let error = await #expect(throws: MigrationError.self) {
      try await db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)"))
    }
    #expect(error?.reason == .insufficientSpace)
    #expect(try await db.texts("SELECT count(*) || '' FROM t") == ["25000"])
    try await db.close()
  }

  @Test("A cancelled task migrates nothing")
  func cancelled() async throws {
    let fixture = try await Fixture(Self.family)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await fixture.db.schema().table("p")?.column("n")?.notNull == nil)
  }
}
