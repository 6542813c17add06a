import CSQLite
import ORMCore

/// The maximum time to wait for a lock, for calls that may block the thread.
///
/// SQLite calls the busy handler for most locks, but not during `PRAGMA journal_mode`, or if
/// waiting could cause a deadlock (<https://www.sqlite.org/c3ref/busy_handler.html>). So a call
/// that fails because of a lock is repeated until the time is up.
struct LockWait {
  private let end: ContinuousClock.Instant
  /// Whether calls are repeated here rather than by the caller.
  private var repeats = true

  /// Creates a wait that ends after this time.
  init(_ limit: Duration) { end = .now + limit.waitable }

  /// Opens a connection. As long as another connection's lock prevents its setup, closes it and
  /// opens it again.
  ///
  /// A connection to a file with a write-ahead log keeps a shared lock until it is closed, and the
  /// log is removed under an exclusive lock. Connections that kept the shared lock while waiting
  /// for the exclusive one would block each other.
  ///
  /// - Parameter open: Opens the connection, with a wait that does not repeat calls.
  /// - Throws: The errors of `open`.
  func run<Result>(reopening open: (LockWait) throws -> Result) throws -> Result {
    var once = self
    once.repeats = false
    var delay: Int32 = 1
    while true {
      let left = end - .now
      do {
        return try open(once)
      } catch let error as DatabaseError where error.isOfLock && left > .zero {
        // Random delays, so that the connections do not collide again.
        sqlite3_sleep(.random(in: 1...delay))
        delay = min(delay * 2, 32)
      }
    }
  }

  /// Runs a closure, and repeats it as long as another connection's lock prevents it.
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
      } catch let error as DatabaseError where repeats && error.isOfLock && left > .zero {
        sqlite3_sleep(1)
      }
    }
  }
}
