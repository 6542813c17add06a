/// A task's hold on a connection across suspensions.
///
/// The task and the tasks that it starts carry the hold. If one of them would wait for the held
/// connection, it gets an error.
@usableFromInline package final class HeldConnection: Sendable {
  @TaskLocal package static var current: HeldConnection?

  /// The task's previous hold.
  private let outer: HeldConnection?

  /// The start of the hold.
  @usableFromInline package let since: ContinuousClock.Instant

  @usableFromInline package init(outer: HeldConnection?, since: ContinuousClock.Instant) {
    self.outer = outer
    self.since = since
  }

  /// Whether this is `hold`, or a later hold of the same task.
  @usableFromInline package func isWithin(_ hold: HeldConnection) -> Bool {
    var inner: HeldConnection? = self
    while let current = inner {
      if current === hold { return true }
      inner = current.outer
    }
    return false
  }
}
