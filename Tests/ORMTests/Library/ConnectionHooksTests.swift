import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Hooks of a connection, and their observers")
struct ConnectionHooksTests {
  /// Records its notifications.
  private final class Recorder: ConnectionObserver {
    private(set) var events: [String] = []
    let tellsCommitsApart = false

    func takeEvents() -> [String] {
      defer { events = [] }
      return events
    }

    func willChange(_ change: RowChange) {
      events.append("row \(change.newKey) of \(String(cString: change.table))")
    }
    func statementFailed() { events.append("failed") }
    func willCommit() { events.append("commit") }
    func commitFailed() { events.append("commit failed") }
    func didRollBack() { events.append("rollback") }
    func didBegin(savepoint depth: Int) { events.append("savepoint \(depth)") }
    func didRollBack(toSavepoint depth: Int) { events.append("back to \(depth)") }
    func willClose() { events.append("close") }
  }

  private struct Stop: Error {}

  /// Returns the notifications of an observer of the connection while `body` runs.
  private func events(
    on db: Database, _ body: @Sendable (isolated Connection) throws -> Void
  ) async throws -> [String] {
    try await db.writing { connection in
      let recorder = Recorder()
      connection.hooks.add(recorder, on: connection.handle)
      defer { connection.hooks.remove(recorder) }
      try body(connection)
      return recorder.takeEvents()
    }
  }

  @Test("Hooks report rows, failures, savepoints, commits and rollbacks in order")
  func order() async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    let committed = try await events(on: db) { tx in
      try tx.transaction {
        try tx.insert(Account(id: 1, balance: 0))
        try? tx.transaction {
          try tx.insert(Account(id: 2, balance: 0))
          try tx.transaction { _ = try? tx.insert(Account(id: 1, balance: 0)) }
          throw Stop()
        }
      }
    }
    #expect(
      committed == [
        "row 1 of account", "savepoint 1", "row 2 of account", "savepoint 2", "failed",
        "back to 1", "commit",
      ])
    let undone = try await events(on: db) { tx in
      try tx.transaction {
        try tx.insert(Account(id: 3, balance: 0))
        tx.rollback()
      }
    }
    #expect(undone == ["row 3 of account", "rollback"])
  }

  @Test("Hooks report a commit that a lock prevents, and the commit that follows")
  func failedCommit() async throws {
    var configuration = Configuration()
    configuration.journalMode = .delete
    let folder = try TemporaryFolder()
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Account.self)
    let reader = try HeldLock(path: db.path, begin: "BEGIN", sql: "SELECT * FROM account")
    let events = try await events(on: db) { connection in
      try connection.begin(.immediate)
      connection.state = .writing(savepoints: 0)
      try connection.insert(Account(id: 1, balance: 0))
      #expect(throws: DatabaseLocked.self) { try connection.commit() }
      try reader.end("COMMIT")
      try connection.commit()
    }
    #expect(events == ["row 1 of account", "failed", "commit failed", "commit"])
    #expect(try await db.count(Account.self) == 1)
  }

  @Test("Hooks report no rows while a session records them, and know that they missed rows")
  func suspended() async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    let events = try await events(on: db) { connection in
      let (_, changes) = try connection.recordChanges(of: Account.self) {
        try connection.insert(Account(id: 1, balance: 0))
        #expect(!connection.hooks.sawEachRow)
      }
      #expect(!changes.isEmpty && connection.hooks.sawEachRow)
      try connection.insert(Account(id: 2, balance: 0))
      #expect(connection.hooks.sawEachRow)
    }
    #expect(events == ["commit", "row 2 of account", "commit"])
  }

  @Test("Hooks report a closing connection once, and are removed")
  func close() async throws {
    let db = try Database.inMemory()
    let events = try await db.writing { connection in
      let recorder = Recorder()
      connection.hooks.add(recorder, on: connection.handle)
      try connection.close()
      let isInstalled = connection.hooks.isInstalled
      #expect(!isInstalled && connection.hooks.observers.isEmpty)
      return recorder.takeEvents()
    }
    #expect(events == ["close"])
  }
}
