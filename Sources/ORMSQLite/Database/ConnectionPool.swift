import Synchronization
import ORMCore

/// A pool of connections, each lent to one task at a time: the readers, or the writer.
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
    state = Mutex(PoolState(idle: [], capacity: capacity, isSingle: false))
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
    state = Mutex(PoolState(idle: [connection], capacity: 1, isSingle: true))
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
    let keeper = Keeper(activity, sql: sql)
    let connection = try await takeInTurn(for: keeper)
    readers?.endStandingReads()
    return BorrowedConnection(connection, of: self, keeper: keeper)
  }

  func takeInTurn(for keeper: Keeper? = nil) async throws -> Connection {
    if takeTurnOver(counting: keeper != nil) { await beginTurn() }
    let grant = try state.withLock { state in
      if state.refuses { throw DatabaseError.closed(path) }
      return state.grant(for: keeper)
    }
    if let grant { return try await connection(grant, for: keeper) }
    return try await connection(wait(for: keeper), for: keeper)
  }

  func connection(_ granted: Grant, for keeper: Keeper? = nil) async throws -> Connection {
    switch granted {
    case .ready(let connection): connection
    case .open: try await openConnection(for: keeper)
    }
  }

  /// Lends a connection if one is idle, after other tasks have run.
  ///
  /// It is separate from the function that waits, and calls nothing that may suspend except to let
  /// other tasks run: each call that may suspend takes hundreds of instructions, and a generic one
  /// takes about a thousand to begin.
  private func takeIdleInTurn() async throws -> Connection? {
    let isTurnOver = takeTurnOver(counting: false)
    if isTurnOver { await Task.yield() }
    return try state.withLock { state in
      if isTurnOver { state.turnStart = .now }
      if state.refuses { throw DatabaseError.closed(path) }
      return state.popIdle()
    }
  }

  /// Lends a connection if one is idle; in that case no task waits.
  ///
  /// A task that never suspends keeps its thread, and there are no more threads than cores. So this
  /// also returns nil once in a while, and ``takeInTurn(for:)`` lets other tasks run.
  func takeIdle() -> Connection? {
    state.withLock { state in
      // If tasks wait, the caller waits as well, which lets them run, and keeps its place in the
      // queue.
      if state.refuses || state.idle.isEmpty { return nil }
      if state.endTurn(after: Self.turn) { return nil }
      return state.popIdle()
    }
  }

  /// Lets other tasks run when it is time to, for a task that reads on a kept connection.
  @inline(__always)
  func letOthersRun(isolation: isolated (any Actor)?) async {
    if takeTurnOver(counting: true) { await beginTurn(isolation: isolation) }
  }

  /// Whether other tasks should run now; true is returned once.
  ///
  /// - Parameter counting: Whether this call has not been counted yet.
  private func takeTurnOver(counting: Bool) -> Bool {
    state.withLock { state in
      if counting { _ = state.endTurn(after: Self.turn) }
      defer { state.isTurnOver = false }
      return state.isTurnOver
    }
  }

  /// Lets other tasks run.
  private func beginTurn(isolation: isolated (any Actor)? = #isolation) async {
    await Task.yield()
    state.withLock { $0.turnStart = .now }
  }

  /// Takes a connection back, and lends it to the task that has waited longest.
  func give(back connection: Connection) {
    // To access a waiter, the runtime looks up its type, which takes longer than all of this.
    let (isAwaited, watches) = state.withLock { state in
      if !state.waiting.isEmpty || !state.closing.isEmpty || state.count > state.capacity {
        return (true, false)
      }
      endHold(&state)
      state.idle.append(connection)
      return (false, state.watches(connection.standing))
    }
    if isAwaited { give(back: connection, of: nil) }
    if watches { watchStandingReads() }
  }

  /// Takes back a connection that was kept.
  func give(back connection: Connection, of keeper: Keeper?) {
    let (waiters, watches) = state.withLock { state in
      if let keeper { state.keepers.removeAll { $0 === keeper } }
      endHold(&state)
      state.busySince = nil
      let watches = state.watches(connection.standing)
      state.idle.append(connection)
      let granted = state.grants()
      // A surplus connection is closed with its last reference.
      if state.idle.count > 0 && state.count > state.allowed {
        state.idle.removeLast()
        state.count -= 1
      }
      return ((granted, state.drained()), watches)
    }
    resume(waiters)
    if watches { watchStandingReads() }
  }

  @inline(__always)
  private func endHold(_ state: inout PoolState) {
    if state.hold == nil { return }
    state.hold = nil
    isHeld.store(false, ordering: .relaxed)
  }

  private func openConnection(for keeper: Keeper?) async throws -> Connection {
    do {
      return try await waitingForLock {
        do {
          return try open()
        } catch let error as DatabaseError where error.isOfLock {
          throw DatabaseLocked(error: error)
        }
      }
    } catch {
      resume(
        state.withLock { state in
          if let keeper { state.keepers.removeAll { $0 === keeper } }
          state.count -= 1
          return (state.grants(), state.drained())
        })
      throw error
    }
  }

  private func resume(_ waiters: (granted: [(Waiter, Grant)], drained: [Waiter])) {
    for (waiter, grant) in waiters.granted { waiter.resume(returning: grant) }
    for closer in waiters.drained { closer.resume(returning: nil) }
  }
}
