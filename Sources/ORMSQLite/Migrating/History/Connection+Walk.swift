import ORMCore
import ORMSchema

extension Connection {
  /// Brings the database to the newest version of a history, in the transaction that has begun.
  ///
  /// - Parameters:
  ///   - backup: Is called before the first change.
  ///   - progress: Is called before each step of each version.
  /// - Returns: the plans of the versions on the way, which were followed.
  /// - Throws: ``HistoryError``; ``SchemaIsNewer``; and for a version: ``DataLossRefused``,
  ///   ``MigrationError``, ``DatabaseError``, and what its steps throw.
  func walk(
    _ history: SchemaHistory, backup: () async throws -> Void,
    progress: @escaping @Sendable (MigrationProgress) -> Void
  ) async throws -> [MigrationPlan] {
    try checkDeclarations(of: history.current.declared.tables)
    let versions = try history.versions()
    let entries = try migrationReader.entries()
    let records = try notedMigrations(entries)
    let search = HistoryPlaceSearch(
      versions: versions, records: records, found: try migrationReader.schema(entries))
    let newest = versions.count - 1
    switch try search.place() {
    case .new:
      let plan = try walk(
        to: newest, of: history, WalkedVersion(name: versions[newest].name, previous: nil),
        progress)
      try note(versions[..<newest], records, kind: .new)
      try note(plan, versions[newest], history.current, kind: .new)
      return [plan]
    case .version(newest, let isRecorded):
      if !isRecorded { try note(versions[..<newest], records, kind: .new) }
      // Another program has changed what belongs to the version, or nothing has been recorded.
      let plan = try walk(
        to: newest, of: history,
        WalkedVersion(name: versions[newest].name, previous: history.current), progress)
      try note(plan, versions[newest], history.current)
      return [plan]
    case .version(let place, let isRecorded):
      try await backup()
      if !isRecorded { try note(versions[...place], records, kind: .new) }
      var plans: [MigrationPlan] = []
      // What stayed in the file before the history began stays on the way.
      var kept = records.last.flatMap { try? Schema(json: $0.schema) }?.kept ?? KeptNames()
      for next in (place + 1)...newest {
        var previous = versions[next - 1].schema
        previous.kept = kept
        let plan = try walk(to: next, of: history, from: previous, progress)
        kept = plan.kept
        plans.append(plan)
      }
      return plans
    }
  }

  /// Brings the database from a version to the next one: its steps, its plan, and its record.
  private func walk(
    to place: Int, of history: SchemaHistory, from previous: Schema,
    _ progress: @escaping @Sendable (MigrationProgress) -> Void
  ) throws -> MigrationPlan {
    let entry = history.entries[place]
    let schema = try history.schema(at: place)
    let before = entry.steps.isEmpty ? [:] : try violations(of: previous.tables.map(\.name))
    try run(entry.steps.filter { $0.point == .schema }, of: entry)
    let plan = try walk(
      to: place, of: history,
      WalkedVersion(name: entry.name, previous: previous), rules: entry.rules,
      allowed: entry.allowed, progress)
    try run(entry.steps.filter { $0.point == nil }, of: entry)
    if !entry.steps.isEmpty {
      try locating(entry.name) {
        try checkReferences(of: schema.tables.map(\.name), allowed: entry.allowed, before: before)
        try plan.checkResult(Schema(reading: try migrationReader.entries()))
      }
    }
    try note(plan, history.version(at: place), schema)
    return plan
  }

  /// Follows the plan that leads to a version.
  private func walk(
    to place: Int, of history: SchemaHistory, _ version: WalkedVersion,
    rules: MigrationRules = MigrationRules(), allowed: Set<AllowedLoss> = [],
    _ progress: @escaping @Sendable (MigrationProgress) -> Void
  ) throws -> MigrationPlan {
    try locating(version.name) {
      var request = MigrationRequest(
        schema: try history.schema(at: place), allowed: allowed, rules: rules)
      request.version = version
      let plan = try migrationPlan(request).plan
      try checkLosses(of: plan, request)
      try checkSpace(for: plan)
      try run(plan, progress: progress)
      try checkDoubleQuotes(in: plan.target)
      try checkTriggers(in: plan.target)
      return plan
    }
  }

  private func run(_ steps: [Step], of entry: SchemaHistory.Entry) throws {
    for step in steps {
      do {
        try step.body(self)
      } catch var error as DatabaseError {
        error.step = "\(entry.name)/\(step.name)"
        throw error
      }
    }
  }

  /// Says in errors which version a database was on its way to.
  private func locating<Result>(
    _ version: String, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch var error as DataLossRefused {
      error.version = version
      throw error
    } catch var error as MigrationError {
      error.version = version
      throw error
    }
  }

  /// Records that the database is at a version.
  private func note(
    _ plan: MigrationPlan, _ version: HistoryVersion, _ schema: Schema,
    kind: MigrationRecord.Kind = .version
  ) throws {
    var schema = schema
    schema.kept = plan.kept
    let record = try ledgerRecord(
      of: schema, kind: version.isDraft ? .draft : kind, version: version.name,
      checksum: version.checksum)
    try insert([record])
    try self.record(plan.finalTables, created: plan.createdTables)
  }

  /// Records the versions that a database has passed without having been at each of them, unless
  /// the ledger has them.
  private func note(
    _ versions: ArraySlice<HistoryVersion>, _ records: [MigrationRecord],
    kind: MigrationRecord.Kind
  ) throws {
    let missing = versions.filter { version in
      !records.contains { $0.kind != .draft && $0.version.hasSameBytes(as: version.name) }
    }
    try insert(
      missing.map { version in
        var record = try ledgerRecord(
          of: version.schema, kind: kind, version: version.name, checksum: version.checksum)
        record.contents = ""
        return record
      })
  }
}
