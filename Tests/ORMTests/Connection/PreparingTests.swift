import CSQLite
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// A task that is cancelled, or whose deadline passes, while its statement is prepared: SQLite
/// calls an authorizer at that time.
@Suite("Cancellation and deadlines while a statement is prepared", .timeLimit(.minutes(10)))
struct PreparingTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Account.self)
    _ = try await db.withHandle { handle in
      sqlite3_set_authorizer(
        handle,
        { _, action, _, _, _, _ in
          // Cancels a task that calls this function, unless it has a deadline.
          if Deadline.current != nil {
            while !Deadline.hasPassed {}
          } else if action == SQLITE_FUNCTION {
            withUnsafeCurrentTask { $0?.cancel() }
          }
          return SQLITE_OK
        }, nil)
    }
  }

  @Test("A statement does not run if a deadline passes while it is prepared")
  func deadline() async throws {
    for body in [
      { try await $0.execute("INSERT INTO account VALUES (1, abs(1))") },
      { try await $0.insert(Account(id: 1, balance: 1)) },
      { _ = try await $0.count(Account.self) },
      { _ = try await $0.fetch(Account.where { $0.balance == 1 }) },
    ] as [@Sendable (Database) async throws -> Void] {
      let error = await #expect(throws: DeadlineError.self) {
        try await db.within(.milliseconds(1), body)
      }
      #expect(error?.activity == .running)
      #expect(error?.sql?.contains("account") == true)
    }
    #expect(try await db.fetch(Account.self).isEmpty)
    try await db.insert(Account(id: 1, balance: 1))
  }

  @Test("A statement does not run if its task is cancelled while it is prepared")
  func cancellation() async throws {
    let db = db
    for _ in 0..<2 {
      let task = Task { try await db.execute("INSERT INTO account VALUES (1, abs(1))") }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(try await db.fetch(Account.self).isEmpty)
  }

  @Test("A statement with a list of 100,000 values is prepared and run")
  func longList() async throws {
    let values = (0..<100_000).map { Double($0) + 0.5 }
    let sum = try await db.value(Double.self, sql: "SELECT 1.5 WHERE 99999.5 IN \(values)")
    #expect(sum == 1.5)
  }
}
