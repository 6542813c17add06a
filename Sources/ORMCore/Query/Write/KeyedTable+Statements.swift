extension KeyedTable {
  /// The update of every column of the row with this value's key.
  ///
  /// ```swift
  /// try Artist(id: 1, name: "Sade").updateStatement
  /// // UPDATE "artist" SET "name" = $1 WHERE "id" = $2
  /// // ["Sade", 1]
  /// ```
  ///
  /// - Throws: ``MissingPrimaryKeyError`` if the key is nil, and ``ValueEncodingError``.
  public var updateStatement: Statement {
    get throws {
      try requirePrimaryKey()
      let values = try storedValues
      let unloaded = Set(unloaded)
      let sql =
        unloaded.isEmpty
        ? Self.updateSQL : Self.schema.updateSQL(omitting: unloaded.sorted())
      if !sql.isEmpty {
        return Statement(sql: sql, arguments: values.omitting(unloaded))
      }
      // The table has only key columns: the statement changes nothing, but shows whether the row
      // exists.
      let key = Array(values.suffix(Self.primaryKeyColumns.count))
      return Statement(sql: Self.schema.touchSQL, arguments: key)
    }
  }

  /// The insert of this value, or the update of the row with its key if there is one.
  ///
  /// ```swift
  /// try Artist(id: 1, name: "Sade").saveStatement
  /// // INSERT INTO "artist" ("name", "id") VALUES ($1, $2)
  /// //   ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
  /// // ["Sade", 1]
  /// ```
  ///
  /// If the key is nil, this is ``DatabaseTable/insertStatement``.
  ///
  /// - Throws: ``ValueEncodingError``
  public var saveStatement: Statement {
    get throws {
      if primaryKey == nil { return try insertStatement }
      let values = try storedValues
      let omittedColumns = Set(omittedColumns).union(unloaded)
      if omittedColumns.isEmpty { return Statement(sql: Self.upsertSQL, arguments: values) }
      return Statement(
        sql: Self.schema.upsertSQL(omitting: omittedColumns.sorted(), unloaded: unloaded),
        arguments: values.omitting(omittedColumns))
    }
  }

  /// The delete of the row with this value's key.
  ///
  /// ```swift
  /// try Artist(id: 1, name: "Sade").deleteStatement
  /// // DELETE FROM "artist" WHERE "id" = $1
  /// // [1]
  /// ```
  ///
  /// - Throws: ``MissingPrimaryKeyError`` if the key is nil, and ``ValueEncodingError``.
  public var deleteStatement: Statement {
    get throws { try Self.deleteStatement(requirePrimaryKey()) }
  }

  /// The delete of the row with this key.
  ///
  /// - Throws: ``ValueEncodingError``
  public static func deleteStatement(_ key: Key) throws -> Statement {
    Statement(sql: deleteSQL, arguments: try arguments(for: key))
  }

  /// The select of the row with this key.
  ///
  /// ```swift
  /// try Artist.findStatement(1)   // SELECT "id", "name" FROM "artist" WHERE "id" = $1
  /// ```
  ///
  /// - Throws: ``ValueEncodingError``
  public static func findStatement(_ key: Key) throws -> Statement {
    Statement(sql: findSQL, arguments: try arguments(for: key))
  }

  @discardableResult
  private func requirePrimaryKey() throws -> Key {
    guard let primaryKey else { throw MissingPrimaryKeyError(table: Self.tableName) }
    return primaryKey
  }

  private static func arguments(for key: Key) throws -> [SQLValue] {
    var collector = ValueCollector()
    do {
      try bind(key: key, to: &collector, at: 1)
    } catch {
      let columnsOutsideKey = schema.writableColumns.count - primaryKeyColumns.count
      throw encodingError(error, after: columnsOutsideKey + collector.values.count)
    }
    return collector.values
  }
}
