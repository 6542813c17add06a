import Synchronization
import ORMCore

/// A pool of connections, each lent to one task at a time: the readers, or the writer.
///
/// ``PoolStateMachine`` decides which task is next. The pool reports each event to it under a
/// lock, with the time, and carries out its actions: it opens connections, resumes tasks and starts
/// timers.
///
/// Connections are opened when they are first needed. If all are lent, tasks wait in the order of
/// their calls. Code that runs on a connection that was not lent to it may run between the steps of
/// another task.
///
/// Most tasks borrow a connection for one call, and return it at the end of the call. A stream, a
/// snapshot or a backup keeps its connection for any length of time, during which its owner may
/// call the database. So there is always one connection for calls in addition to the kept ones: a
/// call never waits for a task that itself waits for calls, and a task that keeps one connection
/// gets another at once.
final class ConnectionPool: Sendable {
  let path: String
  /// The time to wait for a lock that another process holds.
  let busyTimeout: Duration
  /// The time to wait for a connection; nil if it is not limited.
  let limit: Duration?
  /// The time for which a task may call without a pause before other tasks run: such calls never
  /// suspend, and could occupy all threads. Letting other tasks run takes about ten microseconds.
  private static let turn = Duration.milliseconds(1)
  /// The time for which a group commit accepts more rows.
  let sharedCommitTime: Duration
  private let open: @Sendable () throws -> Connection
  /// The readers, whose open read transactions end before anything is written.
  let readers: ConnectionPool?
  let state: Mutex<PoolState>
  /// Whether a task holds the connection across suspensions. Written together with the state, and
  /// read without its lock.
  let isHeld = Atomic(false)

  /// A pool that opens as many connections as are needed at a time, up to `capacity`.
  init(
    path: String, _ configuration: Configuration, capacity: Int,
    open: @escaping @Sendable () throws -> Connection
  ) {
    self.path = path
    busyTimeout = configuration.busyTimeout
    limit = configuration.connectionTimeout?.waitable
    sharedCommitTime = configuration.sharedCommitTime
    self.open = open
    readers = nil
    state = Mutex(
      PoolState(idle: [], capacity: capacity, isSingle: false, turn: Self.turn, at: .now))
  }

  /// A pool of a single connection.
  ///
  /// - Parameter readers: The pool of connections that read what this one writes.
  init(
    path: String, _ configuration: Configuration, only connection: Connection,
    besides readers: ConnectionPool? = nil
  ) {
    self.path = path
    busyTimeout = configuration.busyTimeout
    limit = configuration.connectionTimeout?.waitable
    sharedCommitTime = configuration.sharedCommitTime
    open = { connection }
    self.readers = readers
    state = Mutex(
      PoolState(idle: [connection], capacity: 1, isSingle: true, turn: Self.turn, at: .now))
  }
}

// MARK: - Lending

extension ConnectionPool {
  /// Lends a connection for a call, which must give it back.
  ///
  /// Inlined: if a connection is idle, no function is called that may suspend, which would take
  /// longer than to take the connection.
  ///
  /// - Throws: ``DatabaseError`` if a connection can't be opened, or the pool is closed;
  ///   ``ConnectionTimeoutError``; `CancellationError` if the task is cancelled while it waits.
  @inline(__always)
  func take() async throws -> Connection {
    let connection: Connection
    if let idle = try await takeUnlessBusy() {
      connection = idle
    } else {
      connection = try await takeInTurn()
    }
    readers?.endStandingReads()
    return connection
  }

  /// Lends a connection for a call if one is idle, now or after other tasks have run.
  @inline(__always)
  func takeUnlessBusy() async throws -> Connection? {
    if let idle = takeIdle() { return idle }
    return try await takeIdleInTurn()
  }

  /// Lends a connection to a long-lived borrower.
  ///
  /// - Throws: The errors of ``take()``.
  func lend(
    for activity: ConnectionTimeoutError.Activity, sql: @escaping @Sendable () -> String? = { nil }
  ) async throws -> BorrowedConnection {
    let task = withUnsafeCurrentTask { $0?.hashValue }
    let borrower = PoolBorrower(activity, task: task, since: .now, sql: sql)
    let connection = try await takeInTurn(for: borrower)
    readers?.endStandingReads()
    return BorrowedConnection(connection, of: self, borrower: borrower)
  }

  func takeInTurn(for borrower: PoolBorrower? = nil) async throws -> Connection {
    if takeTurnOver(isCounted: borrower == nil) { await beginTurn() }
    let grant = try grant { $0.request(for: borrower) }
    if let grant { return try await connection(grant, for: borrower) }
    return try await connection(wait(for: borrower), for: borrower)
  }

  func connection(
    _ grant: Grant, for borrower: PoolBorrower? = nil
  ) async throws -> Connection {
    switch grant {
    case .ready(let lease): lease.connection
    case .open: try await openConnection(for: borrower)
    }
  }

  /// - Returns: Nil if no connection is available.
  /// - Throws: ``DatabaseError`` if the pool is closed.
  @inline(__always)
  private func grant(
    _ request: (inout PoolState) -> PoolAnswer<Connection>
  ) throws -> Grant? {
    try state.withLock { state in
      switch request(&state) {
      case .granted(let grant):
        grant.handOver()
        return grant
      case .none: return nil
      case .closed: throw DatabaseError.closed(path)
      }
    }
  }

  /// Lends a connection if one is idle, after other tasks have run.
  ///
  /// It is separate from the function that waits, and calls nothing that may suspend except to let
  /// other tasks run: each call that may suspend takes hundreds of instructions, and a generic one
  /// takes about a thousand to begin.
  private func takeIdleInTurn() async throws -> Connection? {
    let isTurnOver = takeTurnOver(isCounted: true)
    if isTurnOver { await Task.yield() }
    let grant = try grant { state in
      if isTurnOver { state.turns.start = .now }
      return state.takeIdleAfterTurn()
    }
    return if case .ready(let lease)? = grant { lease.connection } else { nil }
  }

  /// Lends a connection if one is idle; in that case no call waits.
  ///
  /// A task that never suspends keeps its thread, and there are no more threads than cores. So this
  /// also returns nil once in a while, and ``takeInTurn(for:)`` lets other tasks run.
  func takeIdle() -> Connection? {
    state.withLock { $0.takeIdle(at: { .now })?.handOver() }
  }

  /// Lets other tasks run when it is time to, for a task that reads on a kept connection.
  @inline(__always)
  func letOthersRun(isolation: isolated (any Actor)?) async {
    if takeTurnOver(isCounted: false) { await beginTurn(isolation: isolation) }
  }

  /// Whether other tasks should run now; true is returned once.
  ///
  /// - Parameter isCounted: Whether this call has been counted already.
  private func takeTurnOver(isCounted: Bool) -> Bool {
    state.withLock { $0.turns.takeEnd(isCounted: isCounted, at: { .now }) }
  }

  /// Lets other tasks run.
  private func beginTurn(isolation: isolated (any Actor)? = #isolation) async {
    await Task.yield()
    state.withLock { $0.turns.start = .now }
  }

  /// Takes a connection back, and lends it to the task that has waited longest.
  func give(back connection: Connection) {
    let action = state.withLock { state in
      let action = state.giveBack(connection, openSince: connection.standing?.openRound)
      if let action { carryOut(action, for: connection) }
      return action
    }
    guard let action else { return give(back: connection, of: nil) }
    if case .startTimer = action.reads { watchStandingReads() }
  }

  /// Takes back a connection that was kept.
  func give(back connection: Connection, of borrower: PoolBorrower?) {
    let (action, resumptions, _) = state.withLock { state in
      let result = state.giveBack(
        connection, of: borrower, openSince: connection.standing?.openRound)
      carryOut(result.action, for: connection)
      for (_, grant) in result.resumptions.granted { grant.handOver() }
      // A surplus connection is closed with its last reference.
      return result
    }
    resume(resumptions)
    if case .startTimer = action.reads { watchStandingReads() }
  }

  /// Carries out the actions that need the lock.
  @inline(__always)
  private func carryOut(_ action: PoolReturn, for connection: Connection) {
    if action.endsHold { isHeld.store(false, ordering: .relaxed) }
    if case .end = action.reads { connection.standing?.end() }
  }

  private func openConnection(for borrower: PoolBorrower?) async throws -> Connection {
    do {
      return try await waitingForLock {
        do {
          return try open()
        } catch let error as DatabaseError where error.isOfLock {
          throw DatabaseLocked(error: error)
        }
      }
    } catch {
      let resumptions = state.withLock { state in
        let resumptions = state.failedToOpen(for: borrower)
        for (_, grant) in resumptions.granted { grant.handOver() }
        return resumptions
      }
      resume(resumptions)
      throw error
    }
  }

  private func resume(_ resumptions: PoolState.Resumptions) {
    for (waiter, grant) in resumptions.granted { waiter.resume(returning: grant) }
    for waiter in resumptions.drained { waiter.resume(returning: nil) }
  }
}
