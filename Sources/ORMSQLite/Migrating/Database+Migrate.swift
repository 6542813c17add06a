import ORMCore
public import ORMSchema

extension Database {
  /// Plans the migration of the database to a schema, and counts the data that it would lose. The
  /// database is not changed.
  ///
  /// ```swift
  /// let plan = try await db.plan(to: Schema(of: Artist.self, Album.self))
  /// print(plan)
  /// // album: column rating is added
  /// //   ALTER TABLE main."album" ADD COLUMN "rating" INTEGER
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The schema to migrate to.
  ///   - allowing: The permissions to drop or change something; see ``PermittedLoss``. The default
  ///     is none.
  ///   - fill: The values of new columns, and of NULLs in columns that become `NOT NULL`.
  ///   - converting: The values of columns whose type, representation or meaning changes.
  /// - Throws: ``MigrationError`` if the schema can't be reached; ``NewerSchemaError`` if a newer
  ///   version of the program has migrated the database; ``DatabaseError``; `CancellationError`;
  ///   ``DeadlineError``.
  public func plan(
    to schema: Schema, allowing: [PermittedLoss] = [], fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema: schema, allowed: Set(allowing),
      rules: MigrationRules(fill: fill, converting: converting))
    return try await Migration(of: self).plan(request)
  }

  /// Migrates the database to a schema, in one transaction. Values are lost only with permission.
  ///
  /// ```swift
  /// let db = try Database("music.sqlite")
  /// try await db.migrate(to: Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// In an empty database, the whole schema is created. If the database already matches the schema,
  /// one statement detects this, and nothing is changed. Objects that only the database has are
  /// kept, unless dropping them is allowed by name. Columns are added in place if SQLite can do so;
  /// any other change rebuilds the table and keeps its rows, indexes, triggers, rowids and the last
  /// `AUTOINCREMENT` value. The migration is recorded in the table `orm_schema`. See
  /// <doc:Migrating>.
  ///
  /// If several processes start at once, one migrates and the others wait, for as long as the
  /// configuration waits for locks.
  ///
  /// - Parameters:
  ///   - schema: The schema to migrate to.
  ///   - allowing: The permissions to drop or change something; see ``PermittedLoss``. The default
  ///     is none.
  ///   - fill: The values of new columns, and of NULLs in columns that become `NOT NULL`.
  ///   - converting: The values of columns whose type, representation or meaning changes.
  ///   - backup: The path of a copy of the database to make first, if there is something to do. The
  ///     default is nil, for no copy.
  ///   - progress: Called before each step and while rows are copied.
  /// - Returns: The plan that was run; it has no steps if there was nothing to do.
  /// - Throws: ``DataLossError`` with the losses that are not allowed; ``MigrationError``;
  ///   ``NewerSchemaError`` if a newer version of the program has migrated the database;
  ///   ``DatabaseError``; `CancellationError` and ``DeadlineError``, until the commit. The database
  ///   is then unchanged.
  @discardableResult
  public func migrate(
    to schema: Schema, allowing: [PermittedLoss] = [], fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema: schema, allowed: Set(allowing),
      rules: MigrationRules(fill: fill, converting: converting))
    return try await migrate(request, backup, progress)
  }

  /// Migrates the database to a schema, with permissions that are valid for this migration only,
  /// such as those of a command line.
  @discardableResult
  package func migrate(
    to schema: Schema, allowingOnce: [PermittedLoss], fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema, allowingOnce: allowingOnce, fill: fill, converting: converting)
    return try await migrate(request, backup, progress)
  }

  /// Returns the plan of a migration with permissions of a command line, and the error with which
  /// the migration would fail before it changes anything; nil if it would not fail.
  package func rehearseMigration(
    to schema: Schema, allowingOnce: [PermittedLoss], fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> (plan: MigrationPlan, refusal: (any Error)?) {
    let request = MigrationRequest(
      schema, allowingOnce: allowingOnce, fill: fill, converting: converting)
    let (plan, refusal) = try await Migration(of: self).rehearse(request)
    return (plan, request.extrasError ?? refusal)
  }

  /// Returns the migrations that the database has recorded, oldest first.
  package func migrationRecords() async throws -> [MigrationRecord] {
    try await reading { connection in
      try connection.notedMigrations(connection.migrationReader.entries())
    }
  }

  private func migrate(
    _ request: MigrationRequest, _ backup: String?,
    _ progress: @escaping @Sendable (MigrationProgress) -> Void
  ) async throws -> MigrationPlan {
    if let error = request.extrasError { throw error }
    return try await Migration(of: self, backup: backup, progress: progress).migrate(request)
  }

  /// Runs a plan.
  ///
  /// ```swift
  /// let plan = try await db.plan(to: schema, allowing: [.droppingExtras])
  /// print(plan)
  /// try await db.migrate(plan, allowing: .everything)
  /// ```
  ///
  /// - Parameters:
  ///   - plan: A plan of this database. It is refused if the database's schema has changed since.
  ///   - allowing: The losses that are permitted in addition to those that the plan was made with.
  ///     The default is none.
  ///   - backup: The path of a copy of the database to make first. The default is nil, for no copy.
  ///   - progress: Called before each step and while rows are copied.
  /// - Returns: The plan that was run.
  /// - Throws: The errors of ``migrate(to:allowing:fill:converting:backup:progress:)``;
  ///   ``MigrationError`` if the database's schema has changed since the plan was made.
  @discardableResult
  public func migrate(
    _ plan: MigrationPlan, allowing: LossPolicy = [], backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationPlan {
    var request = MigrationRequest(
      schema: plan.declared, allowed: plan.allowed.union(allowing.losses), rules: plan.rules)
    request.fingerprint = plan.fingerprint
    request.allowedOnce = Set(allowing.losses)
    if allowing.allowsAll {
      request.allowedOnce.formUnion(plan.losses.map(\.permission))
      request.allowed.formUnion(request.allowedOnce)
      request.knownLosses = plan.losses
    }
    return try await Migration(of: self, backup: backup, progress: progress).migrate(request)
  }
}

/// The progress of a migration.
public struct MigrationProgress: Sendable, Hashable {  // Characters: words for people
  /// The number of the step, from 1.
  public let step: Int
  /// The number of steps.
  public let steps: Int
  /// The step in words.
  public let description: String
  /// The completed fraction of the step, from 0 to 1. It stays 0 for a step that copies no rows.
  public let fraction: Double
}

/// The version of a history that a migration leads to.
struct WalkedVersion: Sendable {
  let name: String
  /// The recorded schema of the version that the database leaves; nil for a new database.
  var previous: Schema?
  /// Whether the database goes back from a later version.
  var isBack = false
}

extension MigrationRequest {
  /// Creates a request with permissions that are valid for this migration only, such as those that
  /// a person gives.
  fileprivate init(
    _ schema: Schema, allowingOnce: [PermittedLoss], fill: [ColumnRule], converting: [ColumnRule]
  ) {
    self.init(
      schema: schema, allowed: Set(allowingOnce),
      rules: MigrationRules(fill: fill, converting: converting))
    allowedOnce = allowed
  }
}

/// The arguments of a migration.
struct MigrationRequest: Sendable {
  var schema: Schema
  var allowed: Set<PermittedLoss> = []
  /// The permissions that are valid for this migration only. They are not recorded as used, and an
  /// earlier migration may have used them.
  var allowedOnce: Set<PermittedLoss> = []
  var rules = MigrationRules()
  /// The fingerprint of the database's schema for which the request was planned; nil for any.
  var fingerprint: String?
  /// The losses that the plan lists, which must not be exceeded; nil if each loss is allowed by
  /// name.
  var knownLosses: [DataLoss]?
  /// The version of a history to migrate to; nil for a migration to structs alone.
  var version: WalkedVersion?

  /// The error for a permission that only a plan can use; nil if there is none.
  fileprivate var extrasError: MigrationError? {
    guard allowed.contains(.droppingExtras) else { return nil }
    return MigrationError(
      .needsPlan,
      ".droppingExtras is only for plans, which list what they drop: call plan(to:allowing:), then"
        + " migrate(_:) with the plan")
  }

  /// Returns the permissions that the planner uses. A version of a history may drop whatever it
  /// lacks; the losses are checked later with the given permissions.
  func droppable(_ record: Schema?, _ renames: RenamePlan) -> Set<PermittedLoss> {
    guard version != nil, let record else { return allowed }
    return allowed.union(renames.absences(from: record))
  }

  /// Whether the database has something that the schema lacks and that may be dropped.
  func drops(something entries: [Schema.Entry]) -> Bool {
    if allowed.isEmpty { return false }
    return Schema(reading: entries).hasExtras(besides: schema, allowed: allowed)
  }
}
