import ORMCore
import ORMSchema

/// One migration of a database, and the connections that it uses.
///
/// It runs on its own connection with the settings that it needs, while the pool's writer is
/// reserved, so that no other task of this process interferes. An in-memory database has one
/// connection, whose settings are changed and restored. See
/// <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>.
struct Migration: Sendable {
  let database: Database
  let backup: String?
  let progress: @Sendable (MigrationProgress) -> Void

  init(
    of database: Database, backup: String? = nil,
    progress: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
  ) {
    self.database = database
    self.backup = backup
    self.progress = progress
  }

  private var writers: ConnectionPool { database.writers }

  // MARK: - Plans

  func plan(_ request: MigrationRequest) async throws -> MigrationPlan {
    try await planning { try $0.migrationPlan(request).plan }
  }

  /// Returns the plan and the error with which the migration would fail before it changes anything.
  func rehearse(
    _ request: MigrationRequest
  ) async throws -> (plan: MigrationPlan, refusal: (any Error)?) {
    try await planning { connection in
      let (plan, isNoted) = try connection.migrationPlan(request)
      if isNoted { return (plan, nil) }
      do {
        try connection.checkLosses(of: plan, request)
        try connection.checkSpace(for: plan)
        return (plan, nil)
      } catch {
        return (plan, error)
      }
    }
  }

  /// Runs a closure in a read transaction, on the connection for plans.
  private func planning<Result: Sendable>(
    _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    guard database.readers != nil else {
      let writer = try await writers.take()
      defer { writers.give(back: writer) }
      return try await planning(on: writer, body)
    }
    // This throws if the database is closed.
    try await database.reading { try $0.checkOpen() }
    return try await planning(on: try await database.openConnection(.planner), body)
  }

  private func planning<Result: Sendable>(
    on connection: Connection, _ body: @Sendable (isolated Connection) throws -> Result
  ) async throws -> Result {
    try await writers.waitingForLock { try await connection.begin(.deferred) }
    return try await HeldConnection.$current.withValue(writers.hold()) {
      try await connection.runAsyncTransaction { connection in try body(connection) }.result
    }
  }

  // MARK: - Migrating

  /// Runs a migration. Afterwards, the database's connections check for migrations by newer
  /// programs.
  ///
  /// - Parameter fingerprint: The fingerprint of the schema after the migration.
  private func watching<Result>(
    _ fingerprint: String, _ body: () async throws -> Result
  ) async throws -> Result {
    let extensions = database.extensions
    let before = extensions.migrated.fingerprint
    extensions.migrated.set(nil)
    let result: Result
    do {
      result = try await body()
    } catch {
      // The program still uses the previous structs.
      extensions.migrated.set(before)
      extensions.checkAgain()
      throw error
    }
    // The connection that found nothing to do has already begun the watch.
    if extensions.migrated.fingerprint.hasSameBytes(as: fingerprint) { return result }
    extensions.migrated.set(fingerprint)
    extensions.checkAgain()
    return result
  }

  func migrate(_ request: MigrationRequest) async throws -> MigrationPlan {
    try request.rules.checkNames(in: request.schema)
    let fingerprint = request.schema.fingerprint
    return try await watching(fingerprint) { try await migrate(request, fingerprint) }
  }

  private func migrate(
    _ request: MigrationRequest, _ fingerprint: String
  ) async throws -> MigrationPlan {
    if database.configuration.onlyReads { return try await comparing(request, fingerprint) }
    if request.fingerprint == nil, try await isUnchanged(request, fingerprint) {
      return MigrationPlan(of: request)
    }
    return try await perform { connection in
      let (plan, isNoted) = try connection.migrationPlan(request)
      if isNoted { return (plan, hasChanged: false) }
      try connection.checkLosses(of: plan, request)
      try connection.checkSpace(for: plan)
      if !plan.isEmpty { try await makeBackup() }
      let brokenTriggers = try connection.brokenTriggers()
      let broken = try connection.run(
        plan, { request.earlierUse(of: $0, in: plan) }, progress: progress)
      try connection.note(plan, request.uses(of: plan, broken))
      try connection.checkDoubleQuotes(in: plan.target)
      try connection.checkTriggers(in: plan.target, besides: brokenTriggers)
      return (plan, hasChanged: !plan.isEmpty)
    }
  }

  /// Migrates the database to the newest version of a history, in one transaction.
  func migrate(_ history: SchemaHistory) async throws -> [MigrationPlan] {
    let stamp = history.stamp
    // A stamp begins with the fingerprint.
    let fingerprint = String(Substring(stamp.utf8.prefix { $0 != UInt8(ascii: " ") }))
    return try await watching(fingerprint) { try await walk(history, stamp, fingerprint) }
  }

  private func walk(
    _ history: SchemaHistory, _ stamp: String, _ fingerprint: String
  ) async throws -> [MigrationPlan] {
    try history.checkEntries()
    let isNewest = try await database.reading { connection in
      guard try connection.isMigrated(toStamp: stamp) else { return false }
      connection.watch(fingerprint)
      return true
    }
    if isNewest { return [] }
    if database.configuration.onlyReads {
      let current = history.current
      return [try await comparing(MigrationRequest(schema: current), current.fingerprint)]
    }
    return try await perform { connection in
      let plans = try await connection.walk(history, backup: makeBackup, progress: progress)
      return (plans, hasChanged: plans.contains { !$0.isEmpty })
    }
  }

  /// Takes the database back to an earlier version of a history, in one transaction.
  func goBack(
    to version: String, of history: SchemaHistory, _ allowed: Set<PermittedLoss>
  ) async throws -> [MigrationPlan] {
    if database.configuration.onlyReads {
      throw DatabaseError(
        extendedCode: .readOnly, message: "a read-only database can't go back to a version")
    }
    let versions = try history.versions()
    let fingerprint = versions[try versions.place(of: version)].schema.fingerprint
    return try await watching(fingerprint) {
      try await perform { connection in
        let plans = try await connection.goBack(
          to: version, of: history, allowed: allowed, backup: makeBackup, progress: progress)
        return (plans, hasChanged: !plans.isEmpty)
      }
    }
  }

  /// Returns the plans of the versions on the way. They are run in a transaction that is rolled
  /// back.
  func plan(_ history: SchemaHistory) async throws -> [MigrationPlan] {
    let stamp = history.stamp
    if try await database.reading({ try $0.isMigrated(toStamp: stamp) }) { return [] }
    if database.configuration.onlyReads {
      return [try await plan(MigrationRequest(schema: history.current))]
    }
    return try await walked { connection in
      try await connection.walk(history, backup: {}, progress: { _ in })
    }
  }

  /// Returns the plans of the versions on the way back. They are run in a transaction that is
  /// rolled back.
  func planToGoBack(
    to version: String, of history: SchemaHistory, _ allowed: Set<PermittedLoss>
  ) async throws -> [MigrationPlan] {
    try await walked { connection in
      try await connection.goBack(
        to: version, of: history, allowed: allowed, backup: {}, progress: { _ in })
    }
  }

  private func walked(
    _ body: @Sendable (isolated Connection) async throws -> [MigrationPlan]
  ) async throws -> [MigrationPlan] {
    do {
      return try await perform { connection in throw Walked(plans: try await body(connection)) }
    } catch let walked as Walked {
      return walked.plans
    }
  }

  /// Thrown to roll back a walk, with its plans.
  private struct Walked: Error {
    let plans: [MigrationPlan]
  }

  /// Runs a migration in one transaction on its own connection.
  private func perform<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> (Result, hasChanged: Bool)
  ) async throws -> Result {
    let writer = try await writers.take()
    defer { writers.give(back: writer) }
    let isAlone = database.readers == nil
    let connection = isAlone ? writer : try await database.openConnection(.migrator)
    let (result, hasChanged) =
      isAlone
      ? try await performAlone(body, on: writer) : try await perform(body, on: connection)
    if !hasChanged { return result }
    database.extensions.renew()
    // The migration is done, so errors from here on are ignored.
    await connection.truncateLog()
    if !isAlone { await writer.noteMigration() }
    return result
  }

  private func performAlone<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> Result, on connection: Connection
  ) async throws -> Result {
    let enforces = try await connection.beginMigrationSettings()
    do {
      let result = try await perform(body, on: connection)
      await connection.endMigrationSettings(enforces)
      return result
    } catch {
      await connection.endMigrationSettings(enforces)
      throw error
    }
  }

  private func perform<Result: Sendable>(
    _ body: @Sendable (isolated Connection) async throws -> Result, on connection: Connection
  ) async throws -> Result {
    try await writers.waitingForLock { try await connection.begin(.immediate) }
    let end = try await HeldConnection.$current.withValue(writers.hold()) {
      try await connection.runAsyncTransaction(body)
    }
    guard end.isOpen else { return end.result }
    do {
      try await writers.waitingForLock { try await connection.commit() }
    } catch {
      await connection.rollBack()
      throw error
    }
    return end.result
  }

  /// Whether the database is unchanged since a migration to this schema. It runs one statement.
  private func isUnchanged(
    _ request: MigrationRequest, _ fingerprint: String
  ) async throws -> Bool {
    try await database.reading { connection in
      guard try connection.isMigrated(to: fingerprint, request) else { return false }
      connection.watch(fingerprint)
      return true
    }
  }

  /// Compares a read-only database with the schema and throws if it needs changes.
  private func comparing(
    _ request: MigrationRequest, _ fingerprint: String
  ) async throws -> MigrationPlan {
    if try await isUnchanged(request, fingerprint) { return MigrationPlan(of: request) }
    let plan = try await plan(request)
    let changes = plan.changes.filter { !$0.isNote && $0.action != .extra }
    if plan.isEmpty && changes.isEmpty { return plan }
    throw SchemaMismatchError(changes: changes)
  }

  private func makeBackup() async throws {
    guard let backup else { return }
    if database.readers == nil {
      throw MigrationError(
        .needsPlan,
        "an in-memory database can't be copied during a migration: call backup(to:) before it")
    }
    try await database.copy(to: backup)
  }
}

extension MigrationPlan {
  /// The plan that does nothing.
  init(of request: MigrationRequest) {
    self.init(
      doingNothingFor: request.schema, allowed: request.allowed, rules: request.rules)
  }
}
