/// A request for a connection of a pool.
@usableFromInline package enum PoolRequest: Sendable {
  /// A call, which returns the connection at its end.
  case call
  /// A call that writes one row, which another task may write and commit with its own rows.
  case row
  /// A call whose row was rolled back with a group commit, and is written alone.
  case rowAlone
  /// A long-lived borrower.
  case loan(PoolBorrower)
  /// A task that closes the pool: it waits until all connections have returned.
  case all

  /// The long-lived borrower; nil for a call.
  @inlinable package var borrower: PoolBorrower? {
    if case .loan(let borrower) = self { borrower } else { nil }
  }

  @inlinable package var isRow: Bool { if case .row = self { true } else { false } }

  @inlinable package var isAll: Bool { if case .all = self { true } else { false } }
}

/// A long-lived borrower: a stream, a snapshot or a backup.
@usableFromInline package final class PoolBorrower: Sendable {
  let activity: ConnectionTimeoutError.Activity
  /// Returns the SQL of a stream, for an error.
  let sql: @Sendable () -> String?
  let since: ContinuousClock.Instant
  /// The identity of the task that borrows; nil outside of tasks.
  @usableFromInline package let task: Int?

  @usableFromInline package init(
    _ activity: ConnectionTimeoutError.Activity, task: Int?, since: ContinuousClock.Instant,
    sql: @escaping @Sendable () -> String?
  ) {
    self.activity = activity
    self.task = task
    self.since = since
    self.sql = sql
  }
}

/// A task in a pool's queue.
@usableFromInline package final class PoolWaiter<WaitingTask: Sendable>: Sendable {
  @usableFromInline package let id: Int
  /// The owner's handle for resuming the task.
  @usableFromInline package let task: WaitingTask
  @usableFromInline package let request: PoolRequest
  /// The start of the wait.
  @usableFromInline package let since: ContinuousClock.Instant
  /// The maximum time to wait; nil if it is not limited.
  @usableFromInline package let limit: Duration?

  @inlinable
  package init(
    id: Int, _ task: WaitingTask, for request: PoolRequest, since: ContinuousClock.Instant,
    limit: Duration?
  ) {
    self.id = id
    self.task = task
    self.request = request
    self.since = since
    self.limit = limit
  }

  /// The end of the wait.
  @inlinable package var end: ContinuousClock.Instant? { limit.map { since + $0 } }

  /// The same waiter, with a request to write its row alone.
  var alone: PoolWaiter {
    PoolWaiter(id: id, task, for: .rowAlone, since: since, limit: limit)
  }
}
