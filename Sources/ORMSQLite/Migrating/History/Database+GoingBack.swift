import ORMCore
public import ORMSchema

extension Database {
  /// Takes the database back to an earlier version of a history, version by version, in one
  /// transaction.
  ///
  /// ```swift
  /// try await db.goBack(
  ///   to: .seconds, of: history, allowing: [.droppingColumn("person", "first")])
  /// ```
  ///
  /// The newer program calls this, because it knows the version that the database leaves.
  /// Afterwards, a program of the earlier version can open the database, and
  /// ``migrate(_:backup:progress:)`` migrates it forward again, with all rules and steps.
  ///
  /// Tables and columns that a version added are dropped, which needs a permission if they hold
  /// values. Tables and columns that the version dropped are created again without their values:
  /// columns are NULL or have their defaults. Renames are reversed, and values that a rule has
  /// converted are restored by its `back:`. If anything fails, the database is unchanged.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - history: The versions of the program's schema.
  ///   - allowing: The losses that are permitted on the way, by the names of the earlier version.
  ///     The default is none.
  ///   - backup: The path of a copy of the database to make first. The default is nil, for no copy.
  ///   - progress: Called before each step and while rows are copied.
  /// - Returns: The plans that were run, one for each version on the way; empty if the database is
  ///   already at the version.
  /// - Throws: ``HistoryError`` with the reason `noWayBack` if a version has steps without
  ///   `stepsBack:`, or a rule without `back:` for values that have changed; ``NewerSchemaError``;
  ///   ``DataLossError`` and ``MigrationError`` with the version; ``DatabaseError``;
  ///   `CancellationError` and ``DeadlineError``; any error that a step throws. The database is
  ///   then unchanged.
  @discardableResult
  public func goBack(
    to version: Schema.Version, of history: SchemaHistory, allowing: [PermittedLoss] = [],
    backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self, backup: backup, progress: progress)
      .goBack(to: version.name, of: history, Set(allowing))
  }

  /// Returns the plans that ``goBack(to:of:allowing:backup:progress:)`` would run, one for each
  /// version on the way.
  ///
  /// The plans are run in a transaction that is rolled back. The steps of versions and the closures
  /// of rules run, too.
  ///
  /// - Throws: The errors of `goBack`.
  public func plan(
    goingBackTo version: Schema.Version, of history: SchemaHistory, allowing: [PermittedLoss] = []
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self).planToGoBack(to: version.name, of: history, Set(allowing))
  }
}
