import CSQLite
import ORM
import Synchronization
import Testing

/// Cancels a task at each point of its work in turn, when a statement begins or a row is read.
/// Nothing depends on a clock or on the scheduler.
@Suite("A task that is cancelled at each point of its work", .timeLimit(.minutes(10)))
struct CancellationPointTests {
  /// Cancels the task that reaches the point with this number.
  private final class Points: Sendable {
    private let state = Mutex((next: 0, last: Int.max))

    /// The number of points that were passed.
    var passed: Int { state.withLock { $0.next } }

    func cancel(at number: Int) { state.withLock { $0 = (0, number) } }

    func pass() {
      let isLast = state.withLock { state in
        state.next += 1
        return state.next == state.last
      }
      if isLast { withUnsafeCurrentTask { $0?.cancel() } }
    }

    /// Makes each statement that begins a point, including those of triggers and of this package.
    func addStatements(of db: Database) async throws {
      try await db.withHandle { handle in
        _ = sqlite3_trace_v2(
          handle, UInt32(SQLITE_TRACE_STMT),
          { _, context, _, _ in
            guard let context else { return 0 }
            Unmanaged<Points>.fromOpaque(context).takeUnretainedValue().pass()
            return 0
          }, Unmanaged.passUnretained(self).toOpaque())
      }
    }
  }

  private struct Work: CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Database) async throws -> Void

    static let all = [
      Work(testDescription: "a transaction") { db in
        try await db.transaction { try write($0) }
      },
      Work(testDescription: "a transaction that waits for something") { db in
        try await db.transaction { tx in
          try write(tx)
          await Task.yield()
          try tx.execute("DELETE FROM account WHERE id = 3")
        }
      },
      Work(testDescription: "a list of rows") { db in
        try await db.insert((10..<1000).map { Account(id: $0, balance: 0) })
      },
      Work(testDescription: "one row that is read back") { db in
        try await db.insert(Account(id: 10, balance: 0))
      },
    ]

    private static func write(_ tx: isolated Connection) throws {
      try tx.insert(Account(id: 3, balance: 1))
      try tx.transaction {
        try tx.update(Account(id: 1, balance: 100))
        try tx.insert((10..<700).map { Account(id: $0, balance: 0) })
        try tx.transaction { _ = try tx.execute("DELETE FROM account WHERE id < 300") }
      }
      _ = try tx.fetch(Account.where { $0.balance > 1 })
      try tx.run(Account.where { $0.balance > 0 }.update { $0.balance += 1 })
    }
  }

  /// Runs the work repeatedly, cancelled at one point after the other, until it runs to its end.
  private func check(
    _ work: Work, at points: Points, in two: TwoDatabases, step: Int = 1
  ) async throws -> Int {
    let rows = Account.order { $0.id }
    let before = try await two.other.fetch(rows)
    var point = 1
    while true {
      points.cancel(at: point)
      let task = Task.detached { try await work.run(two.db) }
      let result = await task.result
      let isCancelled = points.passed >= point
      points.cancel(at: .max)
      let after = try await two.other.fetch(rows)
      let isOpen = try await two.db.withHandle { sqlite3_get_autocommit($0) == 0 }
      #expect(!isOpen)
      switch result {
      case .failure(let error):
        #expect(error is CancellationError, "point \(point)")
        #expect(after == before, "point \(point)")
      case .success:
        #expect(after != before, "point \(point)")
        try await two.other.transaction { tx in
          try tx.execute("DELETE FROM account")
          try tx.insert(before)
        }
      }
      if !isCancelled { return point - 1 }
      point += step
    }
  }

  @Test(
    "A task that is cancelled at any statement has done all its work or nothing",
    arguments: Work.all)
  private func statements(_ work: Work) async throws {
    let two = try TwoDatabases(readerCount: 1)
    try await two.db.create(Account.self)
    try await two.db.insert([Account(id: 1, balance: 1), Account(id: 2, balance: 2)])
    let points = Points()
    try await points.addStatements(of: two.db)
    #expect(try await check(work, at: points, in: two) >= 1)
    try await two.db.close()
    withExtendedLifetime(points) {}
  }

  @Test(
    "A task that is cancelled while rows are read has done all its work or nothing",
    arguments: [true, false])
  func steps(isTransaction: Bool) async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 1)
    let points = Points()
    try two.db.add(
      DatabaseFunction("pass") {
        points.pass()
        return 1
      })
    let sql: SQL = """
      WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + pass() FROM n WHERE i < 400)
      INSERT INTO account SELECT i, i FROM n
      """
    let work = Work(testDescription: "") { db in
      if isTransaction {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          try tx.transaction { _ = try tx.execute(sql) }
        }
      } else {
        try await db.execute(sql)
      }
    }
    #expect(try await check(work, at: points, in: two, step: 7) >= 390)
  }
}
