import ORMCore

extension Connection {
  /// Whether the table takes two texts that differ for the same key, so that a save updates a row
  /// whose key stays as it is stored: under `NOCASE`, `ADA` finds `Ada`.
  ///
  /// See <https://www.sqlite.org/datatype3.html#collating_sequences>.
  func collatesKey<T: NamedSource>(of source: T.Type) -> Bool {
    guard let table = source as? any DatabaseTable.Type else { return false }
    let schema = table.schema
    let key = schema.primaryKey
    let mayBeText = schema.columns.contains { column in
      key.contains(name: column.name) && column.type != .blob && column.type != .uuid
        && [.text, .none, .numeric].contains(Affinity(column.type.description))
    }
    if !mayBeText { return false }
    // If it can't be found out, the row is read back.
    return (try? SchemaReader(values).collatesUniqueColumn(of: schema.name, among: key)) ?? true
  }
}
