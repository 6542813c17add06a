import ORMCore

extension ConnectionPool {
  /// Runs `body` on a connection that was lent, again and again if it meets a lock of others.
  ///
  /// Of all calls most come here, and the first attempt makes no closure.
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

  /// Tries until no other process holds the lock that `attempt` needs, or the time is up.
  ///
  /// The waits are short and of one length: a wait that grows with each try is overtaken by those
  /// who came later. No thread is blocked, and only who has the connection tries.
  ///
  /// - Parameter attempt: Throws ``DatabaseLocked`` if it met a lock and nothing was done.
  /// - Throws: what `attempt` throws else; ``DatabaseError`` with the code `busy`,
  ///   ``DeadlineError`` and `CancellationError` where the wait ends before the lock does.
  func waitingForLock<Result: Sendable>(
    _ attempt: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await attempt()
    } catch let lock as DatabaseLocked {
      return try await retrying(after: lock, attempt)
    }
  }

  /// Goes on as ``waitingForLock(_:)`` does, after a first attempt.
  ///
  /// Not inlined: few calls come here, and of what is generic there is code for each type.
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

  /// Waits for a moment, unless the time is up. It is apart from what is generic.
  @inline(never)
  private func pause(for lock: DatabaseLocked, since start: ContinuousClock.Instant) async throws {
    if let error = Deadline.error(.waitingForLock, sql: lock.error.sql, path: path) { throw error }
    let waited = ContinuousClock.now - start
    guard waited < busyTimeout else { throw lock.error.afterWaiting(waited, path: path) }
    try await CallingThread.pause(.milliseconds(1))
  }
}

extension DatabaseError {
  /// The error of a lock that was waited for in vain.
  func afterWaiting(_ duration: Duration, path: String) -> DatabaseError {
    var error = self
    error.message =
      if isOfUnfinishedCommit {
        """
        a commit was left in the middle, and is still so after \(duration); a connection that can \
        write undoes it as it reads the file
        """
      } else {
        "another connection holds a lock, which \(duration) of waiting did not free"
      }
    error.path = path
    error.waited = duration
    return error
  }
}
