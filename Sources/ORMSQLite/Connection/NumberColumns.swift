import ORMCore

extension Connection {
  /// Whether a column of the table makes a number of the text of one, so that a row does not come
  /// back as it was written: a `Decimal` of more than 15 digits loses some in a column that is
  /// declared `NUMERIC`.
  ///
  /// Tables that this library makes have no such column. See
  /// <https://www.sqlite.org/datatype3.html#type_affinity>.
  func changesNumbers<T: NamedSource>(of source: T.Type) -> Bool {
    guard let table = source as? any DatabaseTable.Type else { return false }
    let schema = table.schema
    let columns = schema.columns.filter(\.isNumberAsText).map(\.name)
    if columns.isEmpty { return false }
    // If it can't be found out, the row is read back.
    let reader = SchemaReader(values)
    guard let found = try? reader.columns(of: schema.name) else { return true }
    let isStrict = (try? reader.options(of: schema.name))?.isStrict == true
    return found.contains { column in
      // A column without affinity keeps every value, as the ANY of a strict table does; in other
      // tables, that is NUMERIC.
      if isStrict && column.type.isSameName(as: "ANY") { return false }
      let affinity = Affinity(column.type)
      return columns.contains(name: column.name) && affinity != .text && affinity != .none
    }
  }
}
