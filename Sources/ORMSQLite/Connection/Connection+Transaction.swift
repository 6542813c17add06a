import ORMCore

extension Connection {
  /// Runs `body` in a transaction: what it did is kept when it returns, and undone when it throws
  /// or says ``rollback()``.
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
  /// - Parameter kind: When the lock is taken; of no meaning in another transaction.
  /// - Throws: what `body` throws; ``DatabaseError`` where the transaction can't begin or commit,
  ///   for example because another process writes; `CancellationError` where the task is cancelled
  ///   before the commit, ``DeadlineError`` where its time is up. Nothing is kept then.
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

  /// Runs `body` on one state of the database, which it can't change.
  ///
  /// - Throws: what `body` throws; ``DatabaseError`` with the code `readOnly` if `body` writes.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    if !isLent { try checkLent(sql: ControlStatement.begin.rawValue) }
    if isInTransaction { return try withoutWriting(body) }
    try control(.begin).run()
    return try finish { try withoutWriting(body) }
  }

  /// Undoes the transaction, or the nested one, when its body returns.
  ///
  /// From here on nothing more can be written in it. It does nothing outside of a transaction.
  public func rollback() { rollback(returning: ()) }

  /// Undoes the transaction, or the nested one, when its body returns, and hands on what it is to
  /// return.
  ///
  /// ```swift
  /// let total = try await db.transaction { tx in
  ///   try tx.run(Album.all.update { $0.price *= 2 })
  ///   let total = try tx.value(Int.self, sql: "SELECT sum(price) FROM album")
  ///   return total > limit ? tx.rollback(returning: total) : total
  /// }
  /// ```
  ///
  /// From here on nothing more can be written in it. It does nothing outside of a transaction.
  public func rollback<Result>(returning result: Result) -> Result {
    if state.isOpen && isInReach { state = .rollingBack(savepoints: state.savepoints) }
    return result
  }
}

// MARK: - Lent to a task

/// What a transaction's body gave, and whether the transaction still waits for a lock to commit.
struct PendingCommit<Result: Sendable>: Sendable {
  let result: Result
  let isOpen: Bool
}

extension Connection {
  /// Runs `body`, which undoes what it did when it throws.
  ///
  /// - Throws: ``DatabaseLocked`` where another connection's lock was in the way, and nothing was
  ///   done.
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

  /// Runs `body`, which leaves transactions alone, between the parts of what a task does that has
  /// the connection.
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
  /// - Throws: ``DatabaseLocked`` where the transaction could not begin, and `body` was not called.
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

  /// Runs `body` in the transaction that has begun, across its suspensions.
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

  /// Undoes the transaction that is under way, whatever becomes of the task.
  func rollBack() {
    // Some errors (a full disk, say) have made SQLite roll back already.
    if isInTransaction { ignoringCancellation { _ = try? control(.rollback).run() } }
    leaveTransaction()
  }

  private func end<Result: Sendable>(with result: Result) throws -> PendingCommit<Result> {
    do {
      try commitOrRollBack()
    } catch let error as DatabaseError where error.code == .busy && isInTransaction {
      // Without a write-ahead log those who read keep a commit waiting, which leaves it open.
      return PendingCommit(result: result, isOpen: true)
    }
    return PendingCommit(result: result, isOpen: false)
  }

  /// - Throws: ``DatabaseLocked`` where `body` meets another connection's lock.
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
    // It is one that SQLite has ended, if one is open: what waits for its commit waits in vain.
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
    // A transaction of C code is not known to end, and nothing in it waits for that.
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
          // What can't be undone alone must not be committed with the rest.
          ignoringCancellation { _ = try? control(.rollback).run() }
        }
      }
      throw error
    }
  }

  /// Drops the actions that were added when there were `count` of them.
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

  /// Runs `body` with no regard to cancellation and deadlines: a rollback has to reach its end.
  func ignoringCancellation<Result>(_ body: () throws -> Result) rethrows -> Result {
    RawConnection(handle).removeInterruption()
    defer { RawConnection(handle).installInterruption() }
    return try body()
  }
}
