import Foundation
import ORM
import Testing

/// What breaks migrations, and no report of others names.
@Suite("A trap for migrations")
struct MigrationTrapTests {
  private static let family = KnownFaultTests.family
  private static let cascade = KnownFaultTests.cascade

  @Test("conflict clauses of the new table swallow no row")
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

  @Test("rows that a new constraint refuses are left out if that is allowed")
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

  @Test("texts in double quotes of an old schema are no columns")
  func doubleQuotes() async throws {
    let fixture = try await Fixture("")
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run(#"CREATE TABLE t (a TEXT, CHECK (a <> "y")); INSERT INTO t VALUES ('x')"#)
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (a TEXT NOT NULL, CHECK (a <> 'y'))"))
    #expect(try await fixture.texts("SELECT a FROM t") == ["x"])
  }

  @Test("texts in double quotes elsewhere keep no column from being renamed")
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

  @Test("a full-text index is filled again if the texts have become others")
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

  @Test("a key that becomes another one leaves no row that referred to it")
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

  @Test("a default that a strict table does not store is told, where ADD COLUMN would take it")
  func strictDefault() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT) STRICT; INSERT INTO t VALUES ('x')")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (a TEXT, b INTEGER DEFAULT 'x') STRICT"))
    }
    #expect(error?.losses.map(\.kind) == [.unstorableValue])
  }

  @Test("statistics of a table and its indexes stay")
  func statistics() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); CREATE INDEX t_a ON t (a);
      INSERT INTO t (a) VALUES ('x'), ('y'); ANALYZE;
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL)",
      "CREATE INDEX t_a ON t (a)")
    #expect(try await fixture.texts("SELECT tbl || idx || stat FROM sqlite_stat1") == ["tt_a2 1"])
  }

  @Test("triggers run for none of the rows that are copied, and afterwards as before")
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

  @Test("a collation that the program did not add is told, and nothing has changed")
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

  @Test("keys that are NULL do not become numbers")
  func nullKeys() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INT PRIMARY KEY, a TEXT); INSERT INTO t VALUES (NULL, 'x'), (5, 'y')")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)"))
    }
    #expect(error?.losses.map(\.kind) == [.nullValue])
  }

  @Test("what other tables refer to is dropped only if that is allowed")
  func referenced() async throws {
    let fixture = try await Fixture(Self.family)
    let schema = Schema(Self.cascade)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema, allowing: [.droppingTable("p")])
    }
    #expect(error?.losses.contains { $0.kind == .brokenReference } == true)
    #expect(try await fixture.texts("SELECT n FROM p") == ["a"])
  }

  @Test("values that a REAL column has and TEXT can't give back are told")
  func reals() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL); INSERT INTO t VALUES (1, 251761.50129804062), (2, 1.5)"
    )
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)"))
    }
    #expect(error?.losses.map(\.keys) == [["1"]])
  }

  @Test("a closure that throws ends the migration, and nothing has changed")
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

  @Test("a rule for a column that the schema does not have is told")
  func unknownColumn() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT)")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.plan(
        to: Schema("CREATE TABLE t (a TEXT)"), fill: [.column("t", "b", value: 1)])
    }
    #expect(error?.reason == .unknownColumn)
  }

  @Test("a swap without a note of it is not guessed")
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

  @Test("a file that can't be written is compared, and told how it differs")
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

  @Test("prepared statements of all connections see what was migrated")
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

  @Test("an observation goes on over a migration")
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
    // Nobody looks for commits of others here.
    #expect(try await values.next()?.map(\.name) == ["SADE"])
    try await fixture.db.insert(Person(id: 2, name: "Nina", home: Home(city: "Tryon")))
    #expect(try await values.next()?.count == 2)
  }

  @Test("a copy is made first if that is asked for, and not if there is nothing to do")
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

  @Test("progress is told before each step")
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

  @Test("progress is told while rows are copied")
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
    // An estimate: by the steps that a row takes.
    #expect(try #require(fractions.last) > 0.7)
  }

  @Test(
    "room that is not there is told before anything is written",
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

  @Test("a task that is cancelled migrates nothing")
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
