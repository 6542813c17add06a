import Synchronization
import ORMCore

/// Connections of one kind, each lent to one task at a time: those that read, or the one that
/// writes.
///
/// They are opened when they are first needed. Where all are lent, tasks wait in the order in which
/// they came. What runs on a connection without having been lent it may come between the parts of
/// what another task does.
///
/// Most tasks have a connection for one call, which returns it at its end. A stream, a snapshot and
/// a backup keep theirs for as long as their owner likes, which may call the database meanwhile. So
/// there is always one connection more than are kept, for calls, which never wait for a task that
/// waits for them; and a task that keeps one already gets the next at once.
final class ConnectionPool: Sendable {
  let path: String
  /// How long a lock that another process holds is waited for.
  let busyTimeout: Duration
  /// How long a connection is waited for; nil for as long as it takes.
  let limit: Duration?
  /// How long tasks go on from call to call before others run: they never suspend else, and might
  /// take all threads. To let others run takes some ten microseconds.
  private static let turn = Duration.milliseconds(1)
  /// How long rows of several tasks are written into one transaction, but for the last of them.
  let sharedCommitTime: Duration
  private let open: @Sendable () throws -> Connection
  /// Those whose reads end before anything is written.
  let readers: ConnectionPool?
  let state: Mutex<PoolState>
  /// Whether a task holds the connection across suspensions. Written together with the state, and
  /// read without its lock.
  let isHeld = Atomic(false)

  /// A pool of as many connections as are needed at a time, up to `capacity`.
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

  /// The pool of one connection.
  ///
  /// - Parameter readers: Those who read what it writes.
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
  /// Lends a connection for a call, which has to be given back.
  ///
  /// Inlined: if one is idle, no call is made that may suspend, which takes longer than to take
  /// it.
  ///
  /// - Throws: ``DatabaseError`` if one can't be opened, or the pool is closed;
  ///   ``ConnectionTimeoutError``; `CancellationError` where the task is cancelled while it waits.
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

  /// Lends a connection for a call if one is idle, now or once others have had their turn.
  @inline(__always)
  func takeUnlessBusy() async throws -> Connection? {
    if let idle = takeIdle() { return idle }
    return try await takeIdleInTurn()
  }

  /// Lends a connection for as long as someone likes.
  ///
  /// - Throws: as ``take()``.
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

  /// Lends a connection if one is idle, once others have had their turn.
  ///
  /// It is apart from what waits, and calls nothing that may suspend but to let others run: each
  /// such call takes hundreds of instructions, and what is generic some thousand to begin.
  private func takeIdleInTurn() async throws -> Connection? {
    let isTurnOver = takeTurnOver(counting: false)
    if isTurnOver { await Task.yield() }
    return try state.withLock { state in
      if isTurnOver { state.turnStart = .now }
      if state.refuses { throw DatabaseError.closed(path) }
      return state.popIdle()
    }
  }

  /// Lends a connection if one is idle; nobody waits then.
  ///
  /// A task that never suspends keeps its thread, of which there are no more than cores. So nil is
  /// given once in a while as well, and ``takeInTurn(for:)`` lets others run.
  func takeIdle() -> Connection? {
    state.withLock { state in
      // Who waits for a connection makes room by that, and keeps the place in line.
      if state.refuses || state.idle.isEmpty { return nil }
      if state.endTurn(after: Self.turn) { return nil }
      return state.popIdle()
    }
  }

  /// Lets others run when it is time to, if someone reads on a connection that is kept.
  @inline(__always)
  func letOthersRun(isolation: isolated (any Actor)?) async {
    if takeTurnOver(counting: true) { await beginTurn(isolation: isolation) }
  }

  /// Whether others should run now, which is said once.
  ///
  /// - Parameter counting: Whether it is a call that has not been counted.
  private func takeTurnOver(counting: Bool) -> Bool {
    state.withLock { state in
      if counting { _ = state.endTurn(after: Self.turn) }
      defer { state.isTurnOver = false }
      return state.isTurnOver
    }
  }

  /// Lets others run.
  private func beginTurn(isolation: isolated (any Actor)? = #isolation) async {
    await Task.yield()
    state.withLock { $0.turnStart = .now }
  }

  /// Takes a connection back, and hands it to the task that has waited longest.
  func give(back connection: Connection) {
    // Whoever looks into a waiter asks the runtime for its type, which takes longer than all of
    // this.
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

  /// Takes a connection back that someone has kept.
  func give(back connection: Connection, of keeper: Keeper?) {
    let (waiters, watches) = state.withLock { state in
      if let keeper { state.keepers.removeAll { $0 === keeper } }
      endHold(&state)
      state.busySince = nil
      let watches = state.watches(connection.standing)
      state.idle.append(connection)
      let granted = state.grants()
      // What is over is closed with its last reference.
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
