import ORMCore

extension Schema.Table {
  /// Whether `ALTER TABLE … ADD COLUMN` accepts a column, with the same result as creating the
  /// table with it.
  ///
  /// See <https://www.sqlite.org/lang_altertable.html#altertabaddcol>.
  func canAddColumn(_ place: Int, to table: Schema.Table, in schema: Schema) -> Bool {
    let column = columns[place]
    let isKey = keys.contains { key in
      key.columns.contains { $0.column?.isSameName(as: column.name) == true }
    }
    if isKey || column.generated?.isStored == true { return false }
    // Only a virtual column without constraints can be added, whose expression names no other new
    // column.
    if let generated = column.generated {
      let new = columns.map(\.name).filter { table.column($0) == nil }
      let isChecked = checks.contains { $0.expression.names([column.name]) }
      return column.notNull == nil && !isChecked && !generated.expression.names(new)
    }
    let isReference = references.contains { reference in
      reference.columns.contains { $0.isSameName(as: column.name) }
    }
    let meaning = DefaultMeaning(column.defaultValue, of: column, isStrict: isStrict)
    switch meaning {
    case .null: return column.notNull == nil
    case .expression: return false
    default:
      // With foreign keys off, SQLite accepts such a column, even if its default refers to no row.
      if isReference { return false }
      return !isStrict || meaning.fits(column.type)
    }
  }
}

extension DefaultMeaning {
  /// Whether a `STRICT` column of a type accepts the value. `ADD COLUMN` does not check it.
  fileprivate func fits(_ type: String) -> Bool {
    // In a `STRICT` table, the affinity determines the class of the values, except for ANY.
    if type.isSameName(as: "ANY") { return true }
    return switch (Affinity(type), self) {
    case (_, .null), (.integer, .integer), (.real, .real), (.text, .text), (.none, .blob): true
    default: false
    }
  }
}
