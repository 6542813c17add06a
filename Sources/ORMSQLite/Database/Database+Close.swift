import ORMCore

extension Database {
  /// Closes the database: refuses new calls, waits for running ones, and closes every connection.
  ///
  /// ```swift
  /// try await db.close()
  /// try FileManager.default.removeItem(atPath: db.path)
  /// ```
  ///
  /// It waits for every call that has begun, including calls that wait for a connection, and for
  /// every stream that is iterated over. The writer is closed last. If no other process has the
  /// file open, its write-ahead log is then moved into the file, and `-wal` and `-shm` are deleted
  /// (<https://www.sqlite.org/wal.html#the_wal_file>). A database in memory or in a temporary file
  /// is deleted.
  ///
  /// Each later call throws ``DatabaseError`` with the code ``ResultCode/closed``; only `close`
  /// itself may be called again. A database that is released closes automatically when its last
  /// task ends; call `close` if the program has to know when.
  ///
  /// - Throws: `CancellationError` or ``DeadlineError`` if the task is cancelled, or its time is
  ///   up, while it waits for running calls; ``ConnectionTimeoutError``, which lists the running
  ///   calls, if they take longer than ``Configuration/connectionTimeout``; ``DatabaseError`` with
  ///   the code ``ResultCode/deadlock`` if the task has an open transaction. In each case the
  ///   database stays open, but calls that were made during the wait have been refused.
  public func close() async throws { try await close(isPatient: false) }

  /// Closes the database as ``close()`` does, but waits for running calls without a time limit.
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
