import ORMCore

/// The changes of indexes, views, triggers and virtual tables.
struct PlannedObjects {
  private let planner: MigrationPlanner
  private let tables: PlannedTables
  private let current: Schema
  private let wanted: Schema

  init(_ planner: MigrationPlanner, _ tables: PlannedTables) {
    self.planner = planner
    self.tables = tables
    current = planner.current
    wanted = planner.target
  }

  // MARK: - Indexes

  /// Whether an index that the schema does not have is dropped.
  private func isDropped(_ index: Schema.Index) -> Bool {
    let change = tables.named(index.table)
    // The index enforces a new key of the schema until the table is rebuilt with the key.
    if let change, isInPlaceOfKey(index, change) { return change.isRebuilt }
    if planner.isDropped(.droppingIndex(index.name))
      || planner.isNoted(index.name, \.indexes)
    {
      return true
    }
    let columns =
      index.columns.map { $0.isExpression ? $0.text : $0.text.quotedIdentifier }
      + (index.condition.map { [$0] } ?? [])
    let dropped = change?.droppedColumns ?? []
    return columns.contains { $0.names(dropped) }
  }

  /// Whether a unique index of the database enforces a key of the schema that the table does not
  /// have yet.
  private func isInPlaceOfKey(_ index: Schema.Index, _ change: TableChange) -> Bool {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.wanted))
    return change.wanted.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: new) }
      && !change.current.keys.contains { old.index(index, doesWhatIsDoneBy: $0, of: old) }
  }

  /// The indexes of a table after the migration: the schema's, and those that only the database has
  /// and that stay.
  func indexes(of change: TableChange) -> [Schema.Index] {
    let own = wanted.indexes(of: change.wanted.name)
    let stay = current.indexes(of: change.current.name).filter { index in
      wanted.index(index.name) == nil && !isDropped(index)
    }
    return own + stay
  }

  private var changedIndexes: [(index: Schema.Index, isThere: Bool)] {
    tables.filter { !$0.isRebuilt }.flatMap { change in
      wanted.indexes(of: change.wanted.name)
        .filter { !planner.isThere($0, change.wanted, change.current) && !isDoneByKey($0, change) }
        .map { index in (index, planner.current.index(index.name) != nil) }
    }
  }

  /// Whether a constraint of the database does the same as the index. The constraint is kept.
  private func isDoneByKey(_ index: Schema.Index, _ change: TableChange) -> Bool {
    let (old, new) = (TableMeaning(change.current), TableMeaning(change.wanted))
    return planner.current.index(index.name) == nil
      && change.current.keys.contains { new.index(index, doesWhatIsDoneBy: $0, of: old) }
  }

  // MARK: - Dropping

  /// The steps that drop objects before tables are changed.
  var drops: [MigrationPlan.Step] {
    var steps: [MigrationPlan.Step] = []
    func drop(_ kind: String, _ name: String, _ words: String? = nil) {
      let sql = "DROP \(kind) main.\(name.quotedIdentifier)"
      steps.append(MigrationPlan.Step(words ?? "\(name) is dropped", sql))
    }
    for trigger in current.triggers where isChanged(trigger) || goes(trigger) {
      if !isOut(trigger.name) { drop("TRIGGER", trigger.name) }
    }
    for view in current.views where isChanged(view) || goes(view) {
      if !isOut(view.name) { drop("VIEW", view.name) }
    }
    let rebuilt = Set(tables.filter(\.isRebuilt).map { SQLName($0.final.name) })
    let changed = Set(changedIndexes.map { SQLName($0.index.name) })
    for index in current.indexes where !rebuilt.contains(SQLName(index.table)) {
      let other = wanted.index(index.name)
      let isMoved = other.map { !$0.table.isSameName(as: index.table) } ?? false
      if changed.contains(SQLName(index.name)) || isMoved || (other == nil && isDropped(index)) {
        drop("INDEX", index.name)
      }
    }
    for table in current.virtualTables where goes(table) || isMadeAgain(table) {
      drop("TABLE", table.name)
    }
    for table in planner.droppedTables {
      let old = planner.renames.aside.name(before: table.name)
      drop("TABLE", table.name, old.map { "the old table \($0) is dropped" })
    }
    return steps
  }

  /// Whether a view or trigger was dropped so that names could change.
  private func isOut(_ name: String) -> Bool { planner.droppedToRename.contains(SQLName(name)) }

  private func isChanged(_ view: Schema.View) -> Bool {
    wanted.view(view.name).map { Meaning($0.sql) != Meaning(view.sql) } ?? false
  }

  private func goes(_ view: Schema.View) -> Bool {
    wanted.view(view.name) == nil
      && (planner.isDropped(.droppingView(view.name)) || planner.isNoted(view.name, \.views))
  }

  private func isChanged(_ trigger: Schema.Trigger) -> Bool {
    wanted.trigger(trigger.name).map { Meaning($0.sql) != Meaning(trigger.sql) } ?? false
  }

  private func goes(_ trigger: Schema.Trigger) -> Bool {
    wanted.trigger(trigger.name) == nil
      && (planner.isDropped(.droppingTrigger(trigger.name))
        || planner.isNoted(trigger.name, \.triggers))
  }

  private func goes(_ table: Schema.VirtualTable) -> Bool {
    wanted.virtualTable(table.name) == nil
      && (planner.isDropped(.droppingTable(table.name))
        || (table.hasNoRowsOfItsOwn && planner.isNoted(table.name, \.virtualTables)))
  }

  // MARK: - Virtual tables

  private func isMadeAgain(_ table: Schema.VirtualTable) -> Bool {
    guard let new = wanted.virtualTable(table.name), Meaning(new.sql) != Meaning(table.sql) else {
      return false
    }
    return copy(of: table, to: new) == nil
  }

  /// The virtual tables that are dropped with rows that only they have.
  var droppedVirtualTables: [String] {
    current.virtualTables.filter { (goes($0) || isMadeAgain($0)) && !$0.hasNoRowsOfItsOwn }
      .filter { table in
        // An index on the rows of another table is filled again from that table.
        !(wanted.virtualTable(table.name)?.hasNoRowsOfItsOwn ?? false) || goes(table)
      }.map(\.name)
  }

  /// The statements that move a virtual table's rows into a new one; nil if they can't be moved.
  private func copy(of old: Schema.VirtualTable, to new: Schema.VirtualTable) -> [String]? {
    guard old.module.isSameName(as: new.module), !new.hasNoRowsOfItsOwn, !old.isContentless,
      !new.isContentless
    else { return nil }
    let names = Set(
      (current.tables.map(\.name) + current.virtualTables.map(\.name)).map { SQLName($0) })
    let third = freeName(like: new.name, besides: names)
    var copy = new
    copy.name = third
    let both = new.columnNames.filter { name in
      old.columnNames.contains { $0.isSameName(as: name) }
    }
    // A table that loses a column loses the column's values.
    guard both.count == old.columnNames.count, !both.isEmpty else { return nil }
    let columns = ((old.isFullText ? ["rowid"] : []) + both.map(\.quotedIdentifier))
      .joined(separator: ", ")
    let (from, to) = (old.name.quotedIdentifier, third.quotedIdentifier)
    return [
      copy.sql.inMain, "INSERT INTO main.\(to) (\(columns)) SELECT \(columns) FROM main.\(from)",
      "DROP TABLE main.\(from)", "ALTER TABLE main.\(to) RENAME TO \(new.name.quotedIdentifier)",
    ]
  }

  private var virtualTableSteps: [MigrationPlan.Step] {
    wanted.virtualTables.compactMap { table in
      let old = planner.current.virtualTable(table.name)
      if let old, Meaning(old.sql) == Meaning(table.sql) { return nil }
      if let old, let statements = copy(of: old, to: table) {
        return MigrationPlan.Step(
          "\(table.name) is rebuilt, and its rows are copied", statements.map { .run($0) })
      }
      let fill = table.contentTable == nil ? [] : [table.rebuildSQL]
      return MigrationPlan.Step(
        "\(table.name): the virtual table is \(old == nil ? "added" : "rebuilt")",
        ([table.sql.inMain] + fill).map { .run($0) })
    }
  }

  /// The steps that check the full-text indexes of rebuilt tables.
  private func fullTextSteps(_ rebuilt: [TableChange]) -> [MigrationPlan.Step] {
    let names = Set(rebuilt.map { SQLName($0.final.name) })
    let tables = current.virtualTables.filter { table in
      guard let content = table.contentTable, names.contains(SQLName(content)),
        let change = rebuilt.first(where: { $0.final.name.isSameName(as: content) })
      else { return false }
      return !goes(table) && !isMadeAgain(table) && table.canRead(change.final)
    }
    return tables.map { table in
      MigrationPlan.Step(
        "\(table.name): the full-text index is compared with its table",
        [.checkFullText(table.checkSQL, index: table.name)])
    }
  }

  // MARK: - Adding

  /// The steps that create objects after the tables are changed.
  func additions(rebuilt: [TableChange]) -> [MigrationPlan.Step] {
    var steps: [MigrationPlan.Step] = []
    for (index, _) in changedIndexes {
      steps.append(MigrationPlan.Step("\(index.name): the index is added", index.sql.inMain))
    }
    steps += virtualTableSteps
    let madeViews = Set(current.views.filter { isChanged($0) }.map { SQLName($0.name) })
    for view in wanted.views {
      if planner.current.view(view.name) == nil || isOut(view.name)
        || madeViews.contains(SQLName(view.name))
      {
        steps.append(MigrationPlan.Step("\(view.name): the view is added", view.sql.inMain))
      }
    }
    for view in current.views where wanted.view(view.name) == nil && !goes(view) {
      if isOut(view.name) {
        steps.append(MigrationPlan.Step("\(view.name): the view is created again", view.sql.inMain))
      }
    }
    let gone = Set(rebuilt.map { SQLName($0.final.name) }).union(madeViews)
    for trigger in wanted.triggers {
      let old = planner.current.trigger(trigger.name)
      if isOut(trigger.name)
        || old.map({ isChanged($0) || gone.contains(SQLName($0.table)) }) ?? true
      {
        steps.append(
          MigrationPlan.Step("\(trigger.name): the trigger is added", trigger.sql.inMain))
      }
    }
    let dropped = Set(planner.droppedTables.map { SQLName($0.name) })
    for trigger in current.triggers where wanted.trigger(trigger.name) == nil && !goes(trigger) {
      if dropped.contains(SQLName(trigger.table)) { continue }
      if isOut(trigger.name) || gone.contains(SQLName(trigger.table)) {
        steps.append(
          MigrationPlan.Step("\(trigger.name): the trigger is created again", trigger.sql.inMain))
      }
    }
    return steps + fullTextSteps(rebuilt)
  }
}
