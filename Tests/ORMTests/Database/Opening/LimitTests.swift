import CSQLite
import Foundation
import ORM
import Testing

@Suite("Limits and defensive mode")
struct LimitTests {
  @Test("SQL can't write SQLite's internal tables, unless isDefensive is false")
  func defence() async throws {
    let writes = [
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'later'",
      "DELETE FROM words_content",
    ]
    for isDefensive in [true, false] {
      var configuration = Configuration()
      configuration.isDefensive = isDefensive
      for write in writes {
        let db = try Database.inMemory(configuration: configuration)
        try await db.execute(
          script: "CREATE VIRTUAL TABLE words USING fts5 (word); CREATE TABLE later (a)")
        // The C interface runs SQL that the methods of the library may refuse.
        let code = try await db.withHandle { sqlite3_exec($0, write, nil, nil, nil) }
        #expect((code == SQLITE_OK) != isDefensive)
      }
      let db = try Database.inMemory(configuration: configuration)
      let mode = try await db.withHandle { try text("PRAGMA journal_mode = OFF", $0) }
      #expect(mode == (isDefensive ? "memory" : "off"))
    }
  }

  @Test("Each limit is set on every connection, and other limits keep their defaults")
  func limits() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 1)
    configuration.limits.length = 100_000
    configuration.limits.sqlLength = 20_000
    configuration.limits.columns = 30
    configuration.limits.expressionDepth = 40
    configuration.limits.compoundQueries = 5
    configuration.limits.vdbeOps = 60_000
    configuration.limits.functionArguments = 7
    configuration.limits.attachedDatabases = 0
    configuration.limits.patternLength = 90
    configuration.limits.parameters = 100
    configuration.limits.triggerDepth = 11
    configuration.limits.workerThreads = -1
    let expected: [Int32] = [100_000, 20_000, 30, 40, 5, 60_000, 7, 0, 90, 100, 11, 0]
    let read: @Sendable (OpaquePointer) -> [Int32] = { handle in
      (0..<12).map { sqlite3_limit(handle, $0, -1) }
    }
    let db = try Database(folder.file(), configuration: configuration)
    // SQLite's numbers have attached databases before pattern length, and trigger depth before
    // threads.
    #expect(try await db.withHandle(read) == expected)
    #expect(try await db.read { try $0.withHandle(read) } == expected)
    let plain = try await Database.inMemory().withHandle(read)
    #expect(plain[2] == 2000 && plain[3] == 1000)
    configuration.limits = Configuration.Limits()
    configuration.limits.expressionDepth = .max
    let high = try await Database.inMemory(configuration: configuration).withHandle(read)
    #expect(high == plain)
  }

  @Test("Rows are inserted in batches within the parameter limit, and exceeding a limit throws")
  func overLimit() async throws {
    var configuration = Configuration()
    configuration.limits.parameters = 7
    configuration.limits.attachedDatabases = 0
    configuration.limits.length = 1000
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Label.self)
    try await db.insert((0..<100).map { Label(name: "\($0)") })
    #expect(try await db.count(Label.self) == 100)
    await #expect(throws: DatabaseError.self) { try await db.execute("ATTACH ':memory:' AS other") }
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(Label(name: String(repeating: "x", count: 2000)))
    }
    #expect(error?.code == .tooBig)
  }
}
