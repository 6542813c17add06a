import CSQLite
import ORMCore

/// The maximum time to wait for a lock, for calls that may block the thread.
///
/// SQLite calls the busy handler for most locks, but not during `PRAGMA journal_mode`, nor where
/// waiting could be a deadlock (<https://www.sqlite.org/c3ref/busy_handler.html>). So a call that
/// met a lock is repeated until the time is up.
struct LockWait {
  private let end: ContinuousClock.Instant

  /// Creates a wait that ends after this time.
  init(_ limit: Duration) { end = .now + limit.waitable }

  /// Runs `attempt`, and repeats it as long as another connection's lock prevents it.
  ///
  /// - Throws: The errors of `attempt`.
  func run<Result>(
    on connection: RawConnection, _ attempt: () throws -> Result
  ) throws -> Result {
    while true {
      let left = end - .now
      connection.setBusyTimeout(max(.zero, left))
      do {
        return try attempt()
      } catch let error as DatabaseError where error.isOfLock && left > .zero {
        sqlite3_sleep(1)
      }
    }
  }
}
