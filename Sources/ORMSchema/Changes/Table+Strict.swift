import ORMCore

extension Schema.Table {
  /// The table as it can be in a database whose own table is not `STRICT` and keeps a column of a
  /// type that a `STRICT` table can't have: not `STRICT`, too.
  ///
  /// `DATETIME` and `BOOLEAN` have the affinity of numbers, a column without a type has none. No
  /// type of a `STRICT` table stores the same values, and the program that the column belongs to
  /// goes on writing it. See <https://www.sqlite.org/stricttables.html>.
  ///
  /// - Parameter isDropped: Whether a column goes that only the database has.
  func staying(
    with current: Schema.Table, isDropped: (String) -> Bool = { _ in false }
  ) -> Self {
    if !isStrict || current.isStrict { return self }
    guard columnsWithoutStrictType(of: current).contains(where: { !isDropped($0.name) }) else {
      return self
    }
    return withoutStrict
  }

  /// The table that stores the same values and is not `STRICT`.
  var withoutStrict: Self {
    let meaning = TableMeaning(self)
    var table = self
    table.isStrict = false
    for (place, column) in columns.enumerated() {
      // Elsewhere, ANY has the affinity of numbers.
      if column.type.isSameName(as: "ANY") { table.columns[place].type = "" }
      // The key of a STRICT table refuses NULL.
      if column.notNull == nil, meaning.notNull(of: column) != nil {
        table.columns[place].notNull = Schema.NotNull()
      }
    }
    return table
  }

  /// The columns that only another table has, of types that a `STRICT` table can't have, or that
  /// store other values there.
  func columnsWithoutStrictType(of other: Schema.Table) -> [Schema.Column] {
    other.columns.filter { column in
      self.column(column.name) == nil
        && !["INT", "INTEGER", "REAL", "TEXT", "BLOB"].contains(name: column.type)
    }
  }
}
