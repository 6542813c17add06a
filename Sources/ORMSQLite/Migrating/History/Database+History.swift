import ORMCore
public import ORMSchema

extension Database {
  /// Migrates the database from its version to the newest one of a history, version by version, in
  /// one transaction.
  ///
  /// ```swift
  /// try await db.migrate(history)
  /// ```
  ///
  /// A new database gets the newest version at once, and no rule or step runs. If the database is
  /// at the newest version, one statement detects this, and nothing is changed. Otherwise the
  /// version of the database is looked up in the table `orm_schema`, where each version is recorded
  /// in the transaction that reaches it; in a database without records, the schema determines the
  /// version. If anything fails, the database is unchanged.
  ///
  /// If several processes start at once, one migrates and the others wait, for as long as the
  /// configuration waits for locks.
  ///
  /// - Parameters:
  ///   - history: The versions of the program's schema.
  ///   - backup: The path of a copy of the database to make before it leaves an older version. The
  ///     default is nil, for no copy.
  ///   - progress: Called before each step and while rows are copied.
  /// - Returns: The plans that were run: one for each version on the way, and two for a version
  ///   with steps before its removals; empty if there was nothing to do.
  /// - Throws: ``HistoryError`` if the history is not valid, or the database is not at any of its
  ///   versions; ``NewerSchemaError`` if a newer version of the program has migrated the database;
  ///   ``DataLossError`` and ``MigrationError`` with the version; ``DatabaseError``;
  ///   `CancellationError` and ``DeadlineError``; any error that a step throws. The database is
  ///   then unchanged.
  @discardableResult
  public func migrate(
    _ history: SchemaHistory, backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self, backup: backup, progress: progress).migrate(history)
  }

  /// Returns the plans that ``migrate(_:backup:progress:)`` would run, one for each version on the
  /// way.
  ///
  /// The plans are run in a transaction that is rolled back, so that the plans of later versions
  /// count the rows that will exist then. The steps of versions and the closures of rules run, too.
  ///
  /// - Throws: The errors of ``migrate(_:backup:progress:)``.
  public func plan(_ history: SchemaHistory) async throws -> [MigrationPlan] {
    try await Migration(of: self).plan(history)
  }
}
