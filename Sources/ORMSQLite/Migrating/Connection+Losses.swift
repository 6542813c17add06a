import ORMCore
import ORMSchema

extension Connection {
  /// Counts the losses of a plan in the current rows.
  func count(_ plan: MigrationPlan) throws -> [DataLoss] {
    var losses = plan.losses
    for table in plan.tableChecks {
      do {
        try add(table, to: &losses, plan)
      } catch let error as DatabaseError {
        throw MigrationError(missingFor: table.table, error) ?? error
      }
    }
    for check in plan.checks { try add(check, to: &losses, plan) }
    return losses
  }

  private func add(
    _ table: TableLossChecks, to losses: inout [DataLoss], _ plan: MigrationPlan
  ) throws {
    let known = losses.count
    if !table.rowLosses.isEmpty {
      let counts = try row(table.countSQL, of: plan)
      for (place, value) in counts.enumerated() {
        guard case .integer(let count) = value, count > 0 else { continue }
        var loss = table.rowLosses[place].loss
        loss.count = Int(count)
        loss.keys = try keys(table.keysSQL(of: place))
        losses.append(loss)
      }
    }
    for check in table.others { try add(check, to: &losses, plan) }
    guard losses[known...].contains(where: { $0.permission.kind == .rows }),
      case .integer(let total)? = try row(table.totalSQL, of: plan).first
    else { return }
    for place in losses.indices[known...] where losses[place].permission.kind == .rows {
      losses[place].total = Int(total)
    }
  }

  private func add(
    _ check: LossCheck, to losses: inout [DataLoss], _ plan: MigrationPlan
  ) throws {
    guard case .integer(let count)? = try row(check.countSQL, of: plan).first,
      count > 0 || check.isToldIfEmpty
    else { return }
    var loss = check.loss
    loss.count = Int(count)
    if let sql = check.keysSQL { loss.keys = try keys(sql) }
    losses.append(loss)
  }

  private func keys(_ sql: String) throws -> [String] {
    try migrationValues(sql).compactMap(\.first?.textValue)
  }

  private func row(_ sql: String, of plan: MigrationPlan) throws -> [SQLValue] {
    do {
      return try migrationValues(sql).first ?? []
    } catch let error as DatabaseError {
      throw error.underlyingError.map { MigrationError(rule: $0) } ?? error
    }
  }

  /// - Throws: ``DataLossError`` if a plan has losses that are not allowed; otherwise
  ///   ``MigrationError`` if SQLite refuses the plan.
  func checkLosses(of plan: MigrationPlan, _ request: MigrationRequest) throws {
    let refused = plan.losses.compactMap { loss -> DataLoss? in
      let isAllowed = request.allowed.contains(loss.permission)
      guard loss.canBeAllowed, isAllowed || isExtra(loss, request) else { return loss }
      if isAllowed, let date = request.earlierUse(of: loss.permission, in: plan) {
        var refused = loss
        refused.permissionUse = date
        return refused
      }
      guard let known = request.knownLosses else { return nil }
      // The loss is greater than in the plan that was allowed.
      let isKnown = known.contains { $0.isSameLoss(as: loss) && $0.count >= loss.count }
      return isKnown ? nil : loss
    }
    if !refused.isEmpty {
      throw DataLossError(
        losses: refused, obstacle: plan.obstacle.map { "\($0)" }, warnings: plan.warnings)
    }
    if let obstacle = plan.obstacle { throw obstacle }
  }

  private func isExtra(_ loss: DataLoss, _ request: MigrationRequest) -> Bool {
    (loss.kind == .droppedTable || loss.kind == .droppedColumn)
      && request.allowed.contains(.droppingExtras)
  }
}

extension MigrationRequest {
  /// Returns the time at which an earlier migration used a permission; nil if this migration may
  /// use it.
  func earlierUse(of permission: PermittedLoss, in plan: MigrationPlan) -> String? {
    if allowedOnce.contains(permission) { return nil }
    return plan.earlierUses.first { $0.uses.has(permission) }?.date
  }

  /// Returns the rules and permissions that this migration uses up.
  func uses(of plan: MigrationPlan, _ violations: [PermittedLoss]) -> MigrationUses {
    var uses = MigrationUses()
    uses.rules = plan.notedRules
    for permission in plan.losses.map(\.permission) + violations
    where allowed.contains(permission) && !allowedOnce.contains(permission) {
      uses.add(permission)
    }
    return uses
  }
}

// MARK: - References

extension Connection {
  /// Returns the number of rows of each table that violate its foreign keys, by the table that they
  /// refer to.
  func violations(of tables: [String]) throws -> [SQLName: [SQLName: Int]] {
    let reader = migrationReader
    var violations: [SQLName: [SQLName: Int]] = [:]
    for table in tables where try reader.hasObject(named: table) {
      // An empty name marks a foreign key to columns that are not a key.
      violations[SQLName(table)] = try reader.violations(of: table) ?? [SQLName(""): 1]
    }
    return violations
  }

  /// Returns warnings about rows that already violate foreign keys, which do not prevent a
  /// migration.
  func oldViolations(_ plan: MigrationPlan) throws -> [String] {
    var warnings: [String] = []
    for (table, counts) in try violations(of: plan.touchedTables) {
      for (parent, count) in counts where count > 0 {
        warnings.append(
          parent.text.isEmpty
            ? "\(table.text): a foreign key refers to columns that are not a key"
            : "\(table.text): \(count) rows refer to rows of \(parent.text) that do not exist")
      }
    }
    return warnings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
