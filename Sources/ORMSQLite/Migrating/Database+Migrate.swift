import ORMCore
public import ORMSchema

extension Database {
  /// Plans what brings the database to a schema, with all that would be lost, and changes nothing.
  ///
  /// ```swift
  /// let plan = try await db.plan(to: Schema(of: Artist.self, Album.self))
  /// print(plan)
  /// // album: column rating is added
  /// //   ALTER TABLE main."album" ADD COLUMN "rating" INTEGER
  /// ```
  ///
  /// - Parameters:
  ///   - schema: The aim.
  ///   - allowing: What may be dropped or changed; see ``AllowedLoss``.
  ///   - fill: Values of columns that are new, and of NULLs in columns that refuse them from now
  ///     on.
  ///   - converting: Values of columns whose type or meaning changes.
  /// - Throws: ``MigrationError`` if there is no way to the schema; ``SchemaIsNewer``;
  ///   ``DatabaseError``; `CancellationError`; ``DeadlineError``.
  public func plan(
    to schema: Schema, allowing: [AllowedLoss] = [], fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema: schema, allowed: Set(allowing),
      rules: MigrationRules(fill: fill, converting: converting))
    return try await Migration(of: self).plan(request)
  }

  /// Brings the database to a schema, in one transaction, and loses no value that nobody agreed to
  /// lose.
  ///
  /// ```swift
  /// let db = try Database("music.sqlite")
  /// try await db.migrate(to: Schema(of: Artist.self, Album.self))
  /// ```
  ///
  /// An empty database gets all of it; one that is as the schema says is left alone, which takes
  /// one statement. What only the database has stays, unless dropping it is allowed by name.
  /// Columns are added in place where SQLite can; other changes of a table make it again and copy
  /// its rows, with its indexes, triggers, rowids and the number of its last key. What was done is
  /// noted in the table `orm_schema`. See <doc:Migrating>.
  ///
  /// If several processes start at once, one migrates and the others wait, as long as the
  /// configuration waits for locks.
  ///
  /// - Parameters:
  ///   - schema: The aim.
  ///   - allowing: What may be dropped or changed; see ``AllowedLoss``.
  ///   - fill: Values of columns that are new, and of NULLs in columns that refuse them from now
  ///     on.
  ///   - converting: Values of columns whose type or meaning changes.
  ///   - backup: A path at which a copy of the database is made first, if there is something to do.
  ///   - progress: Is called before each step, and while rows are copied.
  /// - Returns: what was done; a plan without steps if that was nothing.
  /// - Throws: ``DataLossRefused`` with what would be lost; ``MigrationError``; ``SchemaIsNewer``
  ///   if a newer version of the program has migrated the database; ``DatabaseError``;
  ///   `CancellationError` and ``DeadlineError``, up to the commit. Nothing has changed then.
  @discardableResult
  public func migrate(
    to schema: Schema, allowing: [AllowedLoss] = [], fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema: schema, allowed: Set(allowing),
      rules: MigrationRules(fill: fill, converting: converting))
    return try await migrate(request, backup, progress)
  }

  /// Brings the database to a schema with permissions that are valid for this migration only, as on
  /// a command line.
  @discardableResult
  package func migrate(
    to schema: Schema, allowingOnce: [AllowedLoss], fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) async throws -> MigrationPlan {
    let request = MigrationRequest(
      schema, allowingOnce: allowingOnce, fill: fill, converting: converting)
    return try await migrate(request, backup, progress)
  }

  /// Returns the plan of a migration as on a command line, and the error by which it would end
  /// before it changes anything; nil if there is none.
  package func rehearseMigration(
    to schema: Schema, allowingOnce: [AllowedLoss], fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> (plan: MigrationPlan, refusal: (any Error)?) {
    let request = MigrationRequest(
      schema, allowingOnce: allowingOnce, fill: fill, converting: converting)
    let (plan, refusal) = try await Migration(of: self).rehearse(request)
    return (plan, request.extrasError ?? refusal)
  }

  /// The migrations that the database has recorded, the oldest first.
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

  /// Does what a plan says.
  ///
  /// ```swift
  /// let plan = try await db.plan(to: schema, allowing: [.droppingExtras])
  /// print(plan)
  /// try await db.migrate(plan, allowing: .everything)
  /// ```
  ///
  /// - Parameters:
  ///   - plan: One of this database; if its schema has changed since, it is refused.
  ///   - allowing: What may be lost, besides what the plan was made with.
  ///   - backup: A path at which a copy of the database is made first.
  ///   - progress: Is called before each step, and while rows are copied.
  /// - Returns: what was done.
  /// - Throws: as ``migrate(to:allowing:fill:converting:backup:progress:)``; ``MigrationError`` if
  ///   the database is not the one of the plan any more.
  @discardableResult
  public func migrate(
    _ plan: MigrationPlan, allowing: PlanPermission = [], backup: String? = nil,
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

/// How far a migration has come.
public struct MigrationProgress: Sendable, Hashable {  // Characters: words for people
  /// The number of the step, from 1.
  public let step: Int
  /// How many steps there are.
  public let steps: Int
  /// What the step does.
  public let description: String
  /// How much of the step is done, from 0 to 1, if that is known.
  public let fraction: Double
}

/// The version of a history that a migration leads to.
struct WalkedVersion: Sendable {
  let name: String
  /// The schema that the database had as the version that it leaves; nil of a new database.
  var previous: Schema?
  /// Whether the database leaves a later version.
  var isBack = false
}

extension MigrationRequest {
  /// A request of a person, whose permissions are valid for this migration only.
  fileprivate init(
    _ schema: Schema, allowingOnce: [AllowedLoss], fill: [ColumnRule], converting: [ColumnRule]
  ) {
    self.init(
      schema: schema, allowed: Set(allowingOnce),
      rules: MigrationRules(fill: fill, converting: converting))
    allowedOnce = allowed
  }
}

/// What is asked of a migration.
struct MigrationRequest: Sendable {
  var schema: Schema
  var allowed: Set<AllowedLoss> = []
  /// The permissions that are valid for this migration only. They are not recorded as used, and an
  /// earlier migration may have used them.
  var allowedOnce: Set<AllowedLoss> = []
  var rules = MigrationRules()
  /// Of the database that it is for; nil for any.
  var fingerprint: String?
  /// The losses that the plan names, of which there may not be more; nil if each is allowed by its
  /// name.
  var knownLosses: [DataLoss]?
  /// The version of a history that it leads to; nil of a migration to structs alone.
  var version: WalkedVersion?

  /// The error of a permission that only a plan can use; nil if there is none.
  fileprivate var extrasError: MigrationError? {
    guard allowed.contains(.droppingExtras) else { return nil }
    return MigrationError(
      .needsPlan, "what .droppingExtras drops is told by a plan: plan(to:allowing:), then migrate")
  }

  /// The permissions that the planner works with. A version of a history drops what it lacks; the
  /// losses of that are checked with the given permissions.
  func droppable(_ record: Schema?, _ renames: RenamePlan) -> Set<AllowedLoss> {
    guard version != nil, let record else { return allowed }
    return allowed.union(renames.absences(from: record))
  }

  /// Whether something is there that the schema does not have and that may be dropped.
  func drops(something entries: [Schema.Entry]) -> Bool {
    if allowed.isEmpty { return false }
    return Schema(reading: entries).hasExtras(besides: schema, allowed: allowed)
  }
}
