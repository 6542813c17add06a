import Synchronization

/// A connection that is out of its pool until it is given back, or let go of: then it goes back by
/// itself.
final class LentConnection: Sendable {
  let connection: Connection
  private let pool: ConnectionPool?
  private let isLent = Atomic(true)

  /// - Parameter pool: Where it goes back to; without one it is closed.
  init(_ connection: Connection, of pool: ConnectionPool?) {
    self.connection = connection
    self.pool = pool
  }

  func giveBack() async {
    guard isLent.exchange(false, ordering: .relaxed) else { return }
    await connection.release()
    if let pool { pool.give(back: connection) } else { try? await connection.close() }
  }

  deinit {
    guard isLent.load(ordering: .relaxed), let pool else { return }
    let connection = connection
    Task {
      await connection.release()
      pool.give(back: connection)
    }
  }
}

extension Connection {
  /// Lets go of the state that was read, so that others can have the connection.
  fileprivate func release() {
    openRows = nil
    rollBack()
  }
}
