import Foundation
@testable import ORMToolKit
import Testing

@Suite("The history of the shell")
struct HistoryTests {
  private func file(_ fixture: borrowing Fixture, limit: Int = 2000) throws -> HistoryFile {
    let folder = fixture.folder
    return try #require(
      HistoryFile(environment: { $0 == "XDG_STATE_HOME" ? folder : nil }, limit: limit))
  }

  @Test("Entries with several lines and any characters are read as they were written")
  func entries() async throws {
    let fixture = try await Fixture(nil)
    let file = try file(fixture)
    #expect(try file.read() == [])
    let entries = ["SELECT 1;", "SELECT\n  'a\\nb\\';", "é日\u{1b}\t\\", "\\n"]
    for entry in entries { try file.append(entry) }
    #expect(try file.read() == entries)
  }

  @Test("Only the user can read the history file, even if it already existed")
  func mode() async throws {
    let fixture = try await Fixture(nil)
    let file = try file(fixture)
    _ = try file.read()
    func modes(_ path: String) throws -> Int {
      try #require(
        FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try modes(file.path) == 0o600)
    #expect(try modes(fixture.folder + "/orm") == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try file.append("x")
    #expect(try modes(file.path) == 0o600)
  }

  @Test("Concurrent writers lose no entry")
  func concurrent() async throws {
    let fixture = try await Fixture(nil)
    let file = try file(fixture)
    _ = try file.read()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for entry in 0..<50 { try file.append("\(writer) \(entry)\nend") }
        }
      }
      try await group.waitForAll()
    }
    let read = try file.read()
    #expect(Set(read).count == 200 && read.count == 200)
  }

  @Test("The history keeps a limited number of entries")
  func bounded() async throws {
    let fixture = try await Fixture(nil)
    let file = try file(fixture, limit: 3)
    _ = try file.read()
    for entry in 0..<6 { try file.append("\(entry)") }
    #expect(try file.read().count == 6)
    try file.append("6")
    #expect(try file.read() == ["4", "5", "6"])
    #expect(try fixture.text(of: "orm/history") == "4\n5\n6\n")
    var history = History(limit: 3)
    for entry in 0..<5 { history.add("\(entry)") }
    #expect(history.entries == ["2", "3", "4"])
  }

  @Test("Entries that begin with white space, are too long or repeat the last one are not kept")
  func refused() {
    var history = History()
    let long = String(repeating: "x", count: History.longest + 1)
    for entry in ["", " secret", "\nx", "a", "a", long, "b", "a"] { history.add(entry) }
    #expect(history.entries == ["a", "b", "a"])
  }

  @Test("Without a writable state folder there is no history, or an error")
  func missing() async throws {
    #expect(HistoryFile(environment: { _ in nil }) == nil)
    #expect(HistoryFile(environment: { _ in "relative" }) == nil)
    #expect(
      HistoryFile(environment: { $0 == "HOME" ? "/home/x" : nil })?.path
        == "/home/x/.local/state/orm/history")
    let fixture = try await Fixture(nil)
    let file = try file(fixture)
    _ = try fixture.file("orm", "a file where the folder would be")
    #expect(throws: ToolError.self) { try file.read() }
    try FileManager.default.removeItem(atPath: fixture.folder + "/orm")
    try FileManager.default.createDirectory(
      atPath: file.path, withIntermediateDirectories: true)
    #expect(throws: ToolError.self) { try file.read() }
  }
}
