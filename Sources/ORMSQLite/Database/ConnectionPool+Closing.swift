import ORMCore

extension ConnectionPool {
  /// Lends no connection from now on but to those who wait for one already.
  func refuse() { state.withLock { $0.refuse() } }

  /// Lends connections again, unless it is closed or someone else is about to close it.
  func stopRefusing() { state.withLock { $0.stopRefusing() } }

  /// Closes the connections, all of which are back.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory left; those that were closed are opened
  ///   again when they are needed.
  func close() async throws {
    // They stay here until they are closed: who closes at the same time waits for the same. From
    // here on they are their own actors': nobody ends a read that stands, as none does.
    for connection in state.withLock({ $0.leaveIdleAlone() }) {
      try await connection.close()
      state.withLock { state in
        if state.isSingle { return }
        if let place = state.idle.firstIndex(where: { $0 === connection }) {
          state.idle.remove(at: place)
          state.count -= 1
        }
      }
    }
  }

  /// Closes the idle connections. New ones are opened when they are needed.
  ///
  /// An open connection holds a lock of the write-ahead log, which keeps the file in its journal
  /// mode.
  func closeIdle() async throws {
    for connection in state.withLock({ $0.removeIdle() }) { try await connection.close() }
  }

  /// Whether every call is refused for good.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Refuses every call from now on.
  func setClosed() { state.withLock { $0.setClosed() } }
}
