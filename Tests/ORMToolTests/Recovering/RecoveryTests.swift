import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("The recover command")
struct RecoveryTests {
  private static let script = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE album (title TEXT, year INT, cover BLOB, price REAL, twice AS (year * 2),
      stored TEXT AS (title || '!') STORED, FOREIGN KEY (year) REFERENCES artist (id));
    CREATE TABLE pair (v TEXT, b INTEGER, a TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE INDEX album_year ON album (year);
    CREATE VIEW recent AS SELECT title FROM album;
    CREATE TRIGGER t AFTER INSERT ON artist BEGIN DELETE FROM album; END;
    INSERT INTO artist WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 700)
      SELECT i * 3 - 900, 'artist ' || i FROM n;
    INSERT INTO album (title, year, cover, price)
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 600)
      SELECT CASE WHEN i % 97 THEN 'title ' || i ELSE NULL END, -900 + 3 * i,
        CASE WHEN i % 50 THEN x'00ff' ELSE zeroblob(i * 40) END, i / 3.0 FROM n;
    INSERT INTO pair WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 500)
      SELECT 'v' || i, (i << (i % 40)) * 1000 + i, 'a' || (i % 9) FROM n;
    ALTER TABLE artist ADD COLUMN country TEXT DEFAULT 'NO';
    """

  private func all(_ path: String, _ tables: [String]) async throws -> [[[SQLValue]]] {
    try await DatabaseFile(path).reading { db in
      try tables.map { try db.rows("SELECT * FROM \($0)") }
    }
  }

  @Test(
    "An interrupted transaction is left out, as SQLite would undo it", arguments: [512, 4096])
  func interrupted(_ pageSize: Int) async throws {
    let fixture = try await Fixture(nil)
    let file = try RawFile(fixture.path)
    try file.execute(
      """
      PRAGMA page_size = \(pageSize); CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
      INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
        SELECT i, 'before ' || i FROM n;
      """)
    let before = try file.text("SELECT group_concat(id || a) FROM t")
    // Pages go into the file before the commit, as they have no room in memory.
    try file.execute(
      """
      PRAGMA cache_size = 1; BEGIN; UPDATE t SET a = 'after'; DELETE FROM t WHERE id % 3 = 0;
      INSERT INTO t (a) SELECT hex(zeroblob(500)) FROM t;
      """)
    let left = fixture.folder + "/left.sqlite"
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: left + suffix)
    }
    try file.execute("ROLLBACK")
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(left, to: copy, Progress())
    #expect(report.isWhole && report.isRolledBack)
    #expect(report.text(.plain).contains("whose changes are left out\n"))
    #expect(try RawFile(copy).text("SELECT group_concat(id || a) FROM t") == before)
    var journal = try Data(contentsOf: URL(fileURLWithPath: left + "-journal"))
    let sector = journal[20..<24].reduce(0) { $0 << 8 | Int($1) }
    journal[sector + 4 + pageSize - 200] ^= 0xff
    let torn = fixture.folder + "/torn.sqlite"
    try FileManager.default.copyItem(atPath: left, toPath: torn)
    try journal.write(to: URL(fileURLWithPath: torn + "-journal"))
    let partial = try await Recovery.run(torn, to: copy + "3", Progress())
    #expect(partial.hasBrokenJournal && !partial.isWhole)
    let error = #expect(throws: DatabaseError.self) { try DatabaseFile(left) }
    let ending = error.flatMap { Ending($0) }
    #expect(ending?.words?.contains("orm query \(left) \"SELECT 1\" --write undoes it") == true)
    _ = try await Query.output("SELECT 1", .csv, on: left, writes: true)
    #expect(try RawFile(left).text("SELECT group_concat(id || a) FROM t") == before)
    #expect(try await !Recovery.run(left, to: copy + "2", Progress()).isRolledBack)
  }

  @Test(
    "A sound database is recovered completely, including keys, generated and added columns",
    arguments: [512, 1024, 4096, 65536])
  func sound(_ pageSize: Int) async throws {
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
      let fixture = try await Fixture(nil)
      _ = try fixture.file("music.sqlite", "")
      _ = try await Query.output(
        "PRAGMA page_size = \(pageSize); PRAGMA encoding = '\(encoding)'; \(Self.script)", .csv,
        on: fixture.path, writes: true)
      let copy = fixture.folder + "/saved.sqlite"
      let report = try await Recovery.run(fixture.path, to: copy, Progress())
      #expect(report.isWhole, "\(report.json.compact)")
      #expect(report.tables.map(\.rows).sorted() == [500, 600, 700])
      let tables = ["artist", "(SELECT rowid, * FROM album)", "pair", "recent"]
      #expect(try await all(copy, tables) == all(fixture.path, tables))
      let sql = ["(SELECT type, name, sql FROM sqlite_schema ORDER BY name)"]
      #expect(try await all(copy, sql) == all(fixture.path, sql))
      #expect(try await !CheckReport.read(DatabaseFile(copy)).isSerious)
    }
  }

  /// Contents of other programs' files, which a recovery of a healthy file keeps.
  private static let scripts = [
    "full text, R*Trees and views with triggers": """
    CREATE TABLE town (id INTEGER PRIMARY KEY, at POINT, code INTEGER_OR_TEXT, blob BLOB);
    INSERT INTO town VALUES (1, x'4750', 7, x'00ff'), (2, NULL, 'A7', 'text'), (3, 'x', 2.5, 5);
    CREATE TRIGGER a_seen INSTEAD OF INSERT ON seen
      BEGIN INSERT INTO town (code) VALUES (new.code); END;
    CREATE VIRTUAL TABLE words USING fts5(body, prefix = '2');
    INSERT INTO words (body) VALUES ('one two'), ('two three');
    CREATE VIRTUAL TABLE old USING fts4(body, tokenize = porter);
    INSERT INTO old (body) VALUES ('running'), ('ran');
    CREATE VIRTUAL TABLE box USING rtree(id, low, high, +note);
    INSERT INTO box VALUES (1, 0, 9, 'a'), (7, 5, 6, NULL);
    CREATE VIRTUAL TABLE none USING fts5(body, content = '');
    INSERT INTO none (rowid, body) VALUES (5, 'lost');
    CREATE VIRTUAL TABLE outside USING fts5(code, content = 'town', content_rowid = 'id');
    INSERT INTO outside (outside) VALUES ('rebuild');
    CREATE TRIGGER town_words AFTER INSERT ON town
      BEGIN INSERT INTO words (body) VALUES (new.code); END;
    """,
    "settings": """
    PRAGMA page_size = 1024; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA user_version = -7;
    PRAGMA application_id = 1196444487; CREATE TABLE t (a); INSERT INTO t VALUES (1);
    """,
    "odd tables": """
    CREATE TABLE "a ""b" ([x y] TEXT, `q` DECIMAL(10,2) DEFAULT 1.5, '' BLOB);
    INSERT INTO "a ""b" VALUES ('1', '2', 3), (1, 2.0, x''), (NULL, 'abc', 1e300);
    CREATE TABLE self (id INTEGER PRIMARY KEY DESC, up REFERENCES self) ;
    INSERT INTO self VALUES (5, 6), (6, 5);
    CREATE TABLE keyed (a TEXT COLLATE NOCASE, b, PRIMARY KEY (b DESC, a)) WITHOUT ROWID;
    INSERT INTO keyed VALUES ('x', 1), ('Y', 1), ('z', 2);
    CREATE UNIQUE INDEX lowered ON keyed (lower(a)) WHERE b > 0;
    CREATE VIEW one AS SELECT * FROM two; CREATE VIEW two AS SELECT 1 AS n;
    """,
  ]

  @Test("A healthy database is recovered with virtual tables, triggers of views and its settings")
  func healthy() async throws {
    for (name, script) in Self.scripts {
      let fixture = try await Fixture(nil)
      // A trigger of a view can come before the view.
      let written =
        name.hasPrefix("full text")
        ? "CREATE VIEW seen AS SELECT id, code FROM town; " + script : script
      try RawFile(fixture.path).execute(written)
      let copy = fixture.folder + "/saved.sqlite"
      let report = try await Recovery.run(fixture.path, to: copy, Progress())
      #expect(report.isWhole, "\(name): \(report.json.compact)")
      #expect(report.collations == [])
      let tables = try await DatabaseFile(fixture.path).reading { db in
        try db.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'none'")
          .compactMap { $0[0].text?.quotedIdentifier }
      }
      let queries =
        tables + ["(SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name)"]
      #expect(try await all(copy, queries) == all(fixture.path, queries), "\(name)")
      let pragmas = ["page_size", "auto_vacuum", "user_version", "application_id", "encoding"]
      let settings = pragmas.map { "pragma_\($0)" }
      #expect(try await all(copy, settings) == all(fixture.path, settings), "\(name)")
      let findings = try await CheckReport.read(DatabaseFile(copy)).text(.plain)
      #expect(
        try await findings == CheckReport.read(DatabaseFile(fixture.path)).text(.plain), "\(name)")
      // Shadow tables are not reported.
      #expect(!report.tables.contains { $0.name.hasSuffix("_data") })
    }
  }

  @Test("An object whose SQL is damaged is reported, and the virtual tables are recovered")
  func damagedVirtualTable() async throws {
    let fixture = try await Fixture(nil)
    try RawFile(fixture.path).execute(
      """
      CREATE VIRTUAL TABLE first USING fts5(body); INSERT INTO first (body) VALUES ('one');
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'broken', 'broken', 0, 'CREATE VIRTUAL TABLE');
      INSERT INTO sqlite_schema VALUES ('table', 'other', 'other', 0, 'CREATE TABLE other (a)');
      """)
    try RawFile(fixture.path).execute(
      """
      PRAGMA writable_schema = ON;
      CREATE VIRTUAL TABLE last USING fts5(body); INSERT INTO last (body) VALUES ('two');
      """)
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.failures.count == 2, "\(report.failures)")
    #expect(report.failures.contains { $0.hasPrefix("broken: ") })
    #expect(report.failures.contains { $0.hasPrefix("other: ") })
    for (table, word) in [("first", "one"), ("last", "two")] {
      let sql = "SELECT body FROM \(table) WHERE \(table) MATCH '\(word)'"
      #expect(try RawFile(copy).text(sql) == word)
    }
  }

  @Test("A table with an unknown collation is recovered, and the report asks for a REINDEX")
  func collations() async throws {
    let fixture = try await Fixture(nil)
    try RawFile(fixture.path, collation: "unicase").execute(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE unicase UNIQUE);
      INSERT INTO note VALUES (1, 'b'), (2, 'A'), (3, 'c');
      """)
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.tables.map(\.rows) == [3])
    #expect(report.collations == ["unicase"])
    #expect(report.text(.plain).contains("run REINDEX \"unicase\""))
    let repaired = try RawFile(copy, collation: "unicase")
    try repaired.execute("REINDEX unicase")
    #expect(try repaired.text("PRAGMA integrity_check") == "ok")
    #expect(
      try repaired.text("SELECT group_concat(name, '') FROM (SELECT name FROM note ORDER BY name)")
        == "Abc")
  }

  @Test("AUTOINCREMENT counters are recovered, so that no deleted key is used again")
  func counters() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE used (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      CREATE TABLE emptied (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      CREATE TABLE new (id INTEGER PRIMARY KEY AUTOINCREMENT, a);
      INSERT INTO used (a) VALUES (1), (2), (3); DELETE FROM used WHERE id > 1;
      INSERT INTO emptied (a) VALUES (1), (2); DELETE FROM emptied;
      CREATE INDEX used_a ON used (a); ANALYZE;
      """)
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.isWhole && report.lostRows == 0)
    let sql = ["(SELECT name, seq FROM sqlite_sequence ORDER BY name)"]
    let counters = try await all(copy, sql)
    #expect(
      counters == [[[.text("emptied"), .integer(2)], [.text("used"), .integer(3)]]])
  }

  @Test("Rows that are only in the write-ahead log are recovered")
  func log() async throws {
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.execute(script: "CREATE TABLE t (a); INSERT INTO t VALUES (1), (2)")
    let copy = fixture.folder + "/saved.sqlite"
    let report = try await Recovery.run(fixture.path, to: copy, Progress())
    #expect(report.isWhole && report.rows == 2)
    try await database.close()
  }

  @Test("The copies of 100 damaged databases are sound, and missing data is reported")
  func damaged() async throws {
    let fixture = try await Fixture(nil)
    _ = try fixture.file("music.sqlite", "")
    _ = try await Query.output(
      "PRAGMA page_size = 1024; \(Self.script)", .csv, on: fixture.path, writes: true)
    let sound = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    var saved = 0
    for seed in 1...100 {
      var dice = SeededNumbers(seed)
      var bytes = [UInt8](sound)
      for _ in 0..<Int.random(in: 1...40, using: &dice) {
        let place = Int.random(in: bytes.indices, using: &dice)
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &dice)
        case 1: for next in place..<min(place + 300, bytes.count) { bytes[next] = 0xff }
        case 2: for next in place..<min(place + 1024, bytes.count) { bytes[next] = 0 }
        default:
          // The headers of pages lead to other pages.
          let head = place / 1024 * 1024 + (place < 1024 ? 100 : 0)
          bytes[head + Int.random(in: 0..<20, using: &dice)] = UInt8(place & 0xff)
        }
      }
      if seed.isMultiple(of: 10) { bytes.removeLast(bytes.count / 3) }
      if seed.isMultiple(of: 25) {
        bytes.replaceSubrange(0..<100, with: repeatElement(0, count: 100))
      }
      let path = fixture.folder + "/\(seed).sqlite"
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let copy = fixture.folder + "/saved-\(seed).sqlite"
      do {
        let report = try await Recovery.run(path, to: copy, Progress())
        saved += report.rows
        let counts = try await DatabaseFile(copy).reading { db in
          try report.tables.map { table in
            try db.number("SELECT count(*) FROM \(table.name.quotedIdentifier)") ?? -1
          }
        }
        #expect(counts == report.tables.map(\.rows), "\(seed)")
        #expect(try await DatabaseFile(copy).database.checkIntegrity() == [], "\(seed)")
        if report.rows < 1800 && report.tables.count == 3 { #expect(!report.isWhole, "\(seed)") }
      } catch is ToolError {
        #expect(!FileManager.default.fileExists(atPath: copy), "\(seed)")
      }
    }
    // At least a third of all rows must be recovered.
    #expect(saved > 60_000, "\(saved)")
  }

  @Test("A file that is not a database is refused, and no existing file is replaced")
  func refused() async throws {
    let fixture = try await Fixture()
    let text = try fixture.file("text", String(repeating: "no database ", count: 2000))
    let empty = try fixture.file("empty", "")
    let copy = fixture.folder + "/copy"
    for (path, copy) in [
      (text, copy), (empty, copy), (fixture.folder + "/none", copy), (fixture.path, text),
    ] {
      await #expect(throws: ToolError.self) { try await Recovery.run(path, to: copy, Progress()) }
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
  }
}
