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
    // No hook reports it: it is part of preparing the table's statement. It calls no function,
    // as the program's own may have the name. Where a primary key has an index, as with `INTEGER
    // PRIMARY KEY DESC`, it is not the rowid.
    let statement = try PreparedStatement.only(
      """
      SELECT "column".name
      FROM pragma_table_list AS "table",
        pragma_table_xinfo("table".name, "table".schema) AS "column"
      WHERE "table".name = $1 COLLATE NOCASE AND "table".type = 'table' AND "column".hidden = 0
      AND (
        "table".strict AND "column".type COLLATE NOCASE IN ('INTEGER', 'INT')
        AND ("column"."notnull" OR "column".pk)
        OR "column".pk AND "column".type = 'INTEGER' COLLATE NOCASE
        AND NOT EXISTS (
          SELECT 1 FROM pragma_table_xinfo("table".name, "table".schema) AS other
          WHERE other.pk AND other.cid <> "column".cid)
        AND NOT EXISTS (
          SELECT 1 FROM pragma_index_list("table".name, "table".schema) AS "index"
          WHERE "index".origin = 'pk'))
      AND NOT EXISTS (
        SELECT 1 FROM pragma_table_list AS other
        WHERE other.name = $1 COLLATE NOCASE AND other.schema <> "table".schema)
      """, on: handle, arena: arena, callbackFailure: callbackFailure)
    try statement.bind([.text(table)])
    let names = try statement.values().compactMap(\.first)
    return Set(names.compactMap { if case .text(let name) = $0 { SQLName(name) } else { nil } })
  }
}
