import ORMCore
import ORMSchema

extension Connection {
  /// Migrates the database to the newest version of a history, in the open transaction.
  ///
  /// - Parameters:
  ///   - backup: Called before a database leaves an older version.
  ///   - progress: Called before each step of each version.
  /// - Returns: The plans that were run for the versions on the way.
  /// - Throws: ``HistoryError``; ``NewerSchemaError``; for a version ``DataLossError``,
  ///   ``MigrationError``, ``DatabaseError``, ``StepError``, and any error that its steps throw.
  func walk(
    _ history: SchemaHistory, backup: () async throws -> Void,
    progress: @escaping @Sendable (MigrationProgress) -> Void
  ) async throws -> [MigrationPlan] {
    // Another process may have migrated in the meantime.
    if try isMigrated(toStamp: history.stamp) { return [] }
    let start = try start(of: history)
    let (versions, records) = (start.versions, start.records)
    let newest = versions.count - 1
    var way = HistoryWay(start, history, progress)
    switch start.place {
    case .new:
      // With these rows, an older program whose newest version was merged recognizes that the
      // database is newer.
      try insert(
        versions[0].merged.map { name in
          var row = try ledgerRecord(of: versions[0].schema, kind: .new, version: name)
          (row.contents, row.schema) = ("", "")
          return row
        })
      try record(versions[..<newest], records)
      try follow(&way, to: newest, from: nil)
    case .version(newest, let isRecorded):
      if !isRecorded { try record(versions[..<newest], records) }
      // Another program has changed the tables of the version, or there is no record yet. If the
      // database was created or recognized at its version, no rules have run in it. The first
      // version has no rules once the versions before it were merged.
      let last = records.last?.kind
      let kind = newest == 0 ? .new : isRecorded ? last : last == .draft ? .version : .new
      try follow(&way, to: newest, from: versions[newest].schema, kind: kind)
      way.plans.removeAll(where: \.isEmpty)
    case .version(let place, let isRecorded):
      try start.checkForms()
      try await backup()
      if !isRecorded { try record(versions[...place], records) }
      try walk(&way, after: place)
    case .draft(let place, let form):
      try await backup()
      let entry = history.entries[place]
      try follow(
        &way, to: place, from: form,
        rules: entry.rules.rules(to: versions[place].schema, since: form), allowed: entry.allowed)
      try walk(&way, after: place)
    }
    return way.plans
  }

  /// Finds the place of the database in a history.
  ///
  /// - Throws: ``HistoryError``; ``NewerSchemaError``.
  func start(of history: SchemaHistory) throws -> HistoryStart {
    try checkDeclarations(of: history.current.declared.tables)
    let versions = try history.versions()
    let entries = try migrationReader.entries()
    let records = try notedMigrations(entries).standing
    let found = try migrationReader.schema(entries)
    let adopted = records.isEmpty ? try adoptingVersions(of: history, found) : []
    let search = HistoryPlaceSearch(
      versions: versions, records: records, found: found, adopted: adopted)
    return HistoryStart(
      versions: versions, records: records, place: try search.place(), found: found)
  }

  /// Migrates the database from a version to the newest one, with the rules and steps of each.
  private func walk(_ way: inout HistoryWay, after place: Int) throws {
    for next in way.versions.indices where next > place {
      let entry = way.history.entries[next]
      try follow(
        &way, to: next, from: way.versions[next - 1].schema, rules: entry.rules,
        allowed: entry.allowed, steps: entry.steps)
    }
  }

  /// Migrates the database to a version: runs the steps before its schema, its plan and the other
  /// steps, and records the version. If steps run before its removals, there are two plans: one to
  /// the schema of both versions, and one from it.
  ///
  /// - Parameters:
  ///   - previous: The recorded schema of the version that the database leaves; nil for a new
  ///     database.
  ///   - back: The way from a later version back to this one; nil when migrating forward.
  ///   - kind: The kind of the record; nil to choose it by the direction.
  func follow(
    _ way: inout HistoryWay, to place: Int, from previous: Schema?, _ back: WayBack? = nil,
    rules: MigrationRules = MigrationRules(), allowed: Set<PermittedLoss> = [],
    steps: [MigrationStep] = [],
    kind: MigrationRecord.Kind? = nil
  ) throws {
    let version = way.versions[place]
    var previous = previous
    previous?.kept = way.kept
    var request = MigrationRequest(
      schema: back?.schema ?? version.schema, allowed: allowed, rules: back?.rules ?? rules)
    request.version = WalkedVersion(name: version.name, previous: previous, isBack: back != nil)
    for step in steps where step.phase == .schema { try run(step, of: version) }
    if let previous, steps.contains(where: { $0.phase == .removals }) {
      request.schema = try locating(request) {
        try schemaOfBoth(version.name, previous, request)
      }
      let plan = try follow(request, &way)
      try record(plan.finalTables, created: plan.createdTables)
      for step in steps where step.phase == .removals { try run(step, of: version) }
      way.plans[way.plans.count - 1].stepNames = (
        steps.names(in: .schema), steps.names(in: .removals)
      )
      request.schema.kept = plan.kept
      request.version?.previous = request.schema
      // Tables and columns already have their new names, and the rules have run.
      request.schema = version.schema.withoutFormerNames
      request.rules = MigrationRules()
    }
    let isSecond = steps.contains { $0.phase == .removals } && previous != nil
    let plan = try follow(request, &way)
    for step in steps where step.phase == nil { try run(step, of: version) }
    way.plans[way.plans.count - 1].stepNames = (
      isSecond ? [] : steps.names(in: .schema), steps.names(in: nil)
    )
    try locating(request) {
      if !steps.isEmpty { try plan.checkResult(Schema(reading: try migrationReader.entries())) }
      try checkDoubleQuotes(in: plan.target)
      try checkTriggers(in: plan.target)
    }
    let kind =
      back != nil
      ? .back : version.isDraft ? .draft : kind ?? (previous == nil ? .new : .version)
    // The stamp of a history contains the fingerprint of its structs.
    let isNewest = place == way.versions.count - 1
    try record(plan, version, isNewest ? way.history.current : version.schema, kind)
  }

  /// Makes a plan and runs it.
  private func follow(
    _ request: MigrationRequest, _ way: inout HistoryWay
  ) throws -> MigrationPlan {
    let plan = try locating(request) {
      var plan = try migrationPlan(request).plan
      plan.losses = plan.losses.map { $0.of(request.version) }
      try checkLosses(of: plan, request)
      try checkSpace(for: plan)
      try run(plan, progress: way.progress)
      return plan
    }
    way.kept = plan.kept
    way.plans.append(plan)
    return plan
  }

  /// Returns the schema that the steps before a version's removals see.
  private func schemaOfBoth(
    _ name: String, _ previous: Schema, _ request: MigrationRequest
  ) throws -> Schema {
    let entries = try migrationReader.entries()
    let found = Schema(reading: entries)
    let renames = try RenamePlan(
      from: found, to: request.schema, record: previous, isNextVersion: true,
      allowed: request.allowed)
    let sandbox = try SchemaSandbox(configuration, extensions)
    let failed = sandbox.make(found, entries)
    let renamed = try sandbox.renamed(renames).schema
    return try SchemaOfBoth(
      name, previous: previous, version: request.schema,
      current: renamed.adding(failed, of: found), renames: renames, rules: request.rules
    ).schema()
  }

  private func run(_ step: MigrationStep, of version: HistoryVersion) throws {
    do {
      try runBody(of: step)
    } catch var error as DatabaseError {
      error.step = "\(version.name)/\(step.name)"
      throw error
    } catch var error as StepError {
      error.step = "\(version.name)/\(step.name)"
      throw error
    }
  }

  /// Adds to errors the version that the database was migrating to.
  private func locating<Result>(
    _ request: MigrationRequest, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as DataLossError {
      error.version = request.version?.name
      error.losses = error.losses.map { $0.of(request.version) }
      throw error
    } catch var error as MigrationError {
      error.version = request.version?.name
      throw error
    }
  }

  /// Records that the database is at a version.
  private func record(
    _ plan: MigrationPlan, _ version: HistoryVersion, _ schema: Schema, _ kind: MigrationRecord.Kind
  ) throws {
    var schema = schema
    schema.kept = plan.kept
    let row = try ledgerRecord(
      of: schema, kind: kind, version: version.name, checksum: version.checksum)
    try insert([row])
    try record(plan.finalTables, created: plan.createdTables)
  }

  /// Records the versions that the database has passed without running their rules, unless the
  /// ledger has them.
  func record(
    _ versions: ArraySlice<HistoryVersion>, _ records: [MigrationRecord]
  ) throws {
    let missing = versions.filter { version in
      !records.contains { $0.kind != .draft && $0.version.hasSameBytes(as: version.name) }
    }
    if missing.isEmpty { return }
    try insert(
      missing.map { version in
        var row = try ledgerRecord(
          of: version.schema, kind: .new, version: version.name, checksum: version.checksum)
        (row.contents, row.schema) = ("", "")
        return row
      })
  }
}

/// The place of a database in a history.
struct HistoryStart {
  let versions: [HistoryVersion]
  let records: [MigrationRecord]
  let place: HistoryPlace
  let found: Schema

  /// - Throws: ``HistoryError`` if values are not stored as the version that the database leaves
  ///   declares.
  func checkForms() throws(HistoryError) {
    if case .version(let place, _) = place { try versions[place].checkForms(in: found) }
  }
}

/// The migration of a database through a history.
struct HistoryWay {
  let history: SchemaHistory
  let versions: [HistoryVersion]
  let progress: @Sendable (MigrationProgress) -> Void
  /// The names that stay in the file although the schema lacks them.
  var kept: KeptNames
  /// The plans that were run.
  var plans: [MigrationPlan] = []

  init(
    _ start: HistoryStart, _ history: SchemaHistory,
    _ progress: @escaping @Sendable (MigrationProgress) -> Void
  ) {
    self.history = history
    self.progress = progress
    versions = start.versions
    kept = start.records.last.flatMap { try? Schema(json: $0.schema) }?.kept ?? KeptNames()
  }
}

extension DataLoss {
  /// Returns the loss with the direction of the migration to a version.
  fileprivate func of(_ version: WalkedVersion?) -> Self {
    var loss = self
    loss.way = version.map { $0.isBack ? .back : .forward }
    return loss
  }
}

extension [MigrationStep] {
  /// Returns the names of the steps that run before a point.
  fileprivate func names(in phase: MigrationStep.Phase?) -> [String] {
    filter { $0.phase == phase }.map(\.name)
  }
}
