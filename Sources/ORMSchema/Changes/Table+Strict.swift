import ORMCore

extension Schema.Table {
  /// Returns the table in a form that is possible in a database. If the database's own table is not
  /// `STRICT` and keeps a column of a type that a `STRICT` table can't have, the result is not
  /// `STRICT` either.
  ///
  /// `DATETIME` and `BOOLEAN` have numeric affinity, and a column without a type has none. No type
  /// of a `STRICT` table stores the same values, and the program that the column belongs to keeps
  /// writing it. See <https://www.sqlite.org/stricttables.html>.
  ///
  /// - Parameter isDropped: Whether a column that only the database has is dropped.
  func staying(
    with current: Schema.Table, isDropped: (String) -> Bool = { _ in false }
  ) -> Self {
    if !isStrict || current.isStrict { return self }
    guard columnsWithoutStrictType(of: current).contains(where: { !isDropped($0.name) }) else {
      return self
    }
    return withoutStrict
  }

  /// The table without `STRICT`, storing the same values.
  var withoutStrict: Self {
    let meaning = TableMeaning(self)
    var table = self
    table.isStrict = false
    for (place, column) in columns.enumerated() {
      // In other tables, ANY has numeric affinity.
      if column.type.isSameName(as: "ANY") { table.columns[place].type = "" }
      // The key of a STRICT table refuses NULL.
      if column.notNull == nil, meaning.notNull(of: column) != nil {
        table.columns[place].notNull = Schema.NotNull()
      }
    }
    return table
  }

  /// Returns the columns that only another table has and whose types a `STRICT` table can't have,
  /// or would store other values in.
  func columnsWithoutStrictType(of other: Schema.Table) -> [Schema.Column] {
    other.columns.filter { column in
      self.column(column.name) == nil
        && !["INT", "INTEGER", "REAL", "TEXT", "BLOB"].contains(name: column.type)
    }
  }
}
