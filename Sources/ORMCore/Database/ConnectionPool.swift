import Synchronization

/// Connections of one kind, each lent to one task at a time: those that read, or the one that writes.
///
/// They are opened when they are first needed. Where all are lent, tasks wait in the order in which
/// they came. What runs on a connection without having been lent it may come between the parts of
/// what another task does.
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [Connection]
    /// How many connections there are, lent ones included.
    var count: Int
    var waiting: [Waiter<Connection?>] = []
    /// Those who wait until every connection is back.
    var closing: [Waiter<Void>] = []
    var nextID = 0
    var isClosed = false
    /// Who has the connection across suspensions, where someone has.
    var hold: Hold?
    /// Since when connections were lent without a suspension, and how often, to look at the time now and then.
    var turnStart = ContinuousClock.now
    var calls: UInt8 = 0
    /// Whether it is time for other tasks to run.
    var isTurnOver = false

    var isDrained: Bool { idle.count == count && waiting.isEmpty }

    /// Finds out now and then whether others should run.
    mutating func endTurn(after length: Duration) -> Bool {
      calls &+= 1
      guard calls % 4 == 0 else { return false }
      let now = ContinuousClock.now
      isTurnOver = now - turnStart > length
      if isTurnOver { turnStart = now }
      return isTurnOver
    }

    /// Takes those out of the line who wait for all connections, where these are back.
    mutating func drained() -> [Waiter<Void>] {
      guard isDrained else { return [] }
      defer { closing = [] }
      return closing
    }
  }

  fileprivate struct Waiter<Value: Sendable> {
    let id: Int
    let continuation: CheckedContinuation<Value, any Error>
  }

  let path: String
  /// How long a lock that another process holds is waited for.
  let busyTimeout: Duration
  private let capacity: Int
  /// How long tasks go on from call to call before others run, if they might take all threads: one connection
  /// takes one thread at most. To let others run takes some ten microseconds.
  private let turn: Duration?
  private let open: @Sendable () throws -> Connection
  private let state: Mutex<State>

  /// A pool of as many connections as are needed at a time, up to `capacity`.
  init(
    path: String, _ configuration: Configuration, capacity: Int,
    open: @escaping @Sendable () throws -> Connection
  ) {
    self.path = path
    busyTimeout = configuration.busyTimeout
    self.capacity = capacity
    turn = .milliseconds(1)
    self.open = open
    state = Mutex(State(idle: [], count: 0))
  }

  /// The pool of one connection.
  init(path: String, _ configuration: Configuration, only connection: Connection) {
    self.path = path
    busyTimeout = configuration.busyTimeout
    capacity = 1
    turn = nil
    open = { connection }
    state = Mutex(State(idle: [connection], count: 1))
  }
}

// MARK: - Lending

extension ConnectionPool {
  /// Lends a connection, which has to be given back.
  ///
  /// Inlined: where one is idle, no call is made that may suspend, which takes longer than to take it.
  ///
  /// - Throws: ``DatabaseError`` where one can't be opened, or the pool is closed;
  ///   `CancellationError` where the task is cancelled while it waits.
  @inline(__always)
  func take() async throws -> Connection {
    if let idle = takeIdle() { return idle }
    return try await takeInTurn()
  }

  private func takeInTurn() async throws -> Connection {
    let isTurnOver = state.withLock { state in
      defer { state.isTurnOver = false }
      return state.isTurnOver
    }
    if isTurnOver { await Task.yield() }
    while true {
      enum Turn { case ready(Connection), open, wait(Int), closed }
      let turn = state.withLock { state -> Turn in
        if state.isClosed { return .closed }
        if let connection = state.idle.popLast() { return .ready(connection) }
        if state.count < capacity {
          state.count += 1
          return .open
        }
        state.nextID += 1
        return .wait(state.nextID)
      }
      switch turn {
      case .ready(let connection): return connection
      case .open: return try await openConnection()
      case .wait(let id):
        // Nil is the word that a connection has failed to open, and its place is free.
        if let connection = try await wait(id) { return connection }
      case .closed: throw DatabaseError.closed(path)
      }
    }
  }

  /// Lends a connection where one is idle; nobody waits then.
  ///
  /// A task that never suspends keeps its thread, of which there are no more than cores. So nil is given once in
  /// a while as well, and ``takeInTurn()`` lets others run.
  private func takeIdle() -> Connection? {
    state.withLock { state in
      // Who waits for a connection makes room by that, and keeps the place in line.
      if state.isClosed || state.idle.isEmpty { return nil }
      if let turn, state.endTurn(after: turn) { return nil }
      return state.idle.popLast()
    }
  }

  /// Takes a connection back, and hands it to the task that has waited longest.
  func give(back connection: Connection) {
    // Whoever looks into a waiter asks the runtime for its type, which takes longer than all of this.
    let isAwaited = state.withLock { state in
      if !state.waiting.isEmpty || !state.closing.isEmpty { return true }
      state.hold = nil
      state.idle.append(connection)
      return false
    }
    if isAwaited { give(on: connection) }
  }

  private func give(on connection: Connection) {
    let (waiter, closing) = state.withLock { state -> (Waiter<Connection?>?, [Waiter<Void>]) in
      state.hold = nil
      if !state.waiting.isEmpty { return (state.waiting.removeFirst(), []) }
      state.idle.append(connection)
      return (nil, state.closing.isEmpty ? [] : state.drained())
    }
    waiter?.continuation.resume(returning: connection)
    for closer in closing { closer.continuation.resume() }
  }

  private func openConnection() async throws -> Connection {
    do {
      return try await waitingForLock {
        do {
          return try open()
        } catch let error as DatabaseError where error.code == .busy {
          throw LockMet(error: error)
        }
      }
    } catch {
      let (waiter, closing) = state.withLock { state -> (Waiter<Connection?>?, [Waiter<Void>]) in
        state.count -= 1
        let waiter = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        return (waiter, state.drained())
      }
      waiter?.continuation.resume(returning: nil)
      for closer in closing { closer.continuation.resume() }
      throw error
    }
  }

  private func wait(_ id: Int) async throws -> Connection? {
    let hold = Hold.current
    let timer = timer { [weak self] error in
      let waiter = self?.state.withLock { state in state.waiting.remove(id) }
      waiter?.continuation.resume(throwing: error)
    }
    defer { timer?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let given = state.withLock { state -> Result<Connection?, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          // One may have come back in the meantime, or failed to open.
          if let connection = state.idle.popLast() { return .success(connection) }
          if state.count < capacity { return .success(nil) }
          if let held = state.hold, hold?.isWithin(held) == true { return .failure(deadlock) }
          // A timer that has gone off by now has found no one in line, and does not come again.
          if let error = Deadline.error(.waitingForConnection, path: path) {
            return .failure(error)
          }
          state.waiting.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        switch given {
        case .success(let connection): continuation.resume(returning: connection)
        case .failure(let error): continuation.resume(throwing: error)
        case nil: break
        }
      }
    } onCancel: {
      let waiter = state.withLock { state in state.waiting.remove(id) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}

// MARK: - Waiting

extension ConnectionPool {
  /// How many tasks wait for a connection, and how many for the return of all.
  var line: (waiting: Int, closing: Int) {
    state.withLock { ($0.waiting.count, $0.closing.count) }
  }

  /// Marks the connection of a pool that has one, and that is lent, as the task's across suspensions.
  func hold() -> Hold {
    let hold = Hold(outer: .current)
    state.withLock { $0.hold = hold }
    return hold
  }

  private var deadlock: DatabaseError {
    DatabaseError(
      extendedCode: .deadlock,
      message: "the task's own transaction has the connection: use the one that its body gets",
      path: path)
  }

  /// Calls `expire` when the task's time is up, where there is a deadline.
  private func timer(
    _ expire: @escaping @Sendable (DeadlineError) -> Void
  ) -> Task<Void, any Error>? {
    Deadline.current.map { deadline in
      Task { [path] in
        try await Task.sleep(until: deadline.end, clock: .continuous)
        if let error = Deadline.error(.waitingForConnection, path: path) { expire(error) }
      }
    }
  }
}

// MARK: - Closing

extension ConnectionPool {
  /// Lends no connection from now on but to those who wait for one already.
  func refuse() { state.withLock { $0.isClosed = true } }

  /// Waits until every connection is back.
  ///
  /// - Throws: `CancellationError`; ``DeadlineError``; ``DatabaseError`` where the task itself has one.
  func drain() async throws {
    let hold = Hold.current
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let timer = timer { [weak self] error in
      let waiter = self?.state.withLock { state in state.closing.remove(id) }
      waiter?.continuation.resume(throwing: error)
    }
    defer { timer?.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let end = state.withLock { state -> Result<Void, any Error>? in
          if state.isDrained { return .success(()) }
          if Task.isCancelled { return .failure(CancellationError()) }
          if let held = state.hold, hold?.isWithin(held) == true { return .failure(deadlock) }
          if let error = Deadline.error(.waitingForConnection, path: path) {
            return .failure(error)
          }
          state.closing.append(Waiter(id: id, continuation: continuation))
          return nil
        }
        if let end { continuation.resume(with: end) }
      }
    } onCancel: {
      let waiter = state.withLock { state in state.closing.remove(id) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Closes the connections, all of which are back.
  func close() async throws {
    // They stay here until they are closed: who closes at the same time waits for the same.
    for connection in state.withLock({ $0.idle }) { try await connection.close() }
  }
}

extension Array {
  /// Takes the one with this number out of the line.
  fileprivate mutating func remove<Value>(_ id: Int) -> Element?
  where Element == ConnectionPool.Waiter<Value> {
    firstIndex { $0.id == id }.map { remove(at: $0) }
  }
}
