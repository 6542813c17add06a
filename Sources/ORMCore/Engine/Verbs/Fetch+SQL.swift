// Rows and values of SQL of your own.
extension SQLConnection {
  /// Fetches the rows of SQL of your own.
  ///
  /// ```swift
  /// let albums = try db.fetch(Album.self, sql: "SELECT * FROM album WHERE title = \(title)")
  /// // SELECT * FROM album WHERE title = $1
  /// let rows = try db.fetch(Row.self, sql: "SELECT title, count(*) AS n FROM album GROUP BY 1")
  /// ```
  ///
  /// The columns of the result are found by their names, in whatever order they stand; others than
  /// the table's are passed over, and a lazy column stays unloaded. What is in `\( )` is bound and
  /// never spliced; see ``SQL``.
  ///
  /// An `INSERT`, `UPDATE` or `DELETE` with `RETURNING` is fetched as well. What it does is undone
  /// where its rows can't be decoded.
  ///
  /// - Parameter type: A table's type, or ``Row`` for rows without one.
  /// - Throws: ``RowDecodingError`` where a column is missing from the result, is in it more
  ///   than once, or has another value than its property expects; ``DatabaseError``, also where the
  ///   text holds more than one statement, or one that gives no rows.
  @inlinable
  public func fetch<T: RowDecodable>(_ type: T.Type, sql: SQL) throws -> [T] {
    try query(sql) { try $0.rows(byName: type) }
  }

  /// Fetches the first row of SQL of your own.
  ///
  /// - Returns: the row, or nil if there is none.
  /// - Throws: as ``fetch(_:sql:)-(T.Type,_)``.
  @inlinable
  public func first<T: RowDecodable>(_ type: T.Type, sql: SQL) throws -> T? {
    try query(sql) { try $0.firstRow(byName: type) }
  }

  /// Fetches the values of a result that has one column.
  ///
  /// ```swift
  /// let titles = try db.fetch(String.self, sql: "SELECT title FROM album ORDER BY title")
  /// ```
  ///
  /// - Parameter representation: The values' type, an optional one if they can be NULL; or a
  ///   representation of another type, such as ``UUIDText``.
  /// - Throws: ``RowDecodingError`` where a value is another than expected; ``DatabaseError``, also
  ///   where the result has more than one column.
  @inlinable
  public func fetch<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> [Representation.Value] {
    try query(sql) { try $0.values(representation) }
  }

  /// Fetches the first value of a result that has one column.
  ///
  /// - Returns: the value, or nil if there is no row.
  /// - Throws: as ``fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> Representation.Value? {
    try query(sql) { try $0.firstValue(representation) }
  }

  /// Fetches the first value of a result that has one column, which may be NULL.
  ///
  /// ```swift
  /// let most = try db.first(Int?.self, sql: "SELECT max(plays) FROM album")     // Int?
  /// ```
  ///
  /// - Returns: the value, or nil if it is NULL, or if there is no row; in an `Int??`, the
  ///   first is `.some(nil)`.
  /// - Throws: as ``fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Wrapped: ColumnRepresentation>(
    _ representation: Wrapped?.Type, sql: SQL
  ) throws -> Wrapped.Value? {
    try query(sql) { try $0.firstValue(representation) } ?? nil
  }

  /// Fetches the one value that SQL of your own computes.
  ///
  /// ```swift
  /// let count = try db.value(Int.self, sql: "SELECT count(*) FROM album")
  /// let most = try db.value(Int?.self, sql: "SELECT max(plays) FROM album")   // nil for NULL
  /// ```
  ///
  /// As SQL does with a query in parentheses, it takes the first row, and no row for NULL; see
  /// <https://www.sqlite.org/lang_expr.html#subquery_expressions>.
  ///
  /// - Throws: as ``fetch(_:sql:)-(Representation.Type,_)``; ``RowDecodingError`` where the value
  ///   is NULL and the type not optional.
  @inlinable
  public func value<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> Representation.Value {
    try query(sql) { try $0.onlyValue(representation) }
  }

  /// Runs SQL that gives rows.
  ///
  /// If it writes, it runs in a transaction: its rows can turn out to be unreadable.
  @inlinable
  package func query<Result>(_ sql: SQL, _ read: (Prepared) throws -> Result) throws -> Result {
    if let statement = try bound(sql) { return try read(statement) }
    return try query(sql.statement(), of: sql, read)
  }

  @usableFromInline
  package func query<Result>(
    _ query: Statement, of sql: SQL? = nil, _ read: (Prepared) throws -> Result
  ) throws -> Result {
    let statement = try checkedStatement(query.sql)
    if statement.columnNames.isEmpty {
      throw DatabaseError(
        extendedCode: .misuse, message: "the statement gives no rows; run it by execute",
        sql: query.sql)
    }
    func run() throws -> Result {
      try statement.bind(query.arguments)
      return try read(statement)
    }
    if statement.changesRows { return try transaction(run) }
    if let sql { remember(sql, as: query) }
    return try run()
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the rows of SQL of your own; see ``SQLConnection/fetch(_:sql:)-(T.Type,_)``.
  ///
  /// SQL that writes runs on the connection that writes.
  @inlinable
  public func fetch<T: RowDecodable>(_ type: T.Type, sql: SQL) async throws -> [T] {
    try await querying(sql) { try $0.rows(byName: type) }
  }

  /// Fetches the first row of SQL of your own; see ``SQLConnection/first(_:sql:)-(T.Type,_)``.
  @inlinable
  public func first<T: RowDecodable>(_ type: T.Type, sql: SQL) async throws -> T? {
    try await querying(sql) { try $0.firstRow(byName: type) }
  }

  /// Fetches the values of a result that has one column; see
  /// ``SQLConnection/fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func fetch<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> [Representation.Value] {
    try await querying(sql) { try $0.values(representation) }
  }

  /// Fetches the first value of a result that has one column; see
  /// ``SQLConnection/first(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func first<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> Representation.Value? {
    try await querying(sql) { try $0.firstValue(representation) }
  }

  /// Fetches the first value of a result that has one column, which may be NULL; see
  /// ``SQLConnection/first(_:sql:)->Wrapped.Value?``.
  @inlinable
  public func first<Wrapped: ColumnRepresentation>(
    _ representation: Wrapped?.Type, sql: SQL
  ) async throws -> Wrapped.Value? {
    try await querying(sql) { try $0.firstValue(representation) } ?? nil
  }

  /// Fetches the one value that SQL of your own computes; see ``SQLConnection/value(_:sql:)``.
  @inlinable
  public func value<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> Representation.Value {
    try await querying(sql) { try $0.onlyValue(representation) }
  }

  /// Runs SQL that gives rows on a connection that reads, or on the one that writes where the SQL
  /// does.
  @inlinable
  func querying<Result: Sendable>(
    _ sql: SQL, _ read: @Sendable (Connection.Prepared) throws -> Result
  ) async throws -> Result {
    let result = try await reading { connection -> Result? in
      if let statement = try connection.bound(sql) { return try read(statement) }
      let query = try sql.statement()
      return try connection.canRead(query.sql)
        ? try connection.query(query, of: sql, read) : nil
    }
    if let result { return result }
    return try await writing { try $0.query(sql.statement(), of: sql, read) }
  }
}

extension PreparedSQL {
  /// The value of the first row, and of no row what NULL is.
  @inlinable
  func onlyValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value {
    if let value = try firstValue(representation) { return value }
    return try null(representation)
  }

  /// What NULL is as a value of the statement's one column.
  @usableFromInline
  func null<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value {
    try Representation.read(from: Row(columnNames: columnNames, values: [.null]), at: 0)
  }
}
