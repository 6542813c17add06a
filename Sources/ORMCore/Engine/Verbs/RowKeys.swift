/// The distinct keys of rows.
struct RowKeys<T: KeyedTable> {
  /// The values of the keys, key after key.
  let values: [SQLValue]
  private let width: Int

  var isEmpty: Bool { values.isEmpty }
  var count: Int { values.count / width }
  var keys: [[SQLValue]] { values.tuples(of: width) }

  /// - Throws: ``MissingPrimaryKeyError``, ``ValueEncodingError``
  init(_ rows: [T]) throws {
    width = max(1, T.primaryKeyColumns.count)
    values = try T.keyValues(of: rows).distinctTuples(of: width)
  }

  init(keys: [[SQLValue]]) {
    width = max(1, T.primaryKeyColumns.count)
    values = Array(keys.joined())
  }

  /// Returns the condition that a row has one of the keys.
  func contain(_ place: TablePlace) -> SQLNode {
    .among(values, T.primaryKeyColumns.map { place.column($0) })
  }

  /// Returns the values of the keys, with the columns of each key in this order.
  func values(in order: [Int]) -> [SQLValue] {
    order.elementsEqual(0..<width) ? values : keys.flatMap { key in order.map { key[$0] } }
  }

  /// Returns a list of the keys as a table with this name, and its columns.
  func list(named name: String) -> (source: SourceNode, columns: [SQLNode]) {
    let list = width == 1 ? ValueList(values) : ValueList(rows: keys)
    let source = SourceNode(
      table: .function(ValueList.function, [.value(.blob(list.bytes))]), qualifier: name)
    return (source, ValueList.columns(0..<width, of: name))
  }
}

extension KeyedTable {
  /// Returns the values of the keys of rows, key after key.
  ///
  /// - Throws: ``MissingPrimaryKeyError``, ``ValueEncodingError``
  @inlinable
  static func keyValues(of rows: [Self]) throws -> [SQLValue] {
    let width = primaryKeyColumns.count
    var collector = ValueCollector(room: rows.count * width)
    for row in rows {
      guard let key = row.primaryKey else { throw MissingPrimaryKeyError(table: tableName) }
      try bind(key: key, to: &collector, at: 1)
      collector.endRow(width: width)
    }
    return collector.values
  }
}

extension [SQLValue] {
  /// Returns the values as tuples of this width.
  func tuples(of width: Int) -> [[SQLValue]] {
    stride(from: 0, to: count, by: width).map { Array(self[$0..<$0 + width]) }
  }

  /// Returns the values of the distinct tuples of this width, tuple after tuple.
  fileprivate func distinctTuples(of width: Int) -> Self {
    // Comparing a tuple with a few others is cheaper than hashing it.
    if count <= 16 * width {
      let starts = stride(from: 0, to: count, by: width)
      let isRepeated = starts.contains { start in
        stride(from: 0, to: start, by: width).contains { hasSameTuple(at: start, $0, width) }
      }
      if !isRepeated { return self }
    }
    var seen: Set<[SQLValue]> = []
    return Array(tuples(of: width).filter { seen.insert($0).inserted }.joined())
  }

  private func hasSameTuple(at first: Int, _ second: Int, _ width: Int) -> Bool {
    for offset in 0..<width where self[first + offset] != self[second + offset] { return false }
    return true
  }
}

extension SQLNode {
  /// Returns the condition that the columns have the values of one of the rows, whose values are in
  /// one array, row after row.
  static func among(_ values: [SQLValue], _ columns: [SQLNode]) -> SQLNode {
    if columns.count == 1 { return .inList(columns[0], values) }
    let rows = values.tuples(of: columns.count)
    return .inRows(.row(columns), rows.map { row in row.map { SQLNode.value($0) } })
  }

  /// Returns the condition that the columns have values that the query selects.
  static func among(_ query: SelectNode, _ columns: [SQLNode]) -> SQLNode {
    .inSelect(columns.count == 1 ? columns[0] : .row(columns), query)
  }

  static func all(_ conditions: [SQLNode]) -> SQLNode {
    conditions.reduce(.always) { .and($0, $1) }
  }
}
