/// A connection that a pool lends.
@usableFromInline package struct PoolLease<PooledConnection: AnyObject & Sendable>: Sendable {
  @usableFromInline package let connection: PooledConnection
  /// The borrower's right to keep a read transaction open. The pool's owner hands it over together
  /// with the connection.
  @usableFromInline package let reads: PersistentReads.Terms

  @inlinable
  package init(_ connection: PooledConnection, _ reads: PersistentReads.Terms) {
    self.connection = connection
    self.reads = reads
  }
}

/// The answer to a request that was granted: a connection, or permission to open one.
@usableFromInline package enum PoolGrant<PooledConnection: AnyObject & Sendable>: Sendable {
  case ready(PoolLease<PooledConnection>)
  case open
}

/// The answer to a request that does not enter the queue.
@usableFromInline package enum PoolAnswer<PooledConnection: AnyObject & Sendable>: Sendable {
  case granted(PoolGrant<PooledConnection>)
  /// No connection is available: the task has to wait.
  case none
  /// The pool is closed.
  case closed
}

/// The answer to a task that wants to enter the queue.
@usableFromInline package enum PoolEntry<PooledConnection: AnyObject & Sendable>: Sendable {
  /// A connection has become available in the meantime.
  case granted(PoolGrant<PooledConnection>)
  /// All connections have returned.
  case drained
  case refused(Refusal)
  /// The task waits.
  ///
  /// - Parameter timer: The timer that has to be started to end overdue waits; nil if it runs
  ///   already, or if the wait is not limited.
  case waits(timer: Int?)

  /// The reason that a task may not wait.
  @usableFromInline package enum Refusal: Sendable {
    /// The pool is closed.
    case closed
    /// The task has the connection itself.
    case deadlock
    /// The task's deadline has passed.
    case deadline(DeadlineError)
    /// The task may not wait. The holders of the connections are reported.
    case timeout([ConnectionTimeoutError.Holder])
  }
}

/// The tasks that a pool's owner has to resume.
@usableFromInline
package struct PoolResumptions<
  PooledConnection: AnyObject & Sendable, WaitingTask: Sendable
>: Sendable {
  /// Tasks that get a connection, or permission to open one.
  @usableFromInline package let granted:
    [(waiter: PoolWaiter<WaitingTask>, grant: PoolGrant<PooledConnection>)]
  /// Tasks that waited for the return of all connections.
  @usableFromInline package let drained: [PoolWaiter<WaitingTask>]

  @inlinable
  package init(
    granted: [(waiter: PoolWaiter<WaitingTask>, grant: PoolGrant<PooledConnection>)],
    drained: [PoolWaiter<WaitingTask>]
  ) {
    self.granted = granted
    self.drained = drained
  }
}

/// The actions after a connection has returned to a pool.
@usableFromInline package struct PoolReturn: Sendable {
  /// Whether a task's hold on the connection has ended.
  @usableFromInline package let endsHold: Bool
  @usableFromInline package let reads: PersistentReads.Action

  @inlinable
  package init(endsHold: Bool, reads: PersistentReads.Action) {
    self.endsHold = endsHold
    self.reads = reads
  }
}
