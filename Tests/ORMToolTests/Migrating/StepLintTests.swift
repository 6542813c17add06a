import Foundation
import ORMCore
import ORMSQLite
import ORMToolKit
import Testing

@Suite("Checking the files of steps before they run")
struct StepLintTests {
  /// A folder with these files, by name.
  private func folder(
    _ files: [String: String], in fixture: borrowing Fixture
  ) throws -> StepFolder {
    let path = fixture.folder + "/steps"
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, sql) in files { _ = try fixture.file("steps/\(name).sql", sql) }
    return try StepFolder(path)
  }

  private func findings(
    _ sql: String, in fixture: borrowing Fixture, with database: Bool = false
  ) async throws -> [String] {
    let folder = try folder(["1": sql], in: fixture)
    let file = database ? try DatabaseFile(fixture.path) : nil
    return try await StepLint.findings(of: folder, in: file).map {
      "\($0.severity) \($0.name) \($0.object)"
    }
  }

  @Test(
    "A finding names a statement that destroys data or can't run in a step, with its line",
    arguments: [
      ("-- x\n\nDROP TABLE main.album;", "warning dropped-table 1.sql:3"),
      ("ALTER TABLE album DROP COLUMN year", "warning dropped-column 1.sql:1"),
      ("DELETE FROM album", "warning deletes-all-rows 1.sql:1"),
      ("DELETE FROM album WHERE id = 1", "note deletes-rows 1.sql:1"),
      ("SELECT 1;\nDROP INDEX i", "note dropped-object 1.sql:2"),
      ("BEGIN;", "error refused 1.sql:1"), ("PRAGMA foreign_keys = OFF", "error refused 1.sql:1"),
      ("VACUUM", "error needs-mark 1.sql:1"),
      ("PRAGMA journal_mode = WAL", "error needs-mark 1.sql:1"),
      ("-- orm: accepted needs-mark\nVACUUM", "error needs-mark 1.sql:2"),
      ("ALTER TABLE weather DROP temp", "warning dropped-column 1.sql:1"),
      ("WITH a AS (SELECT 1) DELETE FROM album", "warning deletes-all-rows 1.sql:1"),
      ("DELETE FROM album WHERE id IN (SELECT 1)", "note deletes-rows 1.sql:1"),
      (
        "UPDATE album SET year = (SELECT 1 FROM pair WHERE a = 1)", "note locks 1.sql:1"
      ),
      ("UPDATE album SET year = `FILL IN album.year`", "error unfilled-place 1.sql:1"),
    ])
  func kinds(sql: String, finding: String) async throws {
    let fixture = try await Fixture()
    #expect(try await findings(sql, in: fixture).contains(finding))
  }

  @Test(
    "Recreated and temporary objects, strings and triggers cause no finding",
    arguments: [
      "DROP VIEW v; CREATE VIEW v AS SELECT 1", "CREATE TABLE t (a); DROP TABLE t",
      "CREATE TEMP TABLE t (a); INSERT INTO temp.t VALUES (1); DROP TABLE temp.t",
      "SELECT 'DELETE FROM album; DROP TABLE album'",
      "CREATE TRIGGER t AFTER INSERT ON album BEGIN DELETE FROM album; DELETE FROM pair; END",
      "INSERT INTO album (id) SELECT CASE WHEN 1 THEN 2 END", "DELETE FROM orm_columns",
      "-- orm: outside of a transaction\nVACUUM", "PRAGMA legacy_alter_table = ON",
    ])
  func harmless(sql: String) async throws {
    let fixture = try await Fixture()
    #expect(try await findings(sql, in: fixture) == [])
  }

  @Test("A rebuilt table is reported as a lock, and a column that the new table lacks as lost")
  func rebuilt() async throws {
    let fixture = try await Fixture()
    let make = "CREATE TABLE t (a, b, CHECK (a > 0), PRIMARY KEY (a));"
    func rebuild(_ list: String) -> String {
      "CREATE TABLE n (a, c); INSERT INTO n SELECT \(list) FROM t; DROP TABLE t;"
        + " ALTER TABLE n RENAME TO t"
    }
    #expect(
      try await findings(make + rebuild("a, 1"), in: fixture) == [
        "note locks 1.sql:1", "warning lost-column 1.sql:1",
      ])
    // Its values are in another column.
    #expect(try await findings(make + rebuild("a, b + 1"), in: fixture) == ["note locks 1.sql:1"])
    // An earlier file creates the table and renames a column.
    let folder = try folder(
      [
        "1": make, "2": "ALTER TABLE t RENAME COLUMN b TO c; ALTER TABLE t ADD COLUMN d",
        "10": rebuild("a, c"),
      ], in: fixture)
    let all = try await StepLint.findings(of: folder)
    #expect(all.map(\.words).last == "column d of t is lost: the new table does not have it")
    #expect(all.map(\.object) == ["10.sql:1", "10.sql:1"])
  }

  @Test("With a database, only pending files are checked, and findings have row counts")
  func withDatabase() async throws {
    let fixture = try await Fixture()
    let folder = try folder(
      ["1": "DELETE FROM pair", "2": "CREATE INDEX i ON album (title)"], in: fixture)
    let file = try DatabaseFile(fixture.path, writes: true)
    _ = try await file.database.migrate(folder.migrations, through: "1")
    let found = try await StepLint.findings(of: folder, in: file)
    #expect(found.map(\.name) == ["locks"])
    #expect(found[0].words.contains("album: the index i is built (3 rows"), "\(found[0].words)")
    #expect(found[0].words.contains("less than a second"))
  }

  @Test("An update of many bytes is reported as slow, with an estimate")
  func slow() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE big (id INTEGER PRIMARY KEY, v BLOB);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
        INSERT INTO big SELECT i, zeroblob(1000000) FROM n;
      """)
    let folder = try folder(["1": "UPDATE big SET v = NULL"], in: fixture)
    let found = try await StepLint.findings(of: folder, in: DatabaseFile(fixture.path))
    #expect(found.map(\.name) == ["slow"] && found[0].severity == .warning)
    #expect(found[0].words.contains("90 rows") && found[0].words.contains("about 2 s"))
  }

  @Test("A finding that a file accepts becomes a note, only in that file")
  func accepted() async throws {
    let fixture = try await Fixture()
    let folder = try folder(
      [
        "1": "-- orm: accepted deletes-all-rows, dropped-table\nDELETE FROM pair; DROP TABLE album",
        "2": "DELETE FROM artist",
      ], in: fixture)
    let found = try await StepLint.findings(of: folder)
    #expect(found.filter { $0.severity != .note }.map(\.object) == ["2.sql:1"])
    #expect(CheckReport(ofSteps: found).isSerious)
    _ = try await DatabaseFile(fixture.path, writes: true).database.migrate(folder.migrations)
  }

  @Test("The file of new-migration causes only notes, and findings for allowed losses")
  func written() async throws {
    for change in StepChange.all {
      let (first, second) = try change.schemas()
      let script = try await StepScript(
        "x", from: first, to: second, allowed: change.allowed, rules: change.rules())
      let serious = script.findings.filter { $0.severity != .note }
      #expect(serious.isEmpty || !change.allowed.isEmpty, "\(change): \(serious.map(\.words))")
      if change.description == "a column and a table that go" {
        #expect(
          serious.map(\.name).sorted() == ["dropped-table", "lost-column", "lost-column"])
      }
    }
  }

  @Test("A file with an unfilled place stops a run before any file runs")
  func unfilled() async throws {
    let fixture = try await Fixture()
    let folder = try folder(
      ["1": "DELETE FROM pair", "2": "UPDATE album SET year = `FILL IN album.year`"], in: fixture)
    let request = MigrationCommandRequest(steps: folder, wanted: nil)
    let file = try DatabaseFile(fixture.path, writes: true)
    let error = await #expect(throws: ToolError.self) {
      try await request.run(on: file, isDry: false)
    }
    #expect(error?.description.contains("FILL IN album.year, line 1") == true)
    #expect(try await file.database.pendingSteps(of: folder.migrations) == ["1", "2"])
  }
}
