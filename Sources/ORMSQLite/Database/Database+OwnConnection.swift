import ORMCore

extension Database {
  /// Opens a connection to the file besides those that tasks share, for what is not done with them:
  /// a migration, its plan, a check for damage.
  ///
  /// - Throws: ``DatabaseError``, with the code `busy` where a lock of another process is in the
  ///   way for longer than the configuration waits; `CancellationError`.
  func openConnection(_ role: Connection.Role) async throws -> Connection {
    try await writers.waitingForLock {
      do {
        return try Connection(
          path: path, role: role, configuration: configuration, extensions: extensions,
          waitsForLocks: false)
      } catch let error as DatabaseError where error.isOfLock {
        throw DatabaseLocked(error: error)
      }
    }
  }
}
