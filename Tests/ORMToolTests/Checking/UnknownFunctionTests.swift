import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A database with functions that only its program has")
struct UnknownFunctionTests {
  private func fixture(_ more: String = "") async throws -> Fixture {
    let fixture = try await Fixture(nil)
    try RawFile(withFunctions: fixture.path).execute(
      """
      CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (valid(name)));
      CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT, length INT AS (shout(name)) NOT NULL);
      CREATE INDEX city_shout ON city (shout(name));
      CREATE INDEX city_length ON city (length);
      CREATE INDEX city_valid ON city (name) WHERE valid(name);
      CREATE INDEX city_name ON city (name);
      CREATE TABLE log (at TEXT);
      CREATE TRIGGER member_in AFTER INSERT ON member BEGIN
        INSERT INTO log VALUES (shout(new.name));
      END;
      CREATE VIEW loud AS SELECT shout(name) AS s FROM member;
      INSERT INTO member VALUES (1, 'Ann'), (2, 'Bob');
      INSERT INTO city (id, name) VALUES (1, 'Rome'), (2, 'Oslo');
      \(more)
      """)
    return fixture
  }

  private func expectSound(_ path: String) throws {
    let file = try RawFile(withFunctions: path)
    try file.execute("REINDEX")
    #expect(try file.text("PRAGMA integrity_check") == "ok")
    #expect(try file.text("SELECT group_concat(name) FROM member") == "Ann,Bob")
    #expect(try file.text("SELECT sum(length) FROM city INDEXED BY city_length") == "8")
  }

  @Test("A check finds no damage in a healthy file, and names the functions")
  func check() async throws {
    let fixture = try await fixture()
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(!report.isDamaged && report.findings.allSatisfy { $0.severity != .error })
    let findings = report.findings.map { "\($0.name) \($0.object)" }
    #expect(
      findings.filter { $0.hasPrefix("unknown") } == [
        "unknown-function city", "unknown-function member", "unknown-function loud",
      ])
    #expect(!findings.contains { $0.hasPrefix("broken-view") })
    #expect(report.text(.plain).contains("member: orm does not have valid, shout: "))
  }

  @Test("A check finds an index that lacks the rows of its table, if no function computes it")
  func damage() async throws {
    let fixture = try await fixture(
      """
      CREATE TABLE copy (name TEXT);
      CREATE INDEX copy_name ON copy (name);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (
        SELECT rootpage FROM sqlite_schema WHERE name = 'copy_name') WHERE name = 'city_name';
      DELETE FROM sqlite_schema WHERE name = 'copy_name';
      """)
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.isDamaged)
    #expect(report.text(.plain).contains("wrong # of entries in index city_name"))
  }

  @Test("Structs are generated, a recovered copy and a restored dump are equal, and VACUUM works")
  func commands() async throws {
    let fixture = try await fixture()
    let generated = try await GeneratedStructs.read(DatabaseFile(fixture.path))
    #expect(generated.tables == 3 && generated.leftOut == ["loud"])

    let saved = fixture.folder + "/saved.sqlite"
    let recovered = try await Recovery.run(fixture.path, to: saved, Progress())
    #expect(recovered.isWhole && recovered.functions == ["valid", "shout"])
    #expect(recovered.text(.plain).contains("run REINDEX"))
    try expectSound(saved)

    let output = Written()
    try await Dump().run(on: DatabaseFile(fixture.path), to: output.output())
    let dump = try fixture.file("dump.sql", output.text)
    let copy = fixture.folder + "/copy.sqlite"
    let restored = try await Restoring(dump).run(intoFile: copy, errors: Written().output())
    #expect(restored.functions.sorted() == ["shout", "valid"])
    #expect(restored.text.contains("REINDEX: orm lacks the function shout"))
    try expectSound(copy)

    let folder = fixture.folder + "/folder"
    _ = try await DumpFolder(folder, format: .csv).run(on: DatabaseFile(fixture.path))
    let other = fixture.folder + "/other.sqlite"
    _ = try await Restoring(folder).run(intoFile: other, errors: Written().output())
    try expectSound(other)

    let compact = fixture.folder + "/compact.sqlite"
    try await DatabaseFile(fixture.path).database.vacuum(into: compact)
    try await DatabaseFile(fixture.path, writes: true).database.vacuum()
    for path in [compact, fixture.path] {
      // The indexes were copied, not computed.
      #expect(try RawFile(withFunctions: path).text("PRAGMA integrity_check") == "ok")
    }
  }

  @Test("A table that stores what a function computes is neither recovered nor restored")
  func storedColumns() async throws {
    let fixture = try await fixture(
      """
      CREATE TABLE kept (name TEXT, length INT AS (shout(name)) STORED);
      INSERT INTO kept (name) VALUES ('x');
      """)
    let report = try await Recovery.run(
      fixture.path, to: fixture.folder + "/saved.sqlite", Progress())
    #expect(report.lostRows == 1 && report.failures.count == 1)
    #expect(report.failures.first?.contains("stored columns") == true)
    let output = Written()
    try await Dump().run(on: DatabaseFile(fixture.path), to: output.output())
    let dump = try fixture.file("dump.sql", output.text)
    let error = await #expect(throws: ToolError.self) {
      try await Restoring(dump).run(
        intoFile: fixture.folder + "/copy.sqlite", errors: Written().output())
    }
    #expect(error.map { "\($0)" }?.contains("kept stores values") == true)
  }

  @Test("A plan compares what calls the functions, and a migration that needs one names it")
  func migration() async throws {
    let fixture = try await fixture()
    let file = try DatabaseFile(fixture.path, writes: true)
    let found = try await file.database.schema()
    #expect(try await file.database.plan(to: found).isEmpty)
    var wanted = found
    // The table of the CHECK is rebuilt.
    wanted.tables[2].columns[1].notNull = nil
    let plan = try await file.database.plan(to: wanted)
    #expect(plan.steps.count == 1)
    let error = await #expect(throws: MigrationError.self) {
      try await file.database.migrate(to: wanted)
    }
    #expect(error?.reason == .missingExtension)
    #expect(
      error.map { "\($0)" }?.contains("this program does not define the function") == true)
  }
}
