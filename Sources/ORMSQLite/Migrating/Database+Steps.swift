import ORMCore
public import ORMSchema

extension Database {
  /// Runs the steps that have not run in this database, each in a transaction of its own.
  ///
  /// ```swift
  /// try await db.migrate(migrations)
  /// try await db.migrate(migrations, through: "2026-11 split names")
  /// ```
  ///
  /// It is noted in the table `orm_steps`. What `grdb_migrations` or `_migrateHistory` say has run
  /// counts as run. If several processes start at once, each step runs in one of them.
  ///
  /// Foreign keys are off while a step runs, unless it is `.enforced`, and are checked before its
  /// commit; see ``Step``.
  ///
  /// - Parameter name: The last step that runs; nil for all.
  /// - Returns: the names of the steps that have run now.
  /// - Throws: ``StepError`` if the steps are not those that have run, and more, or if a step
  ///   breaks references; what a step throws. That step is undone, while those before it are kept:
  ///   a ``DatabaseError`` has its name.
  @discardableResult
  public func migrate(
    _ migrations: Migrations, through name: String? = nil
  ) async throws -> [String] {
    try await run(migrations, through: name) { _ in true }
  }

  /// Brings the database to a schema and runs the steps that have not run: first those that come
  /// before the schema, then the schema's migration, then the others.
  ///
  /// In a database that is empty, steps before the schema are noted and do not run: there is
  /// nothing that they could find.
  ///
  /// - Throws: as ``migrate(_:through:)`` and
  ///   ``migrate(to:allowing:fill:converting:backup:progress:)``. What had run until then is kept.
  @discardableResult
  public func migrate(
    to schema: Schema, steps: Migrations, allowing: [AllowedLoss] = [], fill: [ColumnRule] = [],
    converting: [ColumnRule] = []
  ) async throws -> MigrationPlan {
    try await run(steps, through: nil) { $0.point == .schema }
    let plan = try await migrate(
      to: schema, allowing: allowing, fill: fill, converting: converting)
    try await run(steps, through: nil) { _ in true }
    return plan
  }

  /// The names of the steps that would run; nothing does.
  ///
  /// - Throws: ``StepError``
  public func pendingSteps(of migrations: Migrations) async throws -> [String] {
    try await reading { connection in
      try connection.pendingSteps(migrations, noted: connection.notedSteps()).map(\.name)
    }
  }

  /// The names of the steps that are noted as run in the table `orm_steps`, and when that was.
  package func stepsThatRan() async throws -> [(name: String, time: String)] {
    try await reading { connection in
      guard try SchemaReader(connection.values).hasObject(named: Schema.stepsTable) else {
        return []
      }
      let sql = "SELECT name, at FROM main.\(Schema.stepsTable.quotedIdentifier) ORDER BY id"
      return try connection.values(of: Statement(sql: sql)).map {
        ($0[0].textValue ?? "", $0[1].textValue ?? "")
      }
    }
  }

  /// Notes the steps that have not run as if they had, and runs none.
  ///
  /// - Returns: their names.
  /// - Throws: ``StepError`` if the steps are not those that have run, and more.
  package func noteAsRun(_ migrations: Migrations) async throws -> [String] {
    try await transaction { connection in
      let pending = try connection.pendingSteps(migrations, noted: connection.notedSteps())
      for step in pending { try connection.note(step) }
      return pending.map(\.name)
    }
  }

  @discardableResult
  private func run(
    _ migrations: Migrations, through last: String?, where isRun: @Sendable (Step) -> Bool
  ) async throws -> [String] {
    if let last, !migrations.steps.contains(where: { $0.name.hasSameBytes(as: last) }) {
      throw StepError(reason: .unknown, step: last)
    }
    var names: [String] = []
    var foreignKeys = Step.ForeignKeys.checked
    while true {
      // Another process may have run it meanwhile: each is looked up in its transaction.
      let turn = try await transaction(foreignKeys: foreignKeys) {
        [foreignKeys] connection -> StepTurn in
        let noted = try connection.notedSteps()
        let pending = try connection.pendingSteps(migrations, noted: noted)
        guard let step = pending.first, isRun(step) else { return .end }
        let before = migrations.steps.prefix { last.map($0.name.hasSameBytes) != true }
        let isWanted =
          last.map { last in
            step.name.hasSameBytes(as: last)
              || before.contains { $0.name.hasSameBytes(as: step.name) }
          } ?? true
        guard isWanted else { return .end }
        let isEmpty = try step.point == .schema && connection.hasNoTables()
        if !isEmpty {
          guard step.foreignKeys == foreignKeys else { return .other(step.foreignKeys) }
          try connection.runBody(of: step)
        }
        try connection.note(step)
        return .ran(step.name)
      }
      switch turn {
      case .ran(let name): names.append(name)
      case .other(let other): foreignKeys = other
      case .end: return names
      }
    }
  }
}

extension Database {
  /// The records of how the values of tables are stored that the database has.
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
  case other(Step.ForeignKeys)
  /// No step is left to run.
  case end
}

// MARK: - What has run

extension Connection {
  /// - Throws: what the step throws; a ``DatabaseError`` says which step met it. ``StepError`` if
  ///   it breaks references.
  func runBody(of step: Step) throws {
    let before = step.foreignKeys == .checked ? try migrationReader.referenceViolations() : nil
    do {
      try allowingLegacyRenaming { try step.body(self) }
    } catch var error as DatabaseError {
      error.step = step.name
      if error.message.starts(withBytes: "PRAGMA foreign_keys is refused") {
        error.hint =
          "leave the pragma out: foreign keys are off while a step runs, and checked when it ends"
      }
      throw error
    }
    guard let before else { return }
    let broken = try migrationReader.referenceViolations().added(since: before)
    if broken.isEmpty { return }
    throw StepError(reason: .brokenReferences, step: step.name, brokenReferences: broken)
  }

  /// The identifiers of the migrations that GRDB has noted, in the order in which they ran.
  func migrationsOfGRDB() throws -> [String] {
    guard try SchemaReader(values).hasObject(named: "grdb_migrations") else { return [] }
    let sql = "SELECT identifier FROM main.grdb_migrations ORDER BY rowid"
    return try values(of: Statement(sql: sql)).compactMap { $0[0].textValue }
  }

  /// Runs `body`, which may set `legacy_alter_table` by SQL: without it, SQLite refuses to give a
  /// table the name of one that was dropped and that views or triggers name. It is set back
  /// afterwards.
  private func allowingLegacyRenaming(_ body: () throws -> Void) throws {
    let raw = RawConnection(handle)
    let before = try raw.texts("PRAGMA legacy_alter_table").first?.first ?? "0"
    authorizer.allowsLegacyRenaming = true
    defer {
      authorizer.allowsLegacyRenaming = false
      raw.setLegacyRenaming(before.hasSameBytes(as: "1"))
    }
    try body()
  }

  fileprivate struct NotedStep {
    let name: String
    let checksum: String?
    /// Whether another package has noted it, whose name for it may be longer or shorter.
    var isForeign = false
  }

  fileprivate func hasNoTables() throws -> Bool {
    let schema = try schema()
    return schema.tables.isEmpty && schema.views.isEmpty && schema.virtualTables.isEmpty
      && schema.unreadable.isEmpty
  }

  /// The steps that have run, in that order.
  fileprivate func notedSteps() throws -> [NotedStep] {
    let reader = SchemaReader(values)
    var steps: [NotedStep] = []
    steps += try migrationsOfGRDB().map { NotedStep(name: $0, checksum: nil, isForeign: true) }
    if try reader.hasObject(named: "_migrateHistory") {
      let sql = "SELECT CAST(timestamp AS TEXT) FROM main._migrateHistory ORDER BY timestamp"
      steps += try values(of: Statement(sql: sql))
        .compactMap { $0[0].textValue }.map { NotedStep(name: $0, checksum: nil, isForeign: true) }
    }
    if try reader.hasObject(named: Schema.stepsTable) {
      let sql = "SELECT name, checksum FROM main.\(Schema.stepsTable.quotedIdentifier) ORDER BY id"
      steps += try values(of: Statement(sql: sql)).compactMap { row in
        row[0].textValue.map { NotedStep(name: $0, checksum: row[1].textValue) }
      }
    }
    return steps
  }

  /// The steps that have not run.
  ///
  /// - Throws: ``StepError``
  fileprivate func pendingSteps(
    _ migrations: Migrations, noted: [NotedStep]
  ) throws -> [Step] {
    let steps = migrations.steps
    if let step = steps.first(where: { $0.point == .removals }) {
      throw StepError(reason: .needsHistory, step: step.name)
    }
    for (place, step) in steps.enumerated()
    where steps[..<place].contains(where: { $0.name.hasSameBytes(as: step.name) }) {
      throw StepError(reason: .duplicate, step: step.name)
    }
    var lastPlace = -1
    var done = Set<Int>()
    for note in noted {
      guard let place = steps.firstIndex(where: { note.isOf($0) }) else {
        // Of what others have noted, the steps need not say anything any more.
        if note.isForeign { continue }
        throw StepError(reason: .missing, step: note.name)
      }
      if let checksum = note.checksum, let now = steps[place].checksum,
        !checksum.hasSameBytes(as: now)
      {
        throw StepError(reason: .changed, step: note.name)
      }
      done.insert(place)
      lastPlace = max(lastPlace, place)
    }
    let pending = steps.indices.filter { !done.contains($0) }
    // Steps before the schema run before all others.
    let order =
      pending.filter { steps[$0].point == .schema } + pending.filter { steps[$0].point == nil }
    for place in pending {
      let later = done.filter { $0 > place && steps[$0].point == steps[place].point }
      if !later.isEmpty { throw StepError(reason: .reordered, step: steps[place].name) }
    }
    return order.map { steps[$0] }
  }

  fileprivate func note(_ step: Step) throws {
    let table = Schema.stepsTable.quotedIdentifier
    try prepare(
      "CREATE TABLE IF NOT EXISTS main.\(table) (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL"
        + " UNIQUE, \"checksum\" TEXT, \"at\" TEXT NOT NULL) STRICT"
    ).run()
    let statement = try prepare(
      "INSERT INTO main.\(table) (name, checksum, at)"
        + " VALUES ($1, $2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
    try statement.bind([.text(step.name), step.checksum.map(SQLValue.text) ?? .null])
    try statement.run()
  }
}

extension Connection.NotedStep {
  /// Whether it is a step that the program has: by its name, or by the time that a name begins
  /// with.
  func isOf(_ step: Step) -> Bool {
    if step.name.hasSameBytes(as: name) { return true }
    guard isForeign, step.name.utf8.starts(with: name.utf8), name.utf8.allSatisfy(\.isDigit) else {
      return false
    }
    return step.name.utf8.dropFirst(name.utf8.count).first.map { !$0.isDigit } ?? true
  }
}

extension Step {
  static func checksum(of text: String) -> String { Schema.checksum(of: text) }
}
