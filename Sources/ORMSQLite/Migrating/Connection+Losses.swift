import ORMCore
import ORMSchema

extension Connection {
  /// Counts what a plan would lose, on the rows that are there.
  func count(_ plan: MigrationPlan) throws -> [DataLoss] {
    var losses = plan.losses
    for table in plan.tableChecks {
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
    }
    for check in plan.checks { try add(check, to: &losses, plan) }
    return losses
  }

  private func add(
    _ check: LossCheck, to losses: inout [DataLoss], _ plan: MigrationPlan
  ) throws {
    guard case .integer(let count)? = try row(check.countSQL, of: plan).first, count > 0 else {
      return
    }
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

  /// - Throws: ``DataLossRefused`` if a plan loses what nobody has agreed to lose.
  func checkLosses(of plan: MigrationPlan, _ request: MigrationRequest) throws {
    let refused = plan.losses.filter { loss in
      guard loss.canBeAllowed, request.allowed.contains(loss.permission) || isExtra(loss, request)
      else { return true }
      guard let known = request.knownLosses else { return false }
      // More than was announced.
      return !known.contains { $0.isSameLoss(as: loss) && $0.count >= loss.count }
    }
    if !refused.isEmpty { throw DataLossRefused(losses: refused) }
  }

  private func isExtra(_ loss: DataLoss, _ request: MigrationRequest) -> Bool {
    (loss.kind == .droppedTable || loss.kind == .droppedColumn)
      && request.allowed.contains(.droppingExtras)
  }
}

// MARK: - References

extension Connection {
  /// How many rows of a table violate each of its references, by the table that they refer to.
  func violations(of tables: [String]) throws -> [SQLName: [SQLName: Int]] {
    let reader = migrationReader
    var violations: [SQLName: [SQLName: Int]] = [:]
    for table in tables where try reader.hasObject(named: table) {
      // The empty name is that of no table.
      violations[SQLName(table)] = try reader.violations(of: table) ?? [SQLName(""): 1]
    }
    return violations
  }

  /// What violates references already, which is no reason not to migrate.
  func oldViolations(_ plan: MigrationPlan) throws -> [String] {
    var warnings: [String] = []
    for (table, counts) in try violations(of: plan.touchedTables) {
      for (parent, count) in counts where count > 0 {
        warnings.append(
          parent.text.isEmpty
            ? "\(table.text): a reference is to columns that are no key"
            : "\(table.text): \(count) rows refer to rows of \(parent.text) that are not there")
      }
    }
    return warnings.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
