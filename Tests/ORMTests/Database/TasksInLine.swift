import CSQLite
import ORM
import Synchronization
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Table struct Guest: Equatable {
  let id: Int
  @Column(unique: true) var name: String
  var hostID: Int?
}

/// A database of guests, whose one connection that writes is waited for by several tasks.
struct TasksInLine {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await db.create(Guest.self)
  }

  /// Starts calls one after the other that wait for the connection in this order, and then lets go
  /// of it.
  ///
  /// - Parameters:
  ///   - refusing: The number of the commit that is refused, of those that the calls make.
  ///   - atTheLine: What happens while all of them wait.
  ///   - then: What happens when they do not have to any more.
  /// - Returns: what they came to, and how often that was to be committed.
  func run<Result: Sendable>(
    on db: Database? = nil, refusing: Int? = nil,
    _ calls: [@Sendable (Database) async throws -> Result],
    atTheLine: @Sendable ([Task<Result, any Error>]) async throws -> Void = { _ in },
    then: ([Task<Result, any Error>]) async throws -> Void = { _ in }
  ) async throws -> (results: [Swift.Result<Result, any Error>], commits: Int) {
    let db = db ?? self.db
    let commits = Commits(refusing: refusing)
    try await commits.count(on: db)
    let ended = Ends()
    // It reads and writes nothing, and is no commit to SQLite.
    let tasks = try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<Result, any Error>] = []
      for call in calls {
        tasks.append(
          Task.detached {
            defer { ended.add() }
            return try await call(db)
          })
        // Some may have waited for too long before all have come.
        while db.writers.line.waiting + ended.number < tasks.count { await Task.yield() }
      }
      try await atTheLine(tasks)
      return tasks
    }
    try await then(tasks)
    var results: [Swift.Result<Result, any Error>] = []
    for task in tasks { results.append(await task.result) }
    let count = commits.number
    try await commits.stop(on: db)
    return (results, count)
  }

  func names(in db: Database? = nil) async throws -> [String] {
    try await (db ?? two.other).fetch(Guest.order { $0.id }).map(\.name)
  }

  /// Has no guest be inserted who has this name: what else the transaction has done is undone.
  func refuse(_ name: String) async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER refused BEFORE INSERT ON guest WHEN new.name = '\(raw: name)' BEGIN
          SELECT RAISE(ROLLBACK, 'not welcome');
        END;
        """)
  }
}

/// Counts how often the transactions of the connection that writes are to be committed.
private final class Commits: Sendable {
  private let refused: Int?
  private let count = Atomic(0)

  init(refusing number: Int? = nil) { refused = number }

  var number: Int { count.load(ordering: .sequentiallyConsistent) }

  func count(on db: Database) async throws {
    try await db.writing { [self] connection in
      try connection.withHandle { handle in
        _ = sqlite3_commit_hook(
          handle,
          { context in
            guard let context else { return 0 }
            let commits = Unmanaged<Commits>.fromOpaque(context).takeUnretainedValue()
            let number = commits.count.add(1, ordering: .sequentiallyConsistent).newValue
            return number == commits.refused ? 1 : 0
          }, Unmanaged.passUnretained(self).toOpaque())
      }
    }
  }

  func stop(on db: Database) async throws {
    try await db.writing { connection in
      try connection.withHandle { _ = sqlite3_commit_hook($0, nil, nil) }
    }
  }
}
