import ORMCore
public import ORMSchema

extension Database {
  /// Brings the database from the version that it is at to the newest one of a history, version by
  /// version, in one transaction.
  ///
  /// ```swift
  /// try await db.migrate(history)
  /// ```
  ///
  /// A new database gets the newest version at once, and no rule or step runs. A database that is
  /// at the newest version is left alone, which takes one statement. Otherwise the place of the
  /// database is looked up in the table `orm_schema`, where each version is recorded in the
  /// transaction that reaches it; in a database without records, the schema tells the version. If
  /// anything fails on the way, nothing has changed.
  ///
  /// If several processes start at once, one migrates and the others wait, as long as the
  /// configuration waits for locks.
  ///
  /// - Parameters:
  ///   - history: The versions of the program's schema.
  ///   - backup: A path at which a copy of the database is made before it leaves an older version.
  ///   - progress: Is called before each step, and while rows are copied.
  /// - Returns: What was done, a plan for each version on the way, and two for a version with steps
  ///   before its removals; none if nothing was to do.
  /// - Throws: ``HistoryError`` if the history can't be followed, or the database has no place in
  ///   it; ``SchemaIsNewer`` if a newer version of the program has migrated the database;
  ///   ``DataLossRefused`` and ``MigrationError`` with the version; ``DatabaseError``;
  ///   `CancellationError` and ``DeadlineError``; what a step throws. Nothing has changed then.
  @discardableResult
  public func migrate(
    _ history: SchemaHistory, backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self, backup: backup, progress: progress).migrate(history)
  }

  /// Returns what ``migrate(_:backup:progress:)`` would do, a plan for each
  /// version on the way.
  ///
  /// The database walks the way in a transaction that is rolled back, so that the plans of later
  /// versions count the rows that there will be. Steps and closures run, too.
  ///
  /// - Throws: as the migration does.
  public func plan(_ history: SchemaHistory) async throws -> [MigrationPlan] {
    try await Migration(of: self).plan(history)
  }
}
