import Foundation
import ORM
import Testing

// Serialized: each statement keeps a thread busy, and there may be only two for all tasks.
@Suite("Cancelling a task", .serialized, .timeLimit(.minutes(10)))
struct CancellationTests {
  let two: TwoDatabases
  let beginning = Beginning()
  var db: Database { two.db }

  /// Runs for minutes.
  static let long: SQL = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    INSERT INTO account SELECT i + 1000, i FROM n WHERE i % 1000 = 0
    """

  init() async throws {
    two = try TwoDatabases()
    try beginning.add(to: two.db)
    try await two.db.create(Account.self)
    try await two.db.insert(Account(id: 1, balance: 1))
  }

  @Test("Cancellation stops a statement, and the connection stays usable")
  func statement() async throws {
    let db = db
    await beginning.cancel { Task { try await db.execute(Beginning.write) } }
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1, 2])
  }

  @Test("Cancellation rolls the transaction back")
  func transaction() async throws {
    let db = db
    await beginning.cancel {
      Task {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          try tx.execute(Beginning.write)
        }
      }
    }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
    try await db.transaction { try $0.insert(Account(id: 3, balance: 3)) }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1, 3])
  }

  @Test("Cancellation rolls back a transaction even if its body ignores the errors")
  func goesOn() async throws {
    let db = db
    await beginning.cancel {
      Task {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          _ = try? tx.execute(Beginning.write)
          _ = try? tx.insert(Account(id: 3, balance: 3))
          _ = try? tx.transaction { try tx.insert(Account(id: 4, balance: 4)) }
        }
      }
    }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
  }

  @Test("Cancellation just before the commit rolls the transaction back", arguments: 0..<5)
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

  @Test("Cancellation stops a read, and the reader stays usable")
  func read() async throws {
    let db = db
    await beginning.cancel { Task { try await db.read { try $0.execute(Beginning.read) } } }
    for _ in 0..<5 { #expect(try await db.count(Account.self) == 1) }
  }

  @Test("Cancellation leaves the writes of other tasks alone")
  func others() async throws {
    let db = db
    let worker = Task {
      for id in 100..<300 { try await db.insert(Account(id: id, balance: id)) }
    }
    for _ in 0..<10 {
      await beginning.cancel { Task { try await db.execute(Beginning.write) } }
    }
    try await worker.value
    #expect(try await two.other.count(Account.self) == 201)
  }
}
