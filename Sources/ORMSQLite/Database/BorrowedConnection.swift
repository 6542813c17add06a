import Synchronization
import ORMCore

/// A connection borrowed from its pool until it is given back. If it is released without that, it
/// returns automatically.
final class BorrowedConnection: Sendable {
  let connection: Connection
  private let pool: ConnectionPool?
  private let borrower: PoolBorrower?
  private let isLent = Atomic(true)

  /// - Parameter pool: The pool that the connection returns to; without one, it is closed.
  init(_ connection: Connection, of pool: ConnectionPool?, borrower: PoolBorrower? = nil) {
    self.connection = connection
    self.pool = pool
    self.borrower = borrower
  }

  func giveBack() async {
    guard isLent.exchange(false, ordering: .relaxed) else { return }
    await connection.release()
    if let pool {
      pool.give(back: connection, of: borrower)
    } else {
      try? await connection.close()
    }
  }

  // A task that leaves a loop asks for the next connection in its next line: the pool gets this one
  // back at once.
  deinit {
    guard isLent.load(ordering: .relaxed), let pool else { return }
    pool.take(left: connection, of: borrower)
  }
}
