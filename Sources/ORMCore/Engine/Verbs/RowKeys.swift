/// The keys of rows, each once.
struct RowKeys<T: KeyedTable> {
  let keys: [[SQLValue]]

  var isEmpty: Bool { keys.isEmpty }

  /// - Throws: ``MissingPrimaryKeyError``, ``ValueEncodingError``
  init(_ rows: [T]) throws {
    var distinct = DistinctRowKeys(count: rows.count)
    for row in rows {
      guard let key = row.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
      var values = ValueCollector(capacity: T.primaryKeyColumns.count)
      try T.bind(key: key, to: &values, at: 1)
      distinct.append(values.values)
    }
    keys = distinct.keys
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

/// Keys as they come, each kept once. To compare a key with a few others takes less time than to
/// hash it.
private struct DistinctRowKeys {
  private static let fewCount = 16

  private(set) var keys: [[SQLValue]] = []
  private var seen: Set<[SQLValue]>?

  init(count: Int) {
    keys.reserveCapacity(count)
    if count > Self.fewCount { seen = Set(minimumCapacity: count) }
  }

  mutating func append(_ key: [SQLValue]) {
    let isNew = seen?.insert(key).inserted ?? !keys.contains(key)
    if isNew { keys.append(key) }
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
