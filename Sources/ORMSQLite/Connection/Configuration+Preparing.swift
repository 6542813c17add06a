import ORMCore

extension Configuration {
  /// Does what is done first on a connection.
  ///
  /// - Returns: the pragmas that it has set; nil if there is nothing to do.
  @discardableResult
  func prepare(_ handle: OpaquePointer) throws -> PragmaRecorder? {
    guard let prepareConnection else { return nil }
    return try PragmaRecorder.record(on: handle) { try prepareConnection(ConnectionSetup(handle)) }
  }

  /// Whether each statement is looked at.
  var isMonitored: Bool { !statementHooks.isEmpty || warnings != nil }
}
