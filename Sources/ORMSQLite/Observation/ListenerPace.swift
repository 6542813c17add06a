/// Decides whether a listener looks for more commits a moment later, instead of waiting for the
/// next commit.
///
/// Waking a task takes as long as a small commit, and the committing task pays for it. If commits
/// follow each other closely, a listener that waits for each makes all of them take twice as long.
/// So a listener that waits often tries whether a pause finds several commits, and then pauses
/// before each wait until a pause finds few. If a program commits again only after a listener has
/// answered, a pause finds one commit: each attempt then comes after twice as many waits as the
/// previous one.
@usableFromInline
struct ListenerPace {
  /// The length of a pause; commits made in it are reported later by up to this time.
  static let pause = Duration.milliseconds(4)
  /// The number of commits that make a pause worthwhile.
  private static let worthwhile = 4
  /// The number of waits before a pause is tried: at first, soon after worthwhile pauses (a
  /// checkpoint may have interfered), and at most.
  private static let (first, again, most) = (32, 2, 4096)
  /// The maximum time between commits that follow each other closely.
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

  /// Records the number of commits that a pause has found.
  mutating func found(_ commits: Int) {
    let wasPausing = isPausing
    isPausing = commits >= Self.worthwhile
    if isPausing { return }
    patience = wasPausing ? Self.again : min(2 * patience, Self.most)
    (waits, start) = (0, nil)
  }
}
