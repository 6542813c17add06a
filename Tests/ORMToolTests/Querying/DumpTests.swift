import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Exporting and importing a whole database")
struct DumpTests {
  /// The complete contents of a database, with each value to the last bit.
  private static func contents(_ path: String) throws -> [String] {
    let file = try RawFile(path)
    func text(_ sql: String) throws -> String { try file.text(sql) ?? "NULL" }
    var contents = try ["encoding", "user_version", "application_id"].map {
      "\($0) \(try text("PRAGMA \($0)"))"
    }
    let schema = """
      SELECT group_concat(type || char(1) || name || char(1) || tbl_name || char(1)
        || coalesce(sql, ''), char(10))
      FROM (SELECT * FROM sqlite_schema ORDER BY type, name)
      """
    contents.append(try text(schema))
    let tables = try text(
      "SELECT ifnull(group_concat(name, char(2)), '') FROM sqlite_schema"
        + " WHERE type = 'table' AND rootpage > 0")
    for table in tables.split(separator: "\u{2}") {
      let name = String(table).quotedIdentifier
      let columns = try text(
        """
        SELECT group_concat('typeof("' || replace(name, '"', '""') || '") || quote("'
          || replace(name, '"', '""') || '") || hex("' || replace(name, '"', '""') || '")', ' || ')
        FROM pragma_table_xinfo(\(SQLValue.text(String(table)).literal)) WHERE hidden <> 1
        """)
      let hasRowIDs =
        try text(
          "SELECT NOT wr FROM pragma_table_list(\(SQLValue.text(String(table)).literal))") == "1"
      let order = hasRowIDs ? "_rowid_" : "1"
      let rows = try text(
        """
        SELECT group_concat(r, char(10)) FROM (
          SELECT \(hasRowIDs ? "_rowid_ || ' ' || " : "")\(columns) AS r
          FROM \(name) ORDER BY \(order))
        """)
      contents.append("\(table): \(rows)")
    }
    return contents
  }

  private func dump(_ path: String) async throws -> String {
    let written = Written()
    try await Dump().run(on: DatabaseFile(path), to: written.output())
    return written.text
  }

  /// Dumps a database, and restores it by this tool and by SQLite's.
  private func checkRoundTrip(_ fixture: borrowing Fixture, _ note: String = "") async throws {
    let before = try Self.contents(fixture.path)
    // A row may violate a check.
    let integrity = try RawFile(fixture.path).text("PRAGMA integrity_check")
    let text = try await dump(fixture.path)
    let file = try fixture.file("dump.sql", text)
    let copy = fixture.folder + "/copy.sqlite"
    let errors = Written()
    _ = try await Restoring(file).run(intoFile: copy, errors: errors.output())
    #expect(errors.text.isEmpty)
    #expect(try Self.contents(copy) == before, "\(note)")
    let other = fixture.folder + "/other.sqlite"
    try RawFile(other).execute(text)
    #expect(try Self.contents(other) == before, "\(note)")
    for path in [copy, other] {
      #expect(try RawFile(path).text("PRAGMA integrity_check") == integrity, "\(note)")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  private static let everything = """
    PRAGMA user_version = 7; PRAGMA application_id = -5;
    CREATE TABLE artist (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE);
    CREATE TABLE emptied (id INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TABLE album (title TEXT, artistID INTEGER REFERENCES artist (id), CHECK (title <> ''));
    CREATE TABLE pair (a TEXT COLLATE NOCASE, b INTEGER, PRIMARY KEY (b DESC, a)) WITHOUT ROWID;
    CREATE TABLE money (net REAL, gross REAL AS (net * 1.19), kept TEXT AS (net || 'x') STORED, t);
    CREATE TABLE strict (i INTEGER, r REAL, s TEXT, b BLOB, a ANY) STRICT;
    CREATE TABLE taken (rowid TEXT, "_rowid_ " BLOB, oid INTEGER);
    CREATE TABLE "a ""b"" 'c' é -- d" ("select" TEXT, "" INTEGER -- a comment
    );
    CREATE INDEX album_title ON album (title COLLATE NOCASE DESC, artistID) WHERE artistID > 0;
    CREATE INDEX album_lower ON album (lower(title));
    CREATE VIEW titles AS SELECT title FROM album -- the titles;
    ;
    CREATE VIEW more AS SELECT * FROM titles UNION ALL SELECT name FROM artist;
    CREATE TRIGGER titles_insert INSTEAD OF INSERT ON titles BEGIN
      INSERT INTO album (title) VALUES (new.title); END;
    INSERT INTO artist VALUES (3, 'Sade'), (9, 'Nina'); DELETE FROM artist WHERE id = 9;
    INSERT INTO emptied DEFAULT VALUES; DELETE FROM emptied;
    INSERT INTO album (rowid, title) VALUES (-5, 'a'), (7, 'b'), (9223372036854775807, NULL);
    INSERT INTO pair VALUES ('x', 1), ('Y', 2), ('a', 2);
    INSERT INTO money (net, t) VALUES (1.5, 'x'), (NULL, NULL), (-0.0, -0.0);
    INSERT INTO strict VALUES (1, 2, 'x', x'00', 1), (NULL, NULL, NULL, NULL, '1'),
      (-9223372036854775808, 9e999, '', x'', 1.0), (0, -9e999, 'é日本😀', x'ff', x'01');
    INSERT INTO taken VALUES ('r', x'01', 5); INSERT INTO "a ""b"" 'c' é -- d" VALUES (';', 1);
    PRAGMA ignore_check_constraints = ON; INSERT INTO album (title) VALUES ('');
    CREATE TRIGGER album_insert AFTER INSERT ON album BEGIN
      INSERT INTO artist (name) VALUES (new.title || 'x;y');
      SELECT 1; -- END;
    END;
    ANALYZE;
    """

  @Test(
    "A restored dump equals the database, whether the tool or SQLite restores it",
    arguments: ["8", "16le", "16be"])
  func roundTrip(encoding: String) async throws {
    let fixture = try await Fixture(nil)
    let file = try RawFile(fixture.path)
    try file.execute("PRAGMA encoding = 'UTF-\(encoding)'")
    try file.execute(Self.everything)
    try await checkRoundTrip(fixture)
  }

  @Test(
    "Texts with NUL, line ends, control characters or invalid Unicode keep their bytes",
    arguments: [true, false])
  func texts(isWide: Bool) async throws {
    let fixture = try await Fixture(nil)
    let file = try RawFile(fixture.path)
    if isWide { try file.execute("PRAGMA encoding = 'UTF-16le'") }
    try file.execute("CREATE TABLE t (a TEXT, b)")
    let odd =
      isWide
      ? ["3d00d83d", "00d8", "fdff", "61000000"] : ["ff", "c3", "610062", "eda080", "efbfbd"]
    for text in [
      "'a' || char(0) || 'b'", "char(0)", "char(13, 10)", "char(13)", "char(10)", "char(9)",
      "char(27) || '[2J'", "char(155)", "char(8238)", "char(65279) || 'x'", "''''", "';'", "'--'",
      "'/*'", "char(10) || '.quit' || char(10) || 'go' || char(10) || '/'", "'\\'", "''",
      "'x''00'''",
      "replace(hex(zeroblob(50000)), '00', 'é''')",
    ] + odd.map({ "CAST(x'\($0)' AS TEXT)" }) {
      try file.execute("INSERT INTO t VALUES (\(text), \(text))")
    }
    try await checkRoundTrip(fixture)
    let text = try await dump(fixture.path)
    let unsafe = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" && $0 != "\t" }
    #expect(unsafe.isEmpty && !text.unicodeScalars.contains("\u{9b}"))
  }

  @Test("Numbers keep their bits, even those that SQLite's parser rounds")
  func numbers() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a REAL, b); CREATE TABLE n (a NUMERIC);")
    var random = SeededNumbers(3)
    let numbers = (0..<5000).map { _ in Double(bitPattern: random.next()) }.filter { !$0.isNaN }
    let database = try Database(fixture.path)
    try await database.transaction { tx in
      for number in [
        0.1, -0.0, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude,
        2.2250738585072014e-308, Double.leastNormalMagnitude.nextDown, .infinity,
        1.7976931348623157e308, 9007199254740992, 1e22, 1e23, 0.3 - 0.1,
      ] {
        try tx.execute("INSERT INTO t VALUES (\(number), \(-number))")
        try tx.execute("INSERT INTO n VALUES (\(number))")
      }
      for number in numbers { try tx.execute("INSERT INTO t VALUES (\(number), \(number))") }
    }
    try await database.close()
    func bits(_ path: String) async throws -> [[UInt64]] {
      try await DatabaseFile(path).reading { db in
        try db.rows("SELECT a, b FROM t UNION ALL SELECT a, typeof(a) FROM n").map { row in
          row.map { if case .real(let number) = $0 { number.bitPattern } else { 1 } }
        }
      }
    }
    let text = try await dump(fixture.path)
    let file = try fixture.file("dump.sql", text)
    let copy = fixture.folder + "/copy.sqlite"
    _ = try await Restoring(file).run(intoFile: copy, errors: Written().output())
    #expect(try await bits(copy) == bits(fixture.path))
  }

  @Test("Virtual tables keep their rows, and full-text indexes find them")
  func virtualTables() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT);
      CREATE VIRTUAL TABLE words USING fts5(body, prefix = '2');
      CREATE VIRTUAL TABLE outside USING fts5(body, content = 'note', content_rowid = 'id');
      CREATE VIRTUAL TABLE bare USING fts5(body, content = '');
      CREATE VIRTUAL TABLE old USING fts4(body, tokenize = porter);
      CREATE VIRTUAL TABLE place USING rtree(id, x0, x1, +name);
      CREATE VIEW found AS SELECT body FROM words WHERE words MATCH 'hello';
      CREATE TRIGGER note_words AFTER INSERT ON note BEGIN
        INSERT INTO words (rowid, body) VALUES (new.id, new.body); END;
      INSERT INTO note VALUES (5, 'hello world'), (9, 'other words');
      INSERT INTO outside (outside) VALUES ('rebuild');
      INSERT INTO bare (rowid, body) VALUES (3, 'hello there');
      INSERT INTO old VALUES ('running far'); INSERT INTO place VALUES (1, 0.5, 1.5, 'here');
      """)
    try await checkRoundTrip(fixture)
    let file = try fixture.file("dump.sql", try await dump(fixture.path))
    let copy = fixture.folder + "/found.sqlite"
    let report = try await Restoring(file).run(intoFile: copy, errors: Written().output())
    #expect(report.tableCount == 6)
    let db = try RawFile(copy)
    for (sql, value) in [
      ("SELECT group_concat(rowid) FROM words WHERE words MATCH 'wor*'", "5,9"),
      ("SELECT rowid FROM outside WHERE outside MATCH 'hello'", "5"),
      ("SELECT rowid FROM bare WHERE bare MATCH 'there'", "3"),
      ("SELECT body FROM old WHERE old MATCH 'run'", "running far"),
      ("SELECT name FROM place WHERE x1 > 1", "here"), ("SELECT body FROM found", "hello world"),
    ] {
      #expect(try db.text(sql) == value, "\(sql)")
    }
    try db.execute("INSERT INTO note VALUES (11, 'hello again')")
    #expect(try db.text("SELECT count(*) FROM found") == "2")
  }

  @Test("AUTOINCREMENT counters are kept, even if no table uses one any more")
  func counters() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE orm_counter (a); CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT);
      INSERT INTO t VALUES (5); DROP TABLE t;
      """)
    try await checkRoundTrip(fixture)
    try await checkRoundTrip(Fixture(""))
  }

  @Test("A dump with an unknown collation is restored, and the report asks for a REINDEX")
  func collations() async throws {
    let fixture = try await Fixture(nil)
    let file = try RawFile(fixture.path, collation: "unicase")
    try file.execute(
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT COLLATE unicase UNIQUE);
      CREATE TABLE tag (name TEXT COLLATE unicase PRIMARY KEY) WITHOUT ROWID;
      INSERT INTO note VALUES (1, 'b'), (2, 'A'); INSERT INTO tag VALUES ('c'), ('B');
      """)
    let dump = try fixture.file("dump.sql", try await dump(fixture.path))
    let copy = fixture.folder + "/copy.sqlite"
    let report = try await Restoring(dump).run(intoFile: copy, errors: Written().output())
    #expect(report.collations == ["unicase"] && report.text.contains("REINDEX \"unicase\""))
    let restored = try RawFile(copy, collation: "unicase")
    try restored.execute("REINDEX unicase")
    #expect(try restored.text("PRAGMA integrity_check") == "ok")
    #expect(try restored.text("SELECT group_concat(name, '') FROM tag") == "Bc")
  }

  @Test("Each of 60 generated databases is restored unchanged")
  func generated() async throws {
    for seed in 1...60 {
      var dice = SeededNumbers(seed)
      let fixture = try await Fixture(nil)
      let file = try RawFile(fixture.path)
      try file.execute("PRAGMA encoding = '\(["UTF-8", "UTF-16le", "UTF-16be"][seed % 3])'")
      for number in 0...dice.next(below: 5) { try file.execute(Self.table(number, &dice)) }
      try await checkRoundTrip(fixture, "\(seed)")
    }
  }

  /// A table with rows, indexes, a view and a trigger.
  private static func table(_ number: Int, _ dice: inout SeededNumbers) -> String {
    func pick<Element>(_ list: [Element], _ dice: inout SeededNumbers) -> Element {
      list[dice.next(below: list.count)]
    }
    let names = ["a", "B c", "rowid", "é", "x\"y", "oid", "k", "_rowid_", "'q'"]
      .shuffled(using: &dice).prefix(1 + dice.next(below: 6))
    let table = pick(["t", "T able", "ü", "s'"], &dice) + "\(number)"
    let quoted = table.quotedIdentifier
    let types = ["", "INTEGER", "TEXT", "REAL", "BLOB", "NUMERIC", "VARCHAR(9)", "POINT", "JSON"]
    var columns = names.map { "\($0.quotedIdentifier) \(pick(types, &dice))" }
    let key = dice.next(below: 4)
    let hasKey = key < 3
    if hasKey {
      let type = ["INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT", "TEXT PRIMARY KEY"][
        key]
      columns.append("id \(type)")
    }
    if dice.next(below: 3) == 0 { columns.append("gen AS (typeof(\(names[0].quotedIdentifier)))") }
    let isWithoutRowID = key == 2 && dice.next(below: 2) == 0
    var sql =
      "CREATE TABLE \(quoted) (\(columns.joined(separator: ", ")))"
      + (isWithoutRowID ? " WITHOUT ROWID" : "") + ";\n"
    let values = [
      "NULL", "0", "-7", "9223372036854775807", "1.5", "-0.0", "9e999", "0.1", "1e300", "''", "'a'",
      "'é''日'", "char(10, 13, 0)", "x''", "x'00ff'", "'7'", "zeroblob(3)", "'[1]'", "1e-310",
    ]
    for row in 0..<dice.next(below: 30) {
      var row = (names.map(\.quotedIdentifier), names.map { _ in pick(values, &dice) }, row)
      if hasKey {
        row.0.append("id")
        row.1.append(key == 2 ? "'k\(row.2)'" : "\(row.2 * 3 - 4)")
      }
      sql +=
        "INSERT INTO \(quoted) (\(row.0.joined(separator: ", ")))"
        + " VALUES (\(row.1.joined(separator: ", ")));\n"
    }
    let name = names[0].quotedIdentifier
    sql += "CREATE INDEX \("i \(table)".quotedIdentifier) ON \(quoted) (\(name) DESC);\n"
    sql += "CREATE VIEW \("v \(table)".quotedIdentifier) AS SELECT \(name) FROM \(quoted);\n"
    sql +=
      "CREATE TRIGGER \("g \(table)".quotedIdentifier) AFTER INSERT ON \(quoted)"
      + " BEGIN DELETE FROM \(quoted); END;\n"
    if !isWithoutRowID { sql += "DELETE FROM \(quoted) WHERE \(name) = 'a';\n" }
    return sql
  }

  @Test("A dump that fails leaves no database, and a database with tables is refused")
  func refused() async throws {
    let fixture = try await Fixture()
    let dump = try fixture.file("dump.sql", "CREATE TABLE t (a);\nINSERT INTO nope VALUES (1);\n")
    let copy = fixture.folder + "/copy.sqlite"
    let errors = Written()
    await #expect(throws: ShellFailure.self) {
      try await Restoring(dump).run(intoFile: copy, errors: errors.output())
    }
    #expect(errors.text.contains("dump.sql:2: error: no such table: nope"), "\(errors.text)")
    let open = try fixture.file("open.sql", "BEGIN;\nCREATE TABLE t (a);\n")
    await #expect(throws: ShellFailure.self) {
      try await Restoring(open).run(intoFile: copy, errors: errors.output())
    }
    let commands = try fixture.file("commands.sql", ".output x\nCREATE TABLE t (a);\n")
    await #expect(throws: ShellFailure.self) {
      try await Restoring(commands).run(intoFile: copy, errors: errors.output())
    }
    #expect(!FileManager.default.fileExists(atPath: copy))
    for (path, words) in [
      (fixture.path, "has tables: --all is for a new database"),
      (copy, "there is no file"),
    ] {
      let source = path == copy ? fixture.folder + "/none" : dump
      let error = await #expect(throws: ToolError.self) {
        try await Restoring(source).run(intoFile: path, errors: errors.output())
      }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test(
    "A folder has a file for each table, and a database is restored from it",
    arguments: ["csv", "json", "jsonl"])
  func folder(name: String) async throws {
    let format = try #require(QueryFormat(rawValue: name))
    let fixture = try await Fixture(
      """
      PRAGMA user_version = 3;
      CREATE TABLE artist (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, title TEXT, artistID INTEGER REFERENCES artist (id),
        upper TEXT AS (upper(title)), extra JSON, x BLOB);
      CREATE TABLE "../a/b" (i INTEGER PRIMARY KEY, j); CREATE TABLE empty (a);
      CREATE INDEX album_title ON album (title); CREATE VIEW v AS SELECT 1 AS one;
      CREATE TRIGGER no AFTER INSERT ON album BEGIN DELETE FROM album; END;
      CREATE VIRTUAL TABLE words USING fts5(body);
      INSERT INTO artist VALUES (7, 'Sade'), (8, 'x'); DELETE FROM artist WHERE id = 8;
      DROP TRIGGER no;
      INSERT INTO album VALUES (1, 'a,"b"', 7, '{"a": [1, 2]}', x'00ff'), (2, '', 7, ' [1]', 'text'),
        (3, NULL, 7, '1.50', 1.5);
      CREATE TRIGGER no AFTER INSERT ON album BEGIN DELETE FROM album; END;
      INSERT INTO "../a/b" VALUES (1, 'x' || char(13, 10)), (2, 9e999);
      INSERT INTO words VALUES ('hello world'), (replace(hex(zeroblob(3000000)), '0', 'x'));
      """)
    let folder = fixture.folder + "/rows"
    let report = try await DumpFolder(folder, format: format).run(on: DatabaseFile(fixture.path))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == [
          "%2E.%2Fa%2Fb.\(name)", "album.\(name)", "artist.\(name)", "empty.\(name)", "schema.sql",
          "words.\(name)",
        ])
    #expect(report.fileCount == 6)
    let copy = fixture.folder + "/copy.sqlite"
    let errors = Written()
    _ = try await Restoring(folder).run(intoFile: copy, errors: errors.output())
    #expect(errors.text.isEmpty)
    func plain(_ path: String) throws -> [String] {
      try Self.contents(path).filter { !$0.hasPrefix("words_") }
    }
    #expect(try plain(copy) == plain(fixture.path))
    #expect(
      try RawFile(copy).text("SELECT body FROM words WHERE words MATCH 'hello'") == "hello world")
    await #expect(throws: ToolError.self) {
      try await DumpFolder(folder, format: format).run(on: DatabaseFile(fixture.path))
    }
  }

  @Test("A folder that can't be completed leaves no file, and no folder if it was new")
  func incompleteFolder() async throws {
    // The absolute value of the least integer is an error.
    let fixture = try await Fixture(
      """
      CREATE TABLE a (x); INSERT INTO a VALUES (1);
      CREATE TABLE b (x); INSERT INTO b VALUES (1), (-9223372036854775808);
      ALTER TABLE b ADD COLUMN y AS (abs(x));
      """)
    let folder = fixture.folder + "/rows"
    let file = try DatabaseFile(fixture.path)
    await #expect(throws: DatabaseError.self) {
      try await DumpFolder(folder, format: .csv).run(on: file)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    await #expect(throws: DatabaseError.self) {
      try await DumpFolder(folder, format: .csv).run(on: file)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test("An import of a folder names the tables that it has no rows of")
  func missingFile() async throws {
    let fixture = try await Fixture()
    let folder = fixture.folder + "/rows"
    _ = try await DumpFolder(folder, format: .csv).run(on: DatabaseFile(fixture.path))
    try FileManager.default.removeItem(atPath: folder + "/album.csv")
    let report = try await Restoring(folder)
      .run(intoFile: fixture.folder + "/copy.sqlite", errors: Written().output())
    #expect(report.tablesWithoutFile == ["album"])
    #expect(report.text.contains("\nalbum is empty: the folder has no file with its rows\n"))
    #expect(report.json.compact.contains(#""tablesWithoutFile": ["album"]"#))
  }

  @Test(
    "A folder keeps rowids that the order does not determine, and fills full-text indexes",
    arguments: ["csv", "json", "jsonl"])
  func rowIDs(name: String) async throws {
    let format = try #require(QueryFormat(rawValue: name))
    let fixture = try await Fixture(
      """
      CREATE TABLE log (what TEXT); INSERT INTO log (rowid, what) VALUES (-3, 'a'), (7, 'b');
      CREATE TABLE plain (what TEXT, n INT); INSERT INTO plain VALUES ('b', 2), ('a', 1);
      CREATE INDEX plain_what ON plain (what, n);
      CREATE TABLE named (rowid TEXT, x); INSERT INTO named (_rowid_, rowid) VALUES (9, 'r');
      CREATE TABLE keyed (k TEXT PRIMARY KEY, x) WITHOUT ROWID; INSERT INTO keyed VALUES ('k', 1);
      CREATE VIRTUAL TABLE words USING fts5(body); INSERT INTO words (rowid, body) VALUES (40, 'one');
      CREATE VIRTUAL TABLE logged USING fts5(what, content = 'log', content_rowid = 'rowid');
      INSERT INTO logged (logged) VALUES ('rebuild');
      CREATE VIRTUAL TABLE lost USING fts5(body, content = '');
      INSERT INTO lost (rowid, body) VALUES (1, 'one');
      """)
    let folder = fixture.folder + "/rows"
    let report = try await DumpFolder(folder, format: format).run(on: DatabaseFile(fixture.path))
    #expect(report.indexesWithoutText == ["lost"])
    #expect(report.text.contains("lost stores no text, so its rows are not in the folder"))
    let copy = fixture.folder + "/copy.sqlite"
    let restored = try await Restoring(folder).run(intoFile: copy, errors: Written().output())
    #expect(restored.unfilledIndexes == ["lost: it stores no text"])
    for query in [
      "SELECT group_concat(rowid || what) FROM log",
      "SELECT group_concat(rowid || what) FROM plain",
      "SELECT group_concat(_rowid_ || rowid) FROM named", "SELECT group_concat(k || x) FROM keyed",
      "SELECT rowid || body FROM words WHERE words MATCH 'one'",
      "SELECT rowid || what FROM logged WHERE logged MATCH 'b'",
    ] {
      let values = (try RawFile(copy).text(query), try RawFile(fixture.path).text(query))
      #expect(values.0 == values.1 && values.1 != nil, "\(query): \(values)")
    }
    let plain = try String(contentsOfFile: folder + "/plain.\(name)", encoding: .utf8)
    #expect(!plain.contains("rowid"))
  }
}
