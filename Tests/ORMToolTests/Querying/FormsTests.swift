import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("Values in the forms that a schema declares")
struct FormsTests {
  /// Columns with each representation, and their types.
  private static let forms = [
    ("bool", "INTEGER"), ("uuid", "BLOB"), ("minorUnits(2)", "INTEGER"),
    ("minorUnits(0)", "INTEGER"), ("minorUnits(18)", "INTEGER"), ("secondsSince1970", "REAL"),
    ("secondsSince2001", "REAL"), ("unixSeconds", "INTEGER"), ("unixMilliseconds", "INTEGER"),
    ("julianDay", "REAL"), ("iso8601", "TEXT"), ("json", "TEXT"), ("decimal", "TEXT"),
  ]

  private static func schema(_ types: [String]? = nil) -> Schema {
    Schema(
      tables: [
        Schema.Table(
          "t",
          columns: [Schema.Column("id", type: "INTEGER")]
            + forms.enumerated().map { place, form in
              Schema.Column(
                "c\(place)", type: form.1, representation: RepresentationSchema(form.0))
            })
      ])
  }

  private static func create(_ type: (Int) -> String, isStrict: Bool) -> String {
    let columns = forms.indices.map { "c\($0) \(type($0))" }.joined(separator: ", ")
    return "CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns))\(isStrict ? " STRICT" : "");"
  }

  private static let declared = DeclaredForms(as: schema(), findsJSON: true)

  private func shown(_ sql: String, _ format: QueryFormat, on path: String) async throws -> String {
    let written = Written()
    try await Query(sql, format: format, forms: Self.declared)
      .run(on: DatabaseFile(path), writes: false, to: written.output())
    return written.text
  }

  @Test("Each format shows values in the form of their table's column, even under an alias")
  func formats() async throws {
    let fixture = try await Fixture(
      Self.create({ Self.forms[$0].1 }, isStrict: true) + """
        INSERT INTO t VALUES (1, 1, x'6f9619ff8b86d011b42d00c04fc964ff', -1230, 7, 1,
          1709209815.25, 730902615.25, 1709209815, 1709209815250, 2460370.021, '2024-02-29T12:30:15Z',
          '{"a": [1, 2.50]}', '1.50');
        """)
    let row = [
      "true", "6F9619FF-8B86-D011-B42D-00C04FC964FF", "-12.30", "7", "0.000000000000000001",
      "2024-02-29T12:30:15.25Z", "2024-02-29T12:30:15.25Z", "2024-02-29T12:30:15Z",
      "2024-02-29T12:30:15.25Z", "2024-02-29T12:30:14.4Z", "2024-02-29T12:30:15Z",
    ]
    let csv = try await shown("SELECT * FROM (SELECT * FROM t AS s)", .csv, on: fixture.path)
    #expect(
      csv.split(separator: "\n")[1]
        == "1," + row.joined(separator: ",") + ",\"{\"\"a\"\": [1, 2.50]}\",\"1.50\"")
    let json = try await shown(
      "SELECT c0 AS x, c1, c2, c5, c11, c12 FROM t", .jsonl, on: fixture.path)
    #expect(
      json == """
        {"x": true, "c1": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "c2": -12.30, \
        "c5": "2024-02-29T12:30:15.25Z", "c11": {"a": [1, 2.50]}, "c12": "1.50"}

        """)
    for format in [QueryFormat.table, .vertical, .markdown] {
      let text = try await shown("SELECT * FROM t", format, on: fixture.path)
      #expect(row.allSatisfy { text.contains($0) }, "\(text)")
    }
    // An expression has no declaration.
    #expect(
      try await shown("SELECT c7 + 0 AS n FROM t", .csv, on: fixture.path) == "n\n1709209815\n")
  }

  @Test(
    "Values exported with --as are imported with it byte for byte",
    arguments: [ImportFormat.csv, .json, .jsonl], [true, false])
  func roundTrip(format: ImportFormat, isStrict: Bool) async throws {
    let values = [
      "NULL", "0", "1", "2", "-1", "9223372036854775807", "-9223372036854775807 - 1", "1999",
      "1709209815", "1709209815123", "-62167219200", "-62167219201", "253402300799",
      "253402300800", "978307200", "0.0", "-0.0", "1.0", "19.99", "20.0", "1.5", "-1.5", "-0.25",
      "0.1", "1709209815.123456", "1709209815.1234567", "1e15 + 0.3", "1e-7", "1e300", "9e999",
      "-9e999", "2460370.0210069445", "2460370.021", "2440587.5", "730902615.123", "''", "'true'",
      "'false'", "'1'", "'19.99'", "'20'", "'2024-02-29T12:30:15Z'", "'2024-02-29T12:30:15.25Z'",
      "'2024-02-29'", "'2024-02-29 12:30:15'", "'6f9619ff-8b86-d011-b42d-00c04fc964ff'",
      "'6F9619FF-8B86-D011-B42D-00C04FC964FF'", "x''", "x'00'",
      "x'6f9619ff8b86d011b42d00c04fc964ff'", "CAST('2024-02-29T12:30:15Z' AS BLOB)", "'{}'",
      "'[]'", "'[1,2]'", "' [1]'", "'[1] '", "'{\"a\": 1e400, \"a\": \"\\u001b\"}'",
      "'[1,' || char(10) || '2]'", "'[1,' || char(13) || '2]'", "'[\"' || char(155) || '\"]'",
      "'{\"blob\": \"AP8=\"}'", "'{ \"blob\" :\"x\"}'", "'{\"text\": \"2024-02-29\"}'", "'[1'",
      "'{a: 1}'", "'null'", "'\"x\"'", "'{\"é日本😀\": [\"/\", \"\\/\"]}'",
    ]
    for declaration in isStrict ? ["", "ANY"] : ["", "BLOB", "TEXT", "INTEGER", "REAL", "NUMERIC"] {
      let create = Self.create(
        { declaration.isEmpty ? Self.forms[$0].1 : declaration }, isStrict: isStrict)
      let fixture = try await Fixture(nil)
      let file = try RawFile(fixture.path)
      try file.execute(create)
      try file.execute("BEGIN")
      var id = 0
      for value in values {
        for column in Self.forms.indices {
          id += 1
          let sql = "INSERT INTO t (id, c\(column)) VALUES (\(id), \(value))"
          if isStrict { file.tryToExecute(sql) } else { try file.execute(sql) }
        }
      }
      try file.execute("COMMIT")
      let output: QueryFormat = format == .csv ? .csv : format == .json ? .json : .jsonl
      let text = try await shown("SELECT * FROM t", output, on: fixture.path)
      let data = try fixture.file("data", text)
      let copy = fixture.folder + "/copy.sqlite"
      try RawFile(copy).execute(create)
      var rows = Import(format)
      rows.isAsWritten = !isStrict
      rows.forms = Self.declared
      let report = try await rows.run(data, into: "t", ofFile: copy)
      #expect(report.problems.map(\.text) == [])
      for column in Self.forms.indices {
        let sql =
          "SELECT group_concat(id || typeof(c\(column)) || quote(c\(column)), '|') FROM t"
        #expect(try RawFile(copy).text(sql) == file.text(sql), "c\(column) \(declaration)")
        // Doubles that `quote` rounds.
        let bits = "SELECT count(*) FROM t WHERE c\(column) = 1709209815.1234567"
        #expect(try RawFile(copy).text(bits) == file.text(bits))
      }
    }
  }

  @Test("An import with --as accepts common spellings, and refuses invalid values")
  func imported() async throws {
    let create = Self.create({ Self.forms[$0].1 }, isStrict: true)
    for (column, text, value) in [
      ("c5", "2024-02-29", "1709164800.0"), ("c5", "\"2024-02-29 12:30\"", "1709209800.0"),
      ("c5", "2024-02-29T14:30:15.5+02:00", "1709209815.5"), ("c7", "1969-12-31T23:59:59Z", "-1"),
      ("c7", "1709209815", "1709209815"), ("c8", "2024-02-29T12:30:15.1Z", "1709209815100"),
      ("c2", "20", "2000"), ("c2", "\"19.9\"", "1990"), ("c2", "-0.05", "-5"), ("c0", "true", "1"),
      ("c1", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "X'6F9619FF8B86D011B42D00C04FC964FF'"),
      ("c5", "", "NULL"),
    ] {
      let fixture = try await Fixture(create)
      let data = try fixture.file("data.csv", "id,\(column)\n1,\(text)\n")
      var rows = Import(.csv)
      rows.forms = Self.declared
      _ = try await rows.run(data, into: "t", ofFile: fixture.path)
      #expect(try RawFile(fixture.path).text("SELECT quote(\(column)) FROM t") == value, "\(text)")
    }
    for (column, text, words) in [
      ("c5", "2024-02-30", "c5: '2024-02-30' is not a number, nor a valid ISO 8601 date"),
      ("c7", "2024-02-29T12:30:15.5Z", "nor a valid ISO 8601 date"),
      ("c7", "24:00", "nor a valid ISO 8601 date"),
      ("c8", "2024-02-29T12:30:15.0001Z", "nor a valid ISO 8601 date"),
      ("c2", "19.999", "nor a valid amount"),
      ("c2", "99999999999999999999", "nor a valid amount"),
      ("c1", "6f9619ff", "nor a valid UUID"),
      ("c0", "yes", "nor a valid Boolean"),
    ] {
      let fixture = try await Fixture(create)
      let data = try fixture.file("data.csv", "id,\(column)\n1,\(text)\n")
      var rows = Import(.csv)
      rows.forms = Self.declared
      let error = await #expect(throws: ToolError.self) {
        try await rows.run(data, into: "t", ofFile: fixture.path)
      }
      #expect(error?.description.contains(words) == true, "\(error as Any)")
    }
  }

  @Test(
    "A CHECK with json_valid or the type JSON declares JSON, and other columns are text")
  func declaredJSON() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (a TEXT CHECK (json_valid(a)), b JSON, c TEXT, d TEXT, "e f" BLOB,
        CHECK ((JSON_VALID("d") OR "d" IS NULL)), CHECK (json_valid([e f]) = 1));
      CREATE VIEW v AS SELECT a AS x, c FROM t;
      INSERT INTO t VALUES ('[1]', '{"x": null}', '[1]', ' [1]', '[2]'), ('1', '[]', '', NULL, '{}');
      """)
    #expect(
      try await Query.output("SELECT * FROM t", .jsonl, on: fixture.path) == #"""
        {"a": [1], "b": {"x": null}, "c": "[1]", "d": " [1]", "e f": [2]}
        {"a": "1", "b": [], "c": "", "d": null, "e f": {}}

        """#)
    #expect(
      try await Query.output("SELECT * FROM v LIMIT 1", .jsonl, on: fixture.path)
        == "{\"x\": [1], \"c\": \"[1]\"}\n")
    #expect(try await Query.output("SELECT a FROM t LIMIT 1", .csv, on: fixture.path) == "a\n[1]\n")
    let written = Written()
    try await Export("t", format: .jsonl, forms: DeclaredForms(as: nil, findsJSON: false))
      .run(on: DatabaseFile(fixture.path), to: written.output())
    #expect(written.text.hasPrefix("{\"a\": \"[1]\", \"b\": \"{\\\"x\\\": null}\""))
    let data = try fixture.file("data", #"{"a": [ 1 ], "b": {"x":2}, "e f": ["z"]}"#)
    _ = try await Import(.jsonl).run(data, into: "t", ofFile: fixture.path)
    #expect(
      try RawFile(fixture.path).text(
        "SELECT a || b || typeof(\"e f\") || \"e f\" FROM t WHERE rowid = 3")
        == "[ 1 ]{\"x\":2}text[\"z\"]")
  }

  @Test("The recorded representations of a database declare forms if the database is given to --as")
  func records() async throws {
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    _ = try await database.migrate(to: Self.schema())
    try await database.execute("INSERT INTO t (id, c7, c11) VALUES (1, 0, '[1]')")
    try await database.close()
    let schema = try await SchemaFile.read(fixture.path).schema
    let written = Written()
    try await Query(
      "SELECT c7, c11 FROM t", format: .jsonl, forms: DeclaredForms(as: schema, findsJSON: true)
    ).run(on: DatabaseFile(fixture.path), writes: false, to: written.output())
    #expect(written.text == "{\"c7\": \"1970-01-01T00:00:00Z\", \"c11\": [1]}\n")
    // Without --as, a number is shown as it is stored.
    #expect(
      try await Query.output("SELECT c7, c11 FROM t", .jsonl, on: fixture.path)
        == "{\"c7\": 0, \"c11\": [1]}\n")
  }

  @Test("show finds a row by the text of its key, and shows values in their forms")
  func rows() async throws {
    let schema = Schema(tables: [
      Schema.Table(
        "visit",
        columns: [
          Schema.Column("id", type: "BLOB", representation: "uuid"),
          Schema.Column("at", type: "REAL", representation: "secondsSince1970"),
        ])
    ])
    let fixture = try await Fixture(
      """
      CREATE TABLE visit (id BLOB PRIMARY KEY NOT NULL, at REAL) STRICT;
      INSERT INTO visit VALUES (x'6f9619ff8b86d011b42d00c04fc964ff', 0.5);
      """)
    let forms = DeclaredForms(as: schema, findsJSON: true)
    let report = try await RowReport.read(
      DatabaseFile(fixture.path), table: "visit", key: ["6F9619FF-8B86-D011-B42D-00C04FC964FF"],
      forms: forms)
    #expect(
      report.text(.plain) == """
        visit
          id  6F9619FF-8B86-D011-B42D-00C04FC964FF
          at  1970-01-01T00:00:00.5Z

        """)
    #expect(report.json.compact.contains(#""at": "1970-01-01T00:00:00.5Z""#))
  }

  @Test("Almost every instant between the years 0 and 9999 has an exact text")
  func instants() throws {
    var random = SeededNumbers(7)
    for form in [KnownRepresentation.Instant.secondsSince1970, .secondsSince2001] {
      let column = StoringColumn(type: "REAL", isStrict: true)
      var count = 0
      for _ in 0..<3000 {
        let seconds = Double.random(in: -62_167_219_200...253_402_300_799, using: &random)
        let scales: [Double] = [1, 1000, 1e6, 0x1p22]
        let scale = scales[random.next(below: 4)]
        let value = SQLValue.real((seconds * scale).rounded() / scale)
        if ColumnForm.instant(form).shown(value, in: column) != nil { count += 1 }
      }
      #expect(count > 2900)
    }
  }
}
