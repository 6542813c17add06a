import ORMCore

/// The rows of a statement, decoded one by one as they are asked for; see
/// ``Connection/withCursor(_:_:)``.
public struct RowCursor<Output>: ~Copyable {
  @usableFromInline let rows: OpenRows<Output>

  @inlinable init(rows: OpenRows<Output>) { self.rows = rows }

  /// Decodes the next row.
  ///
  /// - Returns: The row, or nil after the last one.
  /// - Throws: ``DatabaseError``; ``RowDecodingError`` if a value is not of the expected type.
  ///   After an error, no rows remain.
  @inlinable
  public func next() throws -> Output? { try rows.next() }
}

extension Connection {
  /// Reads the rows of a query one by one, as many as `body` asks for.
  ///
  /// ```swift
  /// try db.withCursor(Album.order { $0.title }) { albums in
  ///   while let album = try albums.next(), album.title < "M" { print(album.title) }
  /// }
  /// ```
  ///
  /// Only one row is in memory. `body` may run other statements, including the same query; whether
  /// the cursor includes rows that it adds or changes depends on SQLite
  /// (<https://www.sqlite.org/isolation.html>).
  ///
  /// - Throws: The errors of `body`; ``DatabaseError``; ``RelationError`` if the query selects
  ///   lists: use ``SQLConnection/forEach(_:_:)`` for these.
  @inlinable
  public func withCursor<Query: SelectStatement, Result>(
    _ query: Query, _ body: (borrowing RowCursor<Query.Output>) throws -> Result
  ) throws -> Result {
    // The rows are decoded in the module that knows their types. The function that creates the
    // cursor is not `@inlinable`: Swift 6.3.1 crashes if it inlines one, since a cursor can't be
    // copied.
    try with(open(query, RowDecoding(query)), body)
  }

  /// Reads the rows of raw SQL one by one, with columns found by name; see ``withCursor(_:_:)``.
  @inlinable
  public func withCursor<T: RowDecodable, Result>(
    _ type: T.Type, sql: SQL, _ body: (borrowing RowCursor<T>) throws -> Result
  ) throws -> Result {
    try with(open(sql.statement(), RowDecoding(byName: type)), body)
  }

  /// Reads the values of raw SQL with one result column, one by one; see ``withCursor(_:_:)``.
  @inlinable
  public func withCursor<Representation: ColumnRepresentation, Result>(
    _ representation: Representation.Type, sql: SQL,
    _ body: (borrowing RowCursor<Representation.Value>) throws -> Result
  ) throws -> Result {
    try with(open(sql.statement(), RowDecoding(representation)), body)
  }

  @inlinable
  public func forEach<Query: SelectStatement>(
    _ query: Query, _ body: (Query.Output) throws -> Void
  ) throws {
    if Query.hasLists { return try forEach(withLists: query, body) }
    let rows = try open(query, RowDecoding(query))
    defer { rows.close() }
    while let row = try rows.next(by: query) { try body(row) }
  }

  @inlinable
  public func forEach<T: RowDecodable>(
    _ type: T.Type, sql: SQL, _ body: (T) throws -> Void
  ) throws {
    try forEach(open(sql.statement(), RowDecoding(byName: type)), body)
  }

  @inlinable
  public func forEach<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL,
    _ body: (Representation.Value) throws -> Void
  ) throws {
    try forEach(open(sql.statement(), RowDecoding(representation)), body)
  }

  @inlinable
  func forEach<Output>(_ rows: OpenRows<Output>, _ body: (Output) throws -> Void) throws {
    defer { rows.close() }
    while let row = try rows.next() { try body(row) }
  }

  @usableFromInline
  func forEach<Query: SelectStatement>(
    withLists query: Query, _ body: (Query.Output) throws -> Void
  ) throws {
    let rows = try open(query.listedRows(inBatches: true))
    defer { rows.close() }
    while true {
      let batch = try rows.next(256, on: self)
      for row in batch { try body(row) }
      if let failure = rows.failure { throw failure }
      if batch.isEmpty { return }
    }
  }

  @usableFromInline
  func with<Output, Result>(
    _ rows: OpenRows<Output>, _ body: (borrowing RowCursor<Output>) throws -> Result
  ) throws -> Result {
    defer { rows.close() }
    return try body(RowCursor(rows: rows))
  }
}
