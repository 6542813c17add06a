import ORMCore
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Connection {
  /// Runs a plan in the open transaction, and checks the result.
  ///
  /// - Parameter earlierUse: Returns the time of an earlier use of a permission; nil if it was not
  ///   used.
  /// - Returns: The permissions that were used because rows no longer refer to an existing row.
  @discardableResult
  func run(
    _ plan: MigrationPlan, _ earlierUse: (PermittedLoss) -> String? = { _ in nil },
    progress: @escaping @Sendable (MigrationProgress) -> Void
  ) throws -> [PermittedLoss] {
    let before = try violations(of: plan.touchedTables)
    let temporary = try migrationReader.temporaryTriggers()
    var fraction = CopyProgress(plan.steps.count, progress)
    for (place, step) in plan.steps.enumerated() {
      fraction.begin(place, step.description)
      for action in step.actions { try run(action, of: plan, fraction) }
    }
    // They were dropped with the tables that were rebuilt.
    let left = Set(try migrationReader.temporaryTriggers().map { SQLName($0.name) })
    for trigger in temporary where !left.contains(SQLName(trigger.name)) {
      try runMigrating(trigger.sql)
    }
    let broken = try checkReferences(
      of: plan.touchedTables, allowed: plan.allowed, before: before, earlierUse)
    try plan.checkResult(
      Schema(reading: try migrationReader.entries()))
    return broken
  }

  private func run(
    _ action: MigrationPlan.Action, of plan: MigrationPlan, _ progress: CopyProgress
  ) throws {
    switch action {
    case .run(let sql):
      try Task.checkCancellation()
      try Deadline.check(sql: sql)
      do {
        try runMigrating(sql)
      } catch let error as DatabaseError where error.code == .error {
        throw MigrationError(refusing: sql, error)
      }
    case .copy(let sql, let table): try copy(sql, of: table, progress)
    case .compareCounts(let old, let new, let mayLose):
      let (before, after) = (try rowCount(of: old), try rowCount(of: new))
      // At most the counted rows may be lost, whatever `OR IGNORE` skips.
      let known = mayLose ? plan.removedRows(of: old) : 0
      guard after <= before, before - after <= known else {
        throw MigrationError(
          .unexpectedResult,
          "\(old) has \(before) rows, but its copy has \(after), so nothing was changed")
      }
    case .checkFullText(let sql, let index):
      do {
        try runMigrating(sql)
      } catch let error as DatabaseError where error.code == .corrupt || error.code == .error {
        let name = index.quotedIdentifier
        try runMigrating("INSERT INTO main.\(name) (\(name)) VALUES ('rebuild')")
      }
    }
  }

  private func rowCount(of table: String) throws -> Int {
    let rows = try migrationValues("SELECT count(*) FROM main.\(table.quotedIdentifier)")
    guard case .integer(let count)? = rows.first?.first else { return 0 }
    return Int(count)
  }

  private func copy(_ sql: String, of table: String, _ progress: CopyProgress) throws {
    var ticks = 0.0
    do {
      let (steps, rows) = (try stepsOfRow(sql), try rowCount(of: table))
      let thousands = Double(max(1, steps * rows)) / 1000
      try RawConnection(handle).withProgress {
        ticks += 1
        progress.tell(min(1, ticks / thousands))
      } _: {
        try runMigrating(sql)
      }
    } catch let error as DatabaseError {
      if let missing = MigrationError(missingFor: table, error) { throw missing }
      throw error.underlyingError.map { MigrationError(rule: $0) } ?? error
    }
  }

  /// Returns the number of bytecode instructions that SQLite runs to copy one row: the instructions
  /// between the start and the end of the loop over the rows. See
  /// <https://www.sqlite.org/opcode.html>.
  private func stepsOfRow(_ sql: String) throws -> Int {
    for row in try migrationValues("EXPLAIN \(sql)") {
      guard row.count > 3, row[1] == .text("Rewind"), case .integer(let start) = row[0],
        case .integer(let end) = row[3]
      else { continue }
      return max(1, Int(end - start) - 1)
    }
    return 1
  }

  /// - Parameter earlierUse: Returns the time of an earlier use of a permission; nil if it was not
  ///   used.
  /// - Returns: The permissions that were used because rows no longer refer to an existing row.
  /// - Throws: ``DataLossError`` if such rows are not allowed.
  @discardableResult
  private func checkReferences(
    of tables: [String], allowed: Set<PermittedLoss>, before: [SQLName: [SQLName: Int]],
    _ earlierUse: (PermittedLoss) -> String? = { _ in nil }
  ) throws -> [PermittedLoss] {
    var losses: [DataLoss] = []
    var used: [PermittedLoss] = []
    for (table, counts) in try violations(of: tables) {
      for (parent, count) in counts {
        let old = before[table]?[parent] ?? 0
        if count <= old { continue }
        let permissions = [parent, table].map { PermittedLoss.breakingReferences(to: $0.text) }
          .filter(allowed.contains)
        let uses = permissions.map(earlierUse)
        if let place = uses.firstIndex(where: { $0 == nil }) {
          used.append(permissions[place])
          continue
        }
        var loss = DataLoss(
          .brokenReference, parent.text.isEmpty ? table.text : parent.text,
          "\(count - old) \(count - old == 1 ? "row" : "rows") of \(table.text)",
          count: count - old)
        loss.permissionUse = uses.compactMap(\.self).first
        losses.append(loss)
      }
    }
    losses.sort { $0.table.utf8.lexicographicallyPrecedes($1.table.utf8) }
    if !losses.isEmpty { throw DataLossError(losses: losses) }
    return used
  }

  /// Records a migration in the ledger with the rules and permissions it has used up, and the
  /// representations of columns.
  func note(_ plan: MigrationPlan, _ uses: MigrationUses) throws {
    var schema = plan.declared
    schema.kept = plan.kept
    var row = try ledgerRecord(of: schema)
    row.uses = uses
    try insert([row])
    try record(plan.finalTables, created: plan.createdTables)
  }

  /// Returns the row of the ledger for a database that has reached a schema.
  func ledgerRecord(
    of schema: Schema, kind: MigrationRecord.Kind = .planned, version: String? = nil,
    checksum: String? = nil
  ) throws -> MigrationRecord {
    MigrationRecord(
      fingerprint: schema.fingerprint,
      contents: Schema.fingerprint(of: try migrationReader.entries()),
      date: Date.now.formatted(.iso8601), app: Self.appName, schema: try schema.json(), kind: kind,
      version: version, checksum: checksum)
  }

  /// The name of the process.
  private static var appName: String {
    ProcessInfo.processInfo.processName
  }
}

/// Reports the progress of a migration.
struct CopyProgress {
  private let steps: Int
  private let report: @Sendable (MigrationProgress) -> Void
  private var step = 0
  private var description = ""

  init(_ steps: Int, _ report: @escaping @Sendable (MigrationProgress) -> Void) {
    self.steps = steps
    self.report = report
  }

  mutating func begin(_ place: Int, _ description: String) {
    step = place + 1
    self.description = description
    tell(0)
  }

  func tell(_ fraction: Double) {
    report(
      MigrationProgress(
        step: step, steps: steps, description: description, fraction: fraction))
  }
}
