import CSQLite
import Foundation
import ORM
import Testing

@Suite("Journal modes and synchronous settings")
struct DurabilityTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The journal mode and the synchronous setting of the writer.
  func settings(
    _ configuration: Configuration, _ name: String = "test.sqlite"
  ) async throws -> [String?] {
    let db = try Database(folder.file(name), configuration: configuration)
    return try await db.withHandle { handle in
      try ["journal_mode", "synchronous"].map { try text("PRAGMA \($0)", handle) }
    }
  }

  @Test(
    "The configuration sets the journal mode and the synchronous setting",
    arguments: Configuration.JournalMode.allCases, Configuration.Synchronous.allCases)
  func said(mode: Configuration.JournalMode, synchronous: Configuration.Synchronous) async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.journalMode = mode
    configuration.synchronous = synchronous
    #expect(try await settings(configuration) == [mode.rawValue, "\(synchronous.rawValue)"])
  }

  @Test(
    "The default synchronous setting is NORMAL with a WAL, and FULL without one",
    arguments: Configuration.JournalMode.allCases)
  func unsaid(mode: Configuration.JournalMode) async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.journalMode = mode
    #expect(try await settings(configuration) == [mode.rawValue, mode == .wal ? "1" : "2"])
  }

  @Test("A file keeps its journal mode if journalMode is nil, and gets a WAL by default")
  func asFound() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.journalMode = nil
    try run("CREATE TABLE t (a)", on: folder.file())
    #expect(try await settings(configuration) == ["delete", "2"])
    #expect(try await settings(Configuration()) == ["wal", "1"])
    // The WAL mode is persistent: it is stored in the file.
    #expect(try await settings(configuration) == ["wal", "1"])
    configuration.journalMode = .truncate
    #expect(try await settings(configuration) == ["truncate", "2"])
  }

  @Test("Pragmas of prepareConnection override the configuration's journal mode and synchronous")
  func prepared() async throws {
    let ways: [@Sendable (borrowing ConnectionSetup) throws -> Void] = [
      { try $0.execute("PRAGMA synchronous = FULL; PRAGMA main.Journal_Mode(PERSIST)") },
      { setup in
        setup.withHandle { handle in
          let sql = "PRAGMA SYNCHRONOUS=2; PRAGMA journal_mode=PERSIST"
          _ = sqlite3_exec(handle, sql, nil, nil, nil)
        }
      },
    ]
    for (index, prepare) in ways.enumerated() {
      var configuration = Configuration(readerCount: 1)
      configuration.prepareConnection = prepare
      #expect(try await settings(configuration, "\(index)") == ["persist", "2"])
      configuration.synchronous = .off
      configuration.journalMode = .wal
      #expect(try await settings(configuration, "\(index)") == ["persist", "2"])
    }
  }

  @Test("Pragmas of prepareConnection also apply to readers, except query_only")
  func others() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.cacheSize = 1 << 20
    configuration.prepareConnection = {
      try $0.execute("PRAGMA cache_size = -77; PRAGMA foreign_keys = OFF; PRAGMA query_only = OFF")
    }
    let db = try Database(folder.file(), configuration: configuration)
    #expect(try await db.value(Int.self, sql: "PRAGMA cache_size") == -77)
    #expect(try await db.value(Int.self, sql: "PRAGMA foreign_keys") == 0)
    // Readers are always read-only.
    #expect(try await db.value(Int.self, sql: "PRAGMA query_only") == 1)
    // A pragma that only queries its value does not count as set.
    configuration.prepareConnection = { try $0.execute("PRAGMA cache_size") }
    let asked = try Database(folder.file(), configuration: configuration)
    #expect(try await asked.value(Int.self, sql: "PRAGMA cache_size") == -1024)
  }

  @Test("An authorizer that prepareConnection sets stays on every connection")
  func authorizer() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.prepareConnection = { setup in
      setup.withHandle { handle in
        _ = sqlite3_set_authorizer(
          handle,
          { _, action, _, name, _, _ in
            guard action == SQLITE_FUNCTION, let name else { return SQLITE_OK }
            return String(cString: name) == "upper" ? SQLITE_DENY : SQLITE_OK
          }, nil)
      }
    }
    let db = try Database(folder.file(), configuration: configuration)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(String.self, sql: "SELECT upper('a')")
    }
    #expect(error?.message.contains("not authorized") == true)
    let written = await #expect(throws: DatabaseError.self) {
      try await db.transaction { try $0.value(String.self, sql: "SELECT upper('a')") }
    }
    #expect(written?.message.contains("not authorized") == true)
  }

  @Test(
    "Without a WAL, tasks that read and write concurrently lose no write",
    arguments: [Configuration.JournalMode.delete, .truncate, .persist])
  func rollbackJournal(mode: Configuration.JournalMode) async throws {
    var configuration = Configuration(readerCount: 3)
    configuration.journalMode = mode
    configuration.synchronous = .off
    // On a busy machine, a task may wait for its turn for longer than the default timeout.
    configuration.busyTimeout = .seconds(600)
    configuration.connectionTimeout = .seconds(600)
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Label.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<6 {
        group.addTask {
          for step in 0..<20 {
            try await db.insert(Label(name: "\(task)-\(step)"))
            _ = try await db.read { (try $0.count(Label.self), try $0.fetch(Label.self).count) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await db.count(Label.self) == 120)
  }
}
