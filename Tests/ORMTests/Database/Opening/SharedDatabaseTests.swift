import Foundation
import ORM
import Testing

@Suite("Databases shared by name")
struct SharedDatabaseTests {
  @Test("A shared database is the same object for a name until it is closed")
  func same() async throws {
    let program = "orm-tests-\(UUID().uuidString)"
    let path = try Database.defaultPath(named: "a.sqlite", program: program)
    defer {
      try? FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent)
    }
    let name = "a.sqlite"
    Database.share(nil, as: name)
    let first = try Database.shared(named: name, program: program)
    #expect(first.path == path)
    #expect(try Database.shared(named: name, program: program) === first)
    #expect(try Database.shared(named: "b.sqlite", program: program) !== first)
    try await first.close()
    let second = try Database.shared(named: name, program: program)
    #expect(second !== first)
    try await second.execute("CREATE TABLE t (x)")
    for name in [name, "b.sqlite"] {
      try await Database.shared(named: name, program: program).close()
      Database.share(nil, as: name)
    }
  }

  @Test("A database that was shared by a name is returned to all concurrent callers")
  func given() async throws {
    let name = "orm-tests-\(UUID().uuidString).sqlite"
    let memory = try Database.inMemory()
    Database.share(memory, as: name)
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { try Database.shared(named: name) === memory } }
      return try await group.reduce(into: true) { $0 = $0 && $1 }
    }
    #expect(found)
    Database.share(nil, as: name)
  }
}
