import ORMCore

/// That a task has a connection to itself across suspensions.
///
/// The task carries it, and so do the tasks that it starts: a task that would wait for a connection
/// that it holds itself gets an error.
final class HeldConnection: Sendable {
  @TaskLocal static var current: HeldConnection?

  /// What the task held before.
  private let outer: HeldConnection?

  let since = ContinuousClock.now

  init(outer: HeldConnection?) { self.outer = outer }

  /// Whether this is the hold, or was begun within it.
  func isWithin(_ hold: HeldConnection) -> Bool {
    var inner: HeldConnection? = self
    while let current = inner {
      if current === hold { return true }
      inner = current.outer
    }
    return false
  }
}
