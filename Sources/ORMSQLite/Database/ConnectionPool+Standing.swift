import Dispatch
import ORMCore

// MARK: - Reads that stand open

extension ConnectionPool {
  /// How long a read may stand open on a connection that nobody uses.
  private static let standing = DispatchTimeInterval.milliseconds(2)

  /// What ends them: no thread of tasks, as these may all be busy with something else.
  private static let timers = DispatchQueue(label: "reads that stand open")

  /// Ends the reads that stand open in a moment, and those of calls that run then with the call.
  func watchStandingReads() {
    Self.timers.asyncAfter(deadline: .now() + Self.standing) { [weak self] in
      _ = self?.state.withLock { $0.leaveIdleAlone() }
    }
  }

  // These three are called by code that is made for each type of result: they are not part of it.

  /// Ends the reads that stand open on connections that nobody has.
  @inline(never)
  func endStandingReads() { state.withLock { $0.endStandingReads() } }

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
