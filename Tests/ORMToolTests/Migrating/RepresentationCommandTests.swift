import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A changed representation, in the commands")
struct RepresentationCommandTests {
  /// A schema of one column in a representation, as a package declares it.
  private static func schema(_ representation: RepresentationSchema, _ type: String) -> Schema {
    var schema = Schema(reading: [
      Schema.Entry(
        type: "table", name: "t", table: "t",
        sql: "CREATE TABLE \"t\" (\"id\" INTEGER PRIMARY KEY, \"v\" \(type)) STRICT")
    ])
    schema.tables[0].columns[1].representation = representation
    return schema
  }

  private static let changes: [(old: Schema, new: Schema, words: String)] = [
    (
      schema("secondsSince1970", "REAL"), schema("secondsSince2001", "REAL"),
      "secondsSince1970 → secondsSince2001"
    ),
    (
      schema("unixSeconds", "INTEGER"), schema("unixMilliseconds", "INTEGER"),
      "unixSeconds → unixMilliseconds"
    ),
    (schema("int64", "INTEGER"), schema("int8", "INTEGER"), "int64 → int8"),
    (schema("Celsius", "TEXT"), schema("Fahrenheit", "TEXT"), "Celsius → Fahrenheit"),
    (
      schema(RepresentationSchema("rawValue(int64)", cases: [.init("a", value: "0")]), "INTEGER"),
      schema(RepresentationSchema("rawValue(int64)", cases: [.init("a", value: "1")]), "INTEGER"),
      "rawValue(int64) (a = 0) → rawValue(int64) (a = 1)"
    ),
  ]

  @Test(
    "diff, plan and status show a changed representation, and migrate resolves it", arguments: 0..<5
  )
  func isShown(place: Int) async throws {
    let (old, new, words) = Self.changes[place]
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.migrate(to: old)
    try await database.close()
    let wanted = try await SchemaFile.read(try fixture.file("new.json", try new.json()))

    let found = try await SchemaFile.read(fixture.path)
    let difference = SchemaDifference(from: found, to: wanted).text(.plain)
    #expect(difference == "~ t: column v, representation: \(words)\n")
    let request = MigrationCommandRequest(steps: nil, wanted: wanted, allowed: [])
    let plan = try await request.run(on: DatabaseFile(fixture.path), isDry: true)
    #expect(plan.text(.plain).contains("the representation of column v changes from"))
    let file = try DatabaseFile(fixture.path)
    let status = try await StatusReport.read(file, steps: nil, wanted: wanted)
    #expect(!status.isDone && status.text(.plain).contains(words))

    _ = try await request.run(on: DatabaseFile(fixture.path, writes: true), isDry: false)
    let after = try await SchemaFile.read(fixture.path)
    #expect(SchemaDifference(from: after, to: wanted, notes: true).isEmpty)
    let done = try await StatusReport.read(
      DatabaseFile(fixture.path), steps: nil, wanted: wanted)
    #expect(done.isDone)
  }

  /// The representations of the library, each with the type of its columns.
  private static let known: [(name: String, type: String)] = [
    ("int8", "INTEGER"), ("int16", "INTEGER"), ("int32", "INTEGER"), ("int64", "INTEGER"),
    ("uint8", "INTEGER"), ("uint16", "INTEGER"), ("uint32", "INTEGER"), ("uint64", "INTEGER"),
    ("bool", "INTEGER"), ("double", "REAL"), ("float", "REAL"), ("text", "TEXT"), ("blob", "BLOB"),
    ("url", "TEXT"), ("json", "TEXT"), ("uuid", "BLOB"), ("uuidText", "TEXT"),
    ("lowercaseUUIDText", "TEXT"), ("decimal", "TEXT"), ("minorUnits(2)", "INTEGER"),
    ("minorUnits(3)", "INTEGER"), ("secondsSince1970", "REAL"), ("unixSeconds", "INTEGER"),
    ("unixMilliseconds", "INTEGER"), ("secondsSince2001", "REAL"), ("julianDay", "REAL"),
    ("iso8601", "TEXT"), ("iso8601Seconds", "TEXT"), ("dateTimeText", "TEXT"),
    ("dateTimeMillisecondsText", "TEXT"), ("dateText", "TEXT"),
  ]

  @Test(
    "diff, plan, status and check --against show each change between two representations",
    arguments: known.indices)
  func eachPair(place: Int) async throws {
    let (old, type) = Self.known[place]
    // A table for each other representation.
    let others = Self.known.indices.filter { $0 != place }.map { Self.known[$0] }
    func schema(_ representation: (Int) -> (name: String, type: String)) -> Schema {
      var schema = Schema(
        reading: others.indices.map { number in
          let name = "t\(number + 100)"
          let (_, type) = representation(number)
          return Schema.Entry(
            type: "table", name: name, table: name,
            sql: "CREATE TABLE \(name) (\"id\" INTEGER PRIMARY KEY, \"v\" \(type)) STRICT")
        })
      for number in others.indices {
        schema.tables[number].columns[1].representation = RepresentationSchema(
          representation(number).name)
      }
      return schema
    }
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.migrate(to: schema { _ in (old, type) })
    try await database.close()
    let wanted = try await SchemaFile.read(
      try fixture.file("new.json", try schema { others[$0] }.json()))

    let found = try await SchemaFile.read(fixture.path)
    let difference = SchemaDifference(from: found, to: wanted, notes: true)
    let text = difference.text(.plain)
    let request = MigrationCommandRequest(steps: nil, wanted: wanted, allowed: [])
    let plan = try await request.run(on: DatabaseFile(fixture.path), isDry: true).text(.plain)
    let file = try DatabaseFile(fixture.path)
    let status = try await StatusReport.read(file, steps: nil, wanted: wanted).text(.plain)
    var check = try await CheckReport.read(file)
    try await check.compare(file, with: wanted, named: "new.json")
    for (number, new) in others.enumerated() {
      let change = "t\(number + 100): column v, representation: \(old) → \(new.name)"
      #expect(text.utf8.contains("\(change)\n".utf8), "\(change)")
      // If the change is a note, every stored value is read as before.
      let isNote = difference.changes.contains {
        $0.object == "t\(number + 100)" && $0.property == .representation && $0.isNote
      }
      if isNote { continue }
      let table = "t\(number + 100)"
      let remark = "the representation of column v changes from \(old) to \(new.name)"
      let sentence = "\(table): \(remark)"
      #expect(status.utf8.contains(change.utf8), "\(change)")
      #expect(plan.utf8.contains("\(sentence)\n".utf8), "\(sentence)")
      let isFound = check.findings.contains {
        $0.object.hasSameBytes(as: table) && $0.words.hasSameBytes(as: remark)
      }
      #expect(isFound, "\(sentence)")
    }
  }

  @Test(
    "A step's file converts values or leaves a place to fill in, and records the representation")
  func script() async throws {
    for (old, new, words) in Self.changes {
      let isKnown = !words.utf8.starts(with: "Celsius".utf8)
      let rules = try RuleArguments(fill: [], convert: isKnown ? [] : ["t.v=v || 'F'"])
      let open = try await StepScript("x", from: old, to: new)
      #expect(open.places.map(\.option) == (isKnown ? [] : ["--convert t.v=SQL"]))
      let script = try await StepScript("x", from: old, to: new, rules: rules)
      let fixture = try await Fixture(nil)
      let database = try Database(fixture.path)
      try await database.migrate(to: old)
      try await database.migrate(MigrationList { MigrationStep("x", sql: script.sql) })
      #expect(try await database.schema() == new, "\(script.sql)")
      let rest = try await database.plan(to: new)
      #expect(rest.isEmpty && rest.representationChanges.isEmpty)
    }
  }

  @Test("check notes an enum whose cases are not compared, because it has its own description")
  func unnamedCases() async throws {
    let cases = [RepresentationSchema.Case(nil, value: "0"), .init(nil, value: "1")]
    let texts = [RepresentationSchema.Case(nil, value: "'a'"), .init("b", value: "'b'")]
    for (cases, type, isNoted) in [(cases, "INTEGER", true), (texts, "TEXT", false)] {
      let wanted = Self.schema(RepresentationSchema("rawValue(int64)", cases: cases), type)
      let fixture = try await Fixture(nil)
      let database = try Database(fixture.path)
      try await database.migrate(to: wanted)
      try await database.close()
      let file = try DatabaseFile(fixture.path)
      var report = try await CheckReport.read(file)
      try await report.compare(file, with: SchemaFile(schema: wanted), named: "new.json")
      #expect(report.findings.contains { $0.name == "unnamed-cases" } == isNoted)
    }
  }

  @Test(
    "check reports stored values of the right type that the representation can't read",
    arguments: [
      ("iso8601", "TEXT", "'2024-02-29T12:30:15.000Z', '2024-02-29T12:30:15Z', '2024-02-30'", 2),
      ("dateTimeText", "TEXT", "'2024-02-29 12:30:15', '2024-02-29 12:30:15.000', NULL", 1),
      ("dateText", "TEXT", "'2024-02-29', '2024-2-29'", 1),
      ("uuidText", "TEXT", "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'e621e1f8', ''", 2),
      (
        "uuidText", "TEXT COLLATE NOCASE",
        "'E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'e621e1f8-c36c-495a-93fc-0c247a3e6e5e'", 1
      ),
      ("uuid", "BLOB", "x'00112233445566778899aabbccddeeff', x'00'", 1),
      ("decimal", "TEXT", "'1.5', '-0.25', '1.50', '1e3', '12345678901234567890.5'", 2),
      ("int8", "INTEGER", "-128, 127, 128", 1),
      ("bool", "INTEGER", "0, 1, 2", 1),
      ("secondsSince1970", "REAL", "0, 1.5", 0), ("float", "REAL", "0.1, 1.5", 0),
    ])
  func misspelt(_ representation: String, type: String, values: String, count: Int) async throws {
    let wanted = Self.schema(RepresentationSchema(representation), type)
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.migrate(to: wanted)
    for value in values.split(separator: ", ") {
      try await database.execute("INSERT INTO t (v) VALUES (\(raw: String(value)))")
    }
    try await database.close()
    let file = try DatabaseFile(fixture.path)
    var report = try await CheckReport.read(file)
    try await report.compare(file, with: SchemaFile(schema: wanted), named: "new.json")
    let found = report.findings.filter { $0.name == "unreadable-value" }
    let words = count == 1 ? "1 value" : "\(count) values"
    #expect(
      found.map(\.words)
        == (count == 0 ? [] : ["\(words) of v can't be read as \(representation)"]))
    for cure in found.compactMap(\.cure) {
      let rows = try await file.database.fetch(Row.self, sql: "\(raw: String(cure.dropLast()))")
      #expect(rows.count == count)
    }
  }
}
