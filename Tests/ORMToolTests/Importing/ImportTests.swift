import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Importing CSV and JSON lines")
struct ImportTests {
  /// Imports a text, and returns the report and the rows of the table.
  private func imported(
    _ text: String, _ format: ImportFormat = .csv, into table: String = "t",
    of script: String? = nil, _ change: (inout Import) -> Void = { _ in }
  ) async throws -> (report: ImportReport, rows: [[SQLValue]]) {
    let fixture = try await Fixture(script)
    let data = try fixture.file("data", text)
    var rows = Import(format)
    change(&rows)
    let report = try await rows.run(data, into: table, ofFile: fixture.path)
    guard report.isKept else { return (report, []) }
    return (report, try await Self.rows(of: table, in: fixture.path))
  }

  private static func rows(of table: String, in path: String) async throws -> [[SQLValue]] {
    try await DatabaseFile(path).reading {
      try $0.rows("SELECT * FROM \(table.quotedIdentifier)")
    }
  }

  private func problem(
    _ text: String, _ format: ImportFormat = .csv, of script: String? = nil,
    _ change: (inout Import) -> Void = { _ in }
  ) async throws -> String {
    let error = await #expect(throws: ToolError.self) {
      try await imported(text, format, of: script, change)
    }
    let words = try #require(error).description
    let start = try #require(words.utf8.firstIndex(of: 0x3a), "\(words)")
    return String(words[words.utf8.index(after: start)...])
  }

  private static let strict = """
    CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB, a ANY) STRICT;
    """

  @Test("Values get the types of their columns, and NULL differs from an empty text")
  func types() async throws {
    let (report, rows) = try await imported(
      """
      S,i,r,b,a
      x,1,2.5,x'00fF',7
      "",-9223372036854775808,1e300,x'',1.50
      ,,,,
      "1",+7,3,"",007
      "a ""b"",\r\nc", 12 , .5 ,,"7"
      é,5.0,inf,,x'01'
      """, of: Self.strict)
    #expect(report.rowCount == 6 && report.problemCount == 0 && !report.isNew)
    #expect(
      rows == [
        [.integer(1), .real(2.5), .text("x"), .blob([0, 255]), .integer(7)],
        [.integer(.min), .real(1e300), .text(""), .blob([]), .real(1.5)],
        [.null, .null, .null, .null, .null],
        [.integer(7), .real(3), .text("1"), .null, .text("007")],
        [.integer(12), .real(0.5), .text("a \"b\",\r\nc"), .null, .text("7")],
        [.integer(5), .real(.infinity), .text("é"), .null, .blob([1])],
      ])
  }

  @Test("A value that a column refuses is reported with its location, and nothing is imported")
  func wrongValues() async throws {
    for (text, place) in [
      ("i,s\n1,a\nx,b\n", "3:1: i: 'x' is not a 64-bit integer"),
      (
        "s,i\r\n\"é\nü\"\"\",9223372036854775808",
        "3:6: i: '9223372036854775808' is not a 64-bit integer"
      ),
      ("r\n\n1\n\n2..5\n", "5:1: r: '2..5' is not a number"),
      ("i,b\n1,zz\n", "2:3: b: 'zz' is not a BLOB"),
      ("i,s\n1\n", "2:2: expected 2 fields, found 1"),
      ("i,s\n1,2,3\n", "2:5: expected 2 fields, found 3"),
      ("i,s\n1,\"x\n2,y\n", "2:3: the quote that begins here is not closed"),
      ("i,s\n1,\"x\"y\n", "2:6: a comma or the end of the line must follow"),
      ("i,nope\n", "1:3: there is no column nope in the table t; --map names another column"),
      ("i,I\n", "1:3: the column I is named twice"),
    ] {
      let words = try await problem(text, of: Self.strict)
      #expect(words.hasPrefix(place) && words.hasSuffix("; nothing was imported"), "\(words)")
    }
    #expect(
      try await problem("i\n1\n2\n1\n", of: "CREATE TABLE t (i INTEGER PRIMARY KEY)")
        .hasPrefix("4:1: UNIQUE constraint failed: t.i"))
    #expect(
      try await problem("s,i\na,1\nb,\n", of: "CREATE TABLE t (i INT NOT NULL, s)")
        .hasPrefix("3:3: NOT NULL constraint failed: t.i"))
  }

  @Test("Text that is not UTF-8 is refused with its location")
  func notUTF8() async throws {
    for bytes: [UInt8] in [
      [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80],
      Array("long enough to be looked at by words".utf8) + [0xc3],
    ] {
      let fixture = try await Fixture("CREATE TABLE t (s TEXT, i INT)")
      let path = fixture.folder + "/data.csv"
      try (Data("s\nä\n".utf8) + Data(bytes) + Data("\n".utf8))
        .write(to: URL(fileURLWithPath: path))
      let error = await #expect(throws: ToolError.self) {
        try await Import(.csv).run(path, into: "t", ofFile: fixture.path)
      }
      #expect(error?.description.contains(":3:1: s: the text is not UTF-8") == true)
    }
    let fixture = try await Fixture()
    let path = fixture.folder + "/wide.csv"
    try Data([0xff, 0xfe, 0x61, 0]).write(to: URL(fileURLWithPath: path))
    let error = await #expect(throws: ToolError.self) {
      try await Import(.csv).run(path, into: "t", ofFile: fixture.path)
    }
    #expect(error?.description.contains("UTF-16") == true)
  }

  @Test("A new table gets column types that fit all of its values")
  func inferred() async throws {
    let fixture = try await Fixture(nil)
    let data = try fixture.file(
      "x.csv",
      "\u{feff}id,zip,price,when,big,blob,nothing,\"a \"\"b\"\"\",mixed\n"
        + "1,00123,1.5,2024-01-01,9007199254740993,x'00',,1,1\n"
        + "\"2\",12345,2,,1.5,x'ff',,+1,1.5\n")
    var rows = Import(.csv)
    rows.key = "ID"
    let report = try await rows.run(data, into: "my \"t\"", ofFile: fixture.path)
    #expect(report.isNew && report.rowCount == 2)
    let sql = try await DatabaseFile(fixture.path).reading {
      try $0.text("SELECT sql FROM sqlite_schema")
    }
    #expect(
      sql == #"""
        CREATE TABLE "my ""t""" ("id" INTEGER PRIMARY KEY, "zip" TEXT, "price" REAL, "when" TEXT, \#
        "big" TEXT, "blob" BLOB, "nothing" TEXT, "a ""b""" TEXT, "mixed" REAL) STRICT
        """#)
    let found = try await Self.rows(of: "my \"t\"", in: fixture.path)
    #expect(found.map { $0[0] } == [.integer(1), .integer(2)])
    #expect(found[0][5] == .blob([0]) && found[0][6] == .null)
  }

  @Test("The last value also decides the type of a new table's column")
  func inferredFromAll() async throws {
    let text = "a\n" + String(repeating: "12345678\n", count: 100_000) + "x\n"
    let (report, rows) = try await imported(text)
    #expect(report.rowCount == 100_001 && rows.last == [.text("x")])
    #expect(rows.first == [.text("12345678")])
  }

  @Test("JSON lines become rows, with each kind of value and with missing members")
  func jsonLines() async throws {
    let (_, rows) = try await imported(
      #"""
      {"i": 1, "r": 1.5e3, "s": "a\n\"\u00e9\ud83d\ude00\/", "b": {"blob": "AP8="}, "a": [1, {"x": "y"}]}

      {"a": "12", "I": true, "s": null, "r": 2}
        { }
      """#, .jsonl, of: "CREATE TABLE t (i INTEGER, r REAL, s TEXT DEFAULT 'none', b BLOB, a)")
    #expect(
      rows == [
        [
          .integer(1), .real(1500), .text("a\n\"é😀/"), .blob([0, 255]),
          .text(#"[1, {"x": "y"}]"#),
        ],
        [.integer(1), .real(2), .null, .null, .text("12")],
        [.null, .null, .text("none"), .null, .null],
      ])
    let (_, new) = try await imported(
      "{\"a\": 1, \"b\": \"7\"}\n{\"c\": 1.5, \"a\": false}\n{\"d\": {}}", .jsonl)
    #expect(
      new == [
        [.integer(1), .text("7"), .null, .null], [.integer(0), .null, .real(1.5), .null],
        [.null, .null, .null, .text("{}")],
      ])
  }

  @Test("An error in JSON is reported with its location")
  func wrongJSON() async throws {
    let table = "CREATE TABLE t (a INTEGER, b TEXT)"
    for (text, place) in [
      ("[1]", "1:1: an object must begin with {"),
      (#"{"a": 1"#, "1:8: a comma or } is missing here"),
      (#"{"a": 1} x"#, "1:10: there is text after"), (#"{"a": 01}"#, "1:8: a number begins with 0"),
      (#"{"a": 1,}"#, "1:9: a quoted name is missing"),
      (#"{"a": +1}"#, "1:7: a JSON value must begin here"),
      (#"{"a" 1}"#, "1:6: a colon is missing here"),
      (#"{"b": "\x"}"#, "1:8: JSON has no such escape"),
      (#"{"b": "\ud800"}"#, "1:8: half of a surrogate pair"),
      (#"{"b": "\u12g4"}"#, "1:12: four hexadecimal digits"),
      ("{\"b\": \"x\ty\"}", "1:9: a control character"),
      (#"{"b": "x"#, "1:9: the string is not closed"),
      (#"{"b": {"blob": "A"}}"#, "1:17: the value of blob is not base64"),
      (#"{"b": "1"}"# + "\n" + #"{"é": 1}"#, "2:2: there is no column é"),
      (#"{"a": 1, "A": 2}"#, "1:10: the object has a twice"),
      (#"{"b": "#, "1:7: a value is missing here"), (#"{"b": [1}"#, "1:9: ] is missing"),
      (#"{"a": "x"}"#, "1:7: a: 'x' is not a 64-bit integer"),
      (
        "{\"b\": " + String(repeating: "[", count: 100_000),
        "1:519: more than 512 levels of nesting"
      ),
    ] {
      let words = try await problem(text, .jsonl, of: table)
      #expect(words.hasPrefix(place), "\(words)")
    }
  }

  @Test("No table is created if no line can be read, and the first error is reported")
  func unreadableLines() async throws {
    for (text, place) in [
      ("null\n[1]\n", "1:1: an object must begin with {"),
      (#"{"a": 1, "a": 2}"#, "1:10: the object has a twice"), ("\n\nx\n", "3:1: an object"),
    ] {
      let words = try await problem(text, .jsonl)
      #expect(words.hasPrefix(place) && words.hasSuffix("; nothing was imported"), "\(words)")
    }
    let (report, rows) = try await imported(
      "{\"a\": 1, \"b\": 1, \"b\": 2}\n{\"a\": 2}\n", .jsonl
    ) { $0.onError = .skip }
    #expect(report.problemCount == 1 && rows == [[.integer(2), .null]])
  }

  @Test("A JSON number that no numeric column can hold is imported as text, unchanged")
  func greatNumbers() async throws {
    let numbers = ["1e400", "-1e400", "123456789012345678901234567890"]
    let lines = numbers.map { "{\"n\": \($0)}" }.joined(separator: "\n")
    let (report, rows) = try await imported(lines, .jsonl)
    #expect(report.problemCount == 0 && rows == numbers.map { [.text($0)] })
  }

  @Test("--on-error skip leaves out wrong rows, and report lists them and imports nothing")
  func onError() async throws {
    let text = "i,s\n1,a\nx,b\n3,\"c\"d\n4\n5,\"e\n\"\n1,f\n"
    let table = "CREATE TABLE t (i INTEGER PRIMARY KEY, s TEXT)"
    let (skipped, rows) = try await imported(text, of: table) { $0.onError = .skip }
    #expect(rows == [[.integer(1), .text("a")], [.integer(5), .text("e\n")]])
    #expect(skipped.problems.map(\.line) == [3, 4, 5, 8] && skipped.problemCount == 4)
    #expect(skipped.text(.plain) == "2 rows imported into t; 4 rows left out\n")
    let (reported, _) = try await imported(text, of: table) { $0.onError = .report }
    #expect(!reported.isKept && reported.problems.map(\.line) == [3, 4, 5, 8])
    #expect(
      reported.text(.plain) == "nothing was imported: 4 rows can't go into t, 2 rows can\n")
    #expect(reported.json.compact.hasPrefix(#"{"table": "t", "created": false, "imported": 0, "#))
    let fixture = try await Fixture(table)
    let data = try fixture.file("data.csv", text)
    await #expect(throws: ToolError.self) {
      try await Import(.csv).run(data, into: "t", ofFile: fixture.path)
    }
    #expect(try await Self.rows(of: "t", in: fixture.path).isEmpty)
  }

  @Test("A missing database is created, but not if nothing is imported")
  func newDatabase() async throws {
    let fixture = try await Fixture(nil)
    let good = try fixture.file("good.csv", "a\n1\n")
    let bad = try fixture.file("bad.csv", "a,b\n1\n")
    await #expect(throws: ToolError.self) {
      try await Import(.csv).run(bad, into: "t", ofFile: fixture.path)
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.path))
    _ = try await Import(.csv).run(good, into: "t", ofFile: fixture.path)
    #expect(try await Self.rows(of: "t", in: fixture.path) == [[.integer(1)]])
  }

  @Test("Records longer than the buffer, and all line ends, are read")
  func longRecords() async throws {
    let long = String(repeating: "0123456789 \"\"x\"\" \n", count: 60_000)
    let (_, rows) = try await imported("a,b\r\n1,\"\(long)\"\r2,y\n\n\r\n3,z")
    let text = long.replacingOccurrences(of: "\"\"", with: "\"")
    #expect(
      rows == [
        [.integer(1), .text(text)], [.integer(2), .text("y")], [.integer(3), .text("z")],
      ])
    // A record at any position in the buffer is read.
    let row = "1,\"a\"\"b\"\r\n"
    for blanks in 0..<12 {
      let first = String(repeating: "x", count: (1 << 18) - 40 + blanks)
      let text = "a,b\r\n1,\(first)\r\n" + String(repeating: row, count: 20)
      let (report, rows) = try await imported(text)
      #expect(report.rowCount == 21 && rows.last == [.integer(1), .text("a\"b")])
    }
  }

  @Test("A row that is too long is refused with its location, and can be skipped")
  func tooLong() async throws {
    let long = "a\n1\n\"" + String(repeating: "x\n", count: 1 << 20)
    let words = try await problem(long) { $0.rowLimit = 1 << 16 }
    #expect(words.hasPrefix("3:1: the row that begins here has more than 64 KiB, or a quote"))
    let (report, rows) = try await imported(
      "a,b\n1,2\n1,\"x\"" + String(repeating: "y", count: 1 << 20) + "\n3,4\n",
      of: "CREATE TABLE t (a INT, b INT)"
    ) { ($0.rowLimit, $0.onError) = (1 << 16, .skip) }
    #expect(rows == [[.integer(1), .integer(2)], [.integer(3), .integer(4)]])
    #expect(report.problems.map(\.line) == [3])
  }

  @Test(
    "Exported rows are imported unchanged, with --as-is if the table is not STRICT",
    arguments: [ImportFormat.csv, .jsonl], [true, false])
  func roundTrip(format: ImportFormat, isStrict: Bool) async throws {
    let types =
      isStrict
      ? ["INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
      : [
        "INTEGER", "REAL", "TEXT", "BLOB", "", "POINT", "INTEGER_OR_TEXT", "BOOLEAN", "NUMERIC",
        "DECIMAL(10,2)", "VARCHAR(3)", "DATETIME", "ANY", "JSON",
      ]
    let values = [
      "NULL", "0", "7", "-3", "9223372036854775807", "1.5", "7.0", "-0.0", "1e300", "9e999",
      "-9e999", "''", "' '", "'7'", "'007'", "'7.0'", "'1e5'", "'-'", "'.5'", "'inf'", "'-inf'",
      "'Infinity'", "'abc'", "'a,\"b\"'", "'line' || char(10) || 'two' || char(13)",
      "char(0xfeff)", "'x''00'''", "'X''4f'''", "x''", "x'00ff'", "x'37'", "'NULL'", "'true'",
      "'null'", "'99999999999999999999'", "'[1]'", "'{\"blob\": \"AP8=\"}'", "'é日本😀'",
    ]
    let names = types.indices.map { "c\($0)" }
    let columns = zip(names, types).map { "\($0) \($1)" }.joined(separator: ", ")
    let create =
      "CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns), g AS (id + 1))"
      + (isStrict ? " STRICT" : "")
    let fixture = try await Fixture(nil)
    let file = try RawFile(fixture.path)
    try file.execute(create.replacing("g AS", with: "g \(isStrict ? "INTEGER" : "") AS"))
    var id = 0
    for value in values {
      for name in names {
        id += 1
        let sql = "INSERT INTO t (id, \(name)) VALUES (\(id), \(value))"
        if isStrict { file.tryToExecute(sql) } else { try file.execute(sql) }
      }
    }
    let data = try fixture.file(
      "rows",
      try await Query.output("SELECT * FROM t", format == .csv ? .csv : .jsonl, on: fixture.path))
    let copy = fixture.folder + "/copy.sqlite"
    try RawFile(copy).execute(create.replacing("g AS", with: "g \(isStrict ? "INTEGER" : "") AS"))
    var rows = Import(format)
    rows.isAsWritten = !isStrict
    let report = try await rows.run(data, into: "t", ofFile: copy)
    #expect(report.problems.map(\.text) == [])
    for name in names {
      let sql = "SELECT group_concat(id || typeof(\(name)) || quote(\(name)), '|') FROM t"
      #expect(try RawFile(copy).text(sql) == file.text(sql), "\(name)")
    }
  }

  @Test("An empty text in a number column needs an option unless STRICT, and the error names it")
  func emptyTexts() async throws {
    let script = "CREATE TABLE t (a INT, b BOOLEAN, c BLOB, d REAL, e TEXT)"
    for column in ["a", "b", "c", "d"] {
      let words = try await problem("\(column)\n\"\"\n", of: script)
      #expect(words.contains("--null ''") && words.contains("--as-is"), "\(words)")
      let null = try await imported("\(column)\n\"\"\n", of: script) { $0.null = "" }
      #expect(null.rows[0].allSatisfy { $0 == .null })
      let kept = try await imported("\(column)\n\"\"\n", of: script) { $0.isAsWritten = true }
      #expect(kept.rows[0].filter { $0 != .null } == [.text("")])
    }
    let json = try await imported(#"{"a": ""}"# + "\n", .jsonl, of: script) { $0.null = "" }
    #expect(json.rows[0].allSatisfy { $0 == .null })
    let strict = "CREATE TABLE t (a INTEGER) STRICT"
    #expect(try await imported("a\n\"\"\n", of: strict).rows == [[.null]])
  }

  @Test("Constraints hold, generated columns are left out, and views and system tables are refused")
  func tables() async throws {
    let script = """
      CREATE TABLE p (id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);
      CREATE TABLE t (p INTEGER REFERENCES p, twice AS (p * 2), d TEXT NOT NULL DEFAULT 'd');
      CREATE VIEW v AS SELECT 1 AS a;
      """
    #expect(
      try await imported("p\n1\n", of: script).rows == [[.integer(1), .integer(2), .text("d")]])
    #expect(try await problem("p\n2\n", of: script).contains("FOREIGN KEY constraint failed"))
    #expect(try await problem("twice\n2\n", of: script).contains("is generated"))
    let (report, rows) = try await imported("p,twice\n1,9\n", of: script)
    #expect(rows == [[.integer(1), .integer(2), .text("d")]])
    #expect(report.text(.plain).contains("; not imported, because generated: twice"))
    for table in ["v", "sqlite_schema"] {
      await #expect(throws: (any Error).self) {
        try await imported("a\n1\n", into: table, of: script)
      }
    }
    // An empty field of a NOT NULL text column is an empty text.
    #expect(try await imported("d\n\"\"\n", of: script).rows[0][2] == .text(""))
    #expect(try await imported("p,d\n1,\n", of: script).rows[0][2] == .text(""))
  }

  @Test("Without a header, values go by position, and a word can mean NULL")
  func options() async throws {
    let (_, rows) = try await imported("1;NULL\n\"NULL\";2\n", of: "CREATE TABLE t (a, b)") {
      ($0.hasHeader, $0.delimiter, $0.null) = (false, 0x3b, "NULL")
    }
    #expect(rows == [[.integer(1), .null], [.text("NULL"), .integer(2)]])
    let (_, new) = try await imported("1\tx\n", .tsv) { $0.hasHeader = false }
    #expect(new == [[.integer(1), .text("x")]])
  }
}
