import ORMCore

/// A task's hold on a connection across suspensions.
///
/// The task and the tasks that it starts carry the hold: a task that would wait for a connection
/// that it holds itself gets an error.
final class HeldConnection: Sendable {
  @TaskLocal static var current: HeldConnection?

  /// The task's previous hold.
  private let outer: HeldConnection?

  let since = ContinuousClock.now

  init(outer: HeldConnection?) { self.outer = outer }

  /// Whether this is the hold, or a later one of the same task.
  func isWithin(_ hold: HeldConnection) -> Bool {
    var inner: HeldConnection? = self
    while let current = inner {
      if current === hold { return true }
      inner = current.outer
    }
    return false
  }
}
