import ORMCore

extension ConnectionPool {
  /// Lends no more connections, except to tasks that wait for one already.
  func refuse() { state.withLock { $0.refuse() } }

  /// Lends connections again, unless the pool is closed or another task is about to close it.
  func stopRefusing() { state.withLock { $0.stopRefusing() } }

  /// Closes the connections, all of which are idle.
  ///
  /// - Throws: ``DatabaseError`` if there is no memory left; the connections that were closed are
  ///   opened again when they are needed.
  func close() async throws {
    // The connections stay in the pool until they are closed: a task that closes the pool at the
    // same time waits for the same ones. From here on only their own actors use them, and no read
    // transaction is open that another task could end.
    for connection in state.withLock({ $0.leaveIdleAlone() }) {
      try await connection.close()
      state.withLock { $0.closed(connection) }
    }
  }

  /// Closes the idle connections. New ones are opened when they are needed.
  ///
  /// An open connection holds a lock of the write-ahead log, which keeps the file in its journal
  /// mode.
  func closeIdle() async throws {
    let removed = state.withLock { state in
      state.endReads()
      return state.removeIdle()
    }
    for connection in removed { try await connection.close() }
  }

  /// Whether the pool refuses every call for good.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Refuses every call from now on.
  func setClosed() { state.withLock { $0.setClosed() } }
}
