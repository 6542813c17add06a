import ORMCore

/// The schema between two versions of a history, in which steps see both: the tables and columns of
/// the new version, and those of the previous one that are about to be dropped.
///
/// Constraints that a step could violate while it runs are added after it: `NOT NULL` of columns
/// that have no value yet, and new keys, checks, foreign keys and indexes of existing tables.
/// Triggers and full-text indexes of tables are dropped until then. A new table is complete, with
/// its indexes, because a step fills it and looks up keys in it.
package struct SchemaOfBoth {
  private let name: String
  private let previous: Schema
  private let version: Schema
  private let current: Schema
  private let renames: RenamePlan
  private let rules: MigrationRules

  /// - Parameters:
  ///   - name: The name of the new version.
  ///   - previous: The previous version.
  ///   - version: The new version, with former names.
  ///   - current: The database's schema after renames.
  ///   - renames: The renames between the versions.
  ///   - rules: The rules of the new version.
  package init(
    _ name: String, previous: Schema, version: Schema, current: Schema, renames: RenamePlan,
    rules: MigrationRules
  ) {
    self.name = name
    self.previous = previous
    self.version = version
    self.current = current
    self.renames = renames
    self.rules = rules
  }

  /// - Throws: ``HistoryError`` if the new version gives the name of something that is dropped to
  ///   something else.
  package func schema() throws(HistoryError) -> Schema {
    let tables = version.tables.map { TableOfBoth($0, self) }
    let going = goingTables
    try checkNames(going)
    var all = tables.map(\.table) + going
    let references = all.flatMap(\.references)
    for (place, table) in tables.enumerated() { all[place].keys += table.targets(of: references) }
    let kept = going.flatMap { current.indexes(of: $0.name) }.filter(isRecorded)
    return Schema(
      tables: all, indexes: tables.flatMap { $0.indexes(for: references) } + kept, views: views,
      virtualTables: virtualTables)
  }

  // MARK: - Tables

  /// The tables of the previous version that the new one lacks.
  private var goingTables: [Schema.Table] {
    previous.tables.compactMap { table in
      let isTaken =
        renames.tables.contains { $0.found.isSameName(as: table.name) }
        || renames.aside.contains { $0.name.isSameName(as: table.name) }
      guard !isTaken, var found = current.table(table.name) else { return nil }
      found.formerNames = table.formerNames
      for place in found.columns.indices {
        let column = table.column(found.columns[place].name)
        found.columns[place].formerNames = column?.formerNames ?? []
        found.columns[place].representation = nil
      }
      return found
    }
  }

  private func checkNames(_ going: [Schema.Table]) throws(HistoryError) {
    func refusal(_ old: String, _ new: String) -> HistoryError {
      HistoryError(
        .nameTaken, name,
        "its steps with before: .removals can't see \(old), because \(new) gets its name: use"
          + " another name for the new one, or drop the old one in an earlier version")
    }
    for table in renames.aside where previous.table(table.name) != nil {
      throw refusal("the old table \(table.name)", "another table")
    }
    for table in renames.tables {
      let recorded = previous.table(table.found)
      for column in table.aside where recorded?.column(column.name) != nil {
        throw refusal("the old column \(table.wanted).\(column.name)", "another column")
      }
    }
    let names =
      version.tables.map(\.name) + version.virtualTables.map(\.name) + version.indexes.map(\.name)
    let old = going.map(\.name) + goingVirtualTables.map(\.name)
    for name in old where names.contains(name: name) {
      throw refusal("the old table \(name)", "something else")
    }
  }

  /// Whether the previous version has an index and the new one has none with its name.
  fileprivate func isRecorded(_ index: Schema.Index) -> Bool {
    previous.indexes.contains { $0.name.isSameName(as: index.name) }
      && !version.indexes.contains { $0.name.isSameName(as: index.name) }
  }

  // MARK: - Views and virtual tables

  /// The views that are the same in both versions, so that the tables that they read exist.
  private var views: [Schema.View] {
    version.views.filter { view in
      current.view(view.name).map { Meaning($0.sql) == Meaning(view.sql) } ?? false
    }
  }

  /// The virtual tables that are dropped, except indexes of other tables, which can be rebuilt at
  /// any time.
  private var goingVirtualTables: [Schema.VirtualTable] {
    previous.virtualTables.compactMap { table in
      version.virtualTables.contains { $0.name.isSameName(as: table.name) }
        ? nil : current.virtualTable(table.name)
    }.filter { !$0.hasNoRowsOfItsOwn }
  }

  /// The virtual tables with their own rows: in their current form if they exist, otherwise the new
  /// ones.
  private var virtualTables: [Schema.VirtualTable] {
    goingVirtualTables
      + version.virtualTables.map { current.virtualTable($0.name) ?? $0 }
      .filter { !$0.hasNoRowsOfItsOwn }
  }

  // MARK: - One table

  /// A table of the new version, with the previous version's columns that are about to be dropped.
  private struct TableOfBoth {
    private(set) var table: Schema.Table
    private let new: Schema.Table
    /// The table of the database; nil if the table is new.
    private let old: Schema.Table?
    /// The columns that are about to be dropped.
    private let going: [Schema.Column]
    private let both: SchemaOfBoth

    init(_ new: Schema.Table, _ both: SchemaOfBoth) {
      self.new = new
      self.both = both
      table = new
      let names = both.renames.tables.first { $0.wanted.isSameName(as: new.name) }
      guard let names, let old = both.current.table(new.name) else {
        (old, going) = (nil, [])
        return
      }
      self.old = old
      let recorded = both.previous.table(names.found)
      going = old.columns.compactMap { column in
        guard new.column(column.name) == nil, let noted = recorded?.column(column.name) else {
          return nil
        }
        var column = column.acceptingNewRows(in: old)
        column.formerNames = noted.formerNames
        column.representation = nil
        return column
      }
      if !going.isEmpty, !old.isStrict { table = table.withoutStrict }
      relaxNotNull(old, names)
      table.columns += going
      setKeys(old, names)
      setConstraints(old)
    }

    /// Removes `NOT NULL` from columns that a step can fill.
    private mutating func relaxNotNull(_ old: Schema.Table, _ names: RenamePlan.Table) {
      let (before, after) = (TableMeaning(old), TableMeaning(new))
      let rules = both.rules.rules(of: new.name)
      for (place, column) in table.columns.enumerated() where column.notNull != nil {
        let name = SQLName(column.name)
        if rules.fills[name] != nil || rules.conversions[name] != nil { continue }
        let isFilled =
          names.columns[name] == nil
          ? after.defaultValue(of: column) != .null
          : old.column(column.name).map { before.notNull(of: $0) != nil } ?? false
        if !isFilled { table.columns[place].notNull = nil }
      }
    }

    private mutating func setKeys(_ old: Schema.Table, _ names: RenamePlan.Table) {
      let (before, after) = (TableMeaning(old), TableMeaning(new))
      let indexes = both.current.indexes(of: old.name)
      table.keys = new.keys.filter { key in
        key.kind == .unique
          && (before.uniques.contains { before.key($0) == after.key(key) }
            || indexes.contains { before.index($0, doesWhatIsDoneBy: key, of: after) })
      }
      // Each row gets a rowid at once, so that steps can refer to it.
      let isNewRowID = new.rowIDColumn.map { names.columns[SQLName($0.name)] == nil } ?? false
      let isSame = after.primaryKey == before.primaryKey
      if !isNewRowID, !isSame, old.primaryKey.map(hasColumns) ?? true {
        table.keys += old.primaryKey.map { [$0] } ?? []
        table.isWithoutRowID = old.isWithoutRowID
      } else {
        table.keys += new.primaryKey.map { [$0] } ?? []
        if !isSame, let key = old.primaryKey, hasColumns(key), isOfGoing(key.columns) {
          table.keys.append(Schema.Key(.unique, key.columns))
        }
      }
      table.keys += old.keys.filter {
        $0.kind == .unique && hasColumns($0) && isOfGoing($0.columns)
      }
    }

    private func hasColumns(_ key: Schema.Key) -> Bool {
      key.columns.allSatisfy { $0.column.flatMap(table.column) != nil }
    }

    private func isOfGoing(_ columns: [Schema.IndexedColumn]) -> Bool {
      let names = going.map(\.name)
      return columns.contains {
        ($0.isExpression ? $0.text : $0.text.quotedIdentifier).names(names)
      }
    }

    private mutating func setConstraints(_ old: Schema.Table) {
      let (before, after) = (TableMeaning(old), TableMeaning(new))
      let checks = Set(old.checks.map { before.expression($0.expression) })
      table.checks = new.checks.filter { checks.contains(after.expression($0.expression)) }
      let references = Set(old.references.map { before.reference($0, in: both.current) })
      table.references = new.references.filter {
        references.contains(after.reference($0, in: both.version, or: both.current))
      }
    }

    /// The keys of the previous version that are dropped but still referred to.
    func targets(of references: [Schema.Reference]) -> [Schema.Key] {
      guard let old else { return [] }
      let before = TableMeaning(old)
      let kept = Set(table.keys.map { TableMeaning(table).key($0) })
      return old.keys.filter {
        $0.kind == .unique && hasColumns($0) && !kept.contains(before.key($0))
          && isTarget($0.columns, of: references)
      }
    }

    private func isTarget(
      _ columns: [Schema.IndexedColumn], of references: [Schema.Reference]
    ) -> Bool {
      let names = Set(columns.compactMap(\.column).map { SQLName($0) })
      return references.contains { reference in
        reference.table.isSameName(as: table.name)
          && Set(reference.tableColumns.map { SQLName($0) }) == names
      }
    }

    /// The indexes that both versions have, and those of the previous one with which steps look up
    /// what is dropped.
    func indexes(for references: [Schema.Reference]) -> [Schema.Index] {
      let own = both.version.indexes(of: new.name)
      guard let old else { return own }
      let (before, after) = (TableMeaning(old), TableMeaning(new))
      let same = own.filter { index in
        let found = both.current.index(index.name).map {
          $0.table.isSameName(as: old.name) && before.index($0) == after.index(index)
        }
        return found
          ?? old.keys.contains { after.index(index, doesWhatIsDoneBy: $0, of: before) }
      }
      let kept = both.current.indexes(of: old.name).filter { index in
        both.isRecorded(index)
          && (isOfGoing(index.columns)
            || (index.isUnique && isTarget(index.columns, of: references)))
      }
      return same + kept
    }
  }
}
