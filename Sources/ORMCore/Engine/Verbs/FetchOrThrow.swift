// Fetches that throw an error if no row is found.
extension SQLConnection {
  /// Fetches the row with this key.
  ///
  /// ```swift
  /// let album = try db.findOrThrow(Album.self, 7)     // SELECT … FROM "album" WHERE "id" = $1
  /// ```
  ///
  /// - Throws: ``RowNotFoundError`` if there is no such row; the errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func findOrThrow<T: KeyedTable>(_ type: T.Type, _ key: T.Key) throws -> T {
    guard let row = try find(type, key) else { throw RowNotFoundError(table: T.tableName) }
    return row
  }

  /// Fetches the first row that meets the condition. The order of rows is unspecified.
  ///
  /// ```swift
  /// let sade = try db.firstOrThrow(Artist.self, where: { $0.name == "Sade" })
  /// // SELECT … FROM "artist" WHERE "name" = $1 LIMIT $2
  /// ```
  ///
  /// - Throws: ``RowNotFoundError`` if no row meets it; the errors of ``fetch(_:)-(T.Type)``.
  @inlinable
  public func firstOrThrow<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> T {
    try firstOrThrow(T.where(condition))
  }

  /// Fetches the first result of the query; SQLite stops after it.
  ///
  /// ```swift
  /// let plays = try db.firstOrThrow(Album.where { $0.id == 7 }.select { $0.plays })   // Int
  /// // SELECT "plays" FROM "album" WHERE "id" = $1 LIMIT $2
  /// ```
  ///
  /// A row whose only column is NULL is a result, too: nil.
  ///
  /// - Throws: ``RowNotFoundError`` if the query returns no row; the errors of
  ///   ``fetch(_:)-(T.Type)``.
  @inlinable
  public func firstOrThrow<Query: SelectStatement>(_ query: Query) throws -> Query.Output {
    guard let row = try first(query) else { throw query.rowNotFound }
    return row
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first row of its
  /// `RETURNING` clause.
  ///
  /// ```swift
  /// let id = try db.firstOrThrow(Album.insert { $0.title = "Promise" }.returning { $0.id })
  /// // INSERT INTO "album" ("title") VALUES ($1) RETURNING "id"
  /// ```
  ///
  /// - Throws: ``RowNotFoundError`` if no row was written; the errors of
  ///   ``fetch(_:)-(Returning<T,Result>)``.
  public func firstOrThrow<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) throws -> Result.Output {
    let rows = try fetch(write)
    guard let row = rows.first else {
      throw RowNotFoundError(table: T.tableName, sql: (try? write.statement().sql) ?? "")
    }
    return row
  }

  /// Fetches the first row of raw SQL.
  ///
  /// - Throws: ``RowNotFoundError`` if there is no row; the errors of
  ///   ``fetch(_:sql:)-(T.Type,_)``.
  @inlinable
  public func firstOrThrow<T: RowDecodable>(_ type: T.Type, sql: SQL) throws -> T {
    guard let row = try first(type, sql: sql) else { throw sql.rowNotFound }
    return row
  }

  /// Fetches the first value of a result of one column.
  ///
  /// ```swift
  /// let title = try db.firstOrThrow(String.self, sql: "SELECT title FROM album WHERE id = \(7)")
  /// ```
  ///
  /// - Throws: ``RowNotFoundError`` if there is no row; the errors of
  ///   ``fetch(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func firstOrThrow<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) throws -> Representation.Value {
    guard let value = try first(representation, sql: sql) else { throw sql.rowNotFound }
    return value
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the row with this key; see ``SQLConnection/findOrThrow(_:_:)``.
  @inlinable
  public func findOrThrow<T: KeyedTable>(_ type: T.Type, _ key: T.Key) async throws -> T {
    try await reading { try $0.findOrThrow(type, key) }
  }

  /// Fetches the first row that meets the condition; see
  /// ``SQLConnection/firstOrThrow(_:where:)``.
  @inlinable
  public nonisolated(nonsending) func firstOrThrow<T: TableOrView>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> T {
    let query = T.where(condition)
    return try await reading { try $0.firstOrThrow(query) }
  }

  /// Fetches the first result of the query; see ``SQLConnection/firstOrThrow(_:)-(Query)``.
  @inlinable
  public func firstOrThrow<Query: SelectStatement>(_ query: Query) async throws -> Query.Output {
    try await reading { try $0.firstOrThrow(query) }
  }

  /// Runs an `INSERT`, an `UPDATE` or a `DELETE` to its end, and returns the first row of its
  /// `RETURNING` clause.
  public func firstOrThrow<T: DatabaseTable, Result: SelectResult>(
    _ write: Returning<T, Result>
  ) async throws -> Result.Output {
    try await writing { try $0.firstOrThrow(write) }
  }

  /// Fetches the first row of raw SQL; see ``SQLConnection/firstOrThrow(_:sql:)-(T.Type,_)``.
  @inlinable
  public func firstOrThrow<T: RowDecodable>(_ type: T.Type, sql: SQL) async throws -> T {
    guard let row = try await first(type, sql: sql) else { throw sql.rowNotFound }
    return row
  }

  /// Fetches the first value of a result of one column; see
  /// ``SQLConnection/firstOrThrow(_:sql:)-(Representation.Type,_)``.
  @inlinable
  public func firstOrThrow<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, sql: SQL
  ) async throws -> Representation.Value {
    let value = try await querying(sql) { try $0.firstValue(representation) }
    guard let value else { throw sql.rowNotFound }
    return value
  }
}

// MARK: - The error

extension SelectStatement {
  /// The error of a query that returned no row.
  @usableFromInline var rowNotFound: RowNotFoundError {
    let table = withTree { $0.sourceTypes.first?.tableName }
    return RowNotFoundError(table: (table ?? nil) ?? "", sql: (try? statement().sql) ?? "")
  }
}

extension SQL {
  /// The error of SQL that returned no row.
  @usableFromInline var rowNotFound: RowNotFoundError {
    RowNotFoundError(table: "", sql: (try? statement().sql) ?? "")
  }
}
