import ORMCore

extension Database {
  /// Runs `body` in a transaction: what it did is kept when it returns, and undone when it throws
  /// or says ``Connection/rollback()``.
  ///
  /// ```swift
  /// try await db.transaction { tx in                         // BEGIN IMMEDIATE
  ///   for var album in recent { album.title += " (remaster)"; try tx.update(album) }
  /// }                                                        // COMMIT
  /// ```
  ///
  /// `body` runs once, when the transaction has begun; a lock that another process holds is waited
  /// for before that.
  ///
  /// - Parameter kind: When the lock is taken.
  /// - Throws: as ``Connection/transaction(kind:_:)``; ``DatabaseError`` with the code `busy` where
  ///   the lock was not to be had within the configuration's `busyTimeout`.
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

  /// Runs `body` in a transaction that stays open while `body` waits for something else.
  ///
  /// ```swift
  /// try await db.transaction { tx in                         // BEGIN IMMEDIATE
  ///   let album = try tx.insert(draft)
  ///   try await upload(album)
  ///   try tx.execute("UPDATE album SET isUploaded = 1 WHERE id = \(album.id)")
  /// }                                                        // COMMIT
  /// ```
  ///
  /// The connection that writes is the task's until `body` is done. Other tasks that write wait in
  /// the order in which they came, and nothing of theirs comes between; so do other processes.
  /// Those that read go on, but for a database in memory, whose one connection this is. Keep `body`
  /// short, and prefer to wait before the transaction.
  ///
  /// In `body`, and in tasks that it starts while the transaction is open, this database's own
  /// verbs throw ``DatabaseError`` with the code ``ResultCode/deadlock``: a verb that writes would
  /// wait for the same connection, and a verb that reads would not see what `body` has written. Use
  /// the connection that is passed to `body`:
  ///
  /// ```swift
  /// try await db.transaction { tx in
  ///   try tx.insert(album)
  ///   let count = try tx.count(Album.self)      // and not db.count
  ///   try await report(count)
  /// }
  /// ```
  ///
  /// - Parameter kind: When the lock is taken.
  /// - Throws: as ``Connection/transaction(kind:_:)``; ``DatabaseError`` with the code `busy` where
  ///   the lock was not to be had within the configuration's `busyTimeout`.
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

  /// Runs `body` in a transaction that begins by `BEGIN IMMEDIATE`; all else is as with a kind.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await transaction(kind: .immediate, body)
  }

  /// Runs `body` in a transaction that begins by `BEGIN IMMEDIATE` and stays open while `body`
  /// waits for something else; all else is as with a kind.
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
