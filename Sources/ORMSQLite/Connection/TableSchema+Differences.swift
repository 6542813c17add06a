import ORMCore

extension TableSchema {
  /// Whether rows of a table can be read and written according to this description.
  ///
  /// These differences are allowed: further columns that may be left out of an insert, another
  /// spelling of the same type (`VARCHAR(40)`, `INT`), a table that is not `STRICT`, and other
  /// defaults, checks, collations, references and indexes.
  func fits(_ table: ExistingTable) -> Bool {
    let existing = Dictionary(table.columns.map { (SQLName($0.name), $0) }) { first, _ in first }
    let isSame = columns.allSatisfy { column in
      existing[SQLName(column.name)].map { fits(column, $0, isStrict: table.isStrict) } ?? false
    }
    let names = Set(columns.map { SQLName($0.name) })
    let acceptsRows = table.columns.allSatisfy {
      names.contains(SQLName($0.name)) || $0.isNullable || $0.hasDefault || $0.isGenerated
    }
    return isSame && acceptsRows && hasKey(of: table)
  }

  private func fits(
    _ column: ColumnSchema, _ other: SchemaReader.Column, isStrict: Bool
  ) -> Bool {
    if !column.isReadOnly && other.isGenerated != (column.generated != nil) { return false }
    if !column.type.isKept(in: other.type, isStrict: isStrict) { return false }
    // A key is not NULL, whatever SQLite reports for historical reasons.
    let isKey = primaryKey.contains { $0.isSameName(as: column.name) } || other.keyPosition > 0
    return isKey || other.isGenerated || column.isNullable == other.isNullable
      // A column whose value is nil may be left out of an insert.
      || (column.isNullable && other.hasDefault)
  }

  private func hasKey(of table: ExistingTable) -> Bool {
    let other = table.columns.filter { $0.keyPosition > 0 }
    let key = Set(primaryKey.map(SQLName.init))
    if primaryKey.isEmpty { return true }
    if Set(other.map { SQLName($0.name) }) != key {
      return table.uniqueColumns.contains(key) && !isKeyRowID
    }
    let isRowID =
      !table.isWithoutRowID && !table.hasKeyIndex && SQLName(other[0].type) == SQLName("INTEGER")
    return isRowID || !isKeyRowID
  }

  /// Whether the key is the rowid, which the database generates.
  private var isKeyRowID: Bool {
    !isWithoutRowID && columns.first { isWholeKey($0) }?.type.isInteger == true
  }
}

extension ColumnType {
  /// Whether a column that is declared with the other type returns values of this one as they
  /// were written; see <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
  fileprivate func isKept(in declared: String, isStrict: Bool) -> Bool {
    let (own, other) = (Affinity(description), Affinity(declared))
    if self == .any || own == other { return true }
    // A STRICT column stores only its type, unless that is ANY.
    if isStrict { return SQLName(declared) == SQLName("ANY") }
    // The column would store a BLOB, but a text column contains texts.
    if self == .uuid && other == .text { return false }
    return switch (own, other) {
    case (_, .none), (.none, _): true
    // A whole REAL is stored as an INTEGER there, and read as a REAL again.
    case (.integer, .numeric), (.numeric, .integer), (.numeric, .real), (.real, .numeric),
      (.real, .integer):
      true
    default: false
    }
  }
}
