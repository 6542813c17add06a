import ORMCore

// MARK: - Reads that stand open

extension ConnectionPool {
  /// How long a read may stand open on a connection that nobody uses.
  private static let standing = Duration.milliseconds(2)

  /// Ends the reads that stand open on connections that nobody has.
  func endStandingReads() { state.withLock { $0.endStandingReads() } }

  /// Ends the reads that stand open in a moment, if no call has its connection then.
  func watchStandingReads() {
    Task.detached { [weak self] in
      try await Task.sleep(for: Self.standing)
      _ = self?.state.withLock { $0.leaveIdleAlone() }
    }
  }

  /// Ends the reads that stand open, those of connections that are lent as they come back, and has
  /// none stand until ``allowStandingReads()``.
  func banStandingReads() {
    state.withLock { state in
      state.standingBans += 1
      state.endStandingReads()
    }
  }

  func allowStandingReads() { state.withLock { $0.standingBans -= 1 } }
}
