import ORMCore
public import ORMSchema

extension Database {
  /// Brings the database back to an earlier version of a history, version by version, in one
  /// transaction.
  ///
  /// ```swift
  /// try await db.goBack(
  ///   to: .seconds, of: history, allowing: [.droppingColumn("person", "first")])
  /// ```
  ///
  /// The program that calls it is the newer one: it knows the version that the database leaves.
  /// Afterwards, a program of the earlier version opens the database, and
  /// ``migrate(_:backup:progress:)`` brings it forward again, with all rules and steps.
  ///
  /// What a version has added is dropped, which needs a permission if it holds values. What it has
  /// dropped comes back empty: columns are NULL, or have their defaults. Renames are turned round,
  /// and values that a rule has converted come from its `back:`. If anything fails on the way,
  /// nothing has changed.
  ///
  /// - Parameters:
  ///   - version: The version to go back to.
  ///   - history: The versions of the program's schema.
  ///   - allowing: What may be lost on the way, by the names of the earlier version.
  ///   - backup: A path at which a copy of the database is made first.
  ///   - progress: Is called before each step, and while rows are copied.
  /// - Returns: What was done, a plan for each version on the way; none if the database is at the
  ///   version already.
  /// - Throws: ``HistoryError`` with the reason `noWayBack` if a version has steps without
  ///   `stepsBack:`, or a rule without `back:` for values that have become others;
  ///   ``SchemaIsNewer``; ``DataLossRefused`` and ``MigrationError`` with the version;
  ///   ``DatabaseError``; `CancellationError` and ``DeadlineError``; what a step throws. Nothing
  ///   has changed then.
  @discardableResult
  public func goBack(
    to version: Schema.Version, of history: SchemaHistory, allowing: [AllowedLoss] = [],
    backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self, backup: backup, progress: progress)
      .goBack(to: version.name, of: history, Set(allowing))
  }

  /// Returns what ``goBack(to:of:allowing:backup:progress:)`` would do, a plan for each version on
  /// the way.
  ///
  /// The database goes the way in a transaction that is rolled back. Steps and closures run, too.
  ///
  /// - Throws: As `goBack` does.
  public func plan(
    goingBackTo version: Schema.Version, of history: SchemaHistory, allowing: [AllowedLoss] = []
  ) async throws -> [MigrationPlan] {
    try await Migration(of: self).planToGoBack(to: version.name, of: history, Set(allowing))
  }
}
