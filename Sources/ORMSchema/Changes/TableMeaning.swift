import ORMCore

/// A table's meaning to SQLite, independent of how it is written.
///
/// The differences in writing that do not matter were found with SQLite: each pair of definitions
/// was tested with values of all storage classes, inserted, compared, ordered and read back.
struct TableMeaning {
  let table: Schema.Table
  /// The names of the columns.
  let names: Set<SQLName>

  init(_ table: Schema.Table) {
    self.table = table
    names = Set(table.columns.map { SQLName($0.name) })
  }

  func expression(_ sql: String) -> Meaning {
    Meaning(sql, columns: names, table: table.name)
  }
}

// MARK: - Columns

extension TableMeaning {
  /// The effect of a type on its column's values.
  enum TypeMeaning: Hashable {
    case affinity(Affinity)
    /// `INTEGER` and `NUMERIC` store the same values.
    case number
    /// The column is the rowid.
    case rowID
    /// A type of a `STRICT` table.
    case strict(SQLName)
  }

  func type(of column: Schema.Column) -> TypeMeaning {
    if table.rowIDColumn?.name.isSameName(as: column.name) == true { return .rowID }
    if table.isStrict {
      return .strict(SQLName(column.type.isSameName(as: "INT") ? "INTEGER" : column.type))
    }
    let affinity = Affinity(column.type)
    return affinity == .integer || affinity == .numeric ? .number : .affinity(affinity)
  }

  /// Whether a column has the same type as one of another table.
  func hasSameType(
    _ column: Schema.Column, as other: Schema.Column, in otherTable: TableMeaning
  ) -> Bool {
    let (type, otherType) = (type(of: column), otherTable.type(of: other))
    if type == otherType { return true }
    // A table that becomes `STRICT` is not a change of the column.
    return table.isStrict != otherTable.table.isStrict
      && Affinity(column.type) == Affinity(other.type)
      && (type == .rowID) == (otherType == .rowID)
  }

  /// Returns the conflict resolution for a NULL in the column; nil if NULL is stored or can't
  /// occur.
  func notNull(of column: Schema.Column) -> Schema.Conflict? {
    let isKey = table.primaryKey?.columns.contains {
      $0.column?.isSameName(as: column.name) == true
    }
    // SQLite replaces NULL in the rowid with a new number.
    if table.rowIDColumn?.name.isSameName(as: column.name) == true { return nil }
    if let notNull = column.notNull { return notNull.conflict ?? .abort }
    return isKey == true && (table.isWithoutRowID || table.isStrict) ? .abort : nil
  }

  func defaultValue(of column: Schema.Column) -> DefaultMeaning {
    DefaultMeaning(column.defaultValue, of: column, isStrict: table.isStrict)
  }

  /// Returns the collation of the column; the default is `BINARY`.
  func collation(of column: Schema.Column) -> SQLName { SQLName(column.collation ?? "BINARY") }

  struct Generation: Hashable {
    let expression: Meaning
    let isStored: Bool
  }

  func generation(of column: Schema.Column) -> Generation? {
    column.generated.map {
      Generation(expression: expression($0.expression), isStored: $0.isStored)
    }
  }
}

// MARK: - Keys, checks and references

extension TableMeaning {
  struct IndexedColumnMeaning: Hashable {
    let content: Meaning
    let collation: SQLName
    let isDescending: Bool
  }

  struct KeyMeaning: Hashable {
    let columns: [IndexedColumnMeaning]
    let conflict: Schema.Conflict
    let isAutoincrement: Bool
    let isRowID: Bool
  }

  func indexed(_ columns: [Schema.IndexedColumn], isRowID: Bool = false) -> [IndexedColumnMeaning] {
    columns.map { part in
      let own = part.column.flatMap(table.column).map(collation)
      return IndexedColumnMeaning(
        content: part.isExpression
          ? expression(part.text) : Meaning(part.text.quotedIdentifier, table: nil),
        collation: part.collation.map { SQLName($0) } ?? own ?? SQLName("BINARY"),
        isDescending: part.isDescending && !isRowID)
    }
  }

  var primaryKey: KeyMeaning? {
    table.primaryKey.map { key in
      let isRowID = table.rowIDColumn != nil
      return KeyMeaning(
        columns: indexed(key.columns, isRowID: isRowID), conflict: key.conflict ?? .abort,
        isAutoincrement: key.isAutoincrement, isRowID: isRowID)
    }
  }

  func key(_ key: Schema.Key) -> KeyMeaning {
    KeyMeaning(
      columns: indexed(key.columns), conflict: key.conflict ?? .abort, isAutoincrement: false,
      isRowID: false)
  }

  /// The `UNIQUE` constraints, without one that repeats the primary key.
  var uniques: [Schema.Key] {
    let primary = table.primaryKey.map { indexed($0.columns) }
    return table.keys.filter {
      $0.kind == .unique && (indexed($0.columns) != primary || ($0.conflict ?? .abort) != .abort)
    }
  }

  struct ReferenceMeaning: Hashable {
    let columns: [SQLName]
    let table: SQLName
    let tableColumns: [SQLName]
    let onDelete: Schema.Action
    let onUpdate: Schema.Action
    let isDeferred: Bool
  }

  /// - Parameters:
  ///   - schema: The schema of the table, in which the key of the other table is looked up.
  ///   - other: The schema to search if the first has no such table.
  func reference(
    _ reference: Schema.Reference, in schema: Schema, or other: Schema? = nil
  ) -> ReferenceMeaning {
    var columns = reference.tableColumns
    if columns.isEmpty {
      let table = schema.table(reference.table) ?? other?.table(reference.table)
      columns = table?.primaryKey?.columns.compactMap(\.column) ?? []
    }
    return ReferenceMeaning(
      columns: reference.columns.map { SQLName($0) }, table: SQLName(reference.table),
      tableColumns: columns.map { SQLName($0) }, onDelete: reference.onDelete,
      onUpdate: reference.onUpdate, isDeferred: reference.deferral == .deferred)
  }

  struct IndexMeaning: Hashable {
    let columns: [IndexedColumnMeaning]
    let isUnique: Bool
    let condition: Meaning?
  }

  func index(_ index: Schema.Index) -> IndexMeaning {
    IndexMeaning(
      columns: indexed(index.columns), isUnique: index.isUnique,
      condition: index.condition.map(expression))
  }

  /// Whether a unique index is equivalent to a `UNIQUE` constraint of another definition of the
  /// table.
  func index(
    _ index: Schema.Index, doesWhatIsDoneBy key: Schema.Key, of other: TableMeaning
  ) -> Bool {
    index.isUnique && index.condition == nil
      && key.kind == .unique && (key.conflict ?? .abort) == .abort
      && indexed(index.columns) == other.indexed(key.columns)
  }

  /// Whether a `UNIQUE` constraint of another definition of the table repeats the primary key, as
  /// in `UNIQUE PRIMARY KEY`.
  func primaryKeyRefuses(whatIsRefusedBy key: Schema.Key, of other: TableMeaning) -> Bool {
    guard let primary = table.primaryKey, (key.conflict ?? .abort) == .abort else { return false }
    return indexed(primary.columns) == other.indexed(key.columns)
  }

  /// Whether a key of the table, or one of its unique indexes, refuses the same rows as a unique
  /// index of another definition of the table.
  func refuses(
    whatIsRefusedBy index: Schema.Index, of other: TableMeaning, indexes: [Schema.Index]
  ) -> Bool {
    if index.condition != nil { return false }
    let parts = other.indexed(index.columns)
    let isKey = table.keys.contains {
      ($0.conflict ?? .abort) == .abort && indexed($0.columns) == parts
    }
    let complete = indexes.filter { $0.isUnique && $0.condition == nil }
    return isKey || complete.contains { indexed($0.columns) == parts }
  }
}
