import ORMCore
import ORMSchema

extension Connection {
  /// Plans the migration to a schema and counts its losses. Also returns whether a migration has
  /// recorded that there is nothing to do.
  ///
  /// - Throws: ``MigrationError`` if the schema can't be reached; ``NewerSchemaError``;
  ///   ``ColumnDeclarationError``; ``DatabaseError``.
  func migrationPlan(
    _ request: MigrationRequest
  ) throws -> (plan: MigrationPlan, isNoted: Bool) {
    try checkDeclarations(of: request.schema.declared.tables)
    try request.rules.checkNames(in: request.schema)
    let entries = try migrationReader.entries()
    let contents = Schema.fingerprint(of: entries)
    if let fingerprint = request.fingerprint, !fingerprint.hasSameBytes(as: contents) {
      throw MigrationError(
        .outdatedPlan, "the database's schema has changed since the plan was made")
    }
    var record = request.version?.previous
    var records: [MigrationRecord] = []
    if request.version == nil {
      records = try notedMigrations(entries)
      if try isDone(request, records.standing, entries, contents),
        !request.drops(something: entries),
        request.rules.areNoted(in: records.map(\.uses))
      {
        var plan = MigrationPlan(of: request)
        plan.fingerprint = contents
        plan.warnings = request.schema.warningsOfConstraints(in: Schema(reading: entries))
        return (plan, true)
      }
      record = recordedSchema(records.standing, request)
    }
    let columnRecords = try migrationReader.columnRecords(entries)
    var found = Schema(reading: entries)
    found.add(columnRecords)
    var target = try SchemaSandbox.reading(request.schema, configuration, extensions)
    target.addRepresentations(of: request.schema)
    let renames = try RenamePlan(
      from: found, to: request.schema, record: record,
      isNextVersion: request.version?.previous != nil, allowed: request.allowed)
    try markUnrecorded(&found, columnRecords, entries, renames, target, request.version?.previous)
    // The rules of a history's version run on the way to it, and therefore only once.
    let choice =
      request.version == nil
      ? try RuleChoice(
        of: request.rules, from: found, record: record, renames: renames, to: target,
        declared: request.schema, uses: records.map(\.uses)) : nil
    let rules = choice?.rules ?? request.rules
    let functions = rules.functions.flatMap { (name, rule) in
      RuleFunction(rule, found, renames).definitions(named: name)
    }
    for function in functions { try function.register(on: handle, failure: callbackFailure) }
    func trial() throws -> Trial { try self.trial(of: found, entries, functions) }
    // A database of thousands of tables is copied only if necessary.
    let tried = renames.statements.isEmpty && rules.isEmpty ? nil : try trial()
    var (current, dropped) =
      try tried?.renamed(renames, rules, found) ?? (Schema(reading: entries), [])
    current.addRepresentations(of: found, renames)
    target.declared = request.schema.declared
    target = target.keepingConflicts(of: current)
    let planner = MigrationPlanner(
      found: found, current: current, renames: renames, target: target, declared: request.schema,
      record: found.record(record, adding: columnRecords.creationMarks, entries: entries),
      allowed: request.droppable(record, renames), rules: rules, droppedToRename: dropped,
      statistics: statisticsTables(entries))
    var plan = try planner.plan()
    plan.version = request.version?.name
    plan.createdTables = columnRecords.creationMarks.filter { target.table($0.key.text) == nil }
    (plan.rules, plan.notedRules) = (request.rules, choice?.noted ?? [])
    plan.earlierUses = records.map { ($0.uses, $0.date) }
    plan.fingerprint = contents
    try complete(&plan) { try tryOut(&$0, renames, in: tried, or: trial, entries) }
    if let needs = try needs(of: plan, renames) { (plan.space, plan.duration) = needs }
    return (plan, false)
  }

  /// Creates an empty database with the schema of the file.
  private func trial(
    of found: Schema, _ entries: [Schema.Entry], _ functions: [FunctionDefinition]
  ) throws -> Trial {
    let sandbox = try SchemaSandbox(configuration, extensions)
    try sandbox.register(functions)
    return Trial(sandbox: sandbox, failed: sandbox.make(found, entries))
  }

  /// Marks the columns without a record of how their values are stored.
  ///
  /// - Parameter previous: The version of a history that the database is at, which also has the
  ///   representations.
  private func markUnrecorded(
    _ found: inout Schema, _ records: [ColumnRecord], _ entries: [Schema.Entry],
    _ renames: RenamePlan, _ target: Schema, _ previous: Schema?
  ) throws {
    if let previous { found.addMissingRepresentations(of: previous) }
    let moved = try migrationReader.movedColumnRecords(entries)
    found.markUnrecorded(records, moved: moved, marksAdded: true) {
      renames.wantedColumn($1, of: $0, in: target)
    }
  }

  /// Adds to a plan the results of trying it out: the objects that break, and the counted losses.
  private func complete(
    _ plan: inout MigrationPlan, _ tryOut: (inout MigrationPlan) throws -> Void
  ) throws {
    var refusal: (any Error)?
    do {
      try tryOut(&plan)
    } catch let error as MigrationError {
      (plan.obstacle, refusal) = (error, error)
    } catch let error as DatabaseError where error.code == .error {
      let words = error.hint.map { "\(error.message); \($0)" } ?? error.message
      plan.obstacle = MigrationError(.refusedStatement, words, sql: error.sql)
      refusal = error
    }
    plan.losses = try count(plan)
    // If the plan has losses, it is returned with the obstacle: permitting a loss may remove the
    // obstacle.
    if let refusal, plan.losses.isEmpty { throw refusal }
    plan.warnings += try oldViolations(plan)
  }

  /// Returns the schema that the last migration has recorded.
  private func recordedSchema(
    _ records: [MigrationRecord], _ request: MigrationRequest
  ) -> Schema? {
    var record = records.last.flatMap { try? Schema(json: $0.schema) }
    // After a return to an older program, the kept names of the newer record are the older
    // program's own columns.
    if request.allowed.contains(.returningFromNewerSchema),
      records.contains(where: { $0.fingerprint.hasSameBytes(as: request.schema.fingerprint) })
    {
      record?.kept = KeptNames()
    }
    return record
  }

  /// - Throws: ``MigrationError`` if a table of another program has the name of the ledger.
  func notedMigrations(_ entries: [Schema.Entry]) throws -> [MigrationRecord] {
    guard entries.contains(where: { $0.name.isSameName(as: Schema.migrationsTable) }) else {
      return []
    }
    do {
      return try migrationRecords()
    } catch let error as DatabaseError where error.code == .error {
      throw MigrationError(
        .nameTaken,
        "migrations are recorded in the table \(Schema.migrationsTable), but the database has a"
          + " different table or view of that name, which must be renamed: \(error.message)")
    }
  }

  private func isDone(
    _ request: MigrationRequest, _ records: [MigrationRecord], _ entries: [Schema.Entry],
    _ contents: String
  ) throws -> Bool {
    let wanted = request.schema.fingerprint
    guard let last = records.last else { return false }
    if last.fingerprint.hasSameBytes(as: wanted) {
      return last.contents.hasSameBytes(as: contents)
    }
    let wasBefore = records.contains { $0.fingerprint.hasSameBytes(as: wanted) }
    // The enums of an older program may have other cases. Its tables are unchanged if their values
    // are still in its representations.
    if wasBefore, last.fingerprint.fingerprintOfTables.elementsEqual(wanted.fingerprintOfTables),
      !request.schema.convertsValues(of: try migrationReader.schema(entries))
    {
      return last.contents.hasSameBytes(as: contents)
    }
    if wasBefore, !request.allowed.contains(.returningFromNewerSchema) {
      throw NewerSchemaError(date: last.date, app: last.app)
    }
    return false
  }

  private func statisticsTables(_ entries: [Schema.Entry]) -> [String] {
    ["sqlite_stat1", "sqlite_stat3", "sqlite_stat4"].filter { name in
      entries.contains { $0.name.isSameName(as: name) }
    }
  }

  /// Runs the statements on an empty database with the same schema, and adds the objects that break
  /// to the losses. In this way, SQLite's errors are reported before anything is changed.
  ///
  /// - Throws: ``MigrationError``; ``DatabaseError`` if a trigger or a view can't be used.
  private func tryOut(
    _ plan: inout MigrationPlan, _ renames: RenamePlan, in tried: Trial?,
    or newTrial: () throws -> Trial, _ entries: [Schema.Entry]
  ) throws {
    if tried == nil, plan.steps.isEmpty {
      try plan.checkResult(Schema(reading: entries))
      if plan.version != nil { return }
      try checkDoubleQuotes(in: plan.target)
      return try checkTriggers(in: plan.target, besides: brokenTriggers())
    }
    let trial = try tried ?? newTrial()
    let statistics = statisticsTables(entries)
    // Objects that could not be created here can't be changed here.
    guard trial.failed.isEmpty else { return }
    let sandbox = trial.sandbox
    let before = try sandbox.schema()
    let worked = sandbox.working(of: before)
    let workedStrictly = sandbox.working(of: before, doubleQuotes: false)
    for step in plan.steps {
      for statement in step.statements {
        if statistics.contains(where: { statement.utf8.contains($0.utf8) }) { continue }
        do {
          try sandbox.run(statement)
        } catch let error as DatabaseError {
          throw MigrationError(refusing: statement, error, at: step.description)
        }
      }
    }
    let after = try sandbox.schema()
    try plan.checkResult(after)
    let broken = worked.subtracting(sandbox.working(of: after)).union(
      workedStrictly.subtracting(sandbox.working(of: after, doubleQuotes: false)))
    plan.losses += losses(of: broken, after)
    try renames.checkReferences(in: after)
    // The triggers of a version are checked once its steps have run.
    if plan.version == nil {
      try sandbox.checkObjects(of: plan.target, besides: brokenTriggers())
    }
  }
}

/// An empty database with the schema of the file.
private struct Trial {
  let sandbox: SchemaSandbox
  /// The objects that could not be created.
  let failed: [(name: String, reason: String)]

  /// Returns the schema after renames, and the views and triggers that had to be dropped for them.
  func renamed(
    _ renames: RenamePlan, _ rules: MigrationRules, _ found: Schema
  ) throws -> (schema: Schema, dropped: Set<SQLName>) {
    if failed.isEmpty { try sandbox.check(rules, found, renames) }
    let (schema, dropped) = try sandbox.renamed(renames)
    return (failed.isEmpty ? schema : schema.adding(failed, of: found), dropped)
  }
}

/// Returns the losses of views, triggers and full-text indexes that worked before and would no
/// longer work.
private func losses(of names: Set<SQLName>, _ after: Schema) -> [DataLoss] {
  let views = after.views.map(\.name).filter { names.contains(SQLName($0)) }
  let triggers = after.triggers.map(\.name).filter { names.contains(SQLName($0)) }
  let indexes = after.virtualTables.filter { names.contains(SQLName($0.name)) }
  return views.map { DataLoss(.brokenReference, $0, "the view", count: 1) }
    + triggers.map { DataLoss(.brokenReference, $0, "the trigger", count: 1) }
    + indexes.map { DataLoss(.brokenReference, $0.name, "the full-text index", count: 1) }
}

extension Schema {
  /// Returns the schema with the objects that could not be tried out, unchanged.
  func adding(
    _ failed: [(name: String, reason: String)], of found: Schema
  ) -> Schema {
    let names = Set(failed.map { SQLName($0.name) })
    func isFailed(_ name: String) -> Bool { names.contains(SQLName(name)) }
    return Schema(
      tables: tables + found.tables.filter { isFailed($0.name) },
      indexes: indexes + found.indexes.filter { isFailed($0.name) },
      views: views + found.views.filter { isFailed($0.name) },
      triggers: triggers + found.triggers.filter { isFailed($0.name) },
      virtualTables: virtualTables + found.virtualTables.filter { isFailed($0.name) },
      unreadable: unreadable + found.unreadable.filter { isFailed($0.name) })
  }
}

extension MigrationPlan {
  /// - Throws: ``MigrationError`` if the schema after the migration does not match the target.
  func checkResult(_ result: Schema) throws {
    let changes = target.changes(from: result).filter { !$0.isNote && $0.action != .extra }
    guard changes.isEmpty else {
      throw MigrationError(
        .unexpectedResult,
        "the migrated database would not match the schema, so nothing was changed: "
          + changes.map { "\($0)" }.joined(separator: "; "))
    }
  }
}
