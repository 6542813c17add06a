import Dispatch
import ORMCore

// MARK: - Reads that stand open

extension ConnectionPool {
  /// How long a read may stand open on a connection that nobody uses.
  private static let standing = DispatchTimeInterval.milliseconds(2)

  /// What ends them: no thread of tasks, as these may all be busy with something else.
  static let timers = DispatchQueue(label: "reads that stand open")

  /// Ends the reads that stand open in a moment, and those of calls that run then with the call.
  func watchStandingReads() {
    Self.timers.asyncAfter(deadline: .now() + Self.standing) { [weak self] in
      _ = self?.state.withLock { $0.leaveIdleAlone() }
    }
  }

  // These three are called by code that is made for each type of result: they are not part of it.

  /// Ends the reads that stand open on connections that nobody has, and has those end soon that
  /// were left.
  @inline(never)
  func endStandingReads() {
    let left = state.withLock { state in
      state.endStandingReads()
      return state.leftIdle()
    }
    if !left.isEmpty { release(left) }
  }

  /// Ends the reads that stand open, those of connections that are lent as they come back, and has
  /// none stand until ``allowStandingReads()``.
  @inline(never)
  func banStandingReads() {
    state.withLock { state in
      state.standingBans += 1
      state.endStandingReads()
    }
  }

  @inline(never)
  func allowStandingReads() { state.withLock { $0.standingBans -= 1 } }
}

// MARK: - Reads that were left

extension ConnectionPool {
  /// Takes a connection back from someone who has let go of it without a word.
  ///
  /// What was read on it is let go of where the connection runs: by whoever borrows it next, and
  /// otherwise by a task, in a moment, or as soon as someone writes. A task at once would be run by
  /// another thread that has to be woken for it, which takes longer than to begin the next stream.
  func take(left connection: Connection, of keeper: Keeper?) {
    connection.isLeft.store(true, ordering: .releasing)
    give(back: connection, of: keeper)
    guard state.withLock({ $0.watchesLeft() }) else { return }
    Self.timers.asyncAfter(deadline: .now() + Self.standing) { [weak self] in
      guard let self else { return }
      release(state.withLock { $0.leaveLeftAlone() })
    }
  }

  private func release(_ left: [Connection]) {
    for connection in left { Task { await connection.releaseIfLeft() } }
  }
}
