import Foundation
import ORM
import Synchronization
import Testing

/// Knows when a statement has come to its call of `begun()`, and so is at work.
final class Beginning: Sendable {
  private let count = Atomic(0)

  /// Adds `begun()`, which is 1.
  func add(to db: Database) throws {
    try db.add(
      DatabaseFunction("begun") { [self] in
        count.add(1, ordering: .relaxed)
        return 1
      })
  }

  /// Writes for minutes once it has begun.
  static let write: SQL = """
    WITH RECURSIVE n(i) AS (SELECT begun() UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    INSERT INTO account SELECT i + 1000, i FROM n WHERE i % 1000 = 0
    """

  /// Reads for minutes once it has begun.
  static let read: SQL = """
    WITH RECURSIVE n(i) AS (SELECT begun() UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    SELECT count(*) FROM n
    """

  /// Cancels the task once a statement has called `begun()` since now, from a thread that no task can keep
  /// busy; and expects that the task throws for it.
  ///
  /// - Parameter start: Starts the task.
  func cancel<Success: Sendable>(
    _ start: () -> Task<Success, any Error>, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let before = count.load(ordering: .relaxed)
    let task = start()
    Thread.detachNewThread { [self] in
      while count.load(ordering: .relaxed) == before { usleep(200) }
      task.cancel()
    }
    await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
      try await task.value
    }
  }
}
