import ORMCore

extension Database {
  /// Runs `body` in a transaction, which is committed when `body` returns, and rolled back when it
  /// throws or calls ``Connection/rollback()``.
  ///
  /// ```swift
  /// try await db.transaction { tx in                         // BEGIN IMMEDIATE
  ///   for var album in recent { album.title += " (remaster)"; try tx.update(album) }
  /// }                                                        // COMMIT
  /// ```
  ///
  /// `body` runs once, after the transaction has begun; the wait for a lock of another process
  /// comes before that.
  ///
  /// - Parameter kind: When the lock is acquired.
  /// - Throws: The errors of ``Connection/transaction(kind:_:)``; ``DatabaseError`` with the code
  ///   `busy` if the lock was not free within the configuration's `busyTimeout`.
  @discardableResult
  public func transaction<Result: Sendable>(
    kind: TransactionKind,
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    if isNoticed { return try await noticed { try await transaction(kind: kind, body) } }
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    let end = try await writers.waitingForLock {
      try await writer.transactionUnlessLocked(kind, body)
    }
    return try await committed(end, on: writer)
  }

  /// Runs `body` in a transaction that stays open while `body` awaits.
  ///
  /// ```swift
  /// try await db.transaction { tx in                         // BEGIN IMMEDIATE
  ///   let album = try tx.insert(draft)
  ///   try await upload(album)
  ///   try tx.execute("UPDATE album SET isUploaded = 1 WHERE id = \(album.id)")
  /// }                                                        // COMMIT
  /// ```
  ///
  /// The task has the writer until `body` returns. Other tasks that write wait in the order of
  /// their calls, and none of their writes becomes part of the transaction; other processes wait as
  /// well. Other tasks can read during that time, except in a database in memory, which has only
  /// this connection. Keep `body` short, and prefer to await before the transaction.
  ///
  /// In `body`, and in tasks that it starts while the transaction is open, the methods of this
  /// database throw ``DatabaseError`` with the code ``ResultCode/deadlock``: a method that writes
  /// would wait for the same connection, and a method that reads would not see the writes of
  /// `body`. Use the connection that is passed to `body`:
  ///
  /// ```swift
  /// try await db.transaction { tx in
  ///   try tx.insert(album)
  ///   let count = try tx.count(Album.self)      // not db.count
  ///   try await report(count)
  /// }
  /// ```
  ///
  /// - Parameter kind: When the lock is acquired.
  /// - Throws: The errors of ``Connection/transaction(kind:_:)``; ``DatabaseError`` with the code
  ///   `busy` if the lock was not free within the configuration's `busyTimeout`.
  @discardableResult
  public func transaction<Result: Sendable>(
    kind: TransactionKind,
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    if isNoticed { return try await noticed { try await transaction(kind: kind, body) } }
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    try await writers.waitingForLock { try await writer.begin(kind) }
    let end = try await HeldConnection.$current.withValue(writers.hold()) {
      try await writer.runAsyncTransaction(body)
    }
    return try await committed(end, on: writer)
  }

  /// Runs `body` in a transaction that begins with `BEGIN IMMEDIATE`, as `transaction(kind:
  /// .immediate)` does.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await transaction(kind: .immediate, body)
  }

  /// Runs `body` in a transaction that begins with `BEGIN IMMEDIATE` and stays open while `body`
  /// awaits, as `transaction(kind: .immediate)` does.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    try await transaction(kind: .immediate, body)
  }

  func committed<Result: Sendable>(
    _ end: PendingCommit<Result>, on writer: Connection
  ) async throws -> Result {
    guard end.isOpen else { return end.result }
    do {
      try await writers.waitingForLock { try await writer.commit() }
    } catch {
      await writer.rollBack()
      throw error
    }
    return end.result
  }
}
