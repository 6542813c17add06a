import ORMCore

extension Connection {
  /// Returns the columns of a statement's result, without running the statement.
  ///
  /// ```swift
  /// let columns = try db.columns(of: "SELECT title AS t, count(*) FROM album GROUP BY title")
  /// print(columns.map(\.name), columns[0].declaredType ?? "", columns[0].column ?? "")
  /// // ["t", "count(*)"] TEXT title
  /// ```
  ///
  /// For a `UNION`, types and tables are those of its first part. See
  /// <https://www.sqlite.org/c3ref/column_database_name.html>.
  ///
  /// - Returns: The columns in order; none if the statement returns no rows.
  /// - Throws: ``DatabaseError`` if the SQL can't be prepared, for example because it names a
  ///   missing table, or is more than one statement.
  public func columns(of sql: SQL) throws -> [StatementColumn] {
    try columns(ofText: sql.statement().sql)
  }

  /// Returns the columns of the result of a query or of a write with `returning`, without running
  /// it; see ``columns(of:)-(SQL)``.
  ///
  /// - Throws: The errors of ``columns(of:)-(SQL)``, and those of rendering the statement.
  public func columns(of statement: some StatementConvertible) throws -> [StatementColumn] {
    try columns(ofText: statement.statement().sql)
  }

  private func columns(ofText sql: String) throws -> [StatementColumn] {
    try checkCanPrepare(sql: sql)
    // A statement is prepared for the schema that the connection read last. SQLite would notice a
    // schema change by another connection only if the statement ran.
    try mappingBusyToLocked { try readSchemaAgain() }
    return try prepare(sql).columns
  }
}

// MARK: - On the database

extension Database {
  /// Returns the columns of a statement's result, without running the statement; see
  /// ``Connection/columns(of:)-(SQL)``.
  public func columns(of sql: SQL) async throws -> [StatementColumn] {
    try await read { try $0.columns(of: sql) }
  }

  /// Returns the columns of the result of a query or of a write with `returning`, without running
  /// it; see ``Connection/columns(of:)-(StatementConvertible)``.
  public func columns(
    of statement: some StatementConvertible
  ) async throws -> [StatementColumn] {
    let statement = try statement.statement()
    return try await read { try $0.columns(of: statement) }
  }
}
