import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
@testable import ORMToolKit
import Testing

@Suite("The shadow tables of virtual tables")
struct ShadowTableTests {
  private static let script = """
    CREATE TABLE word (id INTEGER PRIMARY KEY, body TEXT);
    CREATE TABLE words_extra (id INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE words USING fts5(body);
    CREATE VIRTUAL TABLE old USING fts4(body);
    CREATE VIRTUAL TABLE place USING rtree(id, x0, x1);
    """

  private func shell(_ script: String, on path: String) async throws -> String {
    let written = Written()
    _ = try await DatabaseFile(path).running { handle in
      let session = ShellSession(
        ShellSession.Options(path: path), on: handle, to: written.output(),
        errors: written.output())
      for line in script.split(separator: "\n") { try session.run(command: String(line)) }
      return 0
    }
    return written.text
  }

  @Test("The shell lists and completes shadow tables only after .shadow on")
  func shellLists() async throws {
    let fixture = try await Fixture(Self.script)
    let plain = "old\nplace\nword\nwords\nwords_extra\n"
    #expect(try await shell(".tables", on: fixture.path) == plain)
    #expect(try await shell(".tables words_", on: fixture.path) == "words_extra\n")
    let schema = try await shell(".schema", on: fixture.path)
    #expect(schema.contains("words_extra") && !schema.contains("words_data"))
    #expect(try await shell(".schema words_data", on: fixture.path).contains("CREATE TABLE"))
    let all = try await shell(".shadow on\n.tables\n.schema", on: fixture.path)
    for name in ["words_data", "old_segdir", "place_node"] { #expect(all.contains("\(name)\n")) }
    #expect(all.contains("CREATE TABLE 'words_data'"))
    let names = try await DatabaseFile(fixture.path).running { handle in
      let session = ShellSession(
        ShellSession.Options(path: fixture.path), on: handle, to: Written().output(),
        errors: Written().output())
      let hidden = session.completer.tables()
      try session.run(command: ".shadow on")
      return (hidden, session.completer.tables())
    }
    #expect(!names.0.contains("words_data") && names.1.contains("words_data"))
  }

  @Test("inspect lists shadow tables with --shadow, and shows one by its name")
  func inspected() async throws {
    let fixture = try await Fixture(Self.script)
    let file = try DatabaseFile(fixture.path)
    let report = try await FileReport.read(file)
    #expect(report.tables.map(\.name) == ["word", "words_extra", "old", "place", "words"])
    let all = try await FileReport.read(file, shadows: true)
    #expect(all.tables.contains { $0.name == "words_data" && $0.kind == "shadow" })
    #expect(all.text(.plain).contains("of a virtual table"))
    let table = try await TableReport.read(file, table: "WORDS_data")
    #expect(table.kind == "shadow table" && table.columns.map(\.name) == ["id", "block"])
    let error = await #expect(throws: ToolError.self) {
      try await TableReport.read(file, table: "words_dat")
    }
    #expect(error?.description.contains("words_data") == false)
  }
}
