extension SQLConnection {
  /// Fetches the query's rows and decodes each on its own: each element is the decoded row, or the
  /// error that decoding it threw.
  ///
  /// `fetch` throws at the first row that it can't decode, and returns no rows. `fetchResults`
  /// returns every row that it can decode, and for each other row an error that names the table,
  /// the column and the row's key, so that one bad row does not empty a list.
  ///
  /// ```swift
  /// let results = try db.fetchResults(Album.order { $0.title })
  /// let albums = results.compactMap { try? $0.get() }
  /// for case .failure(let error) in results { log(error) }
  /// // "album"."kind" of the row 7: not a valid Kind:
  /// //   no value of this type has the stored raw value
  /// // SELECT … FROM "album" ORDER BY "title"
  /// ```
  ///
  /// - Returns: One element for each row, in the order of the rows.
  /// - Throws: ``DatabaseError``; ``RelationError`` if the query selects lists of related rows,
  ///   because lists are read for all rows at once.
  @inlinable
  public func fetchResults<Query: SelectStatement>(
    _ query: Query
  ) throws -> [Result<Query.Output, RowDecodingError>] {
    if Query.hasLists { throw query.listNotSupportedHere }
    return try query.bound(asking: .rows, on: self).rows(by: EachRow(query))
  }

  /// Fetches every row of the table: each element is a row, or the error that decoding it threw;
  /// see ``fetchResults(_:)-(Query)``.
  ///
  /// ```swift
  /// let results = try db.fetchResults(Album.self)      // SELECT "id", "title" FROM "album"
  /// ```
  @inlinable
  public func fetchResults<T: TableOrView>(
    _ type: T.Type
  ) throws -> [Result<T, RowDecodingError>] {
    try fetchResults(T.all)
  }

  /// Fetches the rows of raw SQL, whose columns are found by name: each element is a row, or the
  /// error that decoding it threw; see ``fetchResults(_:)-(Query)``.
  ///
  /// ```swift
  /// let results = try db.fetchResults(Album.self, sql: "SELECT * FROM album WHERE year > 1990")
  /// ```
  ///
  /// - Throws: The errors of ``fetchResults(_:)-(Query)``; ``RowDecodingError`` if the result lacks
  ///   a column, because then no row can be decoded.
  public func fetchResults<T: RowDecodable>(
    _ type: T.Type, sql: SQL
  ) throws -> [Result<T, RowDecodingError>] {
    try query(sql) { try $0.results(byName: type) }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the query's rows: each element is the decoded row, or the error that decoding it
  /// threw; see ``SQLConnection/fetchResults(_:)-(Query)``.
  @inlinable
  public func fetchResults<Query: SelectStatement>(
    _ query: Query
  ) async throws -> [Result<Query.Output, RowDecodingError>] {
    try await reading { try $0.fetchResults(query) }
  }

  /// Fetches every row of the table: each element is a row, or the error that decoding it threw;
  /// see ``SQLConnection/fetchResults(_:)-(T.Type)``.
  @inlinable
  public func fetchResults<T: TableOrView>(
    _ type: T.Type
  ) async throws -> [Result<T, RowDecodingError>] {
    try await reading { try $0.fetchResults(type) }
  }

  /// Fetches the rows of raw SQL and decodes each on its own; see
  /// ``SQLConnection/fetchResults(_:sql:)``.
  public func fetchResults<T: RowDecodable & Sendable>(
    _ type: T.Type, sql: SQL
  ) async throws -> [Result<T, RowDecodingError>] {
    try await querying(sql) { try $0.results(byName: type) }
  }
}

// MARK: - Each row

extension PreparedSQL {
  fileprivate func results<T: RowDecodable>(
    byName type: T.Type
  ) throws -> [Result<T, RowDecodingError>] {
    try rows(by: EachRow(RowByName<T>(columnNames)))
  }
}

/// Decodes a row, or returns the error of decoding it.
@usableFromInline
struct EachRow<Decoder: RowDecoder>: RowDecoder {
  @usableFromInline let decoder: Decoder

  @inlinable init(_ decoder: Decoder) { self.decoder = decoder }

  @inlinable
  func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row
  ) throws -> Result<Decoder.Output, RowDecodingError> {
    do {
      return .success(try decoder.decode(row))
    } catch {
      return .failure(try Self.decodingError(error, in: row))
    }
  }

  /// Returns the error with the table and the key of the row.
  ///
  /// - Throws: The error, unless it is an error of decoding a value.
  @usableFromInline
  @inline(never)
  static func decodingError<Row: RowReader & ~Copyable>(
    _ error: any Error, in row: borrowing Row
  ) throws -> RowDecodingError {
    let type = Decoder.Output.self as? any TableOrView.Type
    let named = type.map { error.naming($0, in: row) } ?? error
    guard let decodingError = named as? RowDecodingError else { throw error }
    return decodingError
  }
}
