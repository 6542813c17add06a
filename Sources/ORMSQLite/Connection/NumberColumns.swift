import ORMCore

extension Connection {
  /// Whether a column of the table makes a number of the text of one, so that a row does not come back as it was
  /// written: a `Decimal` of more than 15 digits loses some in a column that is declared `NUMERIC`.
  ///
  /// Tables that this library makes have no such column. See <https://www.sqlite.org/datatype3.html#type_affinity>.
  func changesNumbers<T: NamedSource>(of source: T.Type) -> Bool {
    guard let table = source as? any DatabaseTable.Type else { return false }
    let schema = table.schema
    let columns = schema.columns.filter(\.isNumberAsText).map(\.name)
    if columns.isEmpty { return false }
    // Where it can't be found out, the row is read back.
    let found = try? values(
      of: Statement(
        sql: """
          SELECT name, CASE WHEN type = 'ANY' COLLATE NOCASE AND EXISTS (
            SELECT 1 FROM pragma_table_list($1) WHERE strict) THEN 'BLOB' ELSE type END
          FROM pragma_table_xinfo($1)
          """, arguments: [.text(schema.name)]))
    guard let found else { return true }
    return found.contains { column in
      guard case .text(let name) = column[0], case .text(let type) = column[1] else { return true }
      // What has no affinity keeps every value, as the ANY of a strict table does; in other tables, that is NUMERIC.
      let affinity = Affinity(type)
      return columns.contains(name: name) && affinity != .text && affinity != .none
    }
  }
}
