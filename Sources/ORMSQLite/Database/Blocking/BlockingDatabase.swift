import ORMCore

/// A database for code that can't `await`: each call keeps its thread until it is done.
///
/// ```swift
/// let albums = try db.blocking.read { try $0.fetch(Album.self) }      // SELECT … FROM "album"
/// ```
///
/// It is for scripts, for what has to be done before a program goes on, and for code of a user
/// interface that needs its first value at once. Everything else waits by `await`, which keeps no
/// thread.
///
/// It may be called on the main thread, on the main actor, and on threads and dispatch queues of
/// one's own. On the threads that Swift runs tasks on, of which there are no more than cores, it
/// throws ``DatabaseError`` with the code ``ResultCode/wouldBlock``: where each of them waits,
/// nothing is left to run what they wait for. For the same reason don't wait there for a thread
/// that blocks. The threads of an executor of your own are yours.
///
/// What holds for the async verbs holds here: deadlines, ``Configuration/connectionTimeout``,
/// ``Configuration/busyTimeout``, and the error for a task that would wait for its own
/// transaction. So is a closure that blocks for the same database once more. A task on the main
/// actor that was cancelled is refused when it calls; what it has begun by then runs to its end.
public struct BlockingDatabase: Sendable {
  let database: Database

  /// Runs `body` on one state of the database, which it can't change; see ``Database/read(_:)``.
  ///
  /// ```swift
  /// let (albums, count) = try db.blocking.read { db in       // BEGIN
  ///   (try db.fetch(Album.all.limit(10)), try db.count(Album.self))
  /// }                                                        // COMMIT
  /// ```
  ///
  /// - Throws: as ``Database/read(_:)``; ``DatabaseError`` with the code ``ResultCode/wouldBlock``
  ///   on a thread that Swift runs tasks on, and with ``ResultCode/deadlock`` in another blocking
  ///   call of the same database.
  public func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try CallingThread.run(for: database) { try await database.read(body) }
  }

  /// Runs `body` in a transaction: what it did is kept when it returns, and undone when it throws
  /// or says ``Connection/rollback()``; see `transaction` of ``Database``.
  ///
  /// ```swift
  /// try db.blocking.transaction { tx in                      // BEGIN IMMEDIATE
  ///   try tx.create(Album.self)
  ///   if try tx.count(Album.self) == 0 { try tx.insert(samples) }
  /// }                                                        // COMMIT
  /// ```
  ///
  /// - Parameter kind: When the lock is taken.
  /// - Throws: as ``Connection/transaction(kind:_:)``, and as ``read(_:)``.
  @discardableResult
  public func transaction<Result: Sendable>(
    kind: TransactionKind = .immediate, _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try CallingThread.run(for: database) { try await database.transaction(kind: kind, body) }
  }

  /// Runs `body`, and stops what it does with databases when so much time has passed; see
  /// ``Database/within(_:_:)``.
  ///
  /// ```swift
  /// let albums = try db.blocking.within(.seconds(2)) { db in
  ///   try db.read { try $0.fetch(Album.where { $0.title.like("%love%") }) }
  /// }
  /// ```
  ///
  /// - Throws: what `body` throws: of what is stopped, ``DeadlineError``.
  public func within<Result>(
    _ limit: Duration, _ body: (BlockingDatabase) throws -> Result
  ) throws -> Result {
    let deadline = Deadline(start: .now, limit: limit.waitable)
    if let outer = Deadline.current, outer.end <= deadline.end { return try body(self) }
    return try Deadline.$current.withValue(deadline) { try body(self) }
  }

  /// Closes the database; see ``Database/close()``.
  ///
  /// - Throws: as ``Database/close()``, and as ``read(_:)``.
  public func close() throws { try CallingThread.run(for: database) { try await database.close() } }
}

extension Database {
  /// This database, for code that can't `await`.
  ///
  /// ```swift
  /// let albums = try db.blocking.read { try $0.fetch(Album.self) }
  /// ```
  public var blocking: BlockingDatabase { BlockingDatabase(database: self) }
}
