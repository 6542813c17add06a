import ORMCore

/// A table that both the database and the schema have, and its change.
struct TableChange {
  /// The table as the schema declares it.
  let wanted: Schema.Table
  /// The table as the database has it.
  let found: Schema.Table
  /// The database's table after renames.
  let current: Schema.Table
  /// The table after the migration: as the schema declares it, with what only the database has and
  /// stays.
  let final: Schema.Table
  /// Whether the table must be rebuilt and its rows copied.
  private(set) var isRebuilt: Bool
  /// The columns that are added in place.
  private(set) var addedColumns: [Int]
  /// The columns of the database that are dropped, by the names that they have in ``current``.
  let droppedColumns: [String]
  /// The columns that are moved aside and dropped.
  let aside: [RenamePlan.MovedAside]
  /// The columns that an earlier schema left in the database, and whose names have returned.
  let returnedColumns: [String]
  /// The names in the database of the columns that stay.
  private let foundNames: [SQLName: String]
  private let rules: [SQLName: ColumnRule]
  private let fills: [SQLName: ColumnRule]
  /// The names of the SQL functions that call the closures of rules.
  private let functions: [SQLName: String]
  /// The table as the schema declares it, if it can't be `STRICT`; see
  /// ``Schema/Table/staying(with:)``.
  private let strict: Schema.Table?
  /// The changes of representations that no rule handles.
  private let representations: [SQLName: RepresentationChange]

  init(
    wanted: Schema.Table, found: Schema.Table, current: Schema.Table, final: FinalTable,
    isRebuilt: Bool, addedColumns: [Int], names: RenamePlan.Table, rules: RulesOfTable,
    strict: Schema.Table?
  ) {
    let foundNames = names.columns
    self.wanted = wanted
    self.strict = strict
    self.found = found
    self.current = current
    self.final = Self.keepingRepresentations(final.table, found, foundNames, rules)
    self.isRebuilt = isRebuilt
    self.addedColumns = addedColumns
    droppedColumns = final.droppedColumns
    aside = names.aside
    returnedColumns = names.returned
    self.foundNames = foundNames
    self.rules = rules.conversions
    fills = rules.fills
    functions = rules.functions
    representations = Self.representations(wanted, found, foundNames, rules)
  }

  private static func representations(
    _ wanted: Schema.Table, _ found: Schema.Table, _ foundNames: [SQLName: String],
    _ rules: RulesOfTable
  ) -> [SQLName: RepresentationChange] {
    var changes: [SQLName: RepresentationChange] = [:]
    for column in wanted.columns {
      let name = SQLName(column.name)
      guard let new = column.representation, rules.conversions[name] == nil,
        let old = foundNames[name].flatMap(found.column)?.representation, old != new
      else { continue }
      let change = RepresentationChange(from: old, to: new)
      if change.work != .nothing { changes[name] = change }
    }
    return changes
  }

  /// Returns the final table with the recorded representations of columns for which the wanted
  /// schema has none: a schema from SQL does not specify how values are stored, so they stay
  /// unchanged.
  private static func keepingRepresentations(
    _ final: Schema.Table, _ found: Schema.Table, _ foundNames: [SQLName: String],
    _ rules: RulesOfTable
  ) -> Schema.Table {
    var table = final
    for (place, column) in table.columns.enumerated() where column.representation == nil {
      let name = SQLName(column.name)
      guard rules.conversions[name] == nil, let old = foundNames[name].flatMap(found.column),
        TableMeaning(found).type(of: old) == TableMeaning(final).type(of: column)
      else { continue }
      table.columns[place].representation = old.representation
    }
    return table
  }

  /// The same change, with a rebuild of the table.
  var rebuilt: Self {
    var change = self
    change.isRebuilt = true
    change.addedColumns = []
    return change
  }
}

// MARK: - Constraints that stay

extension TableChange {
  // In the final table, the constraints that stay come after the schema's constraints.

  /// The keys that only the database has and that stay.
  var stayingKeys: [Schema.Key] { Array(final.keys.dropFirst(wanted.keys.count)) }

  /// The `CHECK` constraints that only the database has and that stay.
  var stayingChecks: [Schema.Check] { Array(final.checks.dropFirst(wanted.checks.count)) }

  /// The foreign keys that only the database has and that stay.
  var stayingReferences: [Schema.Reference] {
    Array(final.references.dropFirst(wanted.references.count))
  }
}

/// The rules for the columns of one table.
struct RulesOfTable {
  var fills: [SQLName: ColumnRule] = [:]
  var conversions: [SQLName: ColumnRule] = [:]
  var functions: [SQLName: String] = [:]

  var isEmpty: Bool { fills.isEmpty && conversions.isEmpty }
}

// MARK: - Sources of values

extension TableChange {
  /// The rows that are read, and the names of their columns.
  struct Rows {
    /// The SQL for `FROM`.
    let relation: String
    /// Returns the SQL of a column in the relation, for its name in the database before the
    /// migration.
    let name: (String) -> String
    /// A name of the rowid that no column has; nil if there is none.
    let rowID: String?
  }

  /// The columns that become generated columns, by their names before the migration.
  var columnsComputedNow: [String] {
    final.columns.compactMap { column in
      guard column.generated != nil, let old = foundName(of: column).flatMap(found.column),
        old.generated == nil
      else { return nil }
      return old.name
    }
  }

  /// The rows before anything is changed.
  var rowsBefore: Rows {
    Rows(
      relation: "main.\(found.name.quotedIdentifier)", name: { $0.quotedIdentifier },
      rowID: found.rowIDName)
  }

  /// The rows after renames.
  var rowsNow: Rows {
    let newNames = Dictionary(
      foundNames.map { (SQLName($0.value), $0.key.text) }, uniquingKeysWith: { first, _ in first })
    let renamed = { (name: String) in newNames[SQLName(name)] ?? aside.third(of: name) ?? name }
    let table = "main.\(current.name.quotedIdentifier)"
    let alias = current.name.isSameName(as: found.name) ? "" : " AS \(found.name.quotedIdentifier)"
    guard !(rules.isEmpty && fills.isEmpty),
      found.columns.contains(where: { !renamed($0.name).isSameName(as: $0.name) })
    else {
      return Rows(
        relation: table + alias, name: { renamed($0).quotedIdentifier }, rowID: current.rowIDName)
    }
    // A rule uses the names before the migration.
    let rowID = found.rowIDName.flatMap { old in
      current.rowIDName.map { "\($0) AS \(old.quotedIdentifier)" }
    }
    let columns = found.columns.map {
      "\(renamed($0.name).quotedIdentifier) AS \($0.name.quotedIdentifier)"
    }
    let list = ((rowID.map { [$0] } ?? []) + columns).joined(separator: ", ")
    return Rows(
      relation: "(SELECT \(list) FROM \(table)) AS \(found.name.quotedIdentifier)",
      name: { $0.quotedIdentifier }, rowID: found.rowIDName)
  }

  /// Returns the SQL of a column's new value, before the new type converts it; nil if the column
  /// gets its default.
  func value(of column: Schema.Column, in rows: Rows) -> String? {
    let name = SQLName(column.name)
    let own = foundName(of: column).map(rows.name)
    if rules[name] != nil { return sql(of: rules, name, in: rows) }
    if let own {
      let value = representations[name]?.converted(own) ?? own
      return fills[name] == nil ? value : "coalesce(\(value), \(sql(of: fills, name, in: rows)))"
    }
    if fills[name] != nil { return sql(of: fills, name, in: rows) }
    // A new key that is the rowid: the rows keep their rowids.
    return final.rowIDColumn?.name.isSameName(as: column.name) == true ? rows.rowID : nil
  }

  private func sql(
    of rules: [SQLName: ColumnRule], _ column: SQLName, in rows: Rows
  ) -> String {
    switch rules[column]?.source {
    case .sql(let sql): sql
    case .closure, nil:
      MigrationRules.call(functions[column] ?? "", found.columns.map { rows.name($0.name) })
    }
  }

  /// Returns the name of the database's column that becomes a column of the table.
  func foundName(of column: Schema.Column) -> String? {
    if let name = foundNames[SQLName(column.name)] { return name }
    // A column that the schema does not have keeps its name.
    return wanted.column(column.name) == nil ? found.column(column.name)?.name : nil
  }

  /// Whether a rule converts the existing values of a column.
  func isConvertedByRule(_ column: Schema.Column) -> Bool {
    isConvertedByRule(SQLName(column.name))
  }

  /// The change of the column's representation; nil if there is none, or if a rule converts the
  /// values.
  func representationChange(of column: Schema.Column) -> RepresentationChange? {
    representations[SQLName(column.name)]
  }

  /// Whether a rule fills the NULLs of a column that the database has.
  func fillsNulls(of column: Schema.Column) -> Bool {
    fills[SQLName(column.name)] != nil && !isConvertedByRule(column)
      && foundName(of: column) != nil
  }

  /// Returns the SQL of a column's old value, if its representation changes or a rule fills its
  /// NULLs.
  func valueBeforeConversion(of column: Schema.Column, in rows: Rows) -> String? {
    if representationChange(of: column) == nil, !fillsNulls(of: column) { return nil }
    return foundName(of: column).map(rows.name)
  }

  /// Returns the SQL of the converted value, if a rule also fills the column's NULLs.
  func valueBeforeFill(of column: Schema.Column, in rows: Rows) -> String? {
    guard fillsNulls(of: column) else { return nil }
    let own = foundName(of: column).map(rows.name)
    return own.flatMap { representationChange(of: column)?.converted($0) }
  }

  /// Whether a column's values are converted because its representation changes.
  var convertsRepresentations: Bool { representations.values.contains { $0.work == .convert } }

  /// Whether values have to be checked or converted because representations change.
  var changesRepresentations: Bool { !representations.isEmpty }

  /// The argument with which a new column would take over the values of a column that the schema
  /// does not have; nil if no such column has the same affinity.
  func renameArgument(of column: Schema.Column) -> String? {
    guard foundName(of: column) == nil, column.generated == nil else { return nil }
    let names = found.columns.filter { old in
      old.generated == nil && Affinity(old.type) == Affinity(column.type)
        && !foundNames.values.contains { $0.isSameName(as: old.name) }
    }.map { "renamedFrom: \($0.name.debugDescription)" }
    return names.isEmpty ? nil : names.joined(separator: " or ")
  }

  /// The argument with which a new column would take over the values of a column that is dropped.
  func renameArgument(ofDropped name: String) -> String? {
    guard let old = found.column(name), old.generated == nil else { return nil }
    let new = wanted.columns.filter { column in
      foundName(of: column) == nil && column.generated == nil
        && Affinity(old.type) == Affinity(column.type)
    }
    if new.isEmpty { return nil }
    return
      "renamedFrom: \(old.name.debugDescription) at \(new.map(\.name).joined(separator: " or "))"
  }

  func hasRule(_ column: Schema.Column) -> Bool {
    rules[SQLName(column.name)] != nil || fills[SQLName(column.name)] != nil
  }

  /// Whether a rule converts a column that a foreign key refers to.
  func hasRule(of reference: Schema.Reference) -> Bool {
    reference.columns(in: final).contains { isConvertedByRule(SQLName($0)) }
  }

  private func isConvertedByRule(_ name: SQLName) -> Bool { rules[name] != nil }

  /// Whether values of the column may differ from the existing ones.
  func isConverted(_ column: Schema.Column) -> Bool {
    if hasRule(column) || representationChange(of: column)?.work == .convert { return true }
    guard let old = foundName(of: column).flatMap(found.column) else {
      // A new column gets its default, or the row's rowid: it has no existing values.
      return false
    }
    let (oldType, newType) = (TableMeaning(found).type(of: old), type(of: column))
    return oldType != newType && !newType.storesAll(of: oldType)
  }

  func type(of column: Schema.Column) -> TableMeaning.TypeMeaning {
    TableMeaning(final).type(of: column)
  }

  /// Returns the conversion of a column's values.
  ///
  /// A table that can't be `STRICT` would store any value, but the struct can't read those that a
  /// `STRICT` table refuses.
  func conversion(of column: Schema.Column) -> TypeConversion {
    guard let strict, let own = strict.column(column.name) else {
      return TypeConversion(to: type(of: column))
    }
    return TypeConversion(to: TableMeaning(strict).type(of: own))
  }

  /// The columns that keep a table from becoming `STRICT`.
  var columnsWithoutStrictType: [Schema.Column] {
    guard let strict else { return [] }
    return strict.columnsWithoutStrictType(of: final)
  }
}

extension TableMeaning.TypeMeaning {
  /// Whether values of a column of another type are stored unchanged.
  fileprivate func storesAll(of other: Self) -> Bool {
    switch (self, other) {
    case (.affinity(.none), _): true
    case (.strict(let type), .strict(let old)): type == old || type == SQLName("ANY")
    case (.strict(let type), _): type == SQLName("ANY")
    case (.number, .rowID), (.affinity(.integer), .rowID), (.affinity(.numeric), .rowID): true
    // A column of a `STRICT` table stores the same values as one with the same affinity.
    case (_, .strict(let old)):
      old != SQLName("ANY") && self == Self(affinity: Affinity(old.text))
    default: false
    }
  }

  private init(affinity: Affinity) {
    self = affinity == .integer || affinity == .numeric ? .number : .affinity(affinity)
  }
}

extension Schema.Table {
  /// A name of the rowid that no column has; nil if the table has none.
  var rowIDName: String? {
    if isWithoutRowID { return nil }
    return ["rowid", "_rowid_", "oid"].first { column($0) == nil }
  }
}
