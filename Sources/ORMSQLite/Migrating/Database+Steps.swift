import ORMCore
public import ORMSchema

extension Database {
  /// Runs the steps that have not yet run in this database, each in its own transaction.
  ///
  /// ```swift
  /// try await db.migrate(migrations)
  /// try await db.migrate(migrations, through: "2026-11 split names")
  /// ```
  ///
  /// The table `orm_steps` records each step. Migrations that are recorded in `grdb_migrations` or
  /// `_migrateHistory` count as run. If several processes start at once, each step runs in one of
  /// them, except that two processes can run a step outside of a transaction at the same time.
  ///
  /// Foreign keys are off while a step runs, and are checked before its commit, unless the step is
  /// declared with `foreignKeys: .enforced`; see ``MigrationStep``.
  ///
  /// - Parameter name: The last step to run. The default is nil, for all steps.
  /// - Returns: The names of the steps that ran.
  /// - Throws: ``StepError`` if the list does not continue the steps that have already run, or if a
  ///   step breaks foreign keys; any error that a step throws. The failed step is rolled back and
  ///   earlier ones are kept; a ``DatabaseError`` contains the name of the step.
  @discardableResult
  public func migrate(
    _ migrations: MigrationList, through name: String? = nil
  ) async throws -> [String] {
    try await run(migrations, through: name) { _ in true }
  }

  /// Migrates the database to a schema and runs the steps that have not yet run: first the steps
  /// with `before: .schema`, then the migration to the schema, then the other steps.
  ///
  /// In an empty database, the steps with `before: .schema` are recorded without running, because
  /// there is no data for them.
  ///
  /// - Throws: The errors of ``migrate(_:through:)`` and
  ///   ``migrate(to:allowing:fill:converting:backup:progress:)``. If the call throws, the steps
  ///   that have completed before are kept.
  @discardableResult
  public func migrate(
    to schema: Schema, steps: MigrationList, allowing: [PermittedLoss] = [],
    fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> MigrationPlan {
    try await run(steps, through: nil) { $0.phase == .schema }
    let plan = try await migrate(
      to: schema, allowing: allowing, fill: fill, converting: converting)
    try await run(steps, through: nil) { _ in true }
    return plan
  }

  /// Returns the names of the steps that have not yet run, without running them.
  ///
  /// - Throws: ``StepError`` if the steps differ from those that have run; ``DatabaseError``.
  public func pendingSteps(of migrations: MigrationList) async throws -> [String] {
    try await reading { connection in
      try connection.pendingSteps(migrations, noted: connection.notedSteps()).steps.map(\.name)
    }
  }

  /// Returns the names of the steps outside of a transaction that have begun but not ended, because
  /// the program was stopped during the step, or is running it now. The next migration runs them
  /// again.
  public func interruptedSteps() async throws -> [String] {
    try await reading { connection in
      try connection.notedSteps().filter(\.hasOnlyBegun).map(\.name)
    }
  }

  /// Returns the steps that the table `orm_steps` records as run, with the times.
  package func stepsThatRan() async throws -> [(name: String, time: String)] {
    try await reading { connection in
      try connection.notedSteps().compactMap { step in
        step.hasOnlyBegun ? nil : step.time.map { (step.name, $0) }
      }
    }
  }

  /// Records the steps that have not yet run as run, without running them.
  ///
  /// - Returns: The names of the recorded steps.
  /// - Throws: ``StepError`` if the list does not continue the steps that have already run.
  package func noteAsRun(_ migrations: MigrationList) async throws -> [String] {
    try await transaction { connection in
      let pending = try connection.pendingSteps(migrations, noted: connection.notedSteps())
      for step in pending.replacements + pending.steps { try connection.note(step) }
      return pending.steps.map(\.name)
    }
  }

  @discardableResult
  private func run(
    _ migrations: MigrationList, through last: String?,
    where isRun: @Sendable (MigrationStep) -> Bool
  ) async throws -> [String] {
    if let last, !migrations.steps.contains(where: { $0.name.hasSameBytes(as: last) }) {
      throw StepError(reason: .unknown, step: last)
    }
    var names: [String] = []
    var foreignKeys = MigrationStep.ForeignKeys.checked
    while true {
      // Another process may have run the step in the meantime, so each is looked up in its
      // transaction.
      let turn = try await transaction(foreignKeys: foreignKeys) {
        [foreignKeys] connection -> StepTurn in
        let noted = try connection.notedSteps()
        let pending = try connection.pendingSteps(migrations, noted: noted)
        for step in pending.replacements { try connection.note(step) }
        // Steps with `before: .schema` come first, including those after the last requested one.
        let later = migrations.steps.drop { last.map($0.name.hasSameBytes) != true }.dropFirst()
        let next = pending.steps.first { step in
          !later.contains { $0.name.hasSameBytes(as: step.name) }
        }
        guard let step = next, isRun(step) else { return .end }
        let isEmpty = try step.phase == .schema && connection.hasNoTables()
        if !isEmpty {
          if step.transaction == .none {
            try connection.note(step, hasOnlyBegun: true)
            return .outside(step)
          }
          guard step.foreignKeys == foreignKeys else { return .other(step.foreignKeys) }
          try connection.runBody(of: step)
        }
        try connection.note(step)
        return .ran(step.name)
      }
      switch turn {
      case .ran(let name): names.append(name)
      case .other(let other): foreignKeys = other
      case .outside(let step):
        try await readers?.closeIdle()
        try await writing { try $0.runOutsideOfTransaction(step) }
        try await transaction { try $0.note(step) }
        names.append(step.name)
      case .end: return names
      }
    }
  }
}

extension Database {
  /// Returns the number of rows of tables, and their size in bytes with their indexes; the size is
  /// nil if SQLite was built without `dbstat`.
  package func tableSizes(
    of tables: [String]
  ) async throws -> [(table: String, rows: Int, bytes: Int?)] {
    try await reading { connection in
      let reader = SchemaReader(connection.values)
      return try tables.map { table in
        let sql = "SELECT count(*) FROM main.\(table.quotedIdentifier)"
        let rows = try connection.reportedValues(of: Statement(sql: sql)).first?.first
        let count = if case .integer(let count)? = rows { Int(count) } else { 0 }
        return (table, count, (try? reader.sizes(of: table))?.reduce(0, +))
      }
    }
  }

  /// Returns the rows that record the representations of tables' columns.
  package func recordRows(of tables: [Schema.Table]) async throws -> [[SQLValue]] {
    try await reading { connection in
      ColumnRecord.rows(
        of: tables, try SchemaReader(connection.values).tableIdentities(), created: [:])
    }
  }
}

/// The result of a transaction in which the next step was looked up.
private enum StepTurn: Sendable {
  case ran(String)
  /// The next step treats foreign keys differently, which can't be set in a transaction.
  case other(MigrationStep.ForeignKeys)
  /// The next step runs outside of a transaction and is recorded as begun.
  case outside(MigrationStep)
  /// No step remains.
  case end
}

// MARK: - Steps that have run

extension Connection {
  /// - Throws: Any error that the step throws; a ``DatabaseError`` gets the name of the step.
  ///   ``StepError`` if the step breaks foreign keys.
  func runBody(of step: MigrationStep) throws {
    let before = step.foreignKeys == .checked ? try migrationReader.referenceViolations() : nil
    do {
      try allowingLegacyRenaming { try step.body(self) }
    } catch var error as DatabaseError {
      error.step = step.name
      if error.message.starts(withBytes: "PRAGMA foreign_keys is refused") {
        error.hint =
          "leave the pragma out: foreign keys are off while a step runs, and checked when it ends"
      } else if error.message.starts(withBytes: "cannot VACUUM") {
        error.hint =
          "declare the step with transaction: .none, or begin its file with the line"
          + " -- orm: outside of a transaction"
      } else if error.message.starts(withBytes: "no such column: FILL IN ") {
        error.hint = "replace this name in the step's file with SQL for the value"
      }
      throw error
    }
    guard let before else { return }
    let broken = try migrationReader.referenceViolations().added(since: before)
    if broken.isEmpty { return }
    throw StepError(reason: .brokenReferences, step: step.name, brokenReferences: broken)
  }

  /// Returns the identifiers of the migrations that GRDB has recorded, in the order in which they
  /// ran.
  func migrationsOfGRDB() throws -> [String] {
    guard try SchemaReader(values).hasObject(named: "grdb_migrations") else { return [] }
    let sql = "SELECT identifier FROM main.grdb_migrations ORDER BY rowid"
    return try reportedValues(of: Statement(sql: sql)).compactMap { $0[0].textValue }
  }

  /// Runs a closure that may set `legacy_alter_table` with SQL: without the setting, SQLite refuses
  /// to rename a table to the name of a dropped one that views or triggers use. The setting is
  /// restored afterwards.
  private func allowingLegacyRenaming(_ body: () throws -> Void) throws {
    let raw = RawConnection(handle)
    let before = try raw.texts("PRAGMA legacy_alter_table").first?.first ?? "0"
    authorizer.allowedSettings = ["legacy_alter_table"]
    defer {
      authorizer.allowedSettings = []
      raw.setLegacyRenaming(before.hasSameBytes(as: "1"))
    }
    try body()
  }

  /// Runs a step outside of a transaction, with foreign keys enforced as usual.
  fileprivate func runOutsideOfTransaction(_ step: MigrationStep) throws {
    do {
      try keepingRecords {
        // The journal mode belongs to the file.
        authorizer.allowedSettings = ["journal_mode"]
        defer { authorizer.allowedSettings = [] }
        try step.body(self)
      }
    } catch var error as DatabaseError {
      error.step = step.name
      throw error
    }
  }

  fileprivate struct NotedStep {
    let name: String
    let checksum: String?
    /// The time at which the step ran, in UTC; nil for a step that another package has recorded.
    var time: String?
    /// Whether the step runs outside of a transaction and only its beginning is recorded.
    var hasOnlyBegun = false
    /// Whether another package has recorded the step, possibly under a longer or shorter name.
    var isForeign = false
  }

  fileprivate func hasNoTables() throws -> Bool {
    let schema = try schema()
    return schema.tables.isEmpty && schema.views.isEmpty && schema.virtualTables.isEmpty
      && schema.unreadable.isEmpty
  }

  /// Returns the steps that have run, in that order.
  fileprivate func notedSteps() throws -> [NotedStep] {
    let reader = SchemaReader(values)
    var steps: [NotedStep] = []
    steps += try migrationsOfGRDB().map { NotedStep(name: $0, checksum: nil, isForeign: true) }
    if try reader.hasObject(named: "_migrateHistory") {
      let sql = "SELECT CAST(timestamp AS TEXT) FROM main._migrateHistory ORDER BY timestamp"
      steps += try reportedValues(of: Statement(sql: sql))
        .compactMap { $0[0].textValue }.map { NotedStep(name: $0, checksum: nil, isForeign: true) }
    }
    if try reader.hasObject(named: Schema.stepsTable) {
      let sql =
        "SELECT name, checksum, at FROM main.\(Schema.stepsTable.quotedIdentifier) ORDER BY id"
      steps += try reportedValues(of: Statement(sql: sql)).compactMap { row in
        row[0].textValue.map { name in
          let checksum = row[1].textValue
          return NotedStep(
            name: name, checksum: checksum, time: row[2].textValue,
            hasOnlyBegun: checksum.hasSameBytes(as: NotedStep.begun))
        }
      }
    }
    return steps
  }

  /// Returns the steps that have not yet run, and the steps that replace only steps that have run.
  /// The latter are recorded without running.
  ///
  /// - Throws: ``StepError``
  fileprivate func pendingSteps(
    _ migrations: MigrationList, noted: [NotedStep]
  ) throws -> (steps: [MigrationStep], replacements: [MigrationStep]) {
    let steps = migrations.steps
    if let step = steps.first(where: { $0.phase == .removals }) {
      throw StepError(reason: .needsHistory, step: step.name)
    }
    try checkNames(of: steps)
    var done = Set<Int>()
    for note in noted {
      guard let place = steps.firstIndex(where: { note.isOf($0) }) else {
        // Steps that another package has recorded may be missing from the list.
        if note.isForeign || steps.contains(where: { $0.replaces(note.name) }) { continue }
        throw StepError(
          reason: .missing, step: note.name, hasOnlyBegun: note.hasOnlyBegun)
      }
      if note.hasOnlyBegun { continue }
      guard note.fits(steps[place]) else { throw StepError(reason: .changed, step: note.name) }
      done.insert(place)
    }
    let replacements = try steps.indices.filter { place in
      try !done.contains(place) && isReplacement(steps[place], noted)
    }
    done.formUnion(replacements)
    let pending = steps.indices.filter { !done.contains($0) }
    // Steps with `before: .schema` run before all others.
    let order =
      pending.filter { steps[$0].phase == .schema } + pending.filter { steps[$0].phase == nil }
    for place in pending {
      let later = done.filter { $0 > place && steps[$0].phase == steps[place].phase }
      if !later.isEmpty {
        let others = later.sorted().map { steps[$0].name }
        throw StepError(reason: .reordered, step: steps[place].name, others: others)
      }
    }
    return (order.map { steps[$0] }, replacements.map { steps[$0] })
  }

  /// - Throws: ``StepError`` if two steps have the same name, or if the list contains a step
  ///   together with one that replaces it.
  private func checkNames(of steps: [MigrationStep]) throws(StepError) {
    for (place, step) in steps.enumerated() {
      if steps[..<place].contains(where: { $0.name.hasSameBytes(as: step.name) }) {
        throw StepError(reason: .duplicate, step: step.name)
      }
      if let other = steps.first(where: { $0.replaces(step.name) }) {
        throw StepError(reason: .replaced, step: step.name, others: [other.name])
      }
    }
  }

  /// Whether all steps of one of the lists that a step replaces have run.
  ///
  /// - Throws: ``StepError`` if only some of them have.
  private func isReplacement(_ step: MigrationStep, _ noted: [NotedStep]) throws(StepError) -> Bool
  {
    func hasRun(_ name: String) -> Bool {
      noted.contains { !$0.hasOnlyBegun && $0.name.hasSameBytes(as: name) }
    }
    if step.replaced.contains(where: { $0.allSatisfy(hasRun) }) { return true }
    guard let begun = step.replaced.first(where: { $0.contains(where: hasRun) }) else {
      return false
    }
    throw StepError(
      reason: .partlyReplaced, step: step.name, others: begun.filter { !hasRun($0) })
  }

  fileprivate func note(_ step: MigrationStep, hasOnlyBegun: Bool = false) throws {
    let table = Schema.stepsTable.quotedIdentifier
    try prepare(
      "CREATE TABLE IF NOT EXISTS main.\(table) (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL"
        + " UNIQUE, \"checksum\" TEXT, \"at\" TEXT NOT NULL) STRICT"
    ).run()
    let statement = try prepare(
      "INSERT INTO main.\(table) (name, checksum, at)"
        + " VALUES ($1, $2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))"
        + " ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, at = excluded.at")
    let checksum = hasOnlyBegun ? NotedStep.begun : step.checksum
    try statement.bind([.text(step.name), checksum.map(SQLValue.text) ?? .null])
    try statement.run()
  }
}

extension Connection.NotedStep {
  /// The checksum of a step that has only begun. It matches no SQL, so an earlier version of this
  /// package refuses the step as changed.
  static let begun = "begun"

  /// Whether a step has the SQL that ran. Earlier versions of this package recorded a checksum that
  /// depends on comments and white space.
  func fits(_ step: MigrationStep) -> Bool {
    guard let checksum, let now = step.checksum else { return true }
    if checksum.hasSameBytes(as: now) { return true }
    return step.formerChecksum?.hasSameBytes(as: checksum) ?? false
  }

  /// Whether this is a step of the program: it has the same name, or the number that the step's
  /// name begins with.
  func isOf(_ step: MigrationStep) -> Bool {
    if step.name.hasSameBytes(as: name) { return true }
    guard isForeign, step.name.utf8.starts(with: name.utf8), name.utf8.allSatisfy(\.isDigit) else {
      return false
    }
    return step.name.utf8.dropFirst(name.utf8.count).first.map { !$0.isDigit } ?? true
  }
}

extension MigrationStep {
  /// The checksum of the SQL, ignoring comments, white space and the case of words; nil for a
  /// closure.
  var checksum: String? { sql.map { Schema.checksum(ofSQL: $0) } }

  /// The checksum that earlier versions of this package recorded.
  fileprivate var formerChecksum: String? { sql.map { Schema.checksum(of: $0.withUnixLines) } }

  /// Whether the step replaces another one.
  fileprivate func replaces(_ name: String) -> Bool {
    replaced.contains { $0.contains { $0.hasSameBytes(as: name) } }
  }
}
