import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("Generating structs for a database")
struct GenerateTests {
  private func source(
    _ script: String, naming: GeneratedStructs.Naming = .swift, isFull: Bool = false,
    namespace: String? = nil
  ) async throws -> String {
    let fixture = try await Fixture(script)
    return try await GeneratedStructs.read(
      DatabaseFile(fixture.path), naming: naming, isFull: isFull, namespace: namespace
    ).source
  }

  @Test("The header names the database and the command, and the output is the same each time")
  func stable() async throws {
    let first = try await source(Fixture.music)
    #expect(
      first.hasPrefix(
        "// Structs for music.sqlite, written by orm generate, which has read all rows.\n"))
    #expect(try await source(Fixture.music) == first)
    let full = try await source(Fixture.music, isFull: true)
    #expect(full == first)
  }

  @Test("A type fits the values of all rows, even late rows and rows that are not read in time")
  func lateRows() async throws {
    let script = """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INT, d TEXT, ID2 BLOB);
      INSERT INTO t (n, d) WITH i(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM i LIMIT 3000)
        SELECT x, '2024-02-29' FROM i;
      CREATE TABLE same (n INTEGER, d TEXT) STRICT;
      INSERT INTO same SELECT n, d FROM t;
      """
    let late = script + "UPDATE t SET n = 'many', d = 'soon' WHERE id = 2999;"
    let found = try await source(late)
    #expect(found.contains("var n: SQLValue?") && found.contains("var d: String?"), "\(found)")
    #expect(try await source(script).contains("var n: Int?"))
    let fixture = try await Fixture(script)
    let slow = try await GeneratedStructs.read(DatabaseFile(fixture.path), limit: .zero)
    #expect(slow.slow == ["same", "t"])
    #expect(
      slow.source.contains("except those of same, t, which would take long"), "\(slow.source)")
    #expect(slow.source.contains("var id: Int?") && slow.source.contains("var n: SQLValue?"))
    #expect(slow.source.contains("var n: Int?") && slow.source.contains("var d: String?"))
  }

  @Test("A key that is not called id gets another property name if there is a column ID")
  func otherID() async throws {
    let found = try await source(
      "CREATE TABLE handset (ID TEXT NOT NULL, code TEXT PRIMARY KEY NOT NULL)")
    #expect(found.contains("@Column(\"ID\") var idValue: String"), "\(found)")
  }

  @Test(
    "A property's type is inferred from the declared type and the stored values",
    arguments: [
      ("DATE", "'2024-02-29'", "@Column(as: DateTextInNumeric.self) var x: Date?"),
      ("TEXT", "'2024-02-29'", "@Column(as: DateText.self) var x: Date?"),
      ("TEXT", "'2024-02-29 12:00:00'", "@Column(as: DateTimeText.self) var x: Date?"),
      ("TEXT", "'2024-02-29T12:00:00.000Z'", "@Column(as: ISO8601.self) var x: Date?"),
      ("TEXT", "'2024-02-29'), ('soon'", "  var x: String?"),
      ("TEXT", "'2024-02-30'", "  var x: String?"),
      ("DATETIME", "1700000000", "@Column(as: UnixSeconds.self) var x: Date?"),
      ("DATETIME", "1700000000000", "@Column(as: UnixMilliseconds.self) var x: Date?"),
      ("REAL_TIME", "2451545.5", "@Column(as: JulianDay.self) var x: Date?"),
      (
        "DATETIME", "'2024-02-29'), (1700000000",
        "@Column(as: AnyInNumeric.self) var x: SQLValue?"
      ),
      ("TEXT", "'2024-02-29'), ('2024-02-29 12:00:00'", "  var x: String?"),
      ("TEXT", "'2024-02-29 12:00'", "  var x: String?"),
      ("TEXT", "'2024-02-29T12:00:00Z'", "@Column(as: ISO8601Seconds.self) var x: Date?"),
      (
        "TEXT", "'2024-02-29 12:00:00.000'",
        "@Column(as: DateTimeMillisecondsText.self) var x: Date?"
      ),
      (
        "DATETIME", "'2024-02-29T12:00:00+02:00'",
        "@Column(as: StringInNumeric.self) var x: String?"
      ),
      ("REAL", "1700000000.25), (1000000000.5", "  var x: Date?"),
      ("REAL", "1700000000.25), (3.5", "  var x: Double?"),
      ("REAL", "700000000.25", "  var x: Double?"),
      ("TIMESTAMP", "700000000.25", "@Column(as: DoubleInNumeric.self) var x: Double?"),
      ("TEXT", "'12.5'), ('-3'), ('0'", "  var x: Decimal?"),
      ("TEXT", "'12.50'", "  var x: String?"), ("TEXT", "'10115'), ('20095'", "  var x: String?"),
      ("TEXT", "'12.5'), ('twelve'", "  var x: String?"),
      ("DATETIME", "'soon'", "@Column(as: StringInNumeric.self) var x: String?"),
      ("BOOLEAN", "1), (0", "  var x: Bool?"), ("BOOLEAN", "2", "  var x: Int?"),
      ("TINYINT(1)", "1", "  var x: Bool?"), ("INTEGER", "1", "  var x: Int?"),
      ("INTEGER", "1), (1.5", "@Column(as: DoubleInInt.self) var x: Double?"),
      ("INTEGER", "1), ('a'", "@Column(as: AnyInInt.self) var x: SQLValue?"),
      ("DECIMAL(10,2)", "1.25), (3", "@Column(as: DecimalInNumeric.self) var x: Decimal?"),
      ("DECIMAL", "1e300", "@Column(as: DoubleInNumeric.self) var x: Double?"),
      ("NUMERIC", "'abc'", "@Column(as: StringInNumeric.self) var x: String?"),
      (
        "UUID", "x'00112233445566778899aabbccddeeff'",
        "@Column(as: UUIDInNumeric.self) var x: UUID?"
      ),
      (
        "TEXT", "'00112233-4455-6677-8899-aabbccddeeff'",
        "@Column(as: LowercaseUUIDText.self) var x: UUID?"
      ),
      (
        "CHAR(36)", "'00112233-4455-6677-8899-AABBCCDDEEFF'",
        "@Column(as: UUIDText.self) var x: UUID?"
      ),
      (
        "TEXT",
        "'00112233-4455-6677-8899-aabbccddeeff'), ('00112233-4455-6677-8899-AABBCCDDEEFF'",
        "  var x: String?"
      ),
      ("BLOB", "x'00112233445566778899aabbccddeeff'", "  var x: Data?"),
      ("BLOB", "x'00112233445546778899aabbccddeeff'", "  var x: UUID?"),
      (
        "BLOB", "x'00112233445546778899aabbccddeeff'), (x'00112233445546770099aabbccddeeff'",
        "  var x: Data?"
      ), ("BLOB", "x'00112233445546778899aabbccddeeff'), (x'00'", "  var x: Data?"),
      ("BLOB", "'a'", "@Column(as: StringInBlob.self) var x: String?"),
      ("", "1), ('a'", "@Column(as: UntypedColumn.self) var x: SQLValue?"),
      ("STRING", "NULL", "@Column(as: StringInNumeric.self) var x: String?"),
      ("BOOLEAN", "NULL", "  var x: Bool?"),
    ])
  func types(type: String, values: String, line: String) async throws {
    let found = try await source("CREATE TABLE t (x \(type)); INSERT INTO t VALUES (\(values))")
    #expect(found.contains(line + "\n"), "\(found)")
  }

  @Test("A comment gives the reason if a type is inferred from stored values")
  func reasons() async throws {
    let found = try await source("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('2024-02-29')")
    #expect(
      found.contains("  // Inferred from the stored values: texts such as 2024-02-29.\n  @Column("))
  }

  @Test("Whole numbers are dates only if the column's name suggests it")
  func namedDates() async throws {
    for (name, property) in [
      ("createdAt", "createdAt"), ("created_at", "createdAt"), ("UPDATED_ON", "updatedOn"),
      ("birthDate", "birthDate"), ("timestamp", "timestamp"),
    ] {
      let found = try await source(
        """
        CREATE TABLE t ("\(name)" INTEGER, n INTEGER, flat INTEGER) STRICT;
        INSERT INTO t VALUES (1700000000, 1700000000, 1700000000);
        """)
      #expect(found.contains("as: UnixSeconds.self) var \(property): Date?\n"), "\(found)")
      #expect(found.contains("  // Inferred from the stored values: seconds since 1970.\n"))
      #expect(found.contains("  var n: Int?\n  var flat: Int?\n"))
    }
    let later = try await source(
      "CREATE TABLE t (playedAt INTEGER) STRICT; INSERT INTO t VALUES (1700000000000), (NULL)")
    #expect(later.contains("@Column(as: UnixMilliseconds.self) var playedAt: Date?\n"))
    let small = try await source(
      "CREATE TABLE t (playedAt INTEGER) STRICT; INSERT INTO t VALUES (1700000000), (12)")
    #expect(small.contains("  var playedAt: Int?\n"))
  }

  @Test("A column has the representation that the database records, whatever its values are")
  func recorded() async throws {
    let found = try await source(
      """
      CREATE TABLE visit (
        id INTEGER PRIMARY KEY, at REAL, createdAt INTEGER, price TEXT, token BLOB, other TEXT)
        STRICT;
      INSERT INTO visit VALUES (1, 700000000.25, 1700000000, '12', NULL, '2024-02-29');
      \(ColumnRecord.createSQL);
      INSERT INTO orm_columns VALUES
        ('visit', 'id', 'INTEGER', 'int64', NULL, 1 << 32 | 2, ''),
        ('visit', 'at', 'REAL', 'secondsSince2001', NULL, 1 << 32 | 2, ''),
        ('visit', 'createdAt', 'INTEGER', 'int64', NULL, 1 << 32 | 2, ''),
        ('visit', 'price', 'TEXT', 'decimal', NULL, 1 << 32 | 2, ''),
        ('visit', 'token', 'BLOB', 'uuid', NULL, 1 << 32 | 2, ''),
        ('visit', 'other', 'TEXT', 'Mine', NULL, 1 << 32 | 2, '');
      """)
    for line in [
      "  var id: Int?", "  @Column(as: SecondsSince2001.self) var at: Date?",
      "  var createdAt: Int?", "  var price: Decimal?", "  var token: UUID?",
      "  @Column(as: DateText.self) var other: Date?",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
    #expect(!found.contains("orm_columns"))
  }

  @Test("Values that the library stored are generated with their own types")
  func ownTypes() async throws {
    let fixture = try await Fixture("CREATE TABLE unrelated (id INTEGER PRIMARY KEY)")
    let db = try Database(fixture.path)
    try await db.execute(
      """
      CREATE TABLE visit (
        id BLOB NOT NULL PRIMARY KEY, price TEXT NOT NULL, at REAL NOT NULL,
        day TEXT NOT NULL, iso TEXT NOT NULL, text TEXT NOT NULL) STRICT
      """)
    for place in 0..<20 {
      let at = Date(timeIntervalSince1970: 1_700_000_000.125 + 100_000 * Double(place))
      try await db.execute(
        """
        INSERT INTO visit VALUES (
          \(UUID()), \(Decimal(place) / 8), \(at), \(try DateText.encode(at)),
          \(try ISO8601.encode(at)), \(try DateTimeText.encode(at)))
        """)
    }
    try await db.close()
    let found = try await GeneratedStructs.read(DatabaseFile(fixture.path)).source
    for line in [
      "  var id: UUID", "  var price: Decimal", "  var at: Date",
      "  @Column(as: DateText.self) var day: Date", "  @Column(as: ISO8601.self) var iso: Date",
      "  @Column(as: DateTimeText.self) var text: Date",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
  }

  @Test("A CHECK that lists values becomes an enum, if no other value is stored")
  func enums() async throws {
    let found = try await source(
      """
      CREATE TABLE t (
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'in work', 'class', '')),
        level INTEGER, on_off INTEGER NOT NULL CHECK ((on_off IN (0, 1))),
        grade TEXT COLLATE NOCASE CHECK (grade IN ('a', 'b')), size TEXT,
        CHECK (level IS NULL OR level IN (-1, 0, 12, NULL)), CHECK (size IN ('s', 'm') AND 1));
      INSERT INTO t VALUES ('open', 12, 1, 'A', 's');
      """)
    for line in [
      "  @Column(default: .sql(\"'open'\"), check: \"state IN ('open', 'in work', 'class', '')\")",
      "  var state: State", "  var level: Level?", "var onOff: Bool",
      "  enum State: String, CaseIterable, ColumnValue {", "    case open",
      "    case inWork = \"in work\"", "    case classValue = \"class\"", "    case empty = \"\"",
      "  enum Level: Int, CaseIterable, ColumnValue {", "    case minus1 = -1", "    case n12 = 12",
      "var grade: String?", "  var size: String?",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
    let other = try await source(
      """
      CREATE TABLE t (state NUMERIC CHECK (state IN ('a', '1')));
      INSERT INTO t VALUES ('1');
      """)
    #expect(other.contains("var state: Decimal?\n") && !other.contains("enum State:"), "\(other)")
  }

  @Test("A primary key is generated as declared, unless a key column contains NULL")
  func keys() async throws {
    let found = try await source(
      """
      CREATE TABLE a (code TEXT PRIMARY KEY, n INTEGER); INSERT INTO a VALUES ('x', 1);
      CREATE TABLE b (code TEXT PRIMARY KEY); INSERT INTO b VALUES (NULL);
      CREATE TABLE c (i INT PRIMARY KEY);
      CREATE TABLE d (a TEXT NOT NULL, b TEXT, PRIMARY KEY (b, a));
      """)
    for lines in [
      "@Table(\n  \"a\", strict: false,\n  constraints: \"PRIMARY KEY (\\\"code\\\")\"\n)",
      "  @Column(primaryKey: true) var code: String\n",
      "struct B: Sendable {\n  var code: String?\n",
      "  @Column(primaryKey: true, as: IntInInt.self) var i: Int\n",
      "  var a: String\n  var b: String?\n",
    ] {
      #expect(found.contains(lines), "\(lines) is not in \(found)")
    }
  }

  @Test("Foreign keys become relations, each with a unique name")
  func relations() async throws {
    let found = try await source(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT,
        boss_id INTEGER REFERENCES person (id), helper INTEGER REFERENCES person);
      CREATE TABLE house (id INTEGER PRIMARY KEY, name TEXT,
        owner_id INTEGER NOT NULL REFERENCES person, owner TEXT,
        other TEXT REFERENCES person (name));
      CREATE TABLE room (house TEXT NOT NULL, n INT NOT NULL, PRIMARY KEY (house, n));
      CREATE TABLE bed (house TEXT NOT NULL, n INT, FOREIGN KEY (house, n) REFERENCES room);
      """)
    for line in [
      "extension Person.Columns {", "  var boss: ToOptional<Person> { toOptional(bossID) }",
      "  var helperRow: ToOptional<Person> { toOptional(helper) }",
      "  var personsByBoss: ToMany<Person> { toMany(\\.boss) }",
      "  var personsByHelperRow: ToMany<Person> { toMany(\\.helperRow) }",
      "  var houses: ToMany<House> { toMany(\\.ownerRow) }",
      "  var ownerRow: ToOne<Person> { toOne(ownerID) }",
      "  var room: ToOptional<Room> { toOptional(on: (house, \\.house), (n, \\.n)) }",
      "  var beds: ToMany<Bed> { toMany(\\.room) }",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
    #expect(!found.contains("otherRow"))
    // A foreign key that a non-optional property can't have becomes a constraint.
    let setNull = try await source(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (p INTEGER NOT NULL REFERENCES p ON DELETE SET NULL);
      """)
    #expect(setNull.contains("ON DELETE SET NULL\""))
    #expect(setNull.contains("var pRow: ToOne<P> { toOne(p) }"))
  }

  @Test("Views are generated with their SQL, and virtual tables with their columns")
  func views() async throws {
    let found = try await source(
      """
      CREATE TABLE t (a INTEGER PRIMARY KEY, "on day" DATE); INSERT INTO t VALUES (1, '2024-02-29');
      CREATE VIEW v AS
        SELECT *, count(*) AS n,
          '\\"\"\"' AS "q" FROM t;
      CREATE VIEW w ("x y") AS SELECT a FROM t; CREATE VIEW broken AS SELECT * FROM t;
      CREATE VIEW gone AS SELECT * FROM v2; CREATE VIRTUAL TABLE words USING fts5 (text);
      """)
    for line in [
      "@Selection", "struct V: DatabaseView, Sendable {", "  var a: Int?",
      "  @Column(\"on day\", as: DateText.self) var onDay: Date?", "  var n: Int?",
      "  static let tableName = \"v\"", "    SQLQuery(verbatim: \"\"\"",
      "          '\\\\\\\"\\\"\\\"' AS \\\"q\\\" FROM t",
      "    SQLQuery(verbatim: \"SELECT a FROM t\", columns: \"x y\")",
      "struct Words: VirtualTable, Sendable {", "  static let moduleSQL = \"fts5(text)\"",
      "// CREATE VIEW \"gone\" AS SELECT * FROM v2",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
  }

  @Test("Properties have the columns' names if requested, and if these are valid names")
  func naming() async throws {
    let script = """
      CREATE TABLE a (artist_id INTEGER, "no name" TEXT, "class" TEXT, Größe TEXT, _x TEXT,
        "Date" TEXT, A INTEGER CHECK (A IN (1, 2)), State TEXT CHECK (State IN ('a')));
      """
    let found = try await source(script, naming: .database)
    for line in [
      "  var artist_id: Int?", "  @Column(\"no name\") var noName: String?",
      "  @Column(\"class\") var classValue: String?", "  var Größe: String?", "  var _x: String?",
      "  @Column(\"Date\") var DateValue: String?", "var State: StateRow?",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
    #expect(try await source(script).contains("@Column(\"artist_id\") var artistID: Int?\n"))
  }

  @Test("Structs can be generated in a namespace")
  func namespaces() async throws {
    let found = try await source(Fixture.music, namespace: "Music")
    #expect(found.contains("\nenum Music {\n"))
    #expect(found.contains("\n  struct Album: Identifiable, Sendable {\n"))
    #expect(
      found.contains(
        "extension Music.Album.Columns {\n  var artist: ToOne<Music.Artist> { toOne(artistID) }\n}")
    )
    #expect(try await source("CREATE TABLE 日本 (日本 TEXT)").contains("struct 日本Row:"))
    for name in ["", "1a", "a b", "a.b", "\u{1b}"] {
      let error = await #expect(throws: ToolError.self) {
        try await source(Fixture.music, namespace: name)
      }
      #expect(error?.kind == .use)
    }
  }

  @Test("A hostile name is never generated as code")
  func hostile() async throws {
    let found = try await source(
      #"""
      CREATE TABLE "a` \(x) */
      struct Evil {}" ("b"" \(y)
      var evil = 1" TEXT DEFAULT '\(z)"', n INTEGER);
      CREATE INDEX i ON "a` \(x) */
      struct Evil {}" (lower(n));
      CREATE TRIGGER r AFTER INSERT ON "a` \(x) */
      struct Evil {}" BEGIN SELECT 1; END;
      """#)
    #expect(!found.contains("\nstruct Evil {}") && !found.contains("\nvar evil"))
    #expect(found.contains(#"terms: "(lower(n))", name: "i""#) && !found.contains("do not declare"))
  }

  @Test("Generated structs contain no invisible character of the schema")
  func invisible() async throws {
    let marks = "\u{7f}\u{9b}\u{202e}\u{200b}\u{200d}\u{feff}\u{e0041}\u{1b}\u{a0}\u{115f}"
    let found = try await source(
      """
      CREATE TABLE "a\(marks)" ("b\(marks)" TEXT DEFAULT '\(marks)', c TEXT CHECK (c <> '\(marks)'),
        d TEXT CHECK (d IN ('x\(marks)', 'y')), UNIQUE (c, d), CHECK (c <> '\(marks)' AND d <> c));
      CREATE INDEX "i\(marks)" ON "a\(marks)" (c) WHERE c <> '\(marks)';
      CREATE VIEW "v\(marks)" AS SELECT c AS "\(marks)" FROM "a\(marks)" -- \(marks)
        WHERE c <> '\(marks)';
      CREATE TRIGGER "t\(marks)" AFTER INSERT ON "a\(marks)" BEGIN
        SELECT '\(marks)';
      END;
      CREATE VIEW "broken\(marks)" AS SELECT * FROM "no\(marks)";
      """)
    let invisible = found.unicodeScalars.filter { $0.isInvisible && $0 != "\n" || $0 == "\u{a0}" }
    #expect(invisible.isEmpty, "\(found.debugDescription)")
    for scalar in marks.unicodeScalars { #expect(found.contains(scalar.escaped)) }
  }

  @Test("The key of a table without rowids is generated with its conflict clause")
  func conflictOfKey() async throws {
    let found = try await source(
      """
      CREATE TABLE a (code TEXT NOT NULL PRIMARY KEY ON CONFLICT REPLACE, n INT) WITHOUT ROWID;
      CREATE TABLE b (x INTEGER NOT NULL, y TEXT, PRIMARY KEY (x, y) ON CONFLICT FAIL) WITHOUT ROWID;
      CREATE TABLE c (code TEXT NOT NULL PRIMARY KEY ON CONFLICT IGNORE) STRICT;
      """)
    for line in [
      #"  constraints: "PRIMARY KEY (\"code\") ON CONFLICT REPLACE""#,
      "  @Column(primaryKey: true) var code: String", "  @Column(primaryKey: true) var x: Int",
      "  @Column(primaryKey: true) var y: String",
    ] {
      #expect(found.contains(line + "\n"), "\(line) is not in \(found)")
    }
  }

  @Test("Indexes on expressions and triggers of tables and views are generated as declared")
  func declared() async throws {
    let found = try await source(
      #"""
      CREATE TABLE t (a INTEGER PRIMARY KEY, class TEXT, year INTEGER);
      CREATE UNIQUE INDEX i ON t (lower(class), year DESC, class COLLATE NOCASE) WHERE year > 1;
      CREATE VIEW v AS SELECT a AS "x y" FROM t;
      CREATE TRIGGER r AFTER UPDATE OF class, year ON t WHEN new.a > 1
        BEGIN UPDATE t SET class = 'a"\' WHERE a = 2; SELECT 1; END;
      CREATE TRIGGER s INSTEAD OF DELETE ON v BEGIN SELECT old."x y"; END;
      CREATE TRIGGER u INSTEAD OF UPDATE OF "x y" ON v BEGIN SELECT 1; END;
      """#)
    for lines in [
      ##"  #Index<T>(terms: "(lower(class))", "\"year\" DESC", "##
        + ##""\"class\" COLLATE \"NOCASE\"", unique: true, where: "year > 1", name: "i")"##,
      #"      after: .update(T.self, of: \.classValue, \.year),"# + "\n      action: \"\"\"\n",
      "        WHEN new.a > 1\n",
      #"BEGIN UPDATE t SET class = 'a"\\' WHERE a = 2; SELECT 1; END"# + "\n        \"\"\")\n",
      "      insteadOf: .delete(V.self),\n",
      #"      action: "BEGIN SELECT old.\"x y\"; END"),"# + "\n",
      #"      insteadOf: .update(V.self, of: \.xY),"# + "\n",
    ] {
      #expect(found.contains(lines), "\(lines) is not in \(found)")
    }
    #expect(!found.contains("do not declare"), "\(found)")
  }

  @Test("A view's column is optional, unless SQLite proves that it is never NULL")
  func certain() async throws {
    let script = """
      CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT NOT NULL, c TEXT);
      CREATE TABLE u (x TEXT NOT NULL, y INTEGER NOT NULL);
      INSERT INTO t VALUES (1, 'x', 'y'), (2, 'z', 'y'); INSERT INTO u VALUES ('x', 1);

      """
    let views: [(query: String, optional: [Bool])] = [
      ("SELECT a, b AS \"B\", c FROM t", [false, false, true]),
      ("SELECT b, y FROM t LEFT JOIN u ON b = x", [false, true]),
      ("SELECT b, y FROM t JOIN u ON b = x WHERE b > '' ORDER BY 2", [false, false]),
      ("SELECT t.b AS q, u.x FROM u RIGHT JOIN t ON b = x", [false, true]),
      ("SELECT b FROM t UNION SELECT c FROM t", [true]),
      (
        "SELECT (SELECT x FROM u WHERE y = 2) AS s, b IS NOT DISTINCT FROM c AS d FROM t",
        [true, true]
      ),
      ("WITH q AS (SELECT b FROM t) SELECT b FROM q", [true]),
      ("SELECT * FROM t", [true, true, true]), ("SELECT DISTINCT b FROM t", [true]),
      ("SELECT b, max(c) AS m FROM t GROUP BY b HAVING count(*) > 0", [false, true]),
      ("SELECT t.*, y FROM t, u", [true, true, true, true]), ("SELECT 1 AS one", [true]),
      ("SELECT b, count(*) AS n FROM t", [true, true]),
    ]
    for (query, optional) in views {
      let found = try await source(script + "CREATE VIEW v AS \(query)")
      let start = found.range(of: "struct V:").map { found[$0.upperBound...] } ?? ""
      let view = start.split(separator: "\n").prefix { !$0.contains("tableName") }
        .filter { $0.contains("var ") }
      #expect(view.map { $0.hasSuffix("?") } == optional, "\(query)")
    }
  }

  @Test("The rows of a slow view are not awaited")
  func slow() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (a INTEGER NOT NULL);
      CREATE VIEW v AS SELECT a FROM t;
      CREATE VIEW endless AS
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;
      """)
    let structs = try await GeneratedStructs.read(
      DatabaseFile(fixture.path), limit: .seconds(1))
    #expect(structs.slow == ["endless"] && structs.leftOut == [] && structs.views == 2)
    #expect(structs.source.contains("struct Endless: DatabaseView"))
    #expect(structs.words(for: "x").hasSuffix("because that takes too long: endless"))
  }

  @Test("The line breaks of a view's SQL are kept")
  func lineBreaks() async throws {
    let found = try await source("CREATE VIEW v AS SELECT 'a\r\nb' AS x,\n\n  2 AS y")
    let text = "\"\"\"\n      SELECT 'a\\r\n      b' AS x,\n\n        2 AS y\n      \"\"\""
    #expect(found.contains("SQLQuery(verbatim: \(text))"), "\(found)")
  }

  @Test("A message and JSON count the generated structs")
  func words() async throws {
    let fixture = try await Fixture()
    let structs = try await GeneratedStructs.read(DatabaseFile(fixture.path))
    #expect(structs.words(for: "T\u{1b}.swift") == #"T\u{1b}.swift: 3 tables, 1 view"#)
    #expect(
      structs.json(for: "x").compact
        == #"{"file": "x", "tables": 3, "views": 1, "leftOut": [], "slow": []}"#)
  }
}
