import ORMCore

/// A database for code that can't `await`: each call blocks its thread until it is done.
///
/// ```swift
/// let albums = try db.blocking.read { try $0.fetch(Album.self) }      // SELECT … FROM "album"
/// ```
///
/// Use it in scripts, at the start of a program, and in code of a user interface that needs its
/// first value at once. All other code should `await`, which blocks no thread.
///
/// It may be called on the main thread, on the main actor, and on your own threads and dispatch
/// queues. On a thread that runs Swift's tasks, it throws ``DatabaseError`` with the code
/// ``ResultCode/wouldBlock``: there are no more of these threads than cores, and if all of them
/// were blocked, none would be left to run the work that they wait for. For the same reason, do not
/// wait there for another thread that makes a blocking call. The threads of your own executor are
/// not restricted.
///
/// The rules of the async methods apply here, too: deadlines, ``Configuration/connectionTimeout``,
/// ``Configuration/busyTimeout``, and the error for a task that would wait for its own transaction.
/// A blocking call inside the closure of another one throws that error, too, if both are to the
/// same database. On the main actor, a call throws if its task is already cancelled, but a call
/// that has begun runs to its end.
public struct BlockingDatabase: Sendable {
  let database: Database

  /// Runs `body` in a read transaction: all its reads see the same state of the database, and it
  /// can't write; see ``Database/read(_:)``.
  ///
  /// ```swift
  /// let (albums, count) = try db.blocking.read { db in       // BEGIN
  ///   (try db.fetch(Album.all.limit(10)), try db.count(Album.self))
  /// }                                                        // COMMIT
  /// ```
  ///
  /// - Throws: The errors of ``Database/read(_:)``; ``DatabaseError`` with the code
  ///   ``ResultCode/wouldBlock`` on a thread that runs Swift's tasks, and with
  ///   ``ResultCode/deadlock`` inside another blocking call to the same database.
  public func read<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try CallingThread.run(for: database) { try await database.read(body) }
  }

  /// Runs `body` in a transaction, which is committed when `body` returns, and rolled back when it
  /// throws or calls ``Connection/rollback()``; see `transaction` of ``Database``.
  ///
  /// ```swift
  /// try db.blocking.transaction { tx in                      // BEGIN IMMEDIATE
  ///   try tx.create(Album.self)
  ///   if try tx.count(Album.self) == 0 { try tx.insert(samples) }
  /// }                                                        // COMMIT
  /// ```
  ///
  /// - Parameter kind: When the lock is acquired.
  /// - Throws: The errors of ``Connection/transaction(kind:_:)`` and ``read(_:)``.
  @discardableResult
  public func transaction<Result: Sendable>(
    kind: TransactionKind = .immediate, _ body: @Sendable (isolated Connection) throws -> Result
  ) throws -> Result {
    try CallingThread.run(for: database) { try await database.transaction(kind: kind, body) }
  }

  /// Runs `body`, and stops its database calls when the time is up; see ``Database/within(_:_:)``.
  ///
  /// ```swift
  /// let albums = try db.blocking.within(.seconds(2)) { db in
  ///   try db.read { try $0.fetch(Album.where { $0.title.like("%love%") }) }
  /// }
  /// ```
  ///
  /// - Throws: The errors of `body`; calls that are stopped throw ``DeadlineError``.
  public func within<Result>(
    _ limit: Duration, _ body: (BlockingDatabase) throws -> Result
  ) throws -> Result {
    let deadline = Deadline(start: .now, limit: limit.waitable)
    if let outer = Deadline.current, outer.end <= deadline.end { return try body(self) }
    return try Deadline.$current.withValue(deadline) { try body(self) }
  }

  /// Closes the database; see ``Database/close()``.
  ///
  /// - Throws: The errors of ``Database/close()`` and ``read(_:)``.
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
