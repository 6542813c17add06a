import ORMCore

extension Database {
  /// Runs `body`, and stops its database calls when the time is up.
  ///
  /// ```swift
  /// let albums = try await db.within(.seconds(2)) { db in
  ///   try await db.fetch(Album.where { $0.title.like("%love%") })
  /// }
  /// ```
  ///
  /// The limit applies to all database calls of the task and its child tasks until `body` returns,
  /// to this database and to others. When the time is up, a wait for a connection or for a lock
  /// ends, the running statement is interrupted, and its transaction is rolled back. Other tasks
  /// are not affected. If one `within` is inside another, the earlier deadline applies. The thread
  /// that runs the statement checks the clock itself, so a deadline is kept even if every thread is
  /// busy.
  ///
  /// `body` itself is not stopped: its other work continues, as when a task is cancelled.
  ///
  /// - Throws: The errors of `body`; calls that are stopped throw ``DeadlineError``.
  public nonisolated(nonsending) func within<Result>(
    _ limit: Duration, _ body: nonisolated(nonsending) (Database) async throws -> Result
  ) async throws -> Result {
    let deadline = Deadline(start: .now, limit: limit.waitable)
    if let outer = Deadline.current, outer.end <= deadline.end { return try await body(self) }
    return try await Deadline.$current.withValue(deadline) { try await body(self) }
  }
}
