/// A selection of related rows and values to load for rows that have already been fetched.
@usableFromInline
package struct RelatedLoad<Row: KeyedTable, Result: SelectResult>: Sendable {
  @usableFromInline let rows: [Row]
  @usableFromInline let keys: WantedKeys
  /// The selection for all rows of the table.
  private let all: SelectNode
  private let columns: [SQLNode]

  /// - Throws: ``ValueEncodingError``
  @inlinable
  init<Selected: Selectable>(
    _ rows: [Row], _ result: (Row.Columns) -> Selected
  ) throws where Selected.SelectedResult == Result {
    var keyed = rows
    if rows.contains(where: { $0.primaryKey == nil }) { keyed.removeAll { $0.primaryKey == nil } }
    let columns = Result.columnCount..<Result.columnCount + Row.primaryKeyColumns.count
    let keys = WantedKeys(try Row.keyValues(of: keyed), in: Array(columns))
    self.init(keyed, keys, result)
  }

  @usableFromInline
  init<Selected: Selectable>(
    _ rows: [Row], _ keys: WantedKeys, _ result: (Row.Columns) -> Selected
  ) where Selected.SelectedResult == Result {
    self.rows = rows
    self.keys = keys
    let all = Row.all
    let place = Row.Columns.source(of: all.scope).place
    columns = Row.primaryKeyColumns.map { place.column($0) }
    var select = all.node
    select.select(result(all.scope).results + columns.map { ResultColumn($0, .key) })
    self.all = select
  }

  /// Returns the selection for the rows with these keys.
  @usableFromInline
  func select(_ keys: WantedKeys) -> SelectNode {
    var select = all
    select.narrow(to: keys.contain(columns))
    return select
  }

  /// - Throws: ``RowNotFoundError``
  @inlinable
  func run<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> [(Row, Result.Output)] {
    if rows.isEmpty { return [] }
    let loaded = try load(keys, on: db)
    return try rows.indices.map { index in
      if let place = loaded.decoder.keys.place(at: index) {
        return (rows[index], Result.whole(loaded.parts[place], place, loaded.lists))
      }
      // SQLite may find the row by a key with different bytes that it considers equal.
      let alone = try load(keys.only(index), on: db)
      guard let part = alone.parts.first else { throw RowNotFoundError(table: Row.tableName) }
      return (rows[index], Result.whole(part, 0, alone.lists))
    }
  }

  /// - Throws: ``MissingPrimaryKeyError``, ``RowNotFoundError``
  @inlinable
  func runForOne<Fetcher: RowFetching>(on db: isolated Fetcher) throws -> Result.Output {
    guard let (_, result) = try run(on: db).first else {
      throw MissingPrimaryKeyError(table: Row.tableName)
    }
    return result
  }

  /// Loads the selection for the rows with these keys.
  @inlinable
  func load<Fetcher: RowFetching>(
    _ keys: WantedKeys, on db: isolated Fetcher
  ) throws -> (decoder: KeyedPartDecoder<Result>, parts: [Result.Part], lists: Result.Lists) {
    let select = select(keys)
    let decoder = KeyedPartDecoder<Result>(ListKeys(of: select), keys)
    let parts = try db.rows(of: select.withKeys, by: decoder)
    decoder.lists.begin()
    return (decoder, parts, try Result.lists(&decoder.lists, on: db))
  }
}

/// Decodes rows without their lists, and records their keys.
@usableFromInline
final class KeyedPartDecoder<Result: SelectResult>: RowDecoder {
  @exclusivity(unchecked) @usableFromInline var lists: ListKeys
  @exclusivity(unchecked) @usableFromInline var keys: WantedKeys

  @usableFromInline
  init(_ lists: ListKeys, _ keys: WantedKeys) {
    self.lists = lists
    self.keys = keys
  }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Part {
    lists.begin()
    try keys.note(row)
    return try Result.part(row, at: 0, &lists)
  }
}

extension SQLConnection {
  /// Fetches related rows and values for rows that have already been fetched.
  ///
  /// ```swift
  /// let more = try db.load(artists) { ($0.albums.order { $0.title }, $0.albums.count()) }
  /// // [(Artist, ([Album], Int))]
  /// ```
  ///
  /// Rows without a key are omitted from the result.
  ///
  /// - Returns: Each row with its selection, in the order of `rows`.
  /// - Throws: ``RowNotFoundError`` if one of the rows no longer exists; the errors of
  ///   ``fetch(_:)-(T.Type)``.
  @inlinable
  public func load<T: KeyedTable, S: Selectable>(
    _ rows: [T], @SelectionBuilder _ result: (T.Columns) -> S
  ) throws -> [(T, S.SelectedResult.Output)] {
    let load = try RelatedLoad(rows, result)
    return try read { try load.run(on: self) }
  }

  /// Fetches related rows and values for a row that has already been fetched.
  ///
  /// ```swift
  /// let (albums, count) = try db.load(of: artist) { ($0.albums, $0.tracks.count()) }
  /// ```
  ///
  /// - Throws: ``MissingPrimaryKeyError`` before any SQL runs if the key is nil,
  ///   ``RowNotFoundError`` if the row no longer exists; the errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func load<T: KeyedTable, S: Selectable>(
    of row: T, @SelectionBuilder _ result: (T.Columns) -> S
  ) throws -> S.SelectedResult.Output {
    let load = try RelatedLoad([row], result)
    return try read { try load.runForOne(on: self) }
  }
}

extension SQLDatabase {
  /// Fetches related rows and values for rows that have already been fetched; see
  /// ``SQLConnection/load(_:_:)``.
  @inlinable
  public nonisolated(nonsending) func load<T: KeyedTable, S: Selectable>(
    _ rows: [T], @SelectionBuilder _ result: (T.Columns) -> S
  ) async throws -> [(T, S.SelectedResult.Output)] {
    let load = try RelatedLoad(rows, result)
    return try await reading { db in try db.read { try load.run(on: db) } }
  }

  /// Fetches related rows and values for a row that has already been fetched; see
  /// ``SQLConnection/load(of:_:)``.
  @inlinable
  public nonisolated(nonsending) func load<T: KeyedTable, S: Selectable>(
    of row: T, @SelectionBuilder _ result: (T.Columns) -> S
  ) async throws -> S.SelectedResult.Output {
    let load = try RelatedLoad([row], result)
    return try await reading { db in try db.read { try load.runForOne(on: db) } }
  }
}
