import ORMCore

extension Database {
  /// Closes the database: refuses what is called from now on, waits for what runs, and closes every
  /// connection.
  ///
  /// ```swift
  /// try await db.close()
  /// try FileManager.default.removeItem(atPath: db.path)
  /// ```
  ///
  /// What runs is every call that has begun, those that wait for a connection included, and every
  /// stream that is iterated over. The connection that writes goes last. If no other process has
  /// the file open, its write-ahead log is then in the file, and `-wal` and `-shm` are gone
  /// (<https://www.sqlite.org/wal.html#the_wal_file>). What is in memory, or in a temporary file,
  /// is gone.
  ///
  /// Each later call throws ``DatabaseError`` with the code ``ResultCode/closed``; only `close`
  /// itself may be called again. A database that is released closes automatically, with its last
  /// task; this is for programs that have to know when.
  ///
  /// - Throws: and the database is as open as before, but for calls that were refused meanwhile:
  ///   `CancellationError` and ``DeadlineError`` where the wait ends before what runs does;
  ///   ``ConnectionTimeoutError``, which says what runs, if it takes longer than
  ///   ``Configuration/connectionTimeout``; ``DatabaseError`` with the code ``ResultCode/deadlock``
  ///   in the task's own transaction.
  public func close() async throws { try await close(isPatient: false) }

  /// Closes the database as ``close()`` does, however long it takes what runs to end.
  package func closeWhenIdle() async throws { try await close(isPatient: true) }

  private func close(isPatient: Bool) async throws {
    for pool in [readers, writers] where pool?.isHeldByTask == true { throw writers.deadlock }
    try Task.checkCancellation()
    if let error = Deadline.error(.waitingForConnection, path: path) { throw error }
    readers?.refuse()
    writers.refuse()
    defer {
      readers?.stopRefusing()
      writers.stopRefusing()
    }
    try await readers?.drain(isPatient: isPatient)
    try await writers.drain(isPatient: isPatient)
    try await readers?.close()
    try await writers.close()
    readers?.setClosed()
    writers.setClosed()
  }
}

extension DatabaseError {
  static func closed(_ path: String, sql: String? = nil) -> DatabaseError {
    DatabaseError(extendedCode: .closed, message: "the database is closed", sql: sql, path: path)
  }
}
