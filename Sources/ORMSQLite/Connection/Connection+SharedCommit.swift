import ORMCore

/// What rows came to that were written in one transaction, and that of the task that began it.
struct SharedWrite<Result: Sendable>: Sendable {
  enum End: Sendable {
    case committed
    /// Everything is undone.
    case undone
    /// It failed when it was committed, and nobody knows whether it is.
    case unknown(any Error)
  }

  /// Nil where the row has to be written again.
  let result: Swift.Result<Result, any Error>?
  let end: End
}

extension Connection {
  /// Writes a row, and those of others who wait to write one, and commits them at once.
  ///
  /// Each of them is a statement of its own, or a nested transaction: what fails is undone without
  /// the rest.
  ///
  /// - Parameter writeNext: Has the next one write his row; false if there is none.
  /// - Returns: nil where each row has to be committed alone, and nothing was done.
  /// - Throws: ``DatabaseLocked``, or another error, where the transaction could not begin.
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
  ///   - isNow: Whether the task still has the connection for it.
  ///   - setUnwritten: Hears that it has to be written again.
  /// - Returns: what it came to; nil if it has to be written again.
  func writeRow<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result, if isNow: @Sendable () -> Bool,
    otherwise setUnwritten: @Sendable () -> Void
  ) -> Swift.Result<Result, any Error>? {
    // The task may have added a function just before it entered the line.
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

  /// Whether a transaction is open that breaks no rule so far: what a task has broken is not to be
  /// mended by another one, and not to fail with it.
  private var canBeCommitted: Bool {
    isInTransaction && !RawConnection(handle).hasDeferredViolation
  }

  /// Commits, whatever becomes of the task that does it for others.
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
      // If the transaction is not open any more, SQLite has undone it, or committed it and failed
      // at what comes behind. Of a hook that has refused it, it is known.
      let isKnown = isInTransaction || (error as? DatabaseError)?.code == .constraint
      rollBack()
      return isKnown ? .undone : .unknown(error)
    }
  }
}
