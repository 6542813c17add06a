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

/// A database of guests, with several tasks that wait for its writer.
struct TasksInLine {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await db.create(Guest.self)
  }

  /// Starts calls that wait for the writer in this order, and then releases the writer.
  ///
  /// - Parameters:
  ///   - refusing: The number of the commit to refuse, among the commits of the calls.
  ///   - atTheLine: A closure that runs while all of the calls wait.
  ///   - then: A closure that runs after the writer is released.
  /// - Returns: The results of the calls, and the number of attempted commits.
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
    // The transaction reads and writes nothing, so SQLite does not count it as a commit.
    let tasks = try await db.transaction(kind: .deferred) { _ in
      var tasks: [Task<Result, any Error>] = []
      for call in calls {
        tasks.append(
          Task.detached {
            defer { ended.add() }
            return try await call(db)
          })
        // A call may time out before all of them wait.
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

  /// Refuses guests with this name, and rolls their transaction back.
  func refuse(_ name: String) async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER refused BEFORE INSERT ON guest WHEN new.name = '\(raw: name)' BEGIN
          SELECT RAISE(ROLLBACK, 'not welcome');
        END;
        """)
  }
}

/// Counts the attempted commits of the writer.
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
