extension SQLConnection {
  /// Deletes the row with this value's key.
  ///
  /// ```swift
  /// try db.delete(album)                       // DELETE FROM "album" WHERE "id" = $1
  /// ```
  ///
  /// - Returns: Whether the row existed.
  /// - Throws: ``MissingPrimaryKeyError`` before any SQL runs if the key is nil; ``DatabaseError``
  ///   if a constraint forbids it, for example a foreign key without `ON DELETE` that refers to the
  ///   row; see <https://www.sqlite.org/foreignkeys.html#fk_actions>; ``KeyNotUniqueError`` if
  ///   several rows have the key, which a table from another program can allow.
  @inlinable
  @discardableResult
  public func delete<T: KeyedTable>(_ value: T) throws -> Bool {
    guard let key = value.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
    return try delete(T.self, key: key)
  }

  /// Deletes the row with this key.
  ///
  /// - Returns: Whether the row existed.
  /// - Throws: ``DatabaseError`` if a constraint forbids it; ``KeyNotUniqueError`` if several rows
  ///   have the key, which a table from another program can allow.
  @inlinable
  @discardableResult
  public func delete<T: KeyedTable>(_ type: T.Type, key: T.Key) throws -> Bool {
    let statement = try writingStatement(.delete, for: type)
    return try write(by: statement) {
      try delete(type, key: key, by: statement)
    } triggered: {
      if try isKeyUnique(of: type) { return try delete(type, key: key, by: statement) }
      return try transaction {
        let isFound = try delete(type, key: key, by: statement)
        try T.checkKeyIsUnique(changeCount: changeCount)
        return isFound
      }
    }
  }

  @inlinable
  func delete<T: KeyedTable>(
    _ type: T.Type, key: T.Key, by statement: Prepared
  ) throws -> Bool {
    do {
      try statement.bind(key, by: KeyParameters<T>.self)
      try statement.run()
    } catch {
      throw described(error, of: type, key: key)
    }
    return changeCount > 0
  }

  /// Deletes the rows that meet the condition.
  ///
  /// ```swift
  /// try db.delete(Album.self, where: { $0.artistID == 7 })
  /// // DELETE FROM "album" WHERE "artistID" = $1
  /// ```
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``MissingConditionError`` if the condition is empty, so that every row meets it;
  ///   ``DatabaseError`` if a constraint forbids it; ``ValueEncodingError``.
  @discardableResult
  public func delete<T: DatabaseTable>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) throws -> Int {
    try delete(T.where(condition))
  }

  /// Deletes the rows that the query selects; the same as `run(query.delete())`.
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``MissingConditionError`` if the query selects every row of the table;
  ///   ``DatabaseError`` if a constraint forbids it; ``ValueEncodingError``.
  @discardableResult
  public func delete<T: DatabaseTable>(_ query: Select<T>) throws -> Int {
    try run(query.delete())
  }

  /// Deletes every row of the table. It is a separate method, so that a forgotten condition never
  /// deletes all rows.
  ///
  /// ```swift
  /// try db.deleteAll(Album.self)               // DELETE FROM "album"
  /// ```
  ///
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError`` if a constraint forbids it.
  @discardableResult
  public func deleteAll<T: DatabaseTable>(_ type: T.Type) throws -> Int {
    do {
      try writingStatement(.deleteAll, for: type).run()
    } catch {
      throw described(error, of: type, FailedWrite(target: try T.all.node.targetStatement()))
    }
    return changeCount
  }
}

// MARK: - Without a condition

extension SQLConnection {
  @available(
    *, unavailable, message: "choose rows with 'where:', or delete all with 'deleteAll(_:)'"
  )
  public func delete<T: DatabaseTable>(_ type: T.Type) throws -> Int { 0 }
}

extension SQLDatabase {
  @available(
    *, unavailable, message: "choose rows with 'where:', or delete all with 'deleteAll(_:)'"
  )
  public func delete<T: DatabaseTable>(_ type: T.Type) async throws -> Int { 0 }
}

// MARK: - On the database

extension SQLDatabase {
  /// Deletes the row with this value's key; see ``SQLConnection/delete(_:)-(T)``.
  @inlinable
  @discardableResult
  public func delete<T: KeyedTable>(_ value: T) async throws -> Bool {
    try await writingRow { try $0.delete(value) }
  }

  /// Deletes the row with this key; see ``SQLConnection/delete(_:key:)``.
  @inlinable
  @discardableResult
  public func delete<T: KeyedTable>(_ type: T.Type, key: T.Key) async throws -> Bool {
    try await writingRow { try $0.delete(type, key: key) }
  }

  /// Deletes the rows that meet the condition; see ``SQLConnection/delete(_:where:)``.
  @discardableResult
  @inlinable
  public nonisolated(nonsending) func delete<T: DatabaseTable>(
    _ type: T.Type, @ConditionBuilder where condition: (T.Columns) -> SQLExpression<Bool>
  ) async throws -> Int {
    let query = T.where(condition)
    return try await writing { try $0.delete(query) }
  }

  /// Deletes the rows that the query selects; see ``SQLConnection/delete(_:)-(Select<T>)``.
  @discardableResult
  public func delete<T: DatabaseTable>(_ query: Select<T>) async throws -> Int {
    try await writing { try $0.delete(query) }
  }

  /// Deletes every row of the table; see ``SQLConnection/deleteAll(_:)``.
  @discardableResult
  public func deleteAll<T: DatabaseTable>(_ type: T.Type) async throws -> Int {
    try await writing { try $0.deleteAll(type) }
  }
}
