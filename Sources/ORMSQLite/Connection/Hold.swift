import ORMCore

/// That a task has a connection to itself across suspensions.
///
/// The task carries it, and so do the tasks that it starts: a task that would wait for a connection
/// that it holds itself gets an error.
final class Hold: Sendable {
  @TaskLocal static var current: Hold?

  /// What the task held before.
  private let outer: Hold?

  let since = ContinuousClock.now

  init(outer: Hold?) { self.outer = outer }

  /// Whether this is the hold, or was begun within it.
  func isWithin(_ hold: Hold) -> Bool {
    var inner: Hold? = self
    while let current = inner {
      if current === hold { return true }
      inner = current.outer
    }
    return false
  }
}
