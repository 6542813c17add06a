import Foundation
import ORM
import Testing

/// Faults that migrations of other packages have had, each named after a report of it.
@Suite("Known faults of other packages' migrations")
struct KnownFaultTests {
  static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE CASCADE);
    CREATE TABLE s (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE SET NULL);
    INSERT INTO p VALUES (1, 'a'); INSERT INTO c VALUES (1, 1); INSERT INTO s VALUES (1, 1);
    """
  static let cascade =
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE CASCADE)"

  @Test("drizzle 5782, EF Core 37598: a rebuild of the parent keeps the children")
  func children() async throws {
    let fixture = try await Fixture.migrate(
      Self.family, to: "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)", Self.cascade)
    #expect(try await fixture.texts("SELECT p || '' FROM c") == ["1"])
  }

  @Test("mydia 269: a rebuild of the parent does not set references to NULL")
  func setNull() async throws {
    let fixture = try await Fixture.migrate(
      Self.family, to: "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT CHECK (n <> ''))")
    #expect(try await fixture.texts("SELECT p || '' FROM s") == ["1"])
  }

  @Test("fasttrackml 211: two changes of a table rebuild it once")
  func once() async throws {
    let fixture = try await Fixture(Self.family)
    let plan = try await fixture.db.plan(
      to: Schema(
        "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL UNIQUE, x INTEGER CHECK (x > 0))"))
    #expect(plan.steps.flatMap(\.statements).filter { $0.hasPrefix("CREATE TABLE") }.count == 1)
  }

  @Test("weasel 539: a rebuild keeps AUTOINCREMENT and a view, and leaves no second table")
  func autoincrement() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);
      CREATE VIEW v AS SELECT a FROM t;
      INSERT INTO t (a) VALUES ('1'), ('2'), ('3'); DELETE FROM t WHERE id = 3;
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL)")
    try await fixture.db.run("INSERT INTO t (a) VALUES ('4')")
    #expect(try await fixture.texts("SELECT id || a FROM t") == ["11", "22", "44"])
    #expect(try await fixture.texts("SELECT a FROM v ORDER BY a") == ["1", "2", "4"])
    #expect(
      try await fixture.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        == ["orm_schema", "sqlite_sequence", "t"])
  }

  @Test("weasel 539: a rebuild of an empty table keeps the next AUTOINCREMENT key")
  func emptyAutoincrement() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT);
      INSERT INTO t (a) VALUES ('1'), ('2'); DELETE FROM t;
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT NOT NULL)")
    try await fixture.db.run("INSERT INTO t (a) VALUES ('3')")
    #expect(try await fixture.texts("SELECT id || '' FROM t") == ["3"])
  }

  @Test("prisma 10919, alembic 1207, sqlitebrowser 1686: a rebuild keeps the views of the table")
  func view() async throws {
    let fixture = try await Fixture.migrate(
      Self.family + "CREATE VIEW v AS SELECT p.n, c.id FROM p JOIN c ON c.p = p.id;"
        + "CREATE VIEW w AS SELECT * FROM v;",
      to: "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)")
    #expect(try await fixture.texts("SELECT n || id FROM w") == ["a1"])
    #expect(
      try await fixture.texts("SELECT sql FROM sqlite_schema WHERE name = 'w'")
        == ["CREATE VIEW w AS SELECT * FROM v"])
  }

  @Test("datasette-edit-schema 35: a broken view of other tables does not fail a migration")
  func brokenView() async throws {
    let fixture = try await Fixture.migrate(
      Self.family + "CREATE VIEW broken AS SELECT x.y FROM x;",
      to: "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)")
    #expect(try await fixture.db.schema().views.map(\.name) == ["broken"])
  }

  @Test("turso 8579: a rename to the name of a view is refused before any change")
  func nameTaken() async throws {
    let fixture = try await Fixture(Self.family + "CREATE VIEW q AS SELECT 1;")
    var schema = Schema("CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT)")
    schema.tables[0].formerNames = ["p"]
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.reason == .nameTaken)
    #expect(try await fixture.db.schema().table("p") != nil)
  }

  @Test("A chain of renames that overwrites the last column is refused")
  func chainOntoNameInUse() async throws {
    let fixture = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c);")
    try await fixture.db.migrate(to: Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c)"))
    var schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, b, c)")
    schema.tables[0].columns[1].formerNames = ["a"]
    schema.tables[0].columns[2].formerNames = ["b"]
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.member) == ["c"])
    #expect(
      try await fixture.texts("SELECT name FROM pragma_table_info('t')") == ["id", "a", "b", "c"])
  }

  @Test("Django 29182, sqlite-utils 703: references follow a renamed table and column")
  func references() async throws {
    let fixture = try await Fixture(Self.family)
    var schema = Schema("CREATE TABLE q (key INTEGER PRIMARY KEY, n TEXT NOT NULL)")
    schema.tables[0].formerNames = ["p"]
    schema.tables[0].columns[0].formerNames = ["id"]
    try await fixture.db.migrate(to: schema)
    let reference = try #require(try await fixture.db.schema().table("c")?.references.first)
    #expect(reference.table == "q")
    #expect(reference.tableColumns == ["key"])
    #expect(try await fixture.check() == [])
    try await fixture.db.run("DELETE FROM q")
    #expect(try await fixture.texts("SELECT id || '' FROM c") == [])
  }

  @Test("Django 6355: the key of a table that refers to itself can be renamed")
  func selfReference() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE n (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES n(id), x TEXT);
      INSERT INTO n VALUES (1, NULL, 'a'), (2, 1, 'b');
      """)
    var schema = Schema(
      "CREATE TABLE n (key INTEGER PRIMARY KEY, parent INTEGER REFERENCES n(key), x TEXT NOT NULL)")
    schema.tables[0].columns[0].formerNames = ["id"]
    try await fixture.db.migrate(to: schema)
    try await fixture.db.verify(schema)
    #expect(try await fixture.check() == [])
    await #expect(throws: DatabaseError.self) {
      try await fixture.db.run("DELETE FROM n WHERE key = 1")
    }
  }

  @Test("Django 18079, 15925: indexes of generated columns stay, those of dropped columns go")
  func generated() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, g TEXT AS (a || 'g'), old TEXT);
      CREATE INDEX t_g ON t (g); CREATE INDEX t_old ON t (old); INSERT INTO t (a) VALUES ('x');
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, g TEXT AS (a || 'g'))",
      "CREATE INDEX t_g ON t (g)", allowing: [.droppingColumn("t", "old")])
    #expect(try await fixture.texts("SELECT g FROM t WHERE g = 'xg'") == ["xg"])
    #expect(try await fixture.db.schema().indexes.map(\.name) == ["t_g"])
    #expect(try await fixture.db.schema().table("t")?.column("g")?.generated?.isStored == false)
  }

  @Test("rails 41548, 31607, sequelize 8677: a rebuild keeps descending and partial indexes")
  func indexes() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT);
      CREATE INDEX d ON t (a DESC); CREATE UNIQUE INDEX u ON t (b) WHERE a > 'm';
      """, to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT)", keeping: ["u"])
    #expect(
      try await fixture.texts("SELECT sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
        == [
          #"CREATE INDEX "d" ON "t" ("a" DESC)"#,
          #"CREATE UNIQUE INDEX "u" ON "t" ("b") WHERE a > 'm'"#,
        ])
  }

  @Test("rails 48309, atlas 2124, drizzle 5634: defaults with calls or quotes are kept")
  func defaults() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, at TEXT DEFAULT (datetime('now')),
        q TEXT DEFAULT 'it''s', e TEXT DEFAULT (lower('X') || "id"));
      """.replacing("|| \"id\"", with: "|| 'y'"),
      to: """
        CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, at TEXT DEFAULT (datetime('now')),
          q TEXT DEFAULT 'it''s', e TEXT DEFAULT (lower('X') || 'y'))
        """)
    try await fixture.db.run("INSERT INTO t (a) VALUES ('x')")
    #expect(try await fixture.texts("SELECT q || e || (at > '2000') FROM t") == ["it'sxy1"])
  }

  @Test("sqlite-utils 592, cherry-studio 16132: rowids stay, even with a column of that name")
  func rowIDs() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (rowid TEXT, a TEXT);
      INSERT INTO t VALUES ('x', 'a'), ('y', 'b'), ('z', 'c'); DELETE FROM t WHERE a = 'a';
      """, to: "CREATE TABLE t (rowid TEXT, a TEXT NOT NULL)")
    #expect(try await fixture.texts("SELECT _rowid_ || rowid || a FROM t") == ["2yb", "3zc"])
  }

  @Test("alembic 1846, 1845: a rebuild keeps unnamed checks and the names of constraints")
  func constraints() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, CHECK (a <> 'never'), CONSTRAINT named UNIQUE (a));
      """,
      to: "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL, CONSTRAINT named UNIQUE (a))",
      keeping: ["CHECK (a <> 'never')"])
    let table = try #require(try await fixture.db.schema().table("t"))
    #expect(table.checks.map(\.expression) == ["a <> 'never'"])
    #expect(table.keys.compactMap(\.name) == ["named"])
  }

  @Test("atlas 3777, prisma 28526, typeorm 1365: equivalent definitions are not a change")
  func unchanged() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a VARCHAR(20) DEFAULT ('x'), n INT DEFAULT (0),
        d DECIMAL(10, 2));
      """)
    let plan = try await fixture.db.plan(
      to: Schema(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT DEFAULT 'x', n INTEGER DEFAULT 0, d DECIMAL)"
      ))
    #expect(plan.isEmpty)
  }

  @Test("actual 8519: a parenthesis in a string of a check does not end the check")
  func parenthesis() async throws {
    try await Fixture.migrate(
      "CREATE TABLE t (a TEXT, flag INTEGER, CHECK (a <> ')' AND flag = 1)); INSERT INTO t VALUES ('x', 1);",
      to: "CREATE TABLE t (a TEXT NOT NULL, flag INTEGER, CHECK (a <> ')' AND flag = 1))")
  }

  @Test("sqldelight 6172: a foreign key of a column and one of the table are equivalent")
  func referenceForms() async throws {
    let fixture = try await Fixture(Self.family)
    let plan = try await fixture.db.plan(
      to: Schema(
        "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER, FOREIGN KEY (p) REFERENCES p ON DELETE CASCADE)"
      ))
    #expect(plan.isEmpty)
  }

  @Test("isqlite 67, apgdiff 185: a possible rename is reported, and not guessed")
  func suspectedRename() async throws {
    let fixture = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT)")
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT)")
    let plan = try await fixture.db.plan(to: schema)
    #expect(
      plan.warnings == [
        #"t: column title stays, and name is new; if this is a rename, declare renamedFrom: "title""#
      ])
  }

  @Test(
    "bindery 1974, canonry 914: references that were broken before are reported and kept"
  )
  func oldViolations() async throws {
    let fixture = try await Fixture(Self.family)
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run("PRAGMA foreign_keys = OFF; INSERT INTO c VALUES (7, 77), (8, 88)")
    let plan = try await fixture.db.migrate(
      to: Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT NOT NULL)"))
    #expect(plan.warnings == ["c: 2 rows refer to rows of p that do not exist"])
    #expect(try await fixture.texts("SELECT id || '' FROM c") == ["1", "7", "8"])
  }

  @Test("yuvomi 1331, tutor-mcp 126: only one of several simultaneous starts migrates a new file")
  func twoStarts() async throws {
    let folder = try TemporaryFolder()
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY)", "CREATE INDEX t_id ON t (id)")
    var waiting = Configuration.forMigrations
    // On a busy machine the other starts may take longer than in a program.
    waiting.busyTimeout = .seconds(600)
    let changed = try await withThrowingTaskGroup(of: Bool.self) { [waiting] group in
      for _ in 0..<8 {
        group.addTask {
          let db = try Database(folder.file(), configuration: waiting)
          return try await !db.migrate(to: schema).isEmpty
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(changed == 1)
    let noted = try RawDatabase(folder.file()).texts("SELECT count(*) FROM orm_schema")
    #expect(noted == ["1"])
  }

  @Test("GRDB 1562: a database that differs from the schema is not erased")
  func nothingErased() async throws {
    let fixture = try await Fixture("CREATE TABLE t (x); INSERT INTO t VALUES ('kept')")
    await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (x INTEGER NOT NULL CHECK (x > 1)) STRICT"))
    }
    #expect(try await fixture.texts("SELECT x FROM t") == ["kept"])
  }

  @Test("commons-app 1589: an older program does not change a byte of a newer file")
  func older() async throws {
    let folder = try TemporaryFolder()
    let old = Schema("CREATE TABLE t (a TEXT)")
    do {
      let db = try Database(folder.file())
      try await db.migrate(to: old)
      try await db.migrate(to: Schema("CREATE TABLE t (a TEXT, b TEXT)"))
      try await db.close()
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
    do {
      let db = try Database(folder.file())
      await #expect(throws: NewerSchemaError.self) { try await db.migrate(to: old) }
      try await db.close()
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == before)
  }

  @Test("Room 12777: a migrated database and a new one have the same schema")
  func same() async throws {
    let old = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x')")
    try await old.db.migrate(to: schema)
    let new = try await Fixture("")
    try await new.db.migrate(to: schema)
    #expect(try await old.db.schema() == new.db.schema())
  }

  @Test("khive 2273: a full-text index still finds its rows after a rebuild of their table")
  func fullText() async throws {
    let fixture = try await Fixture.migrate(
      """
      CREATE TABLE d (a TEXT, body TEXT);
      INSERT INTO d VALUES ('1', 'alpha'), ('2', 'beta'), ('3', 'gamma'); DELETE FROM d WHERE a = '1';
      CREATE VIRTUAL TABLE f USING fts5(body, content='d');
      INSERT INTO f (f) VALUES ('rebuild');
      """, to: "CREATE TABLE d (a TEXT NOT NULL, body TEXT)",
      "CREATE VIRTUAL TABLE f USING fts5(body, content='d')")
    #expect(
      try await fixture.texts("SELECT a FROM d WHERE rowid IN (SELECT rowid FROM f('beta'))") == [
        "2"
      ])
    try await fixture.db.run("INSERT INTO f (f, rank) VALUES ('integrity-check', 1)")
  }

  @Test("khive 2273: a full-text index is rebuilt if its table or column is renamed")
  func renamedContent() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE d (a TEXT, body TEXT);
      INSERT INTO d VALUES ('1', 'alpha'), ('2', 'beta');
      CREATE VIRTUAL TABLE f USING fts5(body, content='d');
      INSERT INTO f (f) VALUES ('rebuild');
      """)
    var schema = Schema(
      "CREATE TABLE e (a TEXT, text TEXT)", "CREATE VIRTUAL TABLE f USING fts5(text, content='e')")
    schema.tables[0].formerNames = ["d"]
    schema.tables[0].columns[1].formerNames = ["body"]
    try await fixture.db.migrate(to: schema)
    #expect(try await fixture.texts("SELECT text FROM f('beta')") == ["beta"])
  }

  @Test("sqlite-utils 577: a migration works in SQLite's defensive mode")
  func defensive() async throws {
    #expect(Configuration.forMigrations.isDefensive)
    try await Fixture.migrate(
      "CREATE TABLE t (a TEXT)", to: "CREATE TABLE t (a TEXT CHECK (a <> 'x'))")
  }
}
