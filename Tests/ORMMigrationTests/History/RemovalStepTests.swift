import Foundation
import ORM
import Testing

/// Steps with `before: .removals` see the tables and columns of two versions.
@Suite("Steps before removals")
struct RemovalStepTests {
  /// Migrates a database with rows from one schema to another with steps.
  func walk(
    _ old: Schema, _ new: Schema, rows: String, fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], allowing: [PermittedLoss] = [], steps: [MigrationStep],
    script: String = ""
  ) async throws -> Fixture {
    let fixture = try await Fixture(script)
    let start = SchemaHistory.Entry.version(try Schema.Version("one", after: nil, old.json()))
    try await fixture.db.migrate(SchemaHistory([start], current: old))
    try await fixture.db.run(rows)
    let history = SchemaHistory(
      [
        start,
        .version(
          try Schema.Version("two", after: "one", new.json()), fill: fill, converting: converting,
          allowing: allowing, steps: steps),
      ], current: new)
    do {
      try await fixture.db.migrate(history)
    } catch {
      // Nothing has changed.
      try await fixture.db.verify(old)
      #expect(try await fixture.texts("SELECT version FROM orm_schema") == ["one"])
      throw error
    }
    try await fixture.db.verify(new)
    #expect(try await fixture.check() == [])
    #expect(
      try await fixture.texts("SELECT version FROM orm_schema ORDER BY id") == ["one", "two"])
    #expect(try await fixture.db.migrate(history).isEmpty)
    return fixture
  }

  static let tagged = Schema(
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT NOT NULL) STRICT",
    "CREATE INDEX person_tag ON person (tag)")

  static let labeled = Schema(
    "CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT",
    """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
      labelID INTEGER NOT NULL REFERENCES label (id)) STRICT
    """,
    "CREATE INDEX person_label ON person (labelID)")

  static let labels = """
    INSERT OR IGNORE INTO label (name) SELECT tag FROM person;
    UPDATE person SET labelID = (SELECT id FROM label WHERE name = person.tag);
    """

  private let people = "INSERT INTO person VALUES (1, 'Ada', 'a'), (2, 'Bo', 'b'), (3, 'Cy', 'a')"
  private let tag = PermittedLoss.droppingColumn("person", "tag")

  @Test("A text column becomes rows of a new table, with a NOT NULL reference to them")
  func labels() async throws {
    let fixture = try await walk(
      Self.tagged, Self.labeled, rows: people, allowing: [tag],
      steps: [MigrationStep("labels", before: .removals, sql: Self.labels)])
    #expect(
      try await fixture.texts(
        "SELECT p.name || l.name FROM person p JOIN label l ON l.id = p.labelID ORDER BY p.id")
        == ["Adaa", "Bob", "Cya"])
  }

  @Test("A dropped column needs a permission even if a step has copied its values")
  func permission() async throws {
    let error = await #expect(throws: DataLossError.self) {
      try await walk(
        Self.tagged, Self.labeled, rows: people,
        steps: [MigrationStep("labels", before: .removals, sql: Self.labels)])
    }
    #expect(error?.version == "two")
    #expect(error?.losses.map(\.kind) == [.droppedColumn])
  }

  @Test("A new required column that a step leaves NULL is a loss, and the error names fill:")
  func leftNull() async throws {
    let error = await #expect(throws: DataLossError.self) {
      try await walk(
        Self.tagged, Self.labeled, rows: people, allowing: [tag],
        steps: [
          MigrationStep("labels", before: .removals, sql: "INSERT INTO label (name) VALUES ('a')")
        ])
    }
    #expect(error?.losses.map(\.kind) == [.nullValue])
    #expect(error?.losses.first?.count == 3)
    #expect("\(try #require(error))".contains("fill: [.column(\"person\", \"labelID\""))
  }

  @Test("A step that throws leaves the database unchanged")
  func failing() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await walk(
        Self.tagged, Self.labeled, rows: people, allowing: [tag],
        steps: [MigrationStep("labels", before: .removals, sql: "UPDATE person SET nothing = 1")])
    }
    #expect(error?.step == "two/labels")
  }

  @Test("A new database runs no steps")
  func new() async throws {
    let fixture = try await Fixture("")
    let history = SchemaHistory(
      [
        .version(try Schema.Version("one", after: nil, Self.tagged.json())),
        .version(
          try Schema.Version("two", after: "one", Self.labeled.json()),
          steps: [MigrationStep("labels", before: .removals, sql: "SELECT nothing FROM nowhere")]),
      ], current: Self.labeled)
    try await fixture.db.migrate(history)
    try await fixture.db.verify(Self.labeled)
  }

  @Test("A plan names the steps that run, and changes nothing")
  func plan() async throws {
    let fixture = try await Fixture("")
    let start = SchemaHistory.Entry.version(
      try Schema.Version("one", after: nil, Self.tagged.json()))
    try await fixture.db.migrate(SchemaHistory([start], current: Self.tagged))
    try await fixture.db.run(people)
    let plans = try await fixture.db.plan(
      SchemaHistory(
        [
          start,
          .version(
            try Schema.Version("two", after: "one", Self.labeled.json()), allowing: [tag],
            steps: [MigrationStep("labels", before: .removals, sql: Self.labels)]),
        ], current: Self.labeled))
    #expect(plans.map(\.version) == ["two", "two"])
    #expect(plans.flatMap(\.losses).map(\.kind) == [.droppedColumn])
    let texts = plans.map(\.description)
    #expect(texts.allSatisfy { $0.hasPrefix("version \"two\"\n") })
    #expect(texts[0].hasSuffix("\nstep \"labels\" runs") && !texts[1].contains("labels\" runs"))
    try await fixture.db.verify(Self.tagged)
  }

  @Test("A table is split in two, with a text key and a foreign key")
  func split() async throws {
    let old = Schema(
      "CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, author TEXT NOT NULL, born INTEGER) STRICT"
    )
    let new = Schema(
      "CREATE TABLE author (name TEXT PRIMARY KEY NOT NULL, born INTEGER) STRICT, WITHOUT ROWID",
      """
      CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
        by TEXT NOT NULL REFERENCES author (name)) STRICT
      """)
    let fixture = try await walk(
      old, new,
      rows: "INSERT INTO book VALUES (1, 'x', 'A', 1900), (2, 'y', 'A', 1900), (3, 'z', 'B', NULL)",
      allowing: [.droppingColumn("book", "author"), .droppingColumn("book", "born")],
      steps: [
        MigrationStep(
          "authors", before: .removals,
          sql: """
            INSERT INTO author (name, born) SELECT author, max(born) FROM book GROUP BY author;
            UPDATE book SET by = author;
            """)
      ])
    #expect(
      try await fixture.texts(
        "SELECT title || by || coalesce(born, '') FROM book JOIN author ON name = by ORDER BY id")
        == ["xA1900", "yA1900", "zB"])
  }

  @Test("A table is merged into a renamed one that loses a required unique column")
  func merge() async throws {
    let old = Schema(
      """
      CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
        code TEXT NOT NULL UNIQUE) STRICT
      """,
      """
      CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        code TEXT REFERENCES customer (code)) STRICT
      """,
      "CREATE INDEX supplier_name ON supplier (name)")
    let new = Schema(
      "CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'customer') STRICT"
    )
    var renamed = new
    renamed.tables[0].formerNames = ["customer"]
    let fixture = try await walk(
      old, renamed,
      rows: """
        INSERT INTO customer VALUES (1, 'Ada', 'a'), (2, 'Bo', 'b');
        INSERT INTO supplier VALUES (1, 'Ada', 'a'), (2, 'Cy', NULL)
        """,
      allowing: [.droppingColumn("contact", "code"), .droppingTable("supplier")],
      steps: [
        MigrationStep(
          "merge", before: .removals,
          sql: "INSERT INTO contact (name, kind) SELECT name, 'supplier' FROM supplier ORDER BY id")
      ])
    #expect(
      try await fixture.texts("SELECT name || kind FROM contact ORDER BY id") == [
        "Adacustomer", "Bocustomer", "Adasupplier", "Cysupplier",
      ])
  }

  @Test("A step sees swapped columns and renamed tables under their new names")
  func swaps() async throws {
    let old = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT) STRICT",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, x TEXT) STRICT")
    var new = Schema(
      "CREATE TABLE u (id INTEGER PRIMARY KEY, a TEXT, b TEXT, d TEXT) STRICT",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT, d TEXT NOT NULL) STRICT")
    for place in new.tables.indices {
      let isU = new.tables[place].name == "u"
      new.tables[place].formerNames = [isU ? "t" : "u"]
      guard isU else { continue }
      for column in new.tables[place].columns.indices {
        switch new.tables[place].columns[column].name {
        case "a": new.tables[place].columns[column].formerNames = ["b"]
        case "b": new.tables[place].columns[column].formerNames = ["a"]
        default: break
        }
      }
    }
    let fixture = try await walk(
      old, new, rows: "INSERT INTO t VALUES (1, 'A', 'B', 'C'); INSERT INTO u VALUES (1, 'X')",
      allowing: [.droppingColumn("u", "c")],
      steps: [
        MigrationStep(
          "d", before: .removals,
          sql: "UPDATE u SET d = a || b || c; UPDATE t SET d = (SELECT c FROM u) || x")
      ])
    #expect(try await fixture.texts("SELECT a || b || d FROM u") == ["BABAC"])
    #expect(try await fixture.texts("SELECT x || d FROM t") == ["XCX"])
  }

  enum Old {
    @Table("visit") struct Visit {
      let id: Int
      @Column(meaning: "minutes") var length: Int
      var at: Date
      var note: String
    }

    @Table("talk") struct Talk {
      let id: Int
      var at: Date
    }
  }
  enum New {
    @Table("visit") struct Visit {
      let id: Int
      @Column(meaning: "seconds") var length: Int
      @Column(as: UnixMilliseconds.self) var at: Date
      var place: String
      var words: Int
    }

    @Table("talk") struct Talk {
      let id: Int
      @Column(meaning: "GMT") var at: Date
    }
  }

  @Test("A rule and the conversion of a representation run once, before the steps")
  func rules() async throws {
    let fixture = try await walk(
      Schema(of: Old.Visit.self, Old.Talk.self), Schema(of: New.Visit.self, New.Talk.self),
      rows: "INSERT INTO visit VALUES (1, 3, 10.5, 'a b'); INSERT INTO talk VALUES (1, 7200)",
      fill: [.column("visit", "place", value: "here")],
      converting: [
        .column("visit", "length", sql: "length * 60"), .column("talk", "at", sql: "at - 3600"),
      ],
      allowing: [.droppingColumn("visit", "note")],
      steps: [
        MigrationStep("words", before: .removals) { tx in
          try tx.execute(
            "UPDATE visit SET words = length(note), place = place || at, length = length + 1")
        }
      ])
    #expect(
      try await fixture.texts(
        "SELECT length || ' ' || at || ' ' || place || ' ' || words FROM visit")
        == ["181 10500 here10500 3"])
    #expect(try await fixture.texts("SELECT at || '' FROM talk") == ["3600.0"])
  }

  @Test("Triggers don't run during a step, and full-text indexes are in sync after it")
  func triggers() async throws {
    let index =
      "CREATE VIRTUAL TABLE search USING fts5(title, content = 'note', content_rowid = 'id')"
    let triggers = [
      "CREATE TRIGGER note_i AFTER INSERT ON note BEGIN INSERT INTO search(rowid, title) VALUES (new.id, new.title); INSERT INTO log VALUES ('insert'); END",
      "CREATE TRIGGER note_u AFTER UPDATE ON note BEGIN INSERT INTO log VALUES ('update'); END",
    ]
    let log = "CREATE TABLE log (what TEXT) STRICT"
    let view = "CREATE VIEW titles AS SELECT title FROM note"
    let old = Schema(
      ["CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, body TEXT) STRICT"]
        + [log, index, view] + triggers)
    let new = Schema(
      [
        "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, size INTEGER NOT NULL CHECK (size > 0)) STRICT"
      ] + [log, index, view] + triggers)
    let fixture = try await walk(
      old, new, rows: "INSERT INTO note VALUES (1, 'one', 'abc'); DELETE FROM log",
      allowing: [.droppingColumn("note", "body")],
      steps: [
        MigrationStep(
          "sizes", before: .removals,
          sql: """
            INSERT INTO note (title, body) SELECT title || ' two', 'd' FROM titles;
            UPDATE note SET size = length(body)
            """)
      ])
    #expect(try await fixture.texts("SELECT what FROM log") == [])
    #expect(try await fixture.texts("SELECT title FROM search('two')") == ["one two"])
    #expect(try await fixture.texts("SELECT size || '' FROM note ORDER BY id") == ["3", "1"])
    try await fixture.db.run("INSERT INTO note (title, size) VALUES ('three', 1)")
    #expect(try await fixture.texts("SELECT title FROM search('three')") == ["three"])
    #expect(try await fixture.texts("SELECT what FROM log") == ["insert"])
  }

  @Test("A step can read all columns of another program's table that is not STRICT")
  func notStrict() async throws {
    let old = Schema(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, joined DATETIME, score VARCHAR(20), x)")
    let new = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, year INTEGER NOT NULL) STRICT")
    let fixture = try await walk(
      old, new, rows: "INSERT INTO p VALUES (1, '2020-01-02', 7, 'x')",
      allowing: [
        .droppingColumn("p", "joined"), .droppingColumn("p", "score"), .droppingColumn("p", "x"),
      ],
      steps: [
        MigrationStep(
          "years", before: .removals, sql: "UPDATE p SET year = substr(joined, 1, 4) + score")
      ])
    #expect(try await fixture.texts("SELECT year || '' FROM p") == ["2027"])
  }

  @Test("A step can fill NULLs and change duplicates of a column that becomes NOT NULL and UNIQUE")
  func existing() async throws {
    let old = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let new = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL UNIQUE) STRICT")
    let fixture = try await walk(
      old, new, rows: "INSERT INTO p VALUES (1, NULL, 'x'), (2, 'y', NULL), (3, 'y', 'z')",
      allowing: [.droppingColumn("p", "b")],
      steps: [
        MigrationStep(
          "a", before: .removals, sql: "UPDATE p SET a = coalesce(a, '') || coalesce(b, '')")
      ])
    #expect(try await fixture.texts("SELECT a FROM p ORDER BY id") == ["x", "y", "yz"])
  }

  @Test("A step can update the references when a text key becomes a new integer key")
  func newRowID() async throws {
    let old = Schema(
      "CREATE TABLE unit (code TEXT PRIMARY KEY NOT NULL, name TEXT) STRICT",
      "CREATE TABLE use (id INTEGER PRIMARY KEY, unit TEXT NOT NULL REFERENCES unit (code)) STRICT",
      "CREATE TABLE login (id INTEGER PRIMARY KEY, unit TEXT REFERENCES unit (code)) STRICT")
    let new = Schema(
      "CREATE TABLE unit (id INTEGER PRIMARY KEY, name TEXT) STRICT",
      "CREATE TABLE use (id INTEGER PRIMARY KEY, unitID INTEGER NOT NULL REFERENCES unit (id)) STRICT"
    )
    let fixture = try await walk(
      old, new,
      rows: """
        INSERT INTO unit VALUES ('kg', 'Kilo'), ('m', 'Meter');
        INSERT INTO use VALUES (1, 'm'), (2, 'kg'); INSERT INTO login VALUES (1, 'm')
        """,
      allowing: [
        .droppingColumn("unit", "code"), .droppingColumn("use", "unit"), .droppingTable("login"),
      ],
      steps: [
        MigrationStep(
          "keys", before: .removals,
          sql: """
            UPDATE use SET unitID = (SELECT id FROM unit WHERE code = use.unit);
            INSERT INTO unit (name) SELECT 'used by ' || unit FROM login;
            """)
      ])
    #expect(
      try await fixture.texts("SELECT name FROM use JOIN unit ON unit.id = unitID ORDER BY use.id")
        == ["Meter", "Kilo"])
    #expect(
      try await fixture.texts("SELECT name FROM unit ORDER BY id DESC LIMIT 1") == ["used by m"])
  }

  @Test("A column is no longer UNIQUE if the table that refers to it is dropped")
  func referencedUnique() async throws {
    let old = Schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT UNIQUE, tag TEXT) STRICT",
      "CREATE TABLE login (id INTEGER PRIMARY KEY, email TEXT REFERENCES person (email)) STRICT")
    let new = Schema(
      "CREATE TABLE person (id INTEGER PRIMARY KEY, email TEXT, logins INTEGER NOT NULL) STRICT")
    let fixture = try await walk(
      old, new,
      rows: """
        INSERT INTO person VALUES (1, 'a@b', 'x'), (2, 'c@d', NULL);
        INSERT INTO login VALUES (1, 'a@b'), (2, 'a@b')
        """,
      allowing: [.droppingColumn("person", "tag"), .droppingTable("login")],
      steps: [
        MigrationStep(
          "logins", before: .removals,
          sql: """
            UPDATE person SET logins =
              (SELECT count(*) FROM login WHERE login.email = person.email)
            """)
      ])
    #expect(try await fixture.texts("SELECT logins || '' FROM person ORDER BY id") == ["2", "0"])
  }

  @Test("A step can read a generated column that is dropped, even if its column is renamed")
  func computed() async throws {
    let old = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER GENERATED ALWAYS AS (a * 2)) STRICT"
    )
    var new = Schema(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, c INTEGER, d INTEGER NOT NULL,
        e INTEGER NOT NULL GENERATED ALWAYS AS (d + 1) STORED) STRICT
      """)
    new.tables[0].columns[1].formerNames = ["a"]
    let fixture = try await walk(
      old, new, rows: "INSERT INTO t (id, a) VALUES (1, 5)",
      allowing: [.droppingColumn("t", "b")],
      steps: [MigrationStep("d", before: .removals, sql: "UPDATE t SET d = b + c")])
    #expect(try await fixture.texts("SELECT c || ' ' || d || ' ' || e FROM t") == ["5 15 16"])
  }

  @Test("A step can read virtual tables that are dropped, and write to new ones")
  func virtualTables() async throws {
    let old = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, x REAL, y REAL) STRICT",
      "CREATE VIRTUAL TABLE words USING fts5(word)")
    let new = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT",
      "CREATE VIRTUAL TABLE places USING rtree(id, minX, maxX, minY, maxY)",
      "CREATE TABLE word (word TEXT) STRICT")
    let fixture = try await walk(
      old, new, rows: "INSERT INTO t VALUES (1, 2, 3); INSERT INTO words VALUES ('one')",
      allowing: [
        .droppingColumn("t", "x"), .droppingColumn("t", "y"), .droppingTable("words"),
      ],
      steps: [
        MigrationStep(
          "places", before: .removals,
          sql: """
            INSERT INTO places SELECT id, x, x, y, y FROM t;
            INSERT INTO word SELECT word FROM words
            """)
      ])
    #expect(try await fixture.texts("SELECT minX || ' ' || maxY FROM places") == ["2.0 3.0"])
    #expect(try await fixture.texts("SELECT word FROM word") == ["one"])
  }

  @Test("Objects that another program has added stay, and its triggers run during a step")
  func foreign() async throws {
    let fixture = try await walk(
      Self.tagged, Self.labeled,
      rows: people + """
        ; ALTER TABLE person ADD COLUMN note TEXT; CREATE TABLE other (x);
        CREATE VIEW names AS SELECT name, note FROM person; CREATE INDEX notes ON person (note);
        CREATE TRIGGER other_i AFTER UPDATE ON person BEGIN INSERT INTO other VALUES (new.name); END;
        UPDATE person SET note = 'n' WHERE id = 1; DELETE FROM other
        """,
      allowing: [tag], steps: [MigrationStep("labels", before: .removals, sql: Self.labels)])
    #expect(try await fixture.texts("SELECT x FROM other") == ["Ada", "Bo", "Cy"])
    #expect(try await fixture.texts("SELECT note FROM names WHERE note IS NOT NULL") == ["n"])
    #expect(
      try await fixture.texts("SELECT name FROM sqlite_schema WHERE name IN ('notes', 'other_i')")
        .count == 2)
  }

  @Test("Steps before removals are refused if the new version reuses a dropped name")
  func names() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    var new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT) STRICT")
    new.tables[0].columns[1].formerNames = ["a"]
    let error = await #expect(throws: HistoryError.self) {
      try await walk(
        old, new, rows: "INSERT INTO t VALUES (1, 'a', 'b')",
        allowing: [.droppingColumn("t", "b")],
        steps: [MigrationStep("s", before: .removals, sql: "SELECT 1")])
    }
    #expect(error?.reason == .nameTaken)
    #expect(error?.message.contains("the old column t.b") == true)
    var tables = Schema("CREATE TABLE b (id INTEGER PRIMARY KEY) STRICT")
    tables.tables[0].formerNames = ["a"]
    let other = await #expect(throws: HistoryError.self) {
      try await walk(
        Schema(
          "CREATE TABLE a (id INTEGER PRIMARY KEY) STRICT",
          "CREATE TABLE b (id INTEGER PRIMARY KEY) STRICT"), tables,
        rows: "", allowing: [.droppingTable("b")],
        steps: [MigrationStep("s", before: .removals, sql: "SELECT 1")])
    }
    #expect(other?.message.contains("the old table b") == true)
  }

  @Test("Steps before removals are refused without a history")
  func withoutHistory() async throws {
    let fixture = try await Fixture("")
    let steps = MigrationList { MigrationStep("labels", before: .removals, sql: Self.labels) }
    let error = await #expect(throws: StepError.self) {
      try await fixture.db.migrate(to: Self.labeled, steps: steps)
    }
    #expect(error?.reason == .needsHistory)
    await #expect(throws: StepError.self) { try await fixture.db.migrate(steps) }
    #expect(try await fixture.texts("SELECT name FROM sqlite_schema") == [])
  }
}
