import ORMCore

extension Database {
  /// Opens a connection to the file that is not in the pools, for a migration, its plan, or a check
  /// for damage.
  ///
  /// - Throws: ``DatabaseError``, with the code `busy` if a lock of another process is held for
  ///   longer than the configuration waits; `CancellationError`.
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
