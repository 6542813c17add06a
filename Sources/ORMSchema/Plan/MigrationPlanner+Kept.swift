import ORMCore

extension MigrationPlanner {
  /// The names that are kept after the plan: according to the last record they were the program's,
  /// and the schema does not have them.
  func keptNames(_ tables: PlannedTables) -> KeptNames {
    var kept = KeptNames()
    guard let record else { return kept }
    for change in tables {
      let recorded = record.table(change.found.name)
      for column in change.final.columns where change.wanted.column(column.name) == nil {
        guard
          recorded?.column(column.name) != nil
            || record.kept.hasColumn(column.name, of: change.found.name)
        else { continue }
        kept.columns.append(KeptNames.Column(table: change.final.name, column: column.name))
      }
    }
    let dropped = Set(droppedTables.map { SQLName($0.name) })
    for table in current.tables
    where target.table(table.name) == nil && !dropped.contains(SQLName(table.name)) {
      if record.table(table.name) != nil || record.kept.hasTable(table.name) {
        kept.tables.append(table.name)
      }
    }
    return kept
  }
}
