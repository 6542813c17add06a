extension SQLConnection {
  /// Fetches the table's newest row: the one with the largest rowid.
  ///
  /// ```swift
  /// let newest = try db.lastInserted(Album.self)
  /// // SELECT "id", "title" FROM "album" ORDER BY "rowid" DESC LIMIT 1
  /// ```
  ///
  /// Any connection may have inserted it. It is the row that was inserted last if the database
  /// generates the keys and the row with the largest key was not deleted
  /// (<https://www.sqlite.org/autoinc.html>). To get the row that your own insert wrote, use what
  /// the insert returns.
  ///
  /// - Returns: The row, or nil if the table is empty.
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
