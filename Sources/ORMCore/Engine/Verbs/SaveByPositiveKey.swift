extension SQLConnection {
  /// Updates the row if its key is above 0, and inserts it with a new key otherwise.
  ///
  /// ```swift
  /// var album = Album(id: 0, title: "Promise")
  /// album = try db.saveByPositiveKey(album)
  /// // INSERT INTO "album" ("title") VALUES ($1)
  /// // SELECT "id", "title" FROM "album" WHERE rowid = $1
  /// album.title = "Love Deluxe"
  /// album = try db.saveByPositiveKey(album)
  /// // UPDATE "album" SET "title" = $1 WHERE "id" = $2
  /// ```
  ///
  /// Use it in programs in which a key of 0 or less means that the row is not stored yet. In other
  /// programs use ``save(_:)-(T)``, which treats 0 and negative numbers as keys, as SQLite does.
  ///
  /// - Returns: The row as a fetch would return it.
  /// - Throws: The errors of ``insert(_:)-(T)`` and ``update(_:)-(T)``: ``RowNotFoundError`` if the
  ///   key is above 0 and no row has it. If it throws, nothing is stored.
  @inlinable
  @discardableResult
  public func saveByPositiveKey<T: KeyedTable>(_ value: T) throws -> T
  where T.Key: FixedWidthInteger {
    guard let key = value.primaryKey else { return try insert(value) }
    if key <= 0 { return try insertWithNewKey(value) }
    // A row that a fetch would return unchanged need not be fetched.
    if value.roundTripsExactly && !T.updateSQL.isEmpty {
      let statement = try writingStatement(.update, for: T.self)
      if try runUnlessTriggered(statement, writing: value) {
        if changeCount == 0 { throw RowNotFoundError(table: T.tableName) }
        return value
      }
    }
    return try updateReadingBack(value)
  }

  @usableFromInline
  func updateReadingBack<T: KeyedTable>(_ value: T) throws -> T {
    try transaction {
      try update(value)
      return try refresh(value)
    }
  }

  @usableFromInline
  func insertWithNewKey<T: KeyedTable>(_ value: T) throws -> T {
    try insertReadingBack(
      value.storedValues, withoutKey: true, omitting: value.omittedColumns + value.unloaded)
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Updates the row if its key is above 0, and inserts it with a new key otherwise; see
  /// ``SQLConnection/saveByPositiveKey(_:)``.
  @discardableResult
  @inlinable
  public func saveByPositiveKey<T: KeyedTable>(_ value: T) async throws -> T
  where T.Key: FixedWidthInteger {
    try await writingRow { try $0.saveByPositiveKey(value) }
  }
}
