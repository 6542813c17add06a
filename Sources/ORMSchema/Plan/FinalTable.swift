import ORMCore

/// A table after the migration: as the schema declares it, with the columns and constraints that
/// only the database has and that stay.
struct FinalTable {
  private(set) var table: Schema.Table
  /// The columns that are dropped.
  private(set) var droppedColumns: [String] = []
  /// Whether a constraint is dropped, so that the table must be rebuilt.
  private(set) var dropsConstraint = false

  /// - Parameters:
  ///   - found: The table before renames, with its constraints in the order of `current`.
  ///   - record: The table as an earlier migration recorded it, with the names of `found`.
  ///   - aside: The columns of `current` that are moved aside and dropped.
  ///   - tablesAside: The tables that are moved aside and dropped.
  ///   - isDropped: Whether dropping a column or a constraint is allowed.
  init(
    _ wanted: Schema.Table, keeping current: Schema.Table, found: Schema.Table,
    record: Schema.Table?, newIndexes: [Schema.Index], columnsThatStay: Set<SQLName>,
    aside: [RenamePlan.MovedAside], tablesAside: [RenamePlan.MovedAside],
    isDropped: (PermittedLoss) -> Bool
  ) {
    table = wanted
    table.formerNames = []
    for place in table.columns.indices { table.columns[place].formerNames = [] }
    let new = TableMeaning(wanted)
    for column in current.columns where !columnsThatStay.contains(SQLName(column.name)) {
      if wanted.column(column.name) != nil { continue }
      if aside.name(before: column.name) != nil
        || isDropped(.droppingColumn(wanted.name, column.name))
      {
        droppedColumns.append(column.name)
      } else {
        var kept = column.acceptingNewRows(in: current)
        // Outside of STRICT tables, ANY has the affinity of numbers.
        if current.isStrict, !wanted.isStrict, kept.type.isSameName(as: "ANY") { kept.type = "" }
        table.columns.append(kept)
      }
    }
    let old = TableMeaning(current)
    let before = TableMeaning(found)
    let noted = record.map { TableMeaning($0) }
    let none = Schema(tables: [])
    let notedChecks = Set(noted?.table.checks.compactMap { noted?.expression($0.expression) } ?? [])
    keepConstraints(
      of: current, \.checks,
      noted: found.checks.map { notedChecks.contains(before.expression($0.expression)) },
      isWanted: { check in
        wanted.checks.contains {
          new.expression($0.expression) == old.expression(check.expression)
        }
      }, sql: { $0.sql }, parts: { [$0.expression] }, isDropped)
    let notedKeys = Set(noted?.table.keys.compactMap { noted?.key($0) } ?? [])
    keepConstraints(
      of: current, \.keys, noted: found.keys.map { notedKeys.contains(before.key($0)) },
      isWanted: { key in
        key.kind == .primary || new.primaryKeyRefuses(whatIsRefusedBy: key, of: old)
          || new.uniques.contains { [old.key(key), new.key(key)].contains(new.key($0)) }
          || newIndexes.contains { new.index($0, doesWhatIsDoneBy: key, of: old) }
      }, sql: { $0.tableSQL },
      parts: { $0.columns.map { $0.isExpression ? $0.text : $0.text.quotedIdentifier } }, isDropped)
    let notedReferences = Set(
      noted?.table.references.compactMap { noted?.reference($0, in: none) } ?? [])
    keepConstraints(
      of: current, \.references,
      noted: found.references.map { notedReferences.contains(before.reference($0, in: none)) },
      isWanted: { reference in
        let table = tablesAside.name(before: reference.table) ?? reference.table
        return wanted.references.contains {
          $0.columns.map { SQLName($0) } == reference.columns.map { SQLName($0) }
            && $0.table.isSameName(as: table)
        }
      }, sql: { $0.tableSQL }, parts: { $0.columns.map(\.quotedIdentifier) }, isDropped)
  }

  private mutating func keepConstraints<Constraint>(
    of current: Schema.Table, _ all: WritableKeyPath<Schema.Table, [Constraint]>, noted: [Bool],
    isWanted: (Constraint) -> Bool, sql: (Constraint) -> String,
    parts: (Constraint) -> [String],
    _ isDropped: (PermittedLoss) -> Bool
  ) {
    for (place, constraint) in current[keyPath: all].enumerated() where !isWanted(constraint) {
      let text = sql(constraint)
      let isNoted = place < noted.count && noted[place]
      if isNoted || isDropped(.droppingConstraint(table.name, text))
        || parts(constraint).contains(where: { $0.names(droppedColumns) })
      {
        dropsConstraint = true
      } else {
        table[keyPath: all].append(constraint)
      }
    }
  }
}

extension String {
  /// Whether the SQL names one of these columns.
  func names(_ columns: [String]) -> Bool {
    if columns.isEmpty { return false }
    return SQLTokens(self).contains { token in
      token.canBeName && token.kind != .string
        && columns.contains { token.unquoted.isSameName(as: $0) }
    }
  }
}

extension Schema.Column {
  /// The column, changed if necessary so that rows can be inserted without a value for it.
  func acceptingNewRows(in table: Schema.Table) -> Self {
    guard refusesNewRows(in: table) else { return self }
    var column = self
    column.notNull = nil
    return column
  }

  /// Whether a row without a value for the column is refused.
  func refusesNewRows(in table: Schema.Table) -> Bool {
    guard let notNull, generated == nil, notNull.conflict != .ignore,
      table.rowIDColumn?.name.isSameName(as: name) != true
    else { return false }
    return DefaultMeaning(defaultValue, of: self, isStrict: table.isStrict) == .null
  }
}
