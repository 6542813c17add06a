import CSQLite
import ORMCore

/// How long a lock is waited for where the thread can be blocked.
///
/// SQLite calls the busy handler for most locks, but not for those that `PRAGMA journal_mode`
/// needs, nor if waiting could be a deadlock (<https://www.sqlite.org/c3ref/busy_handler.html>). So
/// what met a lock is done again until the time is up.
struct LockWait {
  private let end: ContinuousClock.Instant

  /// A wait that ends when this much time has passed.
  init(_ limit: Duration) { end = .now + limit.waitable }

  /// Runs `attempt`, again and again if it meets a lock of another connection.
  ///
  /// - Throws: what `attempt` throws.
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
