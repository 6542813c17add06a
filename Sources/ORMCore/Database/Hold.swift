/// That a task has a connection to itself across suspensions.
///
/// The task, and those that it starts, carry it: who would wait for a connection that it holds itself is told
/// so.
final class Hold: Sendable {
  @TaskLocal static var current: Hold?

  /// What the task held before.
  private let outer: Hold?

  let since = ContinuousClock.now

  init(outer: Hold?) { self.outer = outer }

  /// Whether this is the hold, or stands in it.
  func isWithin(_ hold: Hold) -> Bool {
    var inner: Hold? = self
    while let current = inner {
      if current === hold { return true }
      inner = current.outer
    }
    return false
  }
}
