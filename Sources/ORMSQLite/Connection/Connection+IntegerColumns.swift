import ORMCore

extension Connection {
  /// The columns of the table, in the order of its `SELECT`, that hold an INTEGER in every row.
  ///
  /// These are the rowid's column, `INTEGER PRIMARY KEY`
  /// (<https://www.sqlite.org/lang_createtable.html#rowid>), and columns of a `STRICT` table that
  /// are declared `INTEGER` or `INT`, and are `NOT NULL` or in the primary key: SQLite stores
  /// nothing else in them (<https://www.sqlite.org/stricttables.html>).
  ///
  /// Empty if several tables of attached databases have the name, or if SQLite is too old for
  /// `STRICT` tables. A damaged file may contain other values;
  /// ``Database/checkIntegrity(quick:limit:)`` finds them.
  func integerColumns<T: TableOrView>(of source: T.Type) -> IntegerColumns {
    guard let table = source as? any DatabaseTable.Type else { return IntegerColumns() }
    let schema = table.schema
    // A handwritten table may select its columns in another order.
    guard schema.selectSQL.hasSameBytes(as: table.selectSQL),
      let found = try? integerColumns(of: schema.name)
    else { return IntegerColumns() }
    var bits: UInt64 = 0
    for (index, column) in schema.fetchedColumns.prefix(64).enumerated()
    where found.contains(SQLName(column)) {
      bits |= 1 << UInt64(index)
    }
    return IntegerColumns(bits: bits)
  }

  private func integerColumns(of table: String) throws -> Set<SQLName> {
    // Hooks do not report the query: it is part of preparing the table's statement.
    try SchemaReader { try self.unreportedValues(of: $0) }.integerColumns(of: table)
  }
}
