import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A changed representation on a command line")
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
    "diff, plan, status and check show it, and migrate leaves nothing to show", arguments: 0..<5)
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

  @Test("A script of SQL is refused for it, since only a migration converts the values")
  func script() async throws {
    for (old, new, _) in Self.changes {
      await #expect(throws: ToolError.self) { try await PlanReport.sql(from: old, to: new) }
    }
  }
}
