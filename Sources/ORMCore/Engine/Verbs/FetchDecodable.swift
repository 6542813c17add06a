// Rows of raw SQL as values of any `Decodable` type.
extension SQLConnection {
  /// Fetches the rows of raw SQL as values of a `Decodable` type, whose keys are the names of the
  /// result's columns.
  ///
  /// ```swift
  /// struct Total: Decodable { var artist: String, albums: Int, last: Date? }
  /// let totals = try db.fetch(
  ///   decoding: Total.self,
  ///   sql: "SELECT artist, count(*) AS albums, max(date) AS last FROM album GROUP BY artist")
  /// ```
  ///
  /// A property whose type is a ``ColumnValue``, such as a `Date` or a `UUID`, is read from the
  /// default representation of its type; any other type, such as an enum with raw values, decodes
  /// itself from the value of its column. A type that has keys or elements of its own can't be read
  /// from a column. A column of an optional property may be NULL, but it must be in the result;
  /// additional columns are ignored. A `@Selection` does the same faster, and it can contain whole
  /// rows.
  ///
  /// - Throws: ``RowDecodingError`` with the column if it is missing from the result, or its value
  ///   can't be decoded; the errors of ``fetch(_:sql:)-(T.Type,_)``, and those that the type's own
  ///   `init(from:)` throws.
  public func fetch<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) throws -> [Value] {
    try fetch(DecodedRow<Value>.self, sql: sql).map(\.value)
  }

  /// Fetches the first row of raw SQL as a value of a `Decodable` type; see
  /// ``fetch(decoding:sql:)``.
  ///
  /// - Returns: The value, or nil if there is no row.
  /// - Throws: The errors of ``fetch(decoding:sql:)``.
  public func first<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) throws -> Value? {
    try first(DecodedRow<Value>.self, sql: sql)?.value
  }

  /// Fetches the first row of raw SQL as a value of a `Decodable` type; see
  /// ``fetch(decoding:sql:)``.
  ///
  /// - Throws: ``RowNotFoundError`` if there is no row; the errors of ``fetch(decoding:sql:)``.
  public func firstOrThrow<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) throws -> Value {
    try firstOrThrow(DecodedRow<Value>.self, sql: sql).value
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the rows of raw SQL as values of a `Decodable` type; see
  /// ``SQLConnection/fetch(decoding:sql:)``.
  public func fetch<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) async throws -> [Value] {
    try await fetch(DecodedRow<Value>.self, sql: sql).map(\.value)
  }

  /// Fetches the first row of raw SQL as a value of a `Decodable` type; see
  /// ``SQLConnection/first(decoding:sql:)``.
  public func first<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) async throws -> Value? {
    try await first(DecodedRow<Value>.self, sql: sql)?.value
  }

  /// Fetches the first row of raw SQL as a value of a `Decodable` type; see
  /// ``SQLConnection/firstOrThrow(decoding:sql:)``.
  public func firstOrThrow<Value: Decodable & Sendable>(
    decoding type: Value.Type, sql: SQL
  ) async throws -> Value {
    try await firstOrThrow(DecodedRow<Value>.self, sql: sql).value
  }
}
