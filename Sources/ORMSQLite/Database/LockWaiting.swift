import ORMCore

extension ConnectionPool {
  /// Runs `body` on a lent connection, and repeats it if another connection holds a lock.
  ///
  /// Most calls come here, and the first attempt creates no closure.
  @inline(__always)
  func run<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result, on connection: Connection
  ) async throws -> Result {
    do {
      return try await connection.runUnlessLocked(body)
    } catch let lock as DatabaseLocked {
      return try await retrying(after: lock) { try await connection.runUnlessLocked(body) }
    }
  }

  /// Repeats `attempt` until no other process holds the lock that it needs, or the time is up.
  ///
  /// All waits are equally short: a task whose waits grow with each attempt is overtaken by later
  /// ones. No thread is blocked, and only the task that has the connection repeats its attempt.
  ///
  /// - Parameter attempt: Throws ``DatabaseLocked`` if it met a lock and nothing was done.
  /// - Throws: The other errors of `attempt`; ``DatabaseError`` with the code `busy`,
  ///   ``DeadlineError`` and `CancellationError` if the wait ends before the lock is free.
  func waitingForLock<Result: Sendable>(
    _ attempt: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await attempt()
    } catch let lock as DatabaseLocked {
      return try await retrying(after: lock, attempt)
    }
  }

  /// Continues ``waitingForLock(_:)`` after a first attempt.
  ///
  /// Not inlined: few calls come here, and generic code is compiled for each type.
  @inline(never)
  private func retrying<Result: Sendable>(
    after lock: DatabaseLocked, _ attempt: () async throws -> Result
  ) async throws -> Result {
    readers?.banStandingReads()
    defer { readers?.allowStandingReads() }
    var lock = lock
    let start = ContinuousClock.now
    while true {
      try await pause(for: lock, since: start)
      do {
        return try await attempt()
      } catch let again as DatabaseLocked {
        lock = again
      }
    }
  }

  /// Waits for a moment, unless the time is up. It is separate from the generic code.
  @inline(never)
  private func pause(for lock: DatabaseLocked, since start: ContinuousClock.Instant) async throws {
    if let error = Deadline.error(.waitingForLock, sql: lock.error.sql, path: path) { throw error }
    let waited = ContinuousClock.now - start
    guard waited < busyTimeout else { throw lock.error.afterWaiting(waited, path: path) }
    try await CallingThread.pause(.milliseconds(1))
  }
}

extension DatabaseError {
  /// The error of a lock that was not free within the time to wait.
  func afterWaiting(_ duration: Duration, path: String) -> DatabaseError {
    var error = self
    error.message =
      if isOfUnfinishedCommit {
        """
        a commit was left unfinished, and was not rolled back within \(duration): open the file \
        with a connection that can write; it rolls the commit back when it reads
        """
      } else {
        "another connection holds a lock, and did not release it within \(duration)"
      }
    error.path = path
    error.waited = duration
    return error
  }
}
