import CSQLite

extension Connection {
  /// Runs `body` in a transaction: what it did is kept when it returns, and undone when it throws.
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
  /// - Throws: what `body` throws; ``DatabaseError`` where the transaction can't begin or commit,
  ///   for example because another process writes; `CancellationError` where the task is cancelled
  ///   before the commit. Nothing is kept then.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try checkWriting(sql: "BEGIN IMMEDIATE")
    if isInTransaction { return try savepoint(body) }
    try control(.beginImmediate).run()
    return try finish(body)
  }

  /// Runs `body` on one state of the database, which it can't change.
  ///
  /// - Throws: what `body` throws; ``DatabaseError`` with the code `readOnly` where it writes.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    if isInTransaction { return try withoutWriting(body) }
    try control(.begin).run()
    return try finish { try withoutWriting(body) }
  }

  /// Runs `body`, which undoes what it did when it throws.
  ///
  /// - Returns: nil where another connection's lock was in the way, and nothing was done.
  func runUnlessLocked<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result? {
    try registerExtensions()
    do {
      return try body(self)
    } catch let error as DatabaseError where error.code == .busy {
      return nil
    }
  }

  /// Runs `body` in a transaction.
  ///
  /// - Returns: nil where another connection's lock was in the way, and `body` was not called.
  func transactionUnlessLocked<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result? {
    try registerExtensions()
    do {
      try control(.beginImmediate).run()
    } catch let error as DatabaseError where error.code == .busy {
      return nil
    }
    return try finish { try body(self) }
  }

  private func withoutWriting<Result>(_ body: () throws -> Result) throws -> Result {
    let before = isReading
    isReading = true
    defer { isReading = before }
    return try body()
  }

  private func finish<Result>(_ body: () throws -> Result) throws -> Result {
    expectsTransaction = true
    defer { expectsTransaction = false }
    do {
      let result = try body()
      try Task.checkCancellation()
      guard isInTransaction else { throw endedTransaction(sql: "COMMIT") }
      try control(.commit).run()
      return result
    } catch {
      // Some errors (a full disk, say) have made SQLite roll back by itself.
      if isInTransaction { uninterrupted { try? control(.rollback).run() } }
      throw error
    }
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let name = "\"orm_\(savepointDepth)\""
    try statement("SAVEPOINT \(name)").run()
    do {
      let result = try body()
      try statement("RELEASE \(name)").run()
      return result
    } catch {
      // A savepoint that is rolled back is still open until it is released.
      if isInTransaction {
        uninterrupted {
          try? statement("ROLLBACK TO \(name)").run()
          try? statement("RELEASE \(name)").run()
        }
      }
      throw error
    }
  }

  /// Runs `body` with no regard to cancellation: a rollback has to reach its end.
  private func uninterrupted(_ body: () -> Void) {
    sqlite3_progress_handler(handle, 0, nil, nil)
    body()
    Role.installCancellation(on: handle)
  }
}
