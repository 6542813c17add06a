extension SQLConnection {
  /// Fetches the table's newest row: the one with the largest rowid.
  ///
  /// ```swift
  /// let newest = try db.lastInserted(Album.self)
  /// // SELECT "id", "title" FROM "album" ORDER BY "rowid" DESC LIMIT 1
  /// ```
  ///
  /// The row may come from any connection. It is the row that was inserted last only if the
  /// database generates the keys, and if the row with the largest key was not deleted
  /// (<https://www.sqlite.org/autoinc.html>). To get the row of your own insert, use the insert's
  /// return value.
  ///
  /// - Returns: The row, or nil if the table is empty.
  /// - Throws: ``RowDecodingError``; ``DatabaseError``, for example if the table has no rowids.
  public func lastInserted<T: DatabaseTable>(_ type: T.Type) throws -> T? {
    try statement(.newest, for: type).firstRow(of: type)
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Fetches the table's newest row; see ``SQLConnection/lastInserted(_:)``.
  public func lastInserted<T: DatabaseTable>(_ type: T.Type) async throws -> T? {
    try await reading { try $0.lastInserted(type) }
  }
}
