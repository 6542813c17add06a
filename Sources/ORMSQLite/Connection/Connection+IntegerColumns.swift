import ORMCore

extension Connection {
  /// The columns of the table, in the order of its `SELECT`, that hold an INTEGER in every row.
  ///
  /// The name of a table's rowid does, `INTEGER PRIMARY KEY`
  /// (<https://www.sqlite.org/lang_createtable.html#rowid>), and so do columns of a `STRICT` table
  /// that are declared `INTEGER` or `INT`, and `NOT NULL` or of the primary key: SQLite lets
  /// nothing else into them (<https://www.sqlite.org/stricttables.html>).
  ///
  /// None, if several tables of attached databases have the name, or the SQLite is older than
  /// `STRICT` tables. What a damaged file has there,
  /// ``Database/checkIntegrity(quick:limit:)`` finds.
  func integerColumns<T: NamedSource>(of source: T.Type) -> IntegerColumns {
    guard let table = source as? any DatabaseTable.Type else { return IntegerColumns() }
    let schema = table.schema
    // A table that somebody wrote by hand may select its columns in another order.
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
    // No hook reports it: it is part of preparing the table's statement.
    try SchemaReader { try self.unreportedValues(of: $0) }.integerColumns(of: table)
  }
}
