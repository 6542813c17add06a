/// The turns of the tasks that call a pool.
///
/// Tasks that call without a pause never suspend, and could occupy all threads. So after the length
/// of a turn, a call lets other tasks run. Only every fourth call reads the clock, because this
/// takes longer than lending a connection.
@usableFromInline package struct TurnTaking: Sendable {
  /// The time for which tasks may call without a pause before other tasks run.
  @usableFromInline package let length: Duration
  /// The start of the current turn. The first call ends a turn: otherwise, a task that opens one
  /// database after another, for a few calls each, would never suspend.
  @usableFromInline package var start: ContinuousClock.Instant
  /// Whether it is time for other tasks to run.
  @usableFromInline package var isOver = false
  /// Whether the last calls have followed each other closely.
  @usableFromInline package var isBusy = false
  @usableFromInline package var calls: UInt8 = 3
  /// The time at which the clock was last read.
  @usableFromInline package var lastLook: ContinuousClock.Instant

  @usableFromInline package init(length: Duration, at now: ContinuousClock.Instant) {
    self.length = length
    start = now - max(.seconds(1), length * 2)
    lastLook = now
  }

  /// Counts a call.
  ///
  /// - Parameter now: Reads the clock. Called at every fourth call.
  /// - Returns: Whether the turn is over.
  @inlinable
  package mutating func count(at now: () -> ContinuousClock.Instant) -> Bool {
    calls &+= 1
    guard calls % 4 == 0 else { return false }
    let now = now()
    isBusy = now - lastLook < length
    lastLook = now
    isOver = now - start > length
    if isOver { start = now }
    return isOver
  }

  /// Returns whether the turn is over, so other tasks should run now. True once for each turn.
  ///
  /// - Parameter isCounted: Whether this call has been counted already.
  @inlinable
  package mutating func takeEnd(
    isCounted: Bool, at now: () -> ContinuousClock.Instant
  ) -> Bool {
    if !isCounted { _ = count(at: now) }
    defer { isOver = false }
    return isOver
  }
}
