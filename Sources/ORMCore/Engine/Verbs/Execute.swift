extension SQLConnection {
  /// Runs a raw SQL statement.
  ///
  /// ```swift
  /// try db.execute("UPDATE album SET plays = plays + \(1) WHERE title LIKE \(pattern)")
  /// // UPDATE album SET plays = plays + $1 WHERE title LIKE $2
  /// ```
  ///
  /// - Returns: The number of rows that the statement itself changed, without those that its
  ///   triggers changed.
  /// - Throws: ``DatabaseError``, for example if the text contains more than one statement. The
  ///   code is `authorization` if the statement begins or ends a transaction or a savepoint (use
  ///   `transaction { }`), or if it is a pragma that would change only this connection (use
  ///   ``Configuration``). If the database has several connections, the code is also
  ///   `authorization` for `ATTACH`, and for temporary tables and views outside of a transaction.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int { try runText(sql) }
}

// MARK: - On the database

extension SQLDatabase {
  /// Runs a raw SQL statement; see ``SQLConnection/execute(_:)``.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await writing { try $0.execute(sql) }
  }
}
