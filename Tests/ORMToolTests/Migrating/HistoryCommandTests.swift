import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A program's history, in the commands")
struct HistoryCommandTests {
  private static let one = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT"
  private static let two = "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT"

  /// A database that a program has migrated to version one, and a folder with versions one and
  /// two.
  private func database(in fixture: borrowing Fixture) async throws -> (file: String, SchemaFile) {
    let first = try SchemaScript.schema(of: Self.one)
    let second = try SchemaScript.schema(of: Self.two)
    let folder = fixture.folder + "/Schemas"
    _ = try VersionFolder(folder).record("one", first)
    let database = try Database(fixture.path)
    let version = try #require(try VersionFolder(folder).versions.first)
    try await database.migrate(SchemaHistory([.version(version)], current: first))
    try await database.close()
    _ = try VersionFolder(folder).record("two", second)
    return (folder, SchemaFile(schema: second))
  }

  @Test("status shows the version of a database, its date and later versions")
  func status() async throws {
    let fixture = try await Fixture(nil)
    let (folder, _) = try await database(in: fixture)
    let file = try DatabaseFile(fixture.path)
    let alone = try await StatusReport.read(file, steps: nil, wanted: nil)
    #expect(alone.isDone && alone.history?.name == "one")
    #expect(alone.text(.plain).utf8.starts(with: "version one since 20".utf8))
    let report = try await StatusReport.read(
      file, steps: nil, wanted: nil, versions: VersionFolder(folder))
    #expect(!report.isDone && report.laterVersions == ["two"])
    #expect(report.text(.plain).contains("pending  version two\n"))
    #expect(report.json.compact.contains(#""version": "one""#), "\(report.json.compact)")
    #expect(report.json.compact.contains(#""laterVersions": ["two"]"#))
    let other = try VersionFolder(fixture.folder + "/none")
    await #expect(throws: ToolError.self) {
      try await StatusReport.read(file, steps: nil, wanted: nil, versions: other)
    }
  }

  @Test("status is not done if versions exist, but the database has recorded none")
  func noVersion() async throws {
    let fixture = try await Fixture(nil)
    let (folder, _) = try await database(in: fixture)
    let other = fixture.folder + "/other.sqlite"
    let database = try Database(other)
    try await database.migrate(to: try SchemaScript.schema(of: Self.one))
    try await database.close()
    let report = try await StatusReport.read(
      DatabaseFile(other), steps: nil, wanted: nil, versions: VersionFolder(folder))
    #expect(!report.isDone)
    #expect(report.text(.plain).contains("no version of the history is recorded"))
  }

  @Test("plan and migrate refuse to skip a version of the history, with and without the folder")
  func refused() async throws {
    let fixture = try await Fixture(nil)
    let (folder, wanted) = try await database(in: fixture)
    let file = try DatabaseFile(fixture.path, writes: true)
    for versions in [nil, try VersionFolder(folder)] {
      for isDry in [true, false] {
        let request = MigrationCommandRequest(
          steps: nil, wanted: wanted, history: HistoryArguments(versions: versions))
        let error = await #expect(throws: ToolError.self) {
          try await request.run(on: file, isDry: isDry)
        }
        #expect(error?.kind == .data)
        let words = error?.description ?? ""
        #expect(words.contains("version \"one\"") && words.contains("--ignore-history"), "\(words)")
      }
    }
    let ignoring = MigrationCommandRequest(
      steps: nil, wanted: wanted, history: HistoryArguments(isIgnored: true))
    _ = try await ignoring.run(on: file, isDry: false)
    #expect(try await file.database.schema().table("t")?.column("b") != nil)
    // The recorded version stays.
    #expect(try await StatusReport.read(file, steps: nil, wanted: wanted).history?.name == "one")
  }

  @Test("At the newest version, plan and migrate compare the database with the schema")
  func newest() async throws {
    let fixture = try await Fixture(nil)
    let (folder, wanted) = try await database(in: fixture)
    let versions = try VersionFolder(folder)
    let database = try Database(fixture.path)
    try await database.migrate(
      SchemaHistory(versions.versions.map { .version($0) }, current: wanted.schema))
    try await database.close()
    let file = try DatabaseFile(fixture.path, writes: true)
    for folder in [nil, versions] {
      let request = MigrationCommandRequest(
        steps: nil, wanted: wanted, history: HistoryArguments(versions: folder))
      for isDry in [true, false] {
        #expect(try await request.run(on: file, isDry: isDry).plan?.plan.isEmpty == true)
      }
    }
    // A later version with the same schema may have rules.
    _ = try versions.record("three", wanted.schema)
    let request = MigrationCommandRequest(
      steps: nil, wanted: wanted, history: HistoryArguments(versions: try VersionFolder(folder)))
    await #expect(throws: ToolError.self) { try await request.run(on: file, isDry: true) }
  }

  // MARK: - Dry runs

  /// The definitions of the fixture.
  private static let music = {
    let end = Fixture.music.firstRange(of: "INSERT INTO")?.lowerBound
    return String(Fixture.music[..<(end ?? Fixture.music.endIndex)])
  }()

  /// The exit code of a command, whether it throws an error or returns it.
  private func ending(
    _ request: MigrationCommandRequest, _ path: String, isDry: Bool
  ) async throws -> Int32 {
    let file = try DatabaseFile(path, writes: !isDry)
    do {
      let result = try await request.run(on: file, isDry: isDry)
      return try result.refusal.map { try #require(Ending($0)).code } ?? 0
    } catch {
      return try #require(Ending(error)).code
    }
  }

  @Test("A dry run ends with the exit code of the run itself, and changes nothing")
  func dryRun() async throws {
    let lossy = Self.music.replacing("cover BLOB", with: "cover BLOB NOT NULL")
    func schema(_ sql: String) throws -> SchemaFile {
      SchemaFile(schema: try SchemaScript.schema(of: sql))
    }
    let fixture = try await Fixture(nil)
    let steps = fixture.folder + "/steps"
    let cases: [(schema: SchemaFile?, allowed: [String], steps: [String: String], code: Int32)] = [
      (try schema(Self.music), [], [:], 0),
      (
        try schema(Self.music.replacing("cover BLOB", with: "cover BLOB, plays INTEGER")), [],
        [:], 0
      ),
      (try schema(lossy), [], [:], 3), (try schema(lossy), ["remove-rows:album"], [:], 0),
      (try schema(lossy), ["drop-extras"], [:], 3), (nil, [], [:], 0),
      (nil, [], ["1": "UPDATE album SET year = 1"], 0),
      (nil, [], ["1": "UPDATE album SET year = 1", "2": "UPDATE nothing SET x = 1"], 3),
      (nil, [], ["1": "DELETE FROM artist"], 3),
      (nil, [], ["1": "ALTER TABLE pair ADD c", "2": "UPDATE pair SET c = 1"], 0),
    ]
    for (place, one) in cases.enumerated() {
      let music = try await Fixture()
      try? FileManager.default.removeItem(atPath: steps)
      try FileManager.default.createDirectory(atPath: steps, withIntermediateDirectories: true)
      for (name, sql) in one.steps { _ = try fixture.file("steps/\(name).sql", sql) }
      let request = MigrationCommandRequest(
        steps: try StepFolder(steps), wanted: one.schema,
        allowed: try one.allowed.map { try PermittedLoss(argument: $0) })
      let before = try Data(contentsOf: URL(filePath: music.path))
      #expect(try await ending(request, music.path, isDry: true) == one.code, "case \(place)")
      #expect(try Data(contentsOf: URL(filePath: music.path)) == before, "case \(place)")
      #expect(try await ending(request, music.path, isDry: false) == one.code, "case \(place)")
    }
  }

  @Test("status is not done while anything differs, even an object that only the database has")
  func differences() async throws {
    let fixture = try await Fixture()
    for sql in [
      Self.music.replacing("cover BLOB,", with: ""),
      Self.music.replacing(
        "CREATE VIEW recent AS SELECT title FROM album WHERE year > 1990;", with: ""),
      Self.music + "CREATE TABLE more (id INTEGER PRIMARY KEY);",
    ] {
      let wanted = SchemaFile(schema: try SchemaScript.schema(of: sql))
      let report = try await StatusReport.read(
        DatabaseFile(fixture.path), steps: nil, wanted: wanted)
      #expect(!report.isDone, "\(report.text(.plain))")
    }
    let same = SchemaFile(schema: try SchemaScript.schema(of: Self.music))
    let report = try await StatusReport.read(DatabaseFile(fixture.path), steps: nil, wanted: same)
    #expect(report.isDone)
  }

  @Test("migrate takes the values of columns from --fill and --convert")
  func rules() async throws {
    let fixture = try await Fixture()
    let sql = Self.music.replacing("cover BLOB", with: "cover BLOB NOT NULL")
      .replacing("year INTEGER DEFAULT 1984", with: "year TEXT, plays INTEGER NOT NULL")
    let request = MigrationCommandRequest(
      steps: nil, wanted: SchemaFile(schema: try SchemaScript.schema(of: sql)),
      rules: try RuleArguments(
        fill: ["album.cover=x'00'", "album.plays=length(title)"],
        convert: ["album.year='y' || year"]))
    let file = try DatabaseFile(fixture.path, writes: true)
    #expect(try await request.run(on: file, isDry: true).refusal == nil)
    _ = try await request.run(on: file, isDry: false)
    let rows = try await Query.output(
      "SELECT year || hex(cover) || plays FROM album ORDER BY id", .csv, on: fixture.path)
    #expect(rows.contains("y198400FF12") && rows.contains("y1985007"), "\(rows)")
  }
}
