import ORMCore

/// The state of a pool, whose actions ``ConnectionPool`` carries out.
typealias PoolState = PoolStateMachine<Connection, WaitingTask>

/// The answer to a request for a connection: a connection, or permission to open one.
typealias Grant = PoolGrant<Connection>

typealias Waiter = PoolWaiter<WaitingTask>

/// A task in the queue.
struct WaitingTask: Sendable {
  /// The handle for resuming the task.
  enum Rest: Sendable {
    case continuation(CheckedContinuation<Grant?, any Error>)
    /// It writes a row, which may become part of a group commit.
    case place(PlaceInLine)
  }

  let rest: Rest
  /// The place of the call in the program, which the code that ends the wait can't find.
  let site: CallSite
}

extension Waiter {
  var place: PlaceInLine? { if case .place(let place) = task.rest { place } else { nil } }

  /// The reason not to wait at all.
  var refusal: (any Error)? {
    switch task.rest {
    case .continuation: Task.isCancelled ? CancellationError() : nil
    case .place(let place): place.refusal
    }
  }

  /// - Parameter grant: The connection; nil for a task that waited for all connections.
  func resume(returning grant: Grant?) {
    switch task.rest {
    case .continuation(let continuation): continuation.resume(returning: grant)
    case .place(let place): place.leave(with: .success(grant))
    }
  }

  func resume(throwing error: any Error) {
    switch task.rest {
    case .continuation(let continuation): continuation.resume(throwing: error)
    case .place(let place): place.leave(with: .failure(error))
    }
  }
}

// MARK: - Actions under the pool's lock

extension PoolLease<Connection> {
  /// Hands the connection over to its borrower.
  @inline(__always)
  func handOver() -> Connection {
    connection.standing?.accept(reads)
    return connection
  }
}

extension Grant {
  func handOver() { if case .ready(let lease) = self { _ = lease.handOver() } }
}

extension PoolState {
  /// Ends the read transactions of the idle connections, stops the timer for them, and returns the
  /// connections.
  mutating func leaveIdleAlone() -> [Connection] {
    endReads()
    readTimerFired()
    return idle
  }

  /// The idle connections with abandoned rows or snapshots.
  func leftIdle() -> [Connection] { mayBeAbandoned ? idle.filter(\.isAbandoned) : [] }

  /// Ends the read transactions of the idle connections.
  func endReads() {
    if mayHaveReads { for connection in idle { connection.standing?.end() } }
  }
}

extension Connection {
  nonisolated var isAbandoned: Bool { isLeft.load(ordering: .relaxed) }
}
