// Rows and values of raw SQL.
extension SQLConnection {
  /// Fetches the rows of raw SQL.
  ///
  /// ```swift
  /// let albums = try db.fetch(Album.self, sql: "SELECT * FROM album WHERE title = \(title)")
  /// // SELECT * FROM album WHERE title = $1
  /// let rows = try db.fetch(Row.self, sql: "SELECT title, count(*) AS n FROM album GROUP BY 1")
  /// ```
  ///
  /// The columns of the result are found by name, in any order. Columns that the table does not
  /// have are ignored, and lazy columns stay unloaded. Values in `\( )` are bound, never spliced
  /// into the text; see ``SQL``.
  ///
  /// An `INSERT`, `UPDATE` or `DELETE` with `RETURNING` can be fetched too. It is rolled back if
  /// its rows can't be decoded.
  ///
  /// - Parameter type: A table's type, or ``Row`` for untyped rows.
  /// - Throws: ``RowDecodingError`` if a column is missing from the result, occurs in it more than
  ///   once, or has a value that can't be decoded as its property's type; ``DatabaseError``, for
  ///   example if the text contains more than one statement, or a statement that returns no rows.
  @inlinable
  public func fetch<T: RowDecodable>(_ type: T.Type, sql: SQL) throws -> [T] {
    try query(sql) { try $0.rows(byName: type) }
  }

  /// Fetches the first row of raw SQL.
  ///
  /// - Returns: The row, or nil if there is none.
  /// - Throws: The errors of ``fetch(_:sql:)-(T.Type,_)``.
  @inlinable
  public func first<T: RowDecodable>(_ type: T.Type, sql: SQL) throws -> T? {
    try query(sql) { try $0.firstRow(byName: type) }
  }

  /// Fetches the values of raw SQL that selects one column.
  ///
  /// ```swift
  /// let titles = try db.fetch(String.self, sql: "SELECT title FROM album ORDER BY title")
  /// ```
  ///
  /// - Parameter representation: The type of the values, or a representation such as ``UUIDText``.
  ///   If values can be NULL, the type must be optional.
  /// - Throws: ``RowDecodingError`` if a value can't be decoded; ``DatabaseError``, for example if
  ///   the result has more than one column.
  @inlinable
  public func fetch<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> [Representation.Value] {
    try query(sql) { try $0.values(representation) }
  }

  /// Fetches the first value of raw SQL that selects one column.
  ///
  /// - Returns: The value, or nil if there is no row.
  /// - Throws: The errors of ``fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> Representation.Value? {
    try query(sql) { try $0.firstValue(representation) }
  }

  /// Fetches the first value of raw SQL that selects one nullable column.
  ///
  /// ```swift
  /// let most = try db.first(Int?.self, sql: "SELECT max(plays) FROM album")     // Int?
  /// ```
  ///
  /// - Returns: The value, or nil if it is NULL or if there is no row. In an `Int??`, NULL is
  ///   `.some(nil)`.
  /// - Throws: The errors of ``fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Wrapped: ColumnRepresentation>(
    _ representation: Wrapped?.Type, sql: SQL
  ) throws -> Wrapped.Value? {
    try query(sql) { try $0.firstValue(representation) } ?? nil
  }

  /// Fetches the single value that raw SQL computes.
  ///
  /// ```swift
  /// let count = try db.value(Int.self, sql: "SELECT count(*) FROM album")
  /// let most = try db.value(Int?.self, sql: "SELECT max(plays) FROM album")   // nil for NULL
  /// ```
  ///
  /// Like a scalar subquery in SQL, it uses the first row, and treats a result without rows as
  /// NULL; see <https://www.sqlite.org/lang_expr.html#subquery_expressions>.
  ///
  /// - Throws: The errors of ``fetch(_:sql:)-(Representation.Type,_)``; ``RowDecodingError`` if the
  ///   value is NULL and the type is not optional.
  @inlinable
  public func value<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> Representation.Value {
    try query(sql) { try $0.onlyValue(representation) }
  }

  /// Runs SQL that returns rows.
  ///
  /// SQL that writes runs in a transaction, which is rolled back if a row can't be decoded.
  @inlinable
  package func query<Result>(_ sql: SQL, _ read: (Prepared) throws -> Result) throws -> Result {
    if let statement = try bound(sql) { return try read(statement) }
    return try query(sql.statement(in: dialect), of: sql, read)
  }

  @usableFromInline
  package func query<Result>(
    _ query: Statement, of sql: SQL? = nil, _ read: (Prepared) throws -> Result
  ) throws -> Result {
    let statement = try checkedStatement(query.sql)
    if statement.columnNames.isEmpty {
      throw DatabaseError(
        extendedCode: .misuse, message: "the statement returns no rows; use execute",
        sql: query.sql)
    }
    func run() throws -> Result {
      try statement.bind(query.arguments)
      return try read(statement)
    }
    if statement.changesRows { return try transaction(run) }
    if let sql { cache(query, of: sql) }
    return try run()
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the rows of raw SQL; see ``SQLConnection/fetch(_:sql:)-(T.Type,_)``.
  ///
  /// SQL that writes runs on the writer.
  @inlinable
  public func fetch<T: RowDecodable>(_ type: T.Type, sql: SQL) async throws -> [T] {
    try await querying(sql) { try $0.rows(byName: type) }
  }

  /// Fetches the first row of raw SQL; see ``SQLConnection/first(_:sql:)-(T.Type,_)``.
  @inlinable
  public func first<T: RowDecodable>(_ type: T.Type, sql: SQL) async throws -> T? {
    try await querying(sql) { try $0.firstRow(byName: type) }
  }

  /// Fetches the values of raw SQL that selects one column; see
  /// ``SQLConnection/fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func fetch<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> [Representation.Value] {
    try await querying(sql) { try $0.values(representation) }
  }

  /// Fetches the first value of raw SQL that selects one column; see
  /// ``SQLConnection/first(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> Representation.Value? {
    try await querying(sql) { try $0.firstValue(representation) }
  }

  /// Fetches the first value of raw SQL that selects one nullable column; see
  /// ``SQLConnection/first(_:sql:)->Wrapped.Value?``.
  @inlinable
  public func first<Wrapped: ColumnRepresentation>(
    _ representation: Wrapped?.Type, sql: SQL
  ) async throws -> Wrapped.Value? {
    try await querying(sql) { try $0.firstValue(representation) } ?? nil
  }

  /// Fetches the single value that raw SQL computes; see ``SQLConnection/value(_:sql:)``.
  @inlinable
  public func value<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> Representation.Value {
    try await querying(sql) { try $0.onlyValue(representation) }
  }

  /// Runs SQL that returns rows on a reader, or on the writer if the SQL writes.
  @inlinable
  func querying<Result: Sendable>(
    _ sql: SQL, _ read: @Sendable (Connection.Prepared) throws -> Result
  ) async throws -> Result {
    let result = try await reading { connection -> Result? in
      if let statement = try connection.bound(sql) { return try read(statement) }
      let query = try sql.statement(in: connection.dialect)
      return try connection.canRead(query.sql)
        ? try connection.query(query, of: sql, read) : nil
    }
    if let result { return result }
    return try await writing { try $0.query(sql.statement(in: $0.dialect), of: sql, read) }
  }
}

extension PreparedSQL {
  /// Returns the value of the first row; if there is no row, the value of NULL.
  @inlinable
  func onlyValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value {
    if let value = try firstValue(representation) { return value }
    return try null(representation)
  }

  /// Decodes NULL as the value of the statement's one column.
  @usableFromInline
  func null<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value {
    try Representation.read(from: Row(columnNames: columnNames, values: [.null]), at: 0)
  }
}
