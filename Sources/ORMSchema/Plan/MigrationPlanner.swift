import ORMCore

/// Plans the migration of a database to a schema. It runs no SQL: the results of renames and of the
/// schema's statements in SQLite are passed in.
package struct MigrationPlanner {
  /// The database's schema.
  let found: Schema
  /// The database's schema after renames.
  let current: Schema
  let renames: RenamePlan
  /// The schema to migrate to, as read back from a database that has it.
  let target: Schema
  /// The schema to migrate to, as declared.
  let declared: Schema
  /// The schema that an earlier migration recorded.
  let record: Schema?
  let allowed: Set<PermittedLoss>
  let rules: MigrationRules
  /// The views and triggers that are dropped before names change.
  let droppedToRename: Set<SQLName>
  /// The statistics tables that the database has.
  let statistics: [String]

  /// The names of the objects that an earlier migration recorded.
  private let noted: NotedNames
  /// The new tables, by the names of their columns.
  let newTables: [Set<SQLName>: [Schema.Table]]

  package init(
    found: Schema, current: Schema, renames: RenamePlan, target: Schema, declared: Schema,
    record: Schema?, allowed: Set<PermittedLoss>, rules: MigrationRules,
    droppedToRename: Set<SQLName>, statistics: [String]
  ) {
    self.found = found
    self.current = current
    noted = NotedNames(record)
    newTables = Dictionary(
      grouping: target.tables.filter { current.table($0.name) == nil }
    ) { table in Set(table.columns.map { SQLName($0.name) }) }
    self.renames = renames
    self.target = target
    self.declared = declared
    self.record = record
    self.allowed = allowed
    self.rules = rules
    self.droppedToRename = droppedToRename
    self.statistics = statistics
  }

  /// Whether dropping something is allowed.
  func isDropped(_ loss: PermittedLoss) -> Bool {
    allowed.contains(loss) || allowed.contains(.droppingExtras)
  }

  /// Whether a migration has created an object that the schema no longer has.
  func isNoted(_ name: String, _ names: KeyPath<NotedNames, Set<SQLName>>) -> Bool {
    noted[keyPath: names].contains(SQLName(name))
  }

  package func plan() throws(MigrationError) -> MigrationPlan {
    try checkReadable()
    let tables = removingReferences(PlannedTables(tableChanges()))
    let parts = PlannedObjects(self, tables)
    var steps: [MigrationPlan.Step] = []
    steps += renameSteps
    steps += parts.drops
    steps += tables.flatMap { additionSteps($0) }
    var names = takenNames
    var rebuilt: Set<SQLName> = []
    for change in tables where change.isRebuilt {
      let temporary = freeName(like: change.final.name, besides: names)
      names.insert(SQLName(temporary))
      let rebuild = TableRebuild(
        change: change, temporaryName: temporary, allowed: allowed,
        parent: { parentNow($0, tables, rebuilt) }, statistics: statistics)
      steps.append(
        MigrationPlan.Step(
          "\(change.final.name) is rebuilt\(withoutAside(change)), and its rows are copied",
          rebuild.actions(indexes: parts.indexes(of: change))))
      rebuilt.insert(SQLName(change.final.name))
    }
    for table in target.tables where current.table(table.name) == nil {
      steps.append(
        MigrationPlan.Step(
          "\(table.name): the table is added",
          ([table.sql] + target.indexes(of: table.name).map(\.sql)).map { .run($0.inMain) }))
    }
    steps += parts.additions(rebuilt: tables.filter(\.isRebuilt))
    let (checks, losses) = lossChecks(tables, parts)
    var plan = MigrationPlan(
      changes: changes, steps: steps, losses: losses,
      warnings: warnings(tables), rebuiltTables: tables.filter(\.isRebuilt).map(\.final.name),
      space: nil, duration: nil, fingerprint: "", target: target, declared: declared,
      allowed: allowed,
      rules: rules, tableChecks: checks.tables, checks: checks.others,
      touchedTables: touchedTables(tables), finalTables: finalTables(tables))
    plan.kept = keptNames(tables)
    return plan
  }

  /// The changes, without tables and columns that are moved aside: their third names mean nothing
  /// to a reader.
  private var changes: [Schema.Change] {
    let tables = renames.tables.byName(\.wanted)
    return target.changes(from: current).filter { change in
      let member = change.member ?? ""
      let table = tables[SQLName(change.object)]
      return renames.aside.name(before: change.object) == nil
        && table?.aside.name(before: member) == nil
    }
  }

  /// Checks that the objects that the schema names can be parsed. An object whose SQL can't be
  /// parsed is kept only if the schema does not name it.
  private func checkReadable() throws(MigrationError) {
    let schema = target
    let names =
      schema.tables.map(\.name) + schema.views.map(\.name) + schema.triggers.map(\.name)
      + schema.indexes.map(\.name) + schema.virtualTables.map(\.name)
    for object in current.unreadable where names.contains(where: { $0.isSameName(as: object.name) })
    {
      throw MigrationError(.unreadable, "\(object)", sql: object.sql)
    }
    if let object = schema.unreadable.first {
      throw MigrationError(.unreadable, "\(object)", sql: object.sql)
    }
  }

  private var takenNames: Set<SQLName> {
    var names: [String] = []
    for schema in [current, target] {
      names += schema.tables.map(\.name) + schema.views.map(\.name) + schema.indexes.map(\.name)
      names += schema.triggers.map(\.name) + schema.virtualTables.map(\.name)
      names += schema.unreadable.map(\.name)
    }
    return Set(names.map { SQLName($0) })
  }

  private var renameSteps: [MigrationPlan.Step] {
    if renames.statements.isEmpty { return [] }
    // Views and triggers in whose text SQLite would have to change a name, and can't.
    let drops =
      found.triggers.map { ("TRIGGER", $0.name) } + found.views.map { ("VIEW", $0.name) }
    return [
      MigrationPlan.Step(
        (["tables and columns get their new names"] + asideWords).joined(separator: "; "),
        drops.filter { droppedToRename.contains(SQLName($0.1)) }
          .map { .run("DROP \($0) main.\($1.quotedIdentifier)") }
          + renames.statements.map { .run($0) })
    ]
  }

  /// The tables and columns that are moved aside, in words.
  private var asideWords: [String] {
    let columns = renames.tables.flatMap { table in
      table.aside.map {
        "the old column \($0.name) of \(table.found) is named \($0.third) until it is dropped"
      }
    }
    return renames.aside.map {
      "the old table \($0.name) is named \($0.third) until it is dropped"
    } + columns
  }

  private func withoutAside(_ change: TableChange) -> String {
    let names = change.aside.map(\.name)
    if names.isEmpty { return "" }
    return " without its old column\(names.count == 1 ? "" : "s") "
      + names.joined(separator: ", ")
  }

  // MARK: - Tables

  private func tableChanges() -> [TableChange] {
    renames.tables.compactMap { names in
      guard let declared = target.table(names.wanted), let found = found.table(names.found),
        let current = current.table(names.wanted)
      else { return nil }
      let wanted = declared.staying(with: current) {
        isDropped(.droppingColumn(declared.name, $0))
      }
      let stay = Set(names.columns.keys.filter { wanted.column($0.text) != nil })
      let newIndexes = target.indexes(of: wanted.name)
      let recorded = record?.table(found.name)
      let final = FinalTable(
        wanted, keeping: current, found: found, record: recorded, newIndexes: newIndexes,
        columnsThatStay: stay, aside: names.aside, tablesAside: renames.aside,
        isDropped: isDropped)
      let rules = rules.rules(of: wanted.name)
      let (isRebuilt, added) = work(on: current, wanted, final, rules)
      let change = TableChange(
        wanted: wanted, found: found, current: current, final: final, isRebuilt: isRebuilt,
        addedColumns: added, names: names, rules: rules,
        strict: declared.isStrict && !wanted.isStrict ? declared : nil)
      return change.convertsRepresentations ? change.rebuilt : change
    }
  }

  /// Whether a table must be rebuilt, and the columns that can be added in place if not.
  private func work(
    on current: Schema.Table, _ wanted: Schema.Table, _ final: FinalTable, _ rules: RulesOfTable
  ) -> (isRebuilt: Bool, added: [Int]) {
    let changes = TableComparison(wanted, in: target, from: current, in: self.current).changes
      .filter { change in
        // A change of representation depends on the old names, and on rules.
        (change.action == .added || change.action == .changed) && change.property != .representation
      }
    let isRelaxed = current.columns.contains { column in
      final.table.column(column.name).map {
        wanted.column(column.name) == nil && $0.notNull != column.notNull
      } ?? false
    }
    let removes = allowed.contains(.removingRows(wanted.name)) && hasNewUniqueIndex(wanted, current)
    if !rules.conversions.isEmpty || !final.droppedColumns.isEmpty || final.dropsConstraint
      || isRelaxed || removes
    {
      return (true, [])
    }
    if changes.isEmpty { return (rulesApply(rules, to: current), []) }
    let added = wanted.columns.indices.filter { current.column(wanted.columns[$0].name) == nil }
    // A constraint that is written at a new column is added with it.
    let others = changes.filter { change in
      !(change.kind == .column && change.action == .added)
        && !comesWithColumn(change, of: wanted, added)
    }
    if others.isEmpty, rules.isEmpty,
      added.allSatisfy({ wanted.canAddColumn($0, to: current, in: target) })
    {
      return (false, added)
    }
    return (true, [])
  }

  private func rulesApply(_ rules: RulesOfTable, to current: Schema.Table) -> Bool {
    // A column that is already `NOT NULL` has no NULLs to fill.
    rules.fills.keys.contains { name in
      current.column(name.text).map { TableMeaning(current).notNull(of: $0) == nil } ?? true
    }
  }

  private func hasNewUniqueIndex(_ wanted: Schema.Table, _ current: Schema.Table) -> Bool {
    target.indexes(of: wanted.name).contains {
      $0.isUnique && !isThere($0, wanted, current)
    }
  }

  func isThere(_ index: Schema.Index, _ wanted: Schema.Table, _ current: Schema.Table) -> Bool {
    self.current.index(index.name).map {
      $0.table.isSameName(as: current.name)
        && TableMeaning(current).index($0) == TableMeaning(wanted).index(index)
    } ?? false
  }

  /// Whether a `CHECK` or a foreign key is written at a column that is added, so that it is added
  /// with the column.
  private func comesWithColumn(
    _ change: Schema.Change, of table: Schema.Table, _ added: [Int]
  ) -> Bool {
    guard change.action == .added else { return false }
    let names = added.map { table.columns[$0].name }
    switch change.kind {
    case .check:
      return table.checks.contains {
        $0.sql.hasSameBytes(as: change.member ?? "") && $0.isAtColumn(among: names)
      }
    case .reference:
      return table.references.contains {
        $0.tableSQL.hasSameBytes(as: change.member ?? "") && $0.isOnColumn
          && $0.columns.allSatisfy { column in names.contains { $0.isSameName(as: column) } }
      }
    default: return false
    }
  }

  private func additionSteps(_ change: TableChange) -> [MigrationPlan.Step] {
    if change.isRebuilt { return [] }
    return change.addedColumns.map { place in
      MigrationPlan.Step(
        "\(change.wanted.name): column \(change.wanted.columns[place].name) is added",
        "ALTER TABLE main.\(change.wanted.name.quotedIdentifier) ADD COLUMN"
          + " \(change.wanted.definition(of: place))")
    }
  }

  /// The tables that change, and the tables that refer to them.
  private func touchedTables(_ tables: PlannedTables) -> [String] {
    var names = tables.filter { $0.isRebuilt || !$0.addedColumns.isEmpty }.map(\.final.name)
    names += droppedTables.map(\.name)
    let touched = Set(names.map { SQLName($0) })
    let referring = current.tables.filter { table in
      !touched.contains(SQLName(table.name))
        && table.references.contains { touched.contains(SQLName($0.table)) }
    }
    return names + referring.map(\.name)
  }

  /// The tables of the database that the schema does not have and that are dropped.
  var droppedTables: [Schema.Table] {
    current.tables.filter {
      target.table($0.name) == nil
        && (renames.aside.name(before: $0.name) != nil || isDropped(.droppingTable($0.name)))
    }
  }

  /// The rows that a foreign key refers to, while a table is rebuilt.
  ///
  /// - Parameter rebuilt: The tables that have already been rebuilt.
  private func parentNow(
    _ reference: Schema.Reference, _ tables: PlannedTables, _ rebuilt: Set<SQLName>
  ) -> ReferencedRows? {
    if let change = convertedParent(of: reference, tables),
      !rebuilt.contains(SQLName(change.final.name))
    {
      return ReferencedRows(
        ConvertedRows(of: change, in: change.rowsNow, allowed: allowed),
        reference.columns(in: change.final))
    }
    guard let table = target.table(reference.table) ?? current.table(reference.table) else {
      return nil
    }
    return ReferencedRows(of: table.name, reference.columns(in: table))
  }

  /// Returns the changes. A table is also rebuilt if its rows may be removed and keys that they
  /// refer to change.
  private func removingReferences(_ tables: PlannedTables) -> PlannedTables {
    let changes = tables.map { change in
      guard allowed.contains(.removingRows(change.final.name)),
        change.final.references.contains(where: { convertedParent(of: $0, tables) != nil })
      else { return change }
      return change.rebuilt
    }
    return PlannedTables(changes)
  }
}

/// The names of the objects in the schema that a migration recorded.
struct NotedNames {
  let indexes: Set<SQLName>
  let views: Set<SQLName>
  let triggers: Set<SQLName>
  let virtualTables: Set<SQLName>

  fileprivate init(_ record: Schema?) {
    indexes = Set((record?.indexes ?? []).map { SQLName($0.name) })
    views = Set((record?.views ?? []).map { SQLName($0.name) })
    triggers = Set((record?.triggers ?? []).map { SQLName($0.name) })
    virtualTables = Set((record?.virtualTables ?? []).map { SQLName($0.name) })
  }
}

extension Schema.Check {
  fileprivate func isAtColumn(among names: [String]) -> Bool {
    column.map { column in names.contains { $0.isSameName(as: column) } } ?? false
  }
}

extension Schema.Reference {
  /// The columns that the foreign key refers to: the primary key if it names none.
  func columns(in table: Schema.Table) -> [String] {
    tableColumns.isEmpty ? table.primaryKey?.columns.compactMap(\.column) ?? [] : tableColumns
  }
}
