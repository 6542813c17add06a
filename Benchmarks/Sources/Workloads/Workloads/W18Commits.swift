import CBaseline
import CTuned
import Foundation
import GRDB
import ORM
import Synchronization

typealias CommitsOf<Database> =
  @Sendable (Database, _ calls: Int, _ first: Int, _ key: (Int) -> Int) async throws -> Int64

extension Workload {
  /// Commits of one row each that others hear of, or that many tasks make, beside C's that nobody hears of.
  static func commits(rows: Int, calls: Int) -> [Workload] {
    [
      committing(
        "W18 commits", "update \(calls) rows, a commit each", rows: rows, calls: calls,
        orm: { db, calls, first, key in
          try await updates(db, calls, first, key)
          return Int64(calls)
        }, grdb: PurchasesOfGRDB.commits),
      committing(
        "W18 observers", "the same, where 20 observe the first rows of the table",
        rows: rows, calls: calls, isCounted: false, target: 1.5,
        orm: { db, calls, first, key in
          try await withThrowingTaskGroup(of: Void.self) { group in
            let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
            for _ in 0..<20 {
              group.addTask { try await Self.observe(db, beginning) }
            }
            // Each has its first value before the first commit.
            for await _ in begun.prefix(20) {}
            try await updates(db, calls, first, key)
            group.cancelAll()
          }
          return Int64(calls)
        }, grdb: PurchasesOfGRDB.observedCommits),
      committing(
        "W18 changes", "the same, where one has a stream of the keys that change",
        rows: rows, calls: calls, isCounted: false, target: 1.2,
        orm: { db, calls, first, key in
          let changes = try await db.changes(of: Purchase.self)
          async let heard = Self.heard(changes, of: calls)
          try await updates(db, calls, first, key)
          return try await heard
        }),
      committing(
        "W18 tasks", "insert \(calls) rows, a commit each, by 64 tasks, by C in a loop",
        rows: rows, calls: calls, inserts: true, isCounted: false, target: 1,
        orm: { db, calls, _, _ in
          try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<64 {
              group.addTask {
                for call in stride(from: task, to: calls, by: 64) {
                  _ = try await db.insert(Self.draft(call))
                }
              }
            }
            try await group.waitForAll()
          }
          return Int64(calls)
        }, grdb: PurchasesOfGRDB.inserts),
    ]
  }

  private static func updates(
    _ db: ORM.Database, _ calls: Int, _ first: Int, _ key: (Int) -> Int
  ) async throws {
    for call in 0..<calls { try await db.update(Purchase.new(key(call), call: first + call)) }
  }

  private static func draft(_ call: Int) -> Purchase.Draft {
    Purchase.Draft(
      customerID: call % 7, product: "a text of 20 letters", amount: Double(call),
      quantity: call % 7, at: Date(timeIntervalSince1970: Double(call)), note: nil)
  }

  private static func observe(
    _ db: ORM.Database, _ beginning: AsyncStream<Void>.Continuation
  ) async throws {
    do {
      for try await rows in db.observe(Purchase.order { $0.id }.limit(5)) {
        consume(rows)
        beginning.yield()
      }
    } catch is CancellationError {
      // All commits were made.
    }
  }

  private static func heard(_ changes: ChangeStream<Int>, of calls: Int) async throws -> Int64 {
    var sum: Int64 = 0
    for try await change in changes {
      sum += Int64(change.updated.count)
      if sum >= calls { break }
    }
    return sum
  }

  private static func committing(
    _ id: String, _ title: String, rows: Int, calls: Int, inserts: Bool = false,
    isCounted: Bool = true, target: Double? = nil,
    orm: @escaping CommitsOf<ORM.Database>, grdb: CommitsOf<DatabasePool>? = nil
  ) -> Workload {
    let key = { @Sendable (call: Int) in Int(baseline_people_key(Int32(call), Int32(rows))) }
    var openings: [(Contestant.Name, Opening)] = [
      (
        .cTuned,
        { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              tuned_purchases_commit($0, inserts ? 1 : 0, Int32(rows), Int32(calls), $1)
            }
          }
        }
      ),
      (
        .orm,
        { databases in
          let db = try await databases.openORM()
          let turn = Turn(of: calls)
          return Contestant { _ in try await orm(db.database, calls, turn.next(), key) }
        }
      ),
    ]
    if let grdb {
      openings.append(
        (
          .grdb,
          { databases in
            let db = try databases.openGRDBPool()
            let turn = Turn(of: calls)
            return Contestant { _ in try await grdb(db.pool, calls, turn.next(), key) }
          }
        ))
    }
    return Workload(
      id, title, operations: calls, unit: "commit", places: [.disk], countsOnDisk: isCounted,
      targets: target.map { [.orm: Target($0, $0)] } ?? [:],
      fill: { try SQLiteFailure.check(baseline_purchases_create($0.pointer, Int32(rows))) },
      Openings(
        c: { databases in
          let db = try databases.openC()
          return Contestant { pass in
            try db.run(pass) {
              baseline_purchases_commit($0, inserts ? 1 : 0, Int32(rows), Int32(calls), $1)
            }
          }
        }, openings))
  }
}

/// Tells the runs of a contestant apart, each of which writes other values: a stream tells nothing of a row that
/// becomes what it was.
private final class Turn: Sendable {
  private let calls: Int
  private let runs = Mutex(0)

  init(of calls: Int) { self.calls = calls }

  /// The number of the run's first call.
  func next() -> Int {
    runs.withLock { runs in
      runs += 1
      return runs * calls
    }
  }
}
