import Dispatch
import ORMCore

// MARK: - Open read transactions

extension ConnectionPool {
  /// The time for which a read transaction may stay open on an idle connection.
  private static let standing = DispatchTimeInterval.milliseconds(2)

  /// The queue that ends them: the threads that run tasks may all be busy.
  static let timers = DispatchQueue(label: "reads that stand open")

  /// Ends the read transactions of idle connections after a moment. If a call is running at that
  /// time, its read transaction is ended when the call ends.
  func watchStandingReads() {
    Self.timers.asyncAfter(deadline: .now() + Self.standing) { [weak self] in
      _ = self?.state.withLock { $0.leaveIdleAlone() }
    }
  }

  // These three are called by code that is specialized for each type of result; they are not part
  // of it.

  /// Ends the read transactions of idle connections, and releases abandoned ones.
  @inline(never)
  func endStandingReads() {
    let left = state.withLock { state in
      state.endReads()
      return state.leftIdle()
    }
    if !left.isEmpty { release(left) }
  }

  /// Ends the read transactions of idle connections, and those of lent connections as they return,
  /// and lets none stay open until ``allowStandingReads()``.
  @inline(never)
  func banStandingReads() {
    state.withLock { state in
      state.banReads()
      state.endReads()
    }
  }

  @inline(never)
  func allowStandingReads() { state.withLock { $0.allowReads() } }
}

// MARK: - Abandoned connections

extension ConnectionPool {
  /// Takes back a connection that a borrower has abandoned.
  ///
  /// The rows that were read on it are released on the connection's executor: by the next borrower,
  /// or otherwise by a task after a moment, or as soon as a task writes. Starting a task at once
  /// would wake another thread, which takes longer than beginning the next stream.
  func take(left connection: Connection, of borrower: PoolBorrower?) {
    connection.isLeft.store(true, ordering: .releasing)
    give(back: connection, of: borrower)
    guard state.withLock({ $0.watchAbandoned() }) else { return }
    Self.timers.asyncAfter(deadline: .now() + Self.standing) { [weak self] in
      guard let self else { return }
      let left = state.withLock { state in
        defer { state.abandonedTimerFired() }
        return state.leftIdle()
      }
      release(left)
    }
  }

  private func release(_ left: [Connection]) {
    for connection in left { Task { await connection.releaseIfLeft() } }
  }
}
