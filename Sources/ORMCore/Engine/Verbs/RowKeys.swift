/// The keys of rows, each once.
struct RowKeys<T: KeyedTable> {
  let keys: [[SQLValue]]

  var isEmpty: Bool { keys.isEmpty }

  /// - Throws: ``MissingPrimaryKeyError``, ``ValueEncodingError``
  init(_ rows: [T]) throws {
    var seen: Set<[SQLValue]> = []
    var keys: [[SQLValue]] = []
    for row in rows {
      guard let key = row.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
      var values = ValueCollector()
      try T.bind(key: key, to: &values, at: 1)
      if seen.insert(values.values).inserted { keys.append(values.values) }
    }
    self.keys = keys
  }

  init(keys: [[SQLValue]]) { self.keys = keys }

  /// That a row has one of the keys.
  func contain(_ place: TablePlace) -> SQLNode {
    SQLNode.among(keys, T.primaryKeyColumns.map { place.column($0) })
  }

  /// A list of the keys, as a table of this name, and its columns.
  func list(named name: String) -> (source: SourceNode, columns: [SQLNode]) {
    let source = SourceNode(
      table: .function(ValueList.function, [.value(.blob(ValueList(rows: keys).bytes))]),
      qualifier: name)
    return (source, ValueList.columns(T.primaryKeyColumns.indices, of: name))
  }
}

extension SQLNode {
  /// That the columns have the values of one of the rows.
  static func among(_ rows: [[SQLValue]], _ columns: [SQLNode]) -> SQLNode {
    columns.count == 1
      ? .inList(columns[0], rows.map { $0[0] })
      : .inRows(.row(columns), rows.map { row in row.map { SQLNode.value($0) } })
  }

  /// That the columns have the values that a query selects.
  static func among(_ query: SelectNode, _ columns: [SQLNode]) -> SQLNode {
    .inSelect(columns.count == 1 ? columns[0] : .row(columns), query)
  }

  static func all(_ conditions: [SQLNode]) -> SQLNode {
    conditions.reduce(.always) { .and($0, $1) }
  }
}
