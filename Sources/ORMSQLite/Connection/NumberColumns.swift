import ORMCore

extension Connection {
  /// Whether a column of the table converts the text of a number to a number, so the values that
  /// are read may differ from the written values: a `Decimal` of more than 15 digits loses some in
  /// a column that is declared `NUMERIC`.
  ///
  /// Tables that this library creates have no such column. See
  /// <https://www.sqlite.org/datatype3.html#type_affinity>.
  func changesNumbers<T: TableOrView>(of source: T.Type) -> Bool {
    guard let table = source as? any DatabaseTable.Type else { return false }
    let schema = table.schema
    let columns = schema.columns.filter(\.isNumberAsText).map(\.name)
    if columns.isEmpty { return false }
    // If this can't be determined, the row is read back.
    let reader = SchemaReader(values)
    guard let found = try? reader.columns(of: schema.name) else { return true }
    let isStrict = (try? reader.options(of: schema.name))?.isStrict == true
    return found.contains { column in
      // A column without affinity stores every value unchanged, and so does ANY in a strict table;
      // in other tables, ANY means NUMERIC.
      if isStrict && column.type.isSameName(as: "ANY") { return false }
      let affinity = Affinity(column.type)
      return columns.contains(name: column.name) && affinity != .text && affinity != .none
    }
  }
}
