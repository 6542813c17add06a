import ORMCore

extension Connection {
  /// Whether the table accepts two different texts as the same key, so that a save updates a row
  /// and keeps the key that is stored: under `NOCASE`, `ADA` finds `Ada`.
  ///
  /// See <https://www.sqlite.org/datatype3.html#collating_sequences>.
  func collatesKey<T: TableOrView>(of source: T.Type) -> Bool {
    guard let table = source as? any DatabaseTable.Type else { return false }
    let schema = table.schema
    let key = schema.primaryKey
    let mayBeText = schema.columns.contains { column in
      key.contains(name: column.name) && column.type != .blob && column.type != .uuid
        && [.text, .none, .numeric].contains(Affinity(column.type.description))
    }
    if !mayBeText { return false }
    // If this can't be determined, the row is read back.
    return (try? SchemaReader(values).collatesUniqueColumn(of: schema.name, among: key)) ?? true
  }
}
