import ORMCore

extension Configuration {
  /// Does what is done first on a connection.
  ///
  /// - Parameter wait: The wait for locks of each of its statements.
  /// - Returns: the pragmas that it has set; nil if there is nothing to do.
  @discardableResult
  func prepare(
    _ handle: OpaquePointer, waiting wait: LockWait = LockWait(.zero)
  ) throws -> PragmaRecorder? {
    guard let prepareConnection else { return nil }
    return try PragmaRecorder.record(on: handle) {
      try prepareConnection(ConnectionSetup(handle, waiting: wait))
    }
  }

  /// Whether a connection's locks are SQLite's own, and nobody looks at its statements.
  ///
  /// - Parameter prepared: What the program has set on it.
  func leavesLocksToSQLite(_ prepared: PragmaRecorder?) -> Bool {
    !isMonitored && vfs == nil && !isImmutable && uriParameters.isEmpty
      && prepared?.isReplaced != true && prepared?.names.contains(SQLName("locking_mode")) != true
  }

  /// Whether each statement is looked at.
  var isMonitored: Bool { !statementHooks.isEmpty || warnings != nil }
}
