/// What is loaded for rows that are at hand.
@usableFromInline
package struct RelatedLoad<Row: KeyedTable, Result: SelectResult>: Sendable {
  @usableFromInline let rows: [Row]
  @usableFromInline let select: SelectNode
  @usableFromInline let keys: [[SQLValue]]

  /// - Throws: ``ValueEncodingError``
  @usableFromInline
  init<Selected: Selectable>(
    _ rows: [Row], _ result: (Row.Columns) -> Selected
  ) throws where Selected.SelectedResult == Result {
    self.rows = rows.filter { $0.primaryKey != nil }
    keys = try self.rows.map { row in
      var values = ValueCollector()
      if let key = row.primaryKey { try Row.bind(key: key, to: &values, at: 1) }
      return values.values
    }
    let all = Row.all
    let place = Row.Columns.source(of: all.scope).place
    let columns = Row.primaryKeyColumns.map { place.column($0) }
    var select = all.node
    select.select(result(all.scope).results + columns.map { ResultColumn($0) })
    select.narrow(
      to: columns.count == 1
        ? .inList(columns[0], keys.map { $0[0] })
        : .inRows(.row(columns), keys.map { key in key.map { SQLNode.value($0) } }))
    self.select = select
  }

  /// - Throws: ``RowNotFoundError``
  @inlinable
  func run<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [(Row, Result.Output)] {
    if rows.isEmpty { return [] }
    let decoder = KeyedPartDecoder<Result>(ListKeys(of: select), width: keys[0].count)
    let parts = try db.rows(of: select.withKeys, by: decoder)
    decoder.lists.begin()
    let lists = try Result.lists(&decoder.lists, on: db)
    return try zip(rows, keys).map { row, key in
      guard let place = decoder.place(of: key) else {
        throw RowNotFoundError(table: Row.tableName)
      }
      return (row, Result.whole(parts[place], place, lists))
    }
  }
}

/// Reads what rows have without their lists, and which rows they are.
@usableFromInline
final class KeyedPartDecoder<Result: SelectResult>: RowDecoder {
  @exclusivity(unchecked) @usableFromInline var lists: ListKeys
  /// The place of the row with a key.
  private var places: [[SQLValue]: Int] = [:]
  private let width: Int

  @usableFromInline
  init(_ lists: ListKeys, width: Int) {
    self.lists = lists
    self.width = width
  }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Part {
    lists.begin()
    try noteKey(of: row)
    return try Result.part(row, at: 0, &lists)
  }

  @usableFromInline
  func noteKey<Row: RowReader & ~Copyable>(of row: borrowing Row) throws {
    var key: [SQLValue] = []
    for column in Result.columnCount..<Result.columnCount + width {
      key.append(try row.sqlValue(at: column))
    }
    places[key] = places.count
  }

  /// The place of the row with a key, if it is among the rows.
  @usableFromInline
  func place(of key: [SQLValue]) -> Int? { places[key] }
}

extension SQLConnection {
  /// Fetches what belongs to rows that are at hand: rows of their relations, and values.
  ///
  /// ```swift
  /// let more = try db.load(artists) { ($0.albums.order { $0.title }, $0.albums.count()) }
  /// // [(Artist, ([Album], Int))]
  /// ```
  ///
  /// Rows that have no key yet are left out.
  ///
  /// - Returns: each row with what was selected for it, in the order of the rows.
  /// - Throws: ``RowNotFoundError`` if one of them is there no more; as ``fetch(_:)-(T.Type)``.
  @inlinable
  public func load<T: KeyedTable, S: Selectable>(
    _ rows: [T], @SelectionBuilder _ result: (T.Columns) -> S
  ) throws -> [(T, S.SelectedResult.Output)] {
    let load = try RelatedLoad(rows, result)
    return try read { try load.run(on: self) }
  }
}

extension SQLDatabase {
  /// Fetches what belongs to rows that are at hand, as on a connection.
  @inlinable
  public nonisolated(nonsending) func load<T: KeyedTable, S: Selectable>(
    _ rows: [T], @SelectionBuilder _ result: (T.Columns) -> S
  ) async throws -> [(T, S.SelectedResult.Output)] {
    let load = try RelatedLoad(rows, result)
    return try await reading { db in try db.read { try load.run(on: db) } }
  }
}
