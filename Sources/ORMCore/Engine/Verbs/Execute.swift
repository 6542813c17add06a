extension SQLConnection {
  /// Runs a statement of your own.
  ///
  /// ```swift
  /// try db.execute("UPDATE album SET plays = plays + \(1) WHERE title LIKE \(pattern)")
  /// // UPDATE album SET plays = plays + $1 WHERE title LIKE $2
  /// ```
  ///
  /// - Returns: how many rows it changed itself, without triggers.
  /// - Throws: ``DatabaseError``, also where the text holds more than one statement; with the code
  ///   `authorization` if it begins or ends a transaction or a savepoint, which `transaction {
  ///   }` does, and if it is a pragma that would set this connection alone, which
  ///   ``Configuration`` does for all of them. The same holds for `ATTACH`, and outside of a
  ///   transaction for temporary tables and views, if the database has several connections.
  @discardableResult
  public func execute(_ sql: SQL) throws -> Int { try runText(sql) }
}

// MARK: - On the database

extension SQLDatabase {
  /// Runs a statement of your own; see ``SQLConnection/execute(_:)``.
  @discardableResult
  public func execute(_ sql: SQL) async throws -> Int {
    try await writing { try $0.execute(sql) }
  }
}
