import ORMCore

extension TableSchema {
  /// In what a table differs from this description so that its rows can't be read or written as it
  /// says.
  func differences(from table: ExistingTable) -> [SchemaMismatchError.Difference] {
    var found: [SchemaMismatchError.Difference] = []
    let existing = Dictionary(table.columns.map { (SQLName($0.name), $0) }) { first, _ in first }
    let key = Set(primaryKey.map(SQLName.init))
    for column in columns {
      guard let other = existing[SQLName(column.name)] else {
        found.append(.missingColumn(column.name))
        continue
      }
      if !column.isReadOnly && other.isGenerated != (column.generated != nil) {
        found.append(.generation(column: column.name, isGenerated: other.isGenerated))
      }
      if !column.type.isKept(in: other.type, isStrict: table.isStrict) {
        found.append(.type(column: column.name, expected: column.type, found: other.type))
      }
      // A key is not NULL, whatever SQLite says of it for historical reasons.
      if !key.contains(SQLName(column.name)) && other.keyPosition == 0 && !other.isGenerated
        && column.isNullable != other.isNullable
        // What is nil may be left out of an insert.
        && !(column.isNullable && other.hasDefault)
      {
        found.append(.nullability(column: column.name, isNullable: other.isNullable))
      }
    }
    let names = Set(columns.map { SQLName($0.name) })
    for column in table.columns where !names.contains(SQLName(column.name)) {
      if !column.isNullable && !column.hasDefault && !column.isGenerated {
        found.append(.extraColumn(column.name))
      }
    }
    return found + keyDifference(from: table)
  }

  private func keyDifference(from table: ExistingTable) -> [SchemaMismatchError.Difference] {
    let other = table.columns.filter { $0.keyPosition > 0 }.sorted {
      $0.keyPosition < $1.keyPosition
    }
    let key = Set(primaryKey.map(SQLName.init))
    // A column that is missing has been told of.
    if primaryKey.isEmpty || !key.isSubset(of: table.columns.map { SQLName($0.name) }) {
      return []
    }
    if Set(other.map { SQLName($0.name) }) != key {
      return table.uniqueColumns.contains(key) && !isKeyRowID
        ? [] : [.key(expected: primaryKey, found: other.map(\.name))]
    }
    let isRowID = !table.isWithoutRowID && SQLName(other[0].type) == SQLName("INTEGER")
    return isKeyRowID && !isRowID ? [.notRowID(column: primaryKey[0])] : []
  }

  /// Whether the key is the rowid, which the database gives.
  private var isKeyRowID: Bool {
    !isWithoutRowID && columns.first { isWholeKey($0) }?.type.isInteger == true
  }
}

extension ColumnType {
  /// Whether a column that is declared with the other type gives back values of this one as they
  /// were written; see <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  fileprivate func isKept(in declared: String, isStrict: Bool) -> Bool {
    let (own, other) = (Affinity(description), Affinity(declared))
    if self == .any || own == other { return true }
    // A STRICT column holds its type and no other, unless it is ANY.
    if isStrict { return SQLName(declared) == SQLName("ANY") }
    return switch (own, other) {
    case (_, .none), (.none, _): true
    // A whole REAL is kept as an INTEGER there, and read as what it was.
    case (.integer, .numeric), (.numeric, .integer), (.numeric, .real), (.real, .numeric),
      (.real, .integer):
      true
    default: false
    }
  }
}
