import ORMCore

extension Connection {
  /// Runs `body` in a transaction, which is committed when `body` returns, and rolled back when it
  /// throws or calls ``rollback()``.
  ///
  /// ```swift
  /// try await db.transaction { tx in                   // BEGIN IMMEDIATE
  ///   try tx.insert(album)
  ///   try? tx.transaction {                            // SAVEPOINT
  ///     try tx.insert(bonusTrack)                      // a throw undoes only this part
  ///   }                                                // RELEASE
  /// }                                                  // COMMIT
  /// ```
  ///
  /// - Parameter kind: When the lock is acquired; ignored in a nested transaction.
  /// - Throws: The errors of `body`; ``DatabaseError`` if the transaction can't begin or commit,
  ///   for example because another process writes; `CancellationError` if the task is cancelled
  ///   before the commit; ``DeadlineError`` if the task's time is up. In each case nothing is
  ///   committed.
  @discardableResult
  public func transaction<Result>(
    kind: TransactionKind, _ body: () throws -> Result
  ) throws -> Result {
    if !isLent { try checkLent(sql: kind.control.rawValue) }
    try checkWriting(sql: kind.control.rawValue)
    if isInTransaction { return try savepoint(body) }
    try control(kind.control).run()
    return try finish(body)
  }

  /// Runs `body` in a read transaction: all its reads see the same state of the database, and it
  /// can't write.
  ///
  /// - Throws: The errors of `body`; ``DatabaseError`` with the code `readOnly` if `body` writes.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    if !isLent { try checkLent(sql: ControlStatement.begin.rawValue) }
    if isInTransaction { return try withoutWriting(body) }
    try control(.begin).run()
    return try finish { try withoutWriting(body) }
  }

  /// Rolls the innermost transaction back when its body returns.
  ///
  /// Nothing more can be written in it after this call. Outside of a transaction, the call does
  /// nothing.
  public func rollback() { rollback(returning: ()) }

  /// Rolls the innermost transaction back when its body returns, and returns `result`.
  ///
  /// ```swift
  /// let total = try await db.transaction { tx in
  ///   try tx.run(Album.all.update { $0.price *= 2 })
  ///   let total = try tx.value(Int.self, sql: "SELECT sum(price) FROM album")
  ///   return total > limit ? tx.rollback(returning: total) : total
  /// }
  /// ```
  ///
  /// Nothing more can be written in it after this call. Outside of a transaction, the call does
  /// nothing.
  public func rollback<Result>(returning result: Result) -> Result {
    if state.isOpen && isInReach { state = .rollingBack(savepoints: state.savepoints) }
    return result
  }
}

// MARK: - Lent to a task

/// The result of a transaction's body, and whether the transaction still waits for a lock to
/// commit.
struct PendingCommit<Result: Sendable>: Sendable {
  let result: Result
  let isOpen: Bool
}

extension Connection {
  /// Runs `body`, and rolls its changes back if it throws.
  ///
  /// - Throws: ``DatabaseLocked`` if another connection's lock prevented it; nothing was done then.
  func runUnlessLocked<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try registerExtensions()
    standing?.refresh()
    beginDelivering()
    defer { endDelivering() }
    let result: Result
    do {
      result = try body(self)
    } catch {
      if isInTransaction { rollBack() }
      standing?.end()
      if let error = error as? DatabaseError, error.isOfLock {
        throw DatabaseLocked(error: error)
      }
      throw error
    }
    try checkNoTransaction()
    return result
  }

  /// Runs `body`, which begins and ends no transaction, between the steps of the task that has the
  /// connection.
  ///
  /// - Throws: ``DatabaseLocked``.
  func runBetween<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try registerExtensions()
    return try lending { try mappingBusyToLocked { try body(self) } }
  }

  /// Begins a transaction.
  ///
  /// - Throws: ``DatabaseLocked``.
  func begin(_ kind: TransactionKind) throws {
    try registerExtensions()
    try mappingBusyToLocked { try control(kind.control).run() }
  }

  /// Runs `body` in a transaction.
  ///
  /// - Throws: ``DatabaseLocked`` if the transaction could not begin; `body` was not called then.
  func transactionUnlessLocked<Result: Sendable>(
    _ kind: TransactionKind, _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> PendingCommit<Result> {
    try begin(kind)
    state = .writing(savepoints: 0)
    beginDelivering()
    defer { endDelivering() }
    do {
      return try end(with: try body(self))
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs `body` in the transaction that has begun, which stays open across its suspensions.
  func runAsyncTransaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> PendingCommit<Result> {
    state = .writing(savepoints: 0)
    hold = .current
    defer { hold = nil }
    do {
      return try end(with: try await body(self))
    } catch {
      rollBack()
      throw error
    }
  }

  /// Commits a transaction that is still open.
  ///
  /// - Throws: ``DatabaseLocked``.
  func commit() throws { try mappingBusyToLocked { try commitOrRollBack() } }

  /// Rolls the current transaction back, even if the task was cancelled.
  func rollBack() {
    // After some errors (a full disk, say) SQLite has rolled back already.
    if isInTransaction { ignoringCancellation { _ = try? control(.rollback).run() } }
    leaveTransaction()
  }

  private func end<Result: Sendable>(with result: Result) throws -> PendingCommit<Result> {
    do {
      try commitOrRollBack()
    } catch let error as DatabaseError where error.code == .busy && isInTransaction {
      // Without a write-ahead log, readers can keep a commit waiting, and the transaction stays
      // open.
      return PendingCommit(result: result, isOpen: true)
    }
    return PendingCommit(result: result, isOpen: false)
  }

  /// - Throws: ``DatabaseLocked`` if another connection's lock stops `body`.
  func mappingBusyToLocked<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError where error.isOfLock {
      throw DatabaseLocked(error: error)
    }
  }
}

// MARK: - Parts

extension Connection {
  private func withoutWriting<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = state
    state = outer.reading
    defer { if !(outer.isOpen && state.isRollingBack) { state = outer } }
    return try body()
  }

  private func finish<Result>(_ body: () throws -> Result) throws -> Result {
    // If a transaction was open, SQLite has ended it, and the actions that wait for its commit are
    // dropped.
    let outer = state
    if outer.isOpen { commitActions = [] }
    defer { if outer.isOpen { state = outer } }
    state = .writing(savepoints: 0)
    do {
      let result = try body()
      try commitOrRollBack()
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  private func commitOrRollBack() throws {
    try Task.checkCancellation()
    try Deadline.check(sql: ControlStatement.commit.rawValue)
    if !state.isRollingBack {
      guard isInTransaction else { throw endedTransaction(sql: ControlStatement.commit.rawValue) }
      do {
        try control(.commit).run()
      } catch {
        hooks.commitFailed()
        throw error
      }
      let actions = commitActions
      leaveTransaction()
      for action in actions { action() }
      return
    }
    if isInTransaction { try ignoringCancellation { try control(.rollback).run() } }
    leaveTransaction()
  }

  private func leaveTransaction() {
    if !commitActions.isEmpty { commitActions = [] }
    state = .none
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = state
    let depth = outer.savepoints + 1
    // The end of C code's own transaction is not noticed, so no action waits for it.
    if outer.isOpen { state = .writing(savepoints: depth) }
    defer { state = outer }
    try savepointStatement(.begin, at: depth).run()
    hooks.didBegin(savepoint: depth)
    let actions = commitActions.count
    do {
      let result = try body()
      if state.isRollingBack && isInTransaction {
        try undo(to: depth)
        dropActions(since: actions)
      } else {
        try release(depth)
      }
      return result
    } catch {
      dropActions(since: actions)
      if isInTransaction {
        do {
          try undo(to: depth)
        } catch {
          // If this part can't be rolled back alone, the rest must not be committed.
          ignoringCancellation { _ = try? control(.rollback).run() }
        }
      }
      throw error
    }
  }

  /// Drops the actions that were added since there were `count` of them.
  private func dropActions(since count: Int) {
    // There may be fewer, if SQLite has ended the transaction.
    commitActions.removeLast(max(0, commitActions.count - count))
  }

  private func release(_ savepoint: Int) throws {
    try savepointStatement(.release, at: savepoint).run()
  }

  private func undo(to savepoint: Int) throws {
    try ignoringCancellation {
      try savepointStatement(.rollBack, at: savepoint).run()
      hooks.didRollBack(toSavepoint: savepoint)
      // A savepoint that is rolled back is still open until it is released.
      try release(savepoint)
    }
  }

  /// Runs `body` regardless of cancellation and deadlines: a rollback must run to its end.
  func ignoringCancellation<Result>(_ body: () throws -> Result) rethrows -> Result {
    RawConnection(handle).removeInterruption()
    defer { RawConnection(handle).installInterruption() }
    return try body()
  }
}
