import Foundation
import ORM
import Testing

@Suite("Fairness among tasks that call without a pause", .serialized, .timeLimit(.minutes(10)))
struct TurnTests {
  /// The call that a task repeats without a pause.
  enum Endless: CaseIterable {
    case finds, writes, transactions, rows, streams, snapshots, readsOfOneSnapshot, databases

    /// Repeats the call this many times, or until the end is reached.
    ///
    /// - Returns: Whether the end was reached.
    func run(on db: Database, _ times: Int, isAtEnd: @Sendable () -> Bool) async throws -> Bool {
      if self == .rows {
        let rows: SQL = """
          WITH RECURSIVE row(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM row LIMIT \(times))
          SELECT number FROM row
          """
        for try await _ in db.stream(Int.self, sql: rows) where isAtEnd() { return true }
        return false
      }
      let snapshot = self == .readsOfOneSnapshot ? try await db.snapshot() : nil
      for time in 1...times {
        if isAtEnd() { return true }
        let account = Account(id: 1, balance: time)
        switch self {
        case .finds: _ = try await db.find(Account.self, 1)
        case .writes: try await db.update(account)
        case .transactions: try await db.transaction { try $0.update(account) }
        case .rows: break
        case .streams: for try await _ in db.stream(Account.all) {}
        case .snapshots: try await db.snapshot().close()
        case .databases: _ = try await Database.inMemory().execute("SELECT 1")
        case .readsOfOneSnapshot: _ = try await snapshot?.read { try $0.find(Account.self, 1) }
        }
      }
      return false
    }
  }

  @Test(
    "Another task gets a thread although a task on each core calls its database without a pause",
    // The rows of an in-memory database are read at once.
    arguments: Endless.allCases.flatMap { endless in
      (endless == .rows ? [false] : [false, true]).map { (endless, $0) }
    })
  func turns(endless: Endless, inMemory: Bool) async throws {
    let folder = try TemporaryFolder()
    let databases = try (1...ProcessInfo.processInfo.activeProcessorCount + 1).map {
      try inMemory ? .inMemory() : Database(folder.file("\($0).sqlite"))
    }
    for db in databases {
      try await db.create(Account.self)
      try await db.insert(Account(id: 1, balance: 0))
    }
    let end = End()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let ended = try await withThrowingTaskGroup(of: Bool.self) { group in
      for db in databases {
        group.addTask {
          beginning.yield()
          return try await endless.run(on: db, 50_000) { end.isReached.load(ordering: .relaxed) }
        }
      }
      group.addTask {
        for await _ in begun.prefix(databases.count) {}
        for _ in 1...10 { await Task.yield() }
        end.isReached.store(true, ordering: .relaxed)
        return true
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(!ended.contains(false))
  }
}
