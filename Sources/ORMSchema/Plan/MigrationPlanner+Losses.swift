import ORMCore

// The data that a migration may lose, as queries.

extension MigrationPlanner {
  func lossChecks(
    _ tables: PlannedTables, _ parts: PlannedObjects
  ) -> (checks: (tables: [TableLossChecks], others: [LossCheck]), losses: [DataLoss]) {
    var checks: [TableLossChecks] = []
    var others: [LossCheck] = []
    for change in tables {
      for name in change.returnedColumns
      where change.wanted.column(name).map(change.isConvertedByRule) == false {
        others.append(count(.returnedColumn, name, of: change))
      }
      let newIndexes = target.indexes(of: change.wanted.name).filter { index in
        index.isUnique
          && (!isThere(index, change.wanted, change.current)
            || index.columns.contains { part in
              change.final.columns.contains { change.isConverted($0) && part.text.names([$0.name]) }
            })
      }
      let isMoved = change.final.references.contains { convertedParent(of: $0, tables) != nil }
      guard
        change.isRebuilt || !newIndexes.isEmpty || !change.addedColumns.isEmpty || isMoved
          || change.changesRepresentations
      else {
        continue
      }
      let rows = ConvertedRows(of: change, in: change.rowsBefore, allowed: allowed)
      let table = rows.checks(newIndexes: newIndexes, in: target) {
        parentBefore($0, tables)
      }
      if !table.isEmpty { checks.append(table) }
      for column in change.droppedColumns + change.columnsComputedNow {
        let old = change.aside.name(before: column)
        others.append(
          count(
            .droppedColumn, old ?? column, of: change, isToldIfEmpty: old != nil,
            renamedFrom: old.map { renameArgument(ofMoved: $0) }
              ?? change.renameArgument(ofDropped: column)))
      }
    }
    for name in droppedTables.map(\.name) + parts.droppedVirtualTables {
      let old = renames.aside.name(before: name)
      others.append(
        LossCheck(
          loss: DataLoss(
            .droppedTable, old ?? name,
            formerNameArgument: old.map { renameArgument(ofMoved: $0) }
              ?? renameArgument(ofDropped: name)),
          countSQL: "SELECT count(*) FROM main.\((old ?? name).quotedIdentifier)", keysSQL: nil,
          isToldIfEmpty: old != nil))
    }
    for name in renames.returned {
      others.append(
        LossCheck(
          loss: DataLoss(.returnedTable, name),
          countSQL: "SELECT count(*) FROM main.\(name.quotedIdentifier)", keysSQL: nil))
    }
    return ((checks, others), tables.flatMap { contradictions($0) } + brokenReferences(tables))
  }

  /// The argument with which a new table with the same columns would take over the rows of a table
  /// that is dropped.
  private func renameArgument(ofDropped name: String) -> String? {
    guard let old = current.table(name) else { return nil }
    let new = newTables[Set(old.columns.map { SQLName($0.name) })] ?? []
    if new.isEmpty { return nil }
    return
      "renamedFrom: \(old.name.debugDescription) at \(new.map(\.name).joined(separator: " or "))"
  }

  /// The argument that keeps a table or column whose name something else gets.
  private func renameArgument(ofMoved name: String) -> String {
    "renamedFrom: \(name.debugDescription) at a table or column of another name"
  }

  /// Counts the values of a column, by its name in the database.
  private func count(
    _ kind: DataLoss.Kind, _ column: String, of change: TableChange, isToldIfEmpty: Bool = false,
    renamedFrom argument: String? = nil
  ) -> LossCheck {
    let table = change.found.name.quotedIdentifier
    return LossCheck(
      loss: DataLoss(kind, change.final.name, column, formerNameArgument: argument),
      countSQL: "SELECT count(\(column.quotedIdentifier)) FROM main.\(table)", keysSQL: nil,
      isToldIfEmpty: isToldIfEmpty)
  }

  /// The rows that a foreign key refers to, before anything is changed.
  private func parentBefore(
    _ reference: Schema.Reference, _ tables: PlannedTables
  ) -> ReferencedRows? {
    if let change = convertedParent(of: reference, tables) {
      return ReferencedRows(
        ConvertedRows(of: change, in: change.rowsBefore, allowed: allowed),
        reference.columns(in: change.final))
    }
    if let change = tables.named(reference.table) {
      let columns = reference.columns(in: change.final).compactMap { name in
        change.final.column(name).flatMap(change.foundName)
      }
      return ReferencedRows(of: change.found.name, columns)
    }
    guard target.table(reference.table) == nil, let table = found.table(reference.table) else {
      return nil
    }
    return ReferencedRows(of: table.name, reference.columns(in: table))
  }

  /// The table that a foreign key refers to, if the values of the referenced columns change.
  func convertedParent(
    of reference: Schema.Reference, _ tables: PlannedTables
  ) -> TableChange? {
    guard let change = tables.named(reference.table) else { return nil }
    let columns = reference.columns(in: change.final)
    return columns.contains { change.final.column($0).map(change.isConverted) ?? false }
      ? change : nil
  }

  /// The foreign keys to tables or columns that are dropped.
  private func brokenReferences(_ tables: PlannedTables) -> [DataLoss] {
    let final = finalTables(tables)
    let finalByName = final.byName(\.name)
    var losses: [DataLoss] = []
    for table in final {
      for reference in table.references {
        guard let before = current.table(reference.table) else { continue }
        let after = finalByName[SQLName(reference.table)]
        let columns = reference.columns(in: before)
        let isThere =
          after.map { parent in columns.allSatisfy { parent.column($0) != nil } } ?? false
        if isThere || !columns.allSatisfy({ before.column($0) != nil }) { continue }
        var old = reference
        old.table = renames.aside.name(before: before.name) ?? before.name
        losses.append(
          DataLoss(.brokenReference, old.table, "\(table.name): \(old.tableSQL)", count: 1))
      }
    }
    return losses
  }

  /// The tables of the database after the migration.
  func finalTables(_ tables: PlannedTables) -> [Schema.Table] {
    let changed = tables.map(\.final)
    let dropped = Set(droppedTables.map { SQLName($0.name) })
    let new = target.tables.filter { current.table($0.name) == nil }
    let others = current.tables.filter {
      target.table($0.name) == nil && !dropped.contains(SQLName($0.name))
    }
    return changed + new + others
  }
}
