extension SQLConnection {
  /// Inserts the row, or updates every column of the existing row with its key.
  ///
  /// ```swift
  /// album = try db.save(album)
  /// // INSERT INTO "album" ("title", "id") VALUES ($1, $2)
  /// //   ON CONFLICT ("id") DO UPDATE SET "title" = excluded."title"
  /// ```
  ///
  /// If the key is nil, the row is inserted. `save` is an upsert by key, not a replace: the row is
  /// not deleted first, so rows that refer to it stay.
  ///
  /// An upsert needs a value for each `NOT NULL` column, even for an existing row. If the table has
  /// a `NOT NULL` column that is not written (a lazy column that is not loaded, or a column that
  /// the struct does not have), `save` updates first:
  ///
  /// ```swift
  /// try db.save(label)                       // `logo` is lazy and not loaded
  /// // UPDATE "label" SET "name" = $1 WHERE "id" = $2
  /// // INSERT INTO "label" …                 if there is no such row
  /// ```
  ///
  /// - Returns: The row as a fetch would return it.
  /// - Throws: The errors of ``insert(_:)-(T)``.
  @inlinable
  @discardableResult
  public func save<T: KeyedTable>(_ value: consuming T) throws -> T {
    if value.primaryKey == nil { return try insert(value) }
    if T.needsReadBack && !value.roundTripsExactly || !value.omittedColumns.isEmpty {
      return try saveReadingBack(value)
    }
    let statement = try writingStatement(.upsert, for: T.self)
    if !value.roundTripsExactly { return try save(value, by: statement) }
    if try runUnlessTriggered(statement, writing: value) { return value }
    return try saveReadingBack(value)
  }

  /// Saves a row whose stored form may differ from its value.
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
  /// - Returns: The rows as a fetch would return them, in the order of `values`.
  /// - Throws: The errors of ``save(_:)-(T)``. If it throws, nothing is saved.
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
    let places = values.indices.filter { !omittedColumns.contains($0 + 1) }
    let columns = T.schema.writableColumns
    let written = places.map { columns[$0] }
    func needsUpdate(again: Bool = false) throws -> Bool {
      try needsUpdateFirst(T.self, writing: written, again: again)
    }
    func upsert() throws {
      let unloaded = value.unloaded
      let sql =
        omittedColumns.isEmpty && unloaded.isEmpty
        ? T.upsertSQL : T.schema.upsertSQL(omitting: omittedColumns, unloaded: unloaded)
      let statement = try checkedStatement(sql, of: T.self)
      do {
        try statement.bind(places.map { values[$0] })
        try statement.run()
      } catch {
        throw described(error, of: T.self, FailedWrite(T.self, values: values))
      }
      // If all columns are in the key, an existing row has nothing to update: no row is changed,
      // and RETURNING returns none.
      if changeCount == 0 && !sql.utf8.reversed().starts(with: "DO NOTHING".utf8.reversed()) {
        throw RowNotKeptError(table: T.tableName)
      }
    }
    return try transaction {
      let isUpdatedFirst = try needsUpdate()
      if try !isUpdatedFirst || !updateIfFound(value) {
        do {
          try upsert()
        } catch let error as DatabaseError where error.violation?.kind.precedesConflict == true {
          // Another connection may have added a column since the table was inspected.
          guard try !isUpdatedFirst && needsUpdate(again: true) && updateIfFound(value) else {
            throw error
          }
        }
      }
      guard let key = value.primaryKey, let row = try find(T.self, key) else {
        throw RowNotKeptError(table: T.tableName)
      }
      return row
    }
  }

  /// - Returns: Whether a row has the key.
  private func updateIfFound<T: KeyedTable>(_ value: T) throws -> Bool {
    do {
      try update(value)
      return true
    } catch is RowNotFoundError {
      return false
    }
  }
}

extension ConstraintViolation.Kind {
  /// Whether SQLite checks the constraint before it looks for a conflict with another row.
  fileprivate var precedesConflict: Bool { self == .notNull || self == .check }
}

// MARK: - On the database

extension SQLDatabase {
  /// Inserts the row, or updates every column of the existing row with its key; see
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
