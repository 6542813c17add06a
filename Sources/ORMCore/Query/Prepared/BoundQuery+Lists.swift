@_documentation(visibility: internal)
extension BoundQuery {
  @inlinable public static var hasLists: Bool { Result.hasLists }

  public func rowsWithLists<Fetcher: RowFetching>(
    first: Bool, on db: isolated Fetcher
  ) throws -> [Output] {
    let (select, values) = try selectWithLists()
    return try PlaceholderValues.$current.withValue(values) {
      try (first ? select.first : select).rowsWithLists(by: Result.self, on: db)
    }
  }

  public func listedRows(inBatches: Bool) throws -> any ListedRows<Output> {
    let (select, values) = try selectWithLists()
    return BoundListedRows(
      try ListedRowsOf<Result>(checked: select, inBatches: inBatches), values)
  }

  /// - Throws: The error with which building the query failed; ``RelationError`` if it has no
  ///   lists.
  private func selectWithLists() throws -> (SelectNode, PlaceholderValues) {
    _ = try text.template.get()
    guard let (select, id) = text.lists else {
      throw RelationError(listOf: Output.self)
    }
    return (
      select,
      PlaceholderValues(
        query: id, values: try sqlValues(), bounds: try sqlValues(areBounds: true))
    )
  }
}

/// Reads the rows of a prepared query.
private final class BoundListedRows<Result: SelectResult>: ListedRows {
  private let rows: ListedRowsOf<Result>
  private let values: PlaceholderValues

  init(_ rows: ListedRowsOf<Result>, _ values: PlaceholderValues) {
    self.rows = rows
    self.values = values
  }

  var columnCount: Int { rows.columnCount }

  func withQuery<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value {
    try PlaceholderValues.$current.withValue(values) { try rows.withQuery(body) }
  }

  func read<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws { try rows.read(row) }

  func take<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [Result.Output] {
    try PlaceholderValues.$current.withValue(values) { try rows.take(on: db) }
  }

  func takeReadable<Fetcher: RowFetching>(
    on db: isolated Fetcher
  ) throws -> (rows: [Result.Output], failure: RowDecodingError?) {
    try PlaceholderValues.$current.withValue(values) { try rows.takeReadable(on: db) }
  }
}
