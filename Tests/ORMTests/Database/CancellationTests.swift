import Foundation
import ORM
import Testing

// One after the other: each statement keeps a thread busy, and there may be only two for all tasks.
@Suite("Cancelling a task", .serialized, .timeLimit(.minutes(10)))
struct CancellationTests {
  let two: TwoDatabases
  var db: Database { two.db }

  /// Runs for minutes.
  static let long: SQL = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    INSERT INTO account SELECT i + 1000, i FROM n WHERE i % 1000 = 0
    """

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Account.self)
    try await two.db.insert(Account(id: 1, balance: 1))
  }

  /// Cancels the task when it is at work, from a thread that no task can keep busy.
  func cancel<Success: Sendable>(
    after milliseconds: UInt32 = 50, _ task: Task<Success, any Error>
  ) async {
    Thread.detachNewThread {
      usleep(milliseconds * 1000)
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("stops its statement, and the connection works on")
  func statement() async throws {
    let db = db
    await cancel(Task { try await db.execute(Self.long) })
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1, 2])
  }

  @Test("rolls its transaction back")
  func transaction() async throws {
    let db = db
    await cancel(
      Task {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          try tx.execute(Self.long)
        }
      })
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
    try await db.transaction { try $0.insert(Account(id: 3, balance: 3)) }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1, 3])
  }

  @Test("keeps nothing of a transaction that goes on regardless")
  func goesOn() async throws {
    let db = db
    await cancel(
      Task {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          _ = try? tx.execute(Self.long)
          _ = try? tx.insert(Account(id: 3, balance: 3))
          _ = try? tx.transaction { try tx.insert(Account(id: 4, balance: 4)) }
        }
      })
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
  }

  @Test("rolls back a transaction that has not run long", arguments: 0..<5)
  func beforeCommit(_ round: Int) async throws {
    let db = db
    let task = Task {
      try await db.transaction { tx in
        try tx.insert(Account(id: 2, balance: 2))
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
  }

  @Test("stops a read, and the reader works on")
  func read() async throws {
    let db = db
    let query: SQL = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
      SELECT count(*) FROM n
      """
    await cancel(Task { try await db.read { try $0.execute(query) } })
    for _ in 0..<5 { #expect(try await db.count(Account.self) == 1) }
  }

  @Test("leaves the work of other tasks alone")
  func others() async throws {
    let db = db
    let worker = Task {
      for id in 100..<300 { try await db.insert(Account(id: id, balance: id)) }
    }
    for _ in 0..<10 {
      await cancel(after: 5, Task { try await db.execute(Self.long) })
    }
    try await worker.value
    #expect(try await two.other.count(Account.self) == 201)
  }
}
