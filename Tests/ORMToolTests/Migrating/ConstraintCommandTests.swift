import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A constraint that only the database has, in the commands")
struct ConstraintCommandTests {
  @Test(
    "diff, status, check and plan show a constraint that stays, and migrate drops it if allowed")
  func isShown() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, p INTEGER REFERENCES t ON DELETE CASCADE)")
    let schema = Schema(reading: [
      Schema.Entry(
        type: "table", name: "t", table: "t",
        sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, p INTEGER)")
    ])
    let wanted = try await SchemaFile.read(try fixture.file("new.json", try schema.json()))
    let text = #"FOREIGN KEY ("p") REFERENCES "t" ON DELETE CASCADE"#
    let allow = "drop-constraint:t:\(text)"

    let found = try await SchemaFile.read(fixture.path)
    #expect(
      SchemaDifference(from: found, to: wanted).text(.plain) == "- t: reference \(text)\n")
    let file = try DatabaseFile(fixture.path)
    let status = try await StatusReport.read(file, steps: nil, wanted: wanted)
    #expect(!status.isDone && status.text(.plain).contains(text))
    var check = try await CheckReport.read(file)
    try await check.compare(file, with: wanted, named: "new.json")
    let finding = try #require(check.findings.first { $0.name == "undeclared-constraint" })
    #expect(check.isSerious && finding.text(.plain).contains(allow))
    #expect(
      finding.cure?.hasSuffix("orm migrate \(fixture.path) new.json --allow '\(allow)'") == true)
    let request = MigrationCommandRequest(steps: nil, wanted: wanted, allowed: [])
    let plan = try await request.run(on: file, isDry: true)
    #expect(plan.text(.plain).contains("warning: t: \(text) is only in the database, and stays"))

    let dropping = MigrationCommandRequest(
      steps: nil, wanted: wanted, allowed: [try PermittedLoss(argument: allow)])
    _ = try await dropping.run(on: DatabaseFile(fixture.path, writes: true), isDry: false)
    let done = try await StatusReport.read(
      DatabaseFile(fixture.path), steps: nil, wanted: wanted)
    #expect(done.isDone)
  }
}
