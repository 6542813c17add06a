import ORMSchema
import Testing

@Suite("Changes between schemas")
struct ChangeTests {
  private func changes(from found: String, to wanted: String) throws -> [String] {
    try Schema(of: wanted).changes(from: Schema(of: found)).map(\.description)
  }

  @Test("Compared with an empty schema, a table is added")
  func nothing() throws {
    let album = try Schema(of: "CREATE TABLE album (id INTEGER PRIMARY KEY)")
    #expect(Schema().tables.isEmpty && Schema() == Schema(tables: []))
    #expect(album.changes(from: Schema()).map(\.description) == ["album: the table is added"])
  }

  @Test("Changes are described in sentences")
  func sentences() throws {
    let found = """
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, year TEXT, notes TEXT, CHECK (year > 0), UNIQUE (title));
      CREATE TABLE old (a); CREATE INDEX byYear ON album (year); CREATE INDEX byNotes ON album (notes);
      CREATE VIEW v AS SELECT title FROM album; CREATE VIEW x AS SELECT 1;
      """
    let wanted = """
      CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title VARCHAR(9) NOT NULL DEFAULT '', year INTEGER,
        lastPlayed REAL, artist REFERENCES artist ON DELETE CASCADE) STRICT;
      CREATE TABLE artist (id INTEGER PRIMARY KEY); CREATE INDEX byYear ON album (year DESC);
      CREATE VIEW v AS SELECT year FROM album; CREATE VIEW w AS SELECT 1;
      CREATE TRIGGER t AFTER DELETE ON album BEGIN SELECT 1; END;
      """.replacing("VARCHAR(9)", with: "TEXT").replacing("artist REF", with: "artist INT REF")
    #expect(
      try changes(from: found, to: wanted) == [
        "album: the STRICT of the table changes from no to yes",
        "album: the NOT NULL of column title changes from none to NOT NULL",
        "album: the default of column title changes from none to ''",
        "album: the type of column year changes from TEXT to INTEGER",
        "album: column lastPlayed is added",
        "album: column artist is added", "album: column notes is only in the database, and stays",
        "album: the primary key changes from PRIMARY KEY (\"id\") to PRIMARY KEY (\"id\" AUTOINCREMENT)",
        "album: UNIQUE (\"title\") is only in the database, and stays",
        "album: CHECK (year > 0) is only in the database, and stays",
        "album: FOREIGN KEY (\"artist\") REFERENCES \"artist\" ON DELETE CASCADE is added",
        "byYear: the index changes from CREATE INDEX \"byYear\" ON \"album\" (\"year\") to CREATE INDEX \"byYear\" ON \"album\" (\"year\" DESC)",
        "byNotes: the index is only in the database, and stays", "artist: the table is added",
        "v: the view changes from CREATE VIEW \"v\" AS SELECT title FROM album to CREATE VIEW \"v\" AS SELECT year FROM album",
        "w: the view is added", "x: the view is only in the database, and stays",
        "t: the trigger is added",
        "old: the table is only in the database, and stays",
      ])
  }

  @Test(
    "An altered table and a new one differ only in the order of their columns"
  )
  func altered() throws {
    let old =
      "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT); ALTER TABLE t ADD COLUMN c INT DEFAULT (5); ALTER TABLE t RENAME COLUMN b TO d"
    #expect(
      try changes(from: old, to: "CREATE TABLE t (a INTEGER PRIMARY KEY, d TEXT, c INT DEFAULT 5)")
        == [])
    #expect(
      try changes(from: old, to: "CREATE TABLE t (a INTEGER PRIMARY KEY, c INT DEFAULT 5, d TEXT)")
        == [
          "t: the order of columns of the table is written a, d, c and should be a, c, d, which is the same to SQLite"
        ])
  }

  @Test("Views and triggers that are only written differently have notes, but no changes")
  func texts() throws {
    let found = """
      CREATE TABLE t (a, b); CREATE VIEW v AS select "a", b from [t] -- all
      ; CREATE TRIGGER r UPDATE OF a ON t FOR EACH ROW WHEN new.a == 1 BEGIN SELECT 'A'; END
      """
    let wanted = """
      CREATE TABLE t (a, b); CREATE VIEW v AS SELECT a, "b" FROM t;
      CREATE TRIGGER r BEFORE UPDATE OF "a" ON "t" WHEN NEW.a = 1 BEGIN SELECT 'A'; END
      """
    let notes = try Schema(of: wanted).changes(from: Schema(of: found))
    #expect(notes.map(\.action) == [.note, .note])
    let other = wanted.replacing("'A'", with: "'a'")
    #expect(
      try Schema(of: other).changes(from: Schema(of: found)).map(\.action) == [.note, .changed])
  }

  @Test("A unique index and a UNIQUE constraint of the same columns differ only by a note")
  func uniqueIndex() throws {
    let index = "CREATE TABLE t (a TEXT COLLATE NOCASE, b); CREATE UNIQUE INDEX i ON t (a, b)"
    let key = "CREATE TABLE t (a TEXT COLLATE NOCASE, b, UNIQUE (a, b))"
    for (found, wanted) in [(index, key), (key, index)] {
      #expect(try Schema(of: wanted).changes(from: Schema(of: found)).map(\.action) == [.note])
    }
    for other in ["(a, b) WHERE b", "(a COLLATE BINARY, b)", "(b, a)", "(a)"] {
      let changes = try Schema(of: key).changes(
        from: Schema(of: index.replacing("(a, b)", with: other)))
      #expect(changes.map(\.action) == [.added, .extra], "\(other)")
    }
  }

  @Test(
    "INT and INTEGER are different types only for a column that is the rowid"
  )
  func rowIDs() throws {
    let changes = try Schema(of: "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER)").changes(
      from: Schema(of: "CREATE TABLE t (a INT PRIMARY KEY, b INT)"))
    #expect(
      changes.map { "\($0.action) \($0.member ?? "") \($0.property)" } == [
        "changed a type", "note b type", "changed the primary key definition",
      ])
  }

  @Test("A reference without columns equals a reference to the key of its table")
  func references() throws {
    let parent = "CREATE TABLE p (k TEXT PRIMARY KEY, u UNIQUE);"
    let found = parent + "CREATE TABLE c (a REFERENCES p, b REFERENCES p (u))"
    #expect(
      try changes(
        from: found,
        to: parent + "CREATE TABLE c (a REFERENCES p (k), b, FOREIGN KEY (b) REFERENCES P (U))")
        == [])
    #expect(
      try changes(
        from: found,
        to: parent
          + "CREATE TABLE c (a REFERENCES p (u), b REFERENCES p (u) DEFERRABLE INITIALLY DEFERRED)"
      ).count == 4)
  }

  @Test("Names that differ in ASCII case are notes, and other differences are changes")
  func names() throws {
    let notes = try Schema(of: "CREATE TABLE T (A, é)").changes(
      from: Schema(of: "CREATE TABLE t (a, é)"))
    #expect(notes.map(\.property) == [.name, .name] && notes.allSatisfy(\.isNote))
    #expect(
      try Schema(of: "CREATE TABLE t (é)").changes(from: Schema(of: "CREATE TABLE t (e\u{301})"))
        .map(\.action)
        == [.added, .extra])
    #expect(
      try Schema(of: "CREATE TABLE t (É)").changes(from: Schema(of: "CREATE TABLE t (é)")).map(
        \.action)
        == [.added, .extra])
  }

  @Test("An unreadable table is reported, and is not added")
  func unreadable() throws {
    let wanted = try Schema(of: "CREATE TABLE t (a); CREATE TABLE u (b)")
    var found = wanted
    found.tables.removeLast()
    found.unreadable = [
      Schema.Unreadable(type: "table", name: "U", sql: "CREATE", reason: "it ends")
    ]
    #expect(
      wanted.changes(from: found).map(\.description) == [
        "u: the text of the table can't be read: it ends"
      ])
  }

  @Test("Virtual tables are compared by their options, and not by their spelling")
  func virtualTables() throws {
    let found = "CREATE VIRTUAL TABLE f USING fts5(a, b, prefix='2')"
    #expect(
      try Schema(of: "CREATE VIRTUAL TABLE f USING FTS5(a, b, prefix = '2')").changes(
        from: Schema(of: found)
      ).map(\.action) == [.note])
    #expect(
      try Schema(of: "CREATE VIRTUAL TABLE f USING fts5(a, b)").changes(from: Schema(of: found))
        .map(\.action) == [.changed])
  }

  @Test(
    "A column that only the database has is a mismatch if no row can be inserted without it",
    arguments: [
      ("n TEXT NOT NULL", true), ("n TEXT NOT NULL DEFAULT NULL", true),
      ("n TEXT NOT NULL ON CONFLICT IGNORE", true), ("n TEXT NOT NULL DEFAULT 'x'", false),
      ("n TEXT NOT NULL DEFAULT (random())", false), ("n TEXT", false), ("n TEXT UNIQUE", false),
      ("n TEXT NOT NULL AS (id)", false),
    ])
  func neededColumn(definition: String, isNeeded: Bool) throws {
    let found = try Schema(of: "CREATE TABLE t (id INTEGER PRIMARY KEY, \(definition))")
    let wanted = try Schema(of: "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let engine = try Engine()
    try engine.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, \(definition))")
    try? engine.execute("INSERT INTO t (id) VALUES (1)")
    #expect(try engine.rows("SELECT count(*) FROM t") == [[isNeeded ? "0" : "1"]])
    let change = try #require(wanted.changes(from: found).first { $0.kind == .column })
    #expect(change.action == .extra && (change.property == .notNull) == isNeeded)
    guard isNeeded else { return try wanted.verify(found) }
    let error = #expect(throws: SchemaMismatchError.self) { try wanted.verify(found) }
    #expect(
      error?.changes.map(\.description) == [
        "t: column n is only in the database, is NOT NULL and has no default: no row can be "
          + "inserted without it"
      ])
  }

  @Test("A key column of a table WITHOUT ROWID is NOT NULL even if it isn't declared so")
  func neededKey() throws {
    let found = try Schema(of: "CREATE TABLE t (a TEXT, n TEXT, PRIMARY KEY (a, n)) WITHOUT ROWID")
    let wanted = try Schema(of: "CREATE TABLE t (a TEXT, PRIMARY KEY (a)) WITHOUT ROWID")
    let error = #expect(throws: SchemaMismatchError.self) { try wanted.verify(found) }
    #expect(error?.changes.contains { $0.member == "n" && $0.property == .notNull } == true)
  }

  @Test("Names that look the same are shown with escapes, and other names unchanged")
  func lookalikes() throws {
    let composed = try Schema(of: "CREATE TABLE caf\u{E9} (t\u{EA}te)")
    let decomposed = try Schema(
      of: "CREATE TABLE cafe\u{301} (t\u{EA}te); CREATE TABLE \u{E9}t\u{E9} (a)")
    let error = #expect(throws: SchemaMismatchError.self) { try decomposed.verify(composed) }
    #expect(error?.description.hasSuffix("- \u{E9}t\u{E9}: the table is added") == true)
    let all = SchemaMismatchError(changes: decomposed.changes(from: composed))
    #expect(
      all.description == """
        the database does not match the schema:
        - cafe\\u{0301}: the table is added
        - \u{E9}t\u{E9}: the table is added
        - caf\\u{00E9}: the table is only in the database, and stays
        """)
    let column = try Schema(of: "CREATE TABLE t (a DEFAULT 'e\u{301}')")
    let other = try Schema(of: "CREATE TABLE t (a DEFAULT '\u{E9}')")
    #expect(
      column.changes(from: other).map(\.description) == [
        "t: the default of column a changes from '\\u{00E9}' to 'e\\u{0301}'"
      ])
  }
}
