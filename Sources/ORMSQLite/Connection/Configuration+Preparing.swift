import ORMCore

extension Configuration {
  /// Runs ``prepareConnection`` on a new connection.
  ///
  /// - Parameter wait: The wait of each of its statements for a lock.
  /// - Returns: The pragmas that the closure has set; nil if there is no closure.
  @discardableResult
  func prepare(
    _ handle: OpaquePointer, waiting wait: LockWait = LockWait(.zero)
  ) throws -> PragmaRecorder? {
    guard let prepareConnection else { return nil }
    return try PragmaRecorder.record(on: handle) {
      try prepareConnection(ConnectionSetup(handle, waiting: wait))
    }
  }

  /// Whether only SQLite handles the locks of a connection, and its statements are not monitored.
  ///
  /// - Parameter prepared: The pragmas that the program has set on the connection.
  func leavesLocksToSQLite(_ prepared: PragmaRecorder?) -> Bool {
    !isMonitored && vfs == nil && !isImmutable && uriParameters.isEmpty
      && prepared?.isReplaced != true && prepared?.names.contains(SQLName("locking_mode")) != true
  }

  /// Whether each statement is monitored.
  var isMonitored: Bool { !statementHooks.isEmpty || warnings != nil }
}
