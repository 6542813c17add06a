import ORMCore

extension Database {
  /// Runs `body`, and stops what it does with databases when so much time has passed.
  ///
  /// ```swift
  /// let albums = try await db.within(.seconds(2)) { db in
  ///   try await db.fetch(Album.where { $0.title.like("%love%") })
  /// }
  /// ```
  ///
  /// The time counts for all that the task and its child tasks do until `body` returns, with this
  /// database and others: what waits for a connection or for a lock stops waiting, the statement
  /// that runs is interrupted, and its transaction is rolled back. The work of other tasks is not
  /// affected. If one `within` is in another, the one that ends first counts. The thread that runs
  /// the statement looks at the clock itself, so a deadline is kept even if every thread is busy.
  ///
  /// `body` itself is not stopped: what it does besides takes its time, as when a task is
  /// cancelled.
  ///
  /// - Throws: what `body` throws: of what is stopped, ``DeadlineError``.
  public nonisolated(nonsending) func within<Result>(
    _ limit: Duration, _ body: nonisolated(nonsending) (Database) async throws -> Result
  ) async throws -> Result {
    let deadline = Deadline(start: .now, limit: limit.waitable)
    if let outer = Deadline.current, outer.end <= deadline.end { return try await body(self) }
    return try await Deadline.$current.withValue(deadline) { try await body(self) }
  }
}
