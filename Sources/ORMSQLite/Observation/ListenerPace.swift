/// Whether who listens to commits looks for more of them a moment later, in place of waiting for
/// the next one.
///
/// To wake a task takes as long as a small commit, and whoever commits pays for it. If commits
/// follow each other closely, a listener that waits for each makes all of them take twice as long.
/// So one that waits often tries whether a pause finds several commits, and then pauses before each
/// wait until one finds few. If a program commits again only when a listener has answered, a pause
/// finds one commit: each attempt is twice as far from the last as that was.
@usableFromInline
struct ListenerPace {
  /// How long a pause is, by which what is committed in it may come later.
  static let pause = Duration.milliseconds(4)
  /// How many commits a pause finds that is worth it.
  private static let worthwhile = 4
  /// How often a listener waits before it tries a pause: at first, soon after pauses that were
  /// worth it (a checkpoint may have been in the way), and at most.
  private static let (first, again, most) = (32, 2, 4096)
  /// How long commits are apart, at most, that are close.
  private static let close = Duration.milliseconds(1)

  private var isPausing = false
  private var patience = first
  private var waits = 0
  private var start: ContinuousClock.Instant?

  @usableFromInline init() {}

  /// Whether a pause is due before the next wait.
  mutating func pauses(now: @autoclosure () -> ContinuousClock.Instant = .now) -> Bool {
    if isPausing { return true }
    waits += 1
    if waits < patience && start != nil { return false }
    let (now, before) = (now(), start)
    start = now
    let count = waits
    waits = 0
    guard let before else { return false }
    if now - before < Self.close * count { return true }
    patience = Self.first
    return false
  }

  /// Says how many commits a pause has found.
  mutating func found(_ commits: Int) {
    let wasPausing = isPausing
    isPausing = commits >= Self.worthwhile
    if isPausing { return }
    patience = wasPausing ? Self.again : min(2 * patience, Self.most)
    (waits, start) = (0, nil)
  }
}
