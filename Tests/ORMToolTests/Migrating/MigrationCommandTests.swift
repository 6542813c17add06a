import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("The migrate, plan and status commands")
struct MigrationCommandTests {
  private static let wanted = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE album (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER DEFAULT 1984, cover BLOB,
      artistID INTEGER NOT NULL REFERENCES artist (id) ON DELETE CASCADE, plays INTEGER) STRICT;
    CREATE INDEX album_by_artist ON album (artistID);
    """

  private func request(
    _ fixture: borrowing Fixture, to sql: String? = nil, steps: String? = nil,
    allowing: [String] = []
  ) async throws -> MigrationCommandRequest {
    var wanted: SchemaFile?
    if let sql { wanted = try await SchemaFile.read(try fixture.file("wanted.sql", sql)) }
    return MigrationCommandRequest(
      steps: try steps.map { try StepFolder($0) }, wanted: wanted,
      allowed: try allowing.map { try PermittedLoss(argument: $0) })
  }

  /// A folder with two steps.
  private func steps(_ fixture: borrowing Fixture) throws -> String {
    let folder = fixture.folder + "/steps"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try fixture.file("steps/2-b.sql", "UPDATE artist SET name = upper(name) WHERE id = 1;")
    _ = try fixture.file("steps/1-a.sql", "UPDATE album SET year = year + 1; -- all\n")
    _ = try fixture.file("steps/readme.md", "no step")
    return folder
  }

  @Test("migrate changes the schema and runs steps by name, and a dry run changes nothing")
  func migrate() async throws {
    let fixture = try await Fixture()
    let request = try await request(fixture, to: Self.wanted, steps: steps(fixture))
    let dry = try await request.run(on: DatabaseFile(fixture.path), isDry: true)
    #expect(dry.steps == ["1-a", "2-b"] && dry.text(.plain).contains("pending  1-a\n"))
    #expect(dry.text(.plain).contains("ALTER TABLE"))
    let question = "SELECT (SELECT year FROM album) || name FROM artist WHERE id = 1"
    #expect(try await Query.output(question, .csv, on: fixture.path).contains("1984Sade"))
    let done = try await request.run(on: DatabaseFile(fixture.path, writes: true), isDry: false)
    #expect(done.steps == ["1-a", "2-b"] && done.text(.plain).hasSuffix("ran      2-b\n"))
    #expect(try await Query.output(question, .csv, on: fixture.path).contains("1985SADE"))
    let again = try await request.run(on: DatabaseFile(fixture.path, writes: true), isDry: false)
    #expect(again.steps.isEmpty && again.plan?.plan.isEmpty == true)
    let nothing = try await self.request(fixture)
    let file = try DatabaseFile(fixture.path)
    let error = await #expect(throws: ToolError.self) {
      try await nothing.run(on: file, isDry: true)
    }
    #expect(error?.kind == .use)
  }

  @Test("A data loss is refused unless it is allowed by the name that the plan shows")
  func losses() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path, writes: true)
    // A NOT NULL that two rows violate.
    let sql = Self.wanted.replacing("cover BLOB", with: "cover BLOB NOT NULL")
    let request = try await request(fixture, to: sql)
    let refused = await #expect(throws: DataLossError.self) {
      try await request.run(on: file, isDry: false)
    }
    let error = try #require(refused)
    let words = try #require(Ending(error)?.words)
    #expect(
      words.hasSuffix(
        """

          album: 2 rows with NULL in column cover, which does not allow NULL (keys 2, 3)
            to keep the rows, give the column a value with fill: [.column("album", "cover", sql: "…")], here --fill 'album.cover=…'
            to delete 2 of 3 rows: --allow remove-rows:album
        """), "\(words)")
    let dry = try await request.run(on: file, isDry: true)
    let text = dry.text(.plain)
    #expect(text.contains("\n  to delete 2 of 3 rows: --allow remove-rows:album\n"), "\(text)")
    #expect(dry.json.compact.contains(#""allow": "remove-rows:album""#))
    let allowed = try await self.request(fixture, to: sql, allowing: ["remove-rows:album"])
    _ = try await allowed.run(on: file, isDry: false)
    #expect(
      try await Query.output("SELECT count(*) FROM album", .csv, on: fixture.path).contains("1"))
  }

  @Test("A likely rename is reported before losses, and no loss is offered that empties a table")
  func warnings() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path, writes: true)
    let sql = Self.wanted.replacing("name TEXT NOT NULL UNIQUE", with: "title TEXT NOT NULL UNIQUE")
    let request = try await request(fixture, to: sql)
    let refused = await #expect(throws: DataLossError.self) {
      try await request.run(on: file, isDry: false)
    }
    let error = try #require(refused)
    let warning = #"if this is a rename, declare renamedFrom: "name""#
    #expect(error.warnings.contains { $0.contains(warning) })
    let spoken = try #require(Ending(error)?.words)
    #expect(!spoken.contains("remove-rows") && !spoken.contains("removingRows"), "\(spoken)")
    for words in [spoken, "\(error)"] {
      let place = try #require(words.range(of: warning)?.lowerBound, "\(words)")
      let loss = try #require(words.range(of: "2 rows with NULL in column title")?.lowerBound)
      #expect(place < loss)
    }
    let dry = try await request.run(on: file, isDry: true)
    let text = dry.text(.plain)
    let place = try #require(text.range(of: warning)?.lowerBound, "\(text)")
    #expect(text.range(of: "loss: ").map { place < $0.lowerBound } == true)
    #expect(!text.contains("remove-rows") && !dry.json.compact.contains("remove-rows"))
    // The permission is accepted, although it was not offered.
    let allowed = try await self.request(
      fixture, to: sql,
      allowing: ["remove-rows:artist", "remove-rows:album", "break-references:artist"])
    _ = try await allowed.run(on: file, isDry: false)
  }

  @Test("Objects that the sources do not fully determine are kept as in the database")
  func openObjects() async throws {
    let fixture = try await Fixture(
      Fixture.music + """
        CREATE VIEW typed AS SELECT name FROM artist;
        CREATE TRIGGER typed_gone INSTEAD OF DELETE ON typed BEGIN SELECT 1; END;
        CREATE TRIGGER artist_typed AFTER INSERT ON artist BEGIN SELECT 1; END;
        CREATE TRIGGER foreign_one AFTER INSERT ON artist BEGIN SELECT 1; END;
        """)
    let file = try DatabaseFile(fixture.path, writes: true)
    let database = try await file.database.schema()
    var schema = database
    schema.views.removeAll { $0.name == "typed" }
    schema.triggers.removeAll { $0.name != "album_insert" }
    let wanted = SchemaFile(
      schema: schema, unknown: ["Typed", "gone"], unknownTriggers: ["artist_typed", "lost"],
      problems: ["A.swift:1:1: x"])
    let completed = wanted.completed(by: database)
    #expect(completed.views == database.views)
    #expect(completed.triggers.map(\.name) == ["album_insert", "artist_typed", "typed_gone"])
    let all: [PermittedLoss] = [.droppingView("typed"), .droppingTrigger("artist_typed")]
    let result = try await MigrationCommandRequest(steps: nil, wanted: wanted, allowed: all)
      .run(on: file, isDry: false)
    #expect(result.plan?.plan.isEmpty == true)
    #expect(try await file.database.schema() == database)
    // A trigger whose name can't be determined may be any trigger.
    let unnamed = SchemaFile(schema: schema, unknown: ["typed"], hasUnnamedTriggers: true)
    #expect(unnamed.completed(by: database) == database)
    // A table that could not be read completely is refused.
    let open = SchemaFile(schema: schema, obstacles: ["A.swift:1:1: x"])
    await #expect(throws: ToolError.self) {
      try await MigrationCommandRequest(steps: nil, wanted: open).run(on: file, isDry: false)
    }
    #expect(throws: ToolError.self) { try wanted.version() }
  }

  @Test("A reference to a missing table is reported")
  func missingParent() async throws {
    let fixture = try await Fixture()
    let file = try DatabaseFile(fixture.path, writes: true)
    let request = try await request(
      fixture, to: Self.wanted + "CREATE TABLE c (a REFERENCES gone, b REFERENCES c);")
    let text = try await request.run(on: file, isDry: false).text(.plain)
    #expect(
      text.contains("warning: c: a refers to the table gone, which does not exist"), "\(text)")
    #expect(
      text.utf8.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "warning: c:".utf8) }
        == 1)
  }

  @Test(
    "Each kind of loss is parsed from its name",
    arguments: [
      "drop-table:a:b", "drop-column:a:b:c", "drop-index:a", "drop-view:a", "drop-trigger:a",
      "drop-constraint:a:CHECK (b > ':')", "change-values:a:b", "remove-rows:a",
      "break-references:a", "drop-extras", "newer-schema", "reuse-table:a",
      "reuse-column:a:b",
    ])
  func arguments(text: String) throws {
    #expect(try PermittedLoss(argument: text).argument == text)
  }

  @Test("are shown as one word of a shell command")
  func shellWords() throws {
    for (text, word) in [
      ("drop-column:a:b", "drop-column:a:b"), ("remove-rows:my table", "'remove-rows:my table'"),
      ("drop-constraint:a:CHECK (b > 'c')", #"'drop-constraint:a:CHECK (b > '\''c'\'')'"#),
      ("", "''"), ("a\nb", "'a\nb'"), ("~/é=1", "'~/é=1'"), ("$a", "'$a'"),
    ] {
      #expect(text.shellWord == word)
    }
  }

  @Test(
    "An unknown or incomplete name of a loss is refused",
    arguments: ["", "drop", "drop-table", "drop-column:a", "change-values"])
  func wrongArguments(text: String) throws {
    let error = #expect(throws: ToolError.self) { try PermittedLoss(argument: text) }
    #expect(error?.kind == .use)
  }

  @Test("status lists steps that have run, pending steps and differences")
  func status() async throws {
    let fixture = try await Fixture()
    let folder = try StepFolder(steps(fixture))
    let wanted = try await SchemaFile.read(try fixture.file("wanted.sql", Self.wanted))
    let before = try await StatusReport.read(
      DatabaseFile(fixture.path), steps: folder, wanted: wanted)
    #expect(!before.isDone && before.pending == ["1-a", "2-b"])
    #expect(before.text(.plain).contains("+ album: column plays\n"))
    let file = try DatabaseFile(fixture.path, writes: true)
    #expect(try await file.database.noteAsRun(folder.migrations) == ["1-a", "2-b"])
    #expect(try await file.database.noteAsRun(folder.migrations).isEmpty)
    let after = try await StatusReport.read(file, steps: folder, wanted: nil)
    #expect(after.isDone && after.ran.map(\.name) == ["1-a", "2-b"] && after.pending.isEmpty)
    // They were recorded as run, but did not run.
    let years = try await Query.output("SELECT max(year) FROM album", .csv, on: fixture.path)
    #expect(years.contains("1985"))
    _ = try fixture.file("steps/1-a.sql", "SELECT 1;")
    let changed = try StepFolder(folder.path)
    await #expect(throws: StepError.self) {
      try await StatusReport.read(file, steps: changed, wanted: nil)
    }
  }

  @Test("new-migration creates the file of a step, with the SQL of the difference")
  func newStep() async throws {
    let fixture = try await Fixture()
    let first = try await SchemaFile.read(fixture.path).complete()
    let second = try await SchemaFile.read(try fixture.file("wanted.sql", Self.wanted)).complete()
    let sql = try await StepScript("add plays", from: first, to: second).sql
    #expect(sql.contains("ADD COLUMN \"plays\"") && sql.hasPrefix("-- add plays"), "\(sql)")
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let folder = fixture.folder + "/new"
    let path = try StepFolder.add("add plays/../x", in: folder, sql: sql, at: date)
    #expect(path == folder + "/20231114221320-add-plays----x.sql")
    let request = try await request(fixture, steps: folder)
    _ = try await request.run(on: DatabaseFile(fixture.path, writes: true), isDry: false)
    let found = SchemaFile(schema: try await SchemaFile.read(fixture.path).schema)
    let left = SchemaDifference(from: found, to: SchemaFile(schema: second)).changes
    #expect(left.allSatisfy { $0.action == .extra })
    #expect(throws: ToolError.self) {
      try StepFolder.add("add plays/../x", in: folder, sql: sql, at: date)
    }
    #expect(throws: ToolError.self) { try StepFolder.add("/", in: folder, sql: sql, at: date) }
  }

  @Test("Sources that could not be read completely are refused as a migration's target")
  func incomplete() {
    let file = SchemaFile(schema: Schema(), problems: ["A.swift:1:1: x"])
    #expect(throws: ToolError.self) { try file.complete() }
  }
}
