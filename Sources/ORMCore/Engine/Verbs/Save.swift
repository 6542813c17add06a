extension SQLConnection {
  /// Inserts the row, or writes every column of the row that has its key.
  ///
  /// ```swift
  /// album = try db.save(album)
  /// // INSERT INTO "album" ("title", "id") VALUES ($1, $2)
  /// //   ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title"
  /// ```
  ///
  /// A nil key inserts. It is an upsert by key and not a replace: the row is not deleted first, so
  /// what refers to it stays.
  ///
  /// - Returns: the row as a fetch would return it.
  /// - Throws: as ``insert(_:)-(T)``.
  @inlinable
  @discardableResult
  public func save<T: KeyedTable>(_ value: consuming T) throws -> T {
    if value.primaryKey == nil { return try insert(value) }
    if T.needsReadBack || !value.omittedColumns.isEmpty { return try saveReadingBack(value) }
    let statement = try writingStatement(.upsert, for: T.self)
    if !value.roundTripsExactly { return try save(value, by: statement) }
    if try runUnlessTriggered(statement, writing: value) { return value }
    return try saveReadingBack(value)
  }

  /// Saves a row that does not come back as it is.
  @inlinable
  func save<T: KeyedTable>(_ value: T, by statement: Prepared) throws -> T {
    try write(by: statement) {
      try stored(value) {
        try run(statement, writing: value)
        return 0
      }
    } triggered: {
      try saveReadingBack(value)
    }
  }

  /// Saves the rows, all or none of them.
  ///
  /// - Returns: the rows as a fetch would return them, in the order they were given.
  /// - Throws: as the save of one row. Nothing is kept then.
  @inlinable
  @discardableResult
  public func save<T: KeyedTable>(_ values: [T]) throws -> [T] {
    try transaction {
      try values.map { try save($0) }
    }
  }

  @usableFromInline
  @inline(never)
  func saveReadingBack<T: KeyedTable>(_ value: T) throws -> T {
    let values = try storedValues(of: value)
    let omittedColumns = value.omittedColumns
    let sql = T.schema.upsertSQL(omitting: omittedColumns, unloaded: value.unloaded)
    let arguments = values.enumerated().filter { !omittedColumns.contains($0.offset + 1) }.map(
      \.element)
    let statement = try checkedStatement(sql)
    return try transaction {
      do {
        try statement.bind(arguments)
        try statement.run()
      } catch {
        throw described(error, of: T.self, FailedWrite(T.self, values: values))
      }
      // Where all columns are in the key there is nothing to update in a row that is there: no row
      // is changed, and RETURNING has none.
      if changeCount == 0 && !sql.utf8.reversed().starts(with: "DO NOTHING".utf8.reversed()) {
        throw RowNotKeptError(table: T.tableName)
      }
      guard let key = value.primaryKey, let row = try find(T.self, key) else {
        throw RowNotKeptError(table: T.tableName)
      }
      return row
    }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Inserts the row, or writes every column of the row that has its key; see
  /// ``SQLConnection/save(_:)-(T)``.
  @inlinable
  @discardableResult
  public func save<T: KeyedTable>(_ value: T) async throws -> T {
    try await writingRow { try $0.save(value) }
  }

  /// Saves the rows, all or none of them; see ``SQLConnection/save(_:)-([T])``.
  @inlinable
  @discardableResult
  public func save<T: KeyedTable>(_ values: [T]) async throws -> [T] {
    try await writing { try $0.save(values) }
  }
}
