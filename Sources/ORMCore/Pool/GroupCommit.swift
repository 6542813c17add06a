/// The tasks of a group commit. Another task writes their rows, and commits them with its own row.
///
/// A commit takes longer than writing a row. So the task that has the connection also runs the
/// writes of the next tasks in the queue, as long as each writes one row.
@usableFromInline package struct GroupCommit<WaitingTask: Sendable>: Sendable {
  /// The maximum number of rows. With this many, the commit costs little for each row.
  @inlinable package static var limit: Int { 128 }

  @usableFromInline package var members: [PoolWaiter<WaitingTask>] = []
  /// The time until which rows are accepted: earlier writers in the group wait for later ones.
  @usableFromInline package var end: ContinuousClock.Instant?

  init() {}

  @inlinable
  package mutating func begin(until end: ContinuousClock.Instant) {
    members = []
    self.end = end
  }

  /// Whether another row may be written.
  @inlinable
  package func isOpen(at now: ContinuousClock.Instant) -> Bool {
    guard let end else { return false }
    return members.count < Self.limit && now < end
  }

  /// Adds a task whose write was run. It waits for the commit.
  @inlinable
  package mutating func add(_ waiter: PoolWaiter<WaitingTask>) { members.append(waiter) }

  /// Ends the group commit.
  ///
  /// - Returns: The tasks that wait for the commit, in the order of their writes.
  @inlinable
  package mutating func finish() -> [PoolWaiter<WaitingTask>] {
    defer {
      members = []
      end = nil
    }
    return members
  }
}
