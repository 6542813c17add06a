extension SQLConnection {
  /// Fetches the table's newest row, by the number that the database gave it.
  ///
  /// ```swift
  /// let newest = try db.lastInserted(Album.self)
  /// // SELECT "id", "title" FROM "album" ORDER BY "rowid" DESC LIMIT 1
  /// ```
  ///
  /// That is the row with the largest rowid, whoever inserted it, in whatever connection. It is the
  /// last that was inserted if the database gives the keys and the largest was not deleted
  /// (<https://www.sqlite.org/autoinc.html>). What an insert has written, it returns.
  ///
  /// - Returns: the row, or nil if there is none.
  /// - Throws: ``RowDecodingError``; ``DatabaseError``, also for a table without rowids.
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
