import ORMCore

/// The results of a group commit: the result of the task that began it, and its end.
struct SharedWrite<Result: Sendable>: Sendable {
  enum End: Sendable {
    case committed
    /// Everything was rolled back.
    case undone
    /// The commit failed, and it is unknown whether the transaction is committed.
    case unknown(any Error)
  }

  /// The result of the row's write; nil if the row has to be written again.
  let result: Swift.Result<Result, any Error>?
  let end: End
}

extension Connection {
  /// Writes a row, and the rows of waiting tasks, and commits them together.
  ///
  /// Each row is a statement or a nested transaction of its own: if one fails, the others are kept.
  ///
  /// - Parameter writeNext: Runs the next waiter's write; returns false if there is none.
  /// - Returns: Nil, with nothing done, if each row has to be committed alone.
  /// - Throws: ``DatabaseLocked``, or another error, if the transaction could not begin.
  func writeShared<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result,
    _ writeNext: @Sendable (isolated Connection) -> Bool
  ) throws -> SharedWrite<Result>? {
    guard !hooks.tellsCommitsApart else { return nil }
    try begin(.immediate)
    beginDelivering()
    defer { endDelivering() }
    let result = row(body)
    while canBeCommitted && isUpToDate && writeNext(self) {}
    return SharedWrite(result: result, end: commitShared())
  }

  /// Writes a row in the transaction that another task has begun.
  ///
  /// - Parameters:
  ///   - isNow: Whether the task still has the connection for its row.
  ///   - setUnwritten: Called if the row has to be written again.
  /// - Returns: The result of the write; nil if it has to be repeated.
  func writeRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result, if isNow: @Sendable () -> Bool,
    otherwise setUnwritten: @Sendable () -> Void
  ) -> Swift.Result<Result, any Error>? {
    // The task may have added a function just before it joined the queue.
    if isNow(), isUpToDate, let result = row(body) { return result }
    setUnwritten()
    return nil
  }

  private func row<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) -> Swift.Result<Result, any Error>? {
    do {
      return .success(try body(self))
    } catch let error as DatabaseError where error.isOfLock {
      return nil
    } catch {
      return .failure(error)
    }
  }

  /// Whether a transaction is open that violates no constraint so far: a violation by one task must
  /// neither be repaired by another task nor make that task's write fail.
  private var canBeCommitted: Bool {
    isInTransaction && !RawConnection(handle).hasDeferredViolation
  }

  /// Commits, even if the task that commits for the group was cancelled.
  private func commitShared<Result>() -> SharedWrite<Result>.End {
    guard canBeCommitted else {
      rollBack()
      return .undone
    }
    do {
      try ignoringCancellation { try control(.commit).run() }
      return .committed
    } catch {
      hooks.commitFailed()
      // If the transaction is no longer open, SQLite has rolled it back, or has committed it and
      // failed afterwards. If a commit hook refused it, it was rolled back.
      let isKnown = isInTransaction || (error as? DatabaseError)?.code == .constraint
      rollBack()
      return isKnown ? .undone : .unknown(error)
    }
  }
}
