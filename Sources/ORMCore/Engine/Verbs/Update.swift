extension SQLConnection {
  /// Writes every column of the row with this value's key.
  ///
  /// ```swift
  /// try db.update(album)
  /// // UPDATE "album" SET "title" = $1, "lastPlayed" = $2 WHERE "id" = $3
  /// ```
  ///
  /// Nil is written as NULL. Lazy columns that were not loaded are not changed.
  ///
  /// - Throws: ``MissingPrimaryKeyError`` before any SQL runs if the key is nil,
  ///   ``RowNotFoundError`` if there is no such row, ``KeyNotUniqueError`` if several rows have the
  ///   key, which a table from another program can allow, ``RowNotKeptError`` if a trigger ignored
  ///   the change, ``DatabaseError`` if a constraint forbids it, ``ValueEncodingError``.
  @inlinable
  public func update<T: KeyedTable>(_ value: T) throws {
    if value.primaryKey == nil { throw MissingPrimaryKeyError(table: T.tableName) }
    if !value.unloaded.isEmpty || T.updateSQL.isEmpty { return try updateLoaded(value) }
    try update(value, by: writingStatement(.update, for: T.self))
  }

  /// - Parameter statement: Writes every column.
  @inlinable
  func update<T: KeyedTable>(_ value: T, by statement: Prepared) throws {
    try write(by: statement) {
      try run(statement, writing: value)
      if changeCount == 0 { throw RowNotFoundError(table: T.tableName) }
    } triggered: {
      try updateLoaded(value)
    }
  }

  /// Writes the rows, all or none of them.
  ///
  /// - Throws: The errors of ``update(_:)-(T)``. If it throws, no row is changed.
  @inlinable
  public func update<T: KeyedTable>(_ values: [T]) throws {
    if values.isEmpty { return }
    try transaction {
      // A table that has only key columns has no such statement.
      if T.updateSQL.isEmpty { return try values.forEach(update) }
      let statement = try writingStatement(.update, for: T.self)
      try values.withUnsafeBufferPointer { rows in
        for index in rows.indices {
          try rows.borrow(index) { row in
            if row.primaryKey == nil { throw MissingPrimaryKeyError(table: T.tableName) }
            if !row.unloaded.isEmpty { return try updateLoaded(row) }
            try update(row, by: statement)
          }
        }
      }
    }
  }

  /// Writes only the named columns of the row with this value's key.
  ///
  /// ```swift
  /// try db.update(album, columns: \.title, \.lastPlayed)
  /// // UPDATE "album" SET "title" = $1, "lastPlayed" = $2 WHERE "id" = $3
  /// ```
  ///
  /// - Throws: The errors of ``update(_:)-(T)``; ``DatabaseError`` if a column is read-only;
  ///   ``ValueEncodingError`` if a named lazy column was not loaded.
  @inlinable
  public func update<T: KeyedTable, each Representation>(
    _ value: T, columns: repeat KeyPath<T.Columns, Column<T, each Representation>>
  ) throws {
    if value.primaryKey == nil { throw MissingPrimaryKeyError(table: T.tableName) }
    var paths: [AnyKeyPath] = []
    for column in repeat each columns { paths.append(column) }
    if value.unloaded.isEmpty, !paths.isEmpty,
      let statement = try columnStatement(.update, of: T.self, at: paths)
    {
      // The values are encoded here, where their types are known.
      let values = try storedValues(of: value)
      return try update(T.self, by: statement, from: values, ofKeyIn: values)
    }
    var names: [String] = []
    for column in repeat each columns { names.append(T.columns[keyPath: column].ownName) }
    try update(value, columnNames: names)
    remember(paths, of: T.self, for: .update, names)
  }

  @inlinable
  func update<T: KeyedTable>(_ value: T, columnNames: [String]) throws {
    if value.primaryKey == nil { throw MissingPrimaryKeyError(table: T.tableName) }
    // The values are encoded here, where their types are known.
    let values = try storedValues(of: value)
    if !value.unloaded.isEmpty { try value.checkLoaded(columnNames) }
    try update(T.self, setting: .names(columnNames), from: values, ofKeyIn: values)
  }

  /// Writes only the columns that differ between two states of a row, to the row with the old
  /// state's key.
  ///
  /// ```swift
  /// var new = old
  /// new.title = "Promise"
  /// try db.updateChanges(new, from: old)  // UPDATE "album" SET "title" = $1 WHERE "id" = $2
  /// ```
  ///
  /// The key may be one of these columns. If the states are equal, no SQL runs.
  ///
  /// - Returns: Whether the states differed.
  /// - Throws: The errors of ``update(_:)-(T)``.
  @inlinable
  @discardableResult
  public func updateChanges<T: KeyedTable>(_ new: T, from old: T) throws -> Bool {
    if new.primaryKey == nil || old.primaryKey == nil {
      throw MissingPrimaryKeyError(table: T.tableName)
    }
    let newValues = try storedValues(of: new)
    let oldValues = try storedValues(of: old)
    let changed = new.changedPositions(newValues, from: old, oldValues)
    if changed.isEmpty { return false }
    try update(T.self, setting: .positions(changed), from: newValues, ofKeyIn: oldValues)
    return true
  }

  @usableFromInline
  @inline(never)
  func updateLoaded<T: KeyedTable>(_ value: T) throws {
    let values = try storedValues(of: value)
    let schema = T.schema
    let unloaded = value.unloaded
    let columns = schema.writableColumns.enumerated()
      .filter { !unloaded.contains($0.offset + 1) && !schema.primaryKey.contains(name: $0.element) }
      .map(\.offset)
    try update(T.self, setting: .positions(columns), from: values, ofKeyIn: values)
  }

  /// Sets some columns to the values of a row.
  ///
  /// - Parameters:
  ///   - values: All stored values of the row.
  ///   - old: All stored values of the state whose key finds the row to update.
  @usableFromInline
  func update<T: KeyedTable>(
    _ table: T.Type, setting columns: ChosenColumns, from values: [SQLValue],
    ofKeyIn old: [SQLValue]
  ) throws {
    if columns.isEmpty {
      let key = keyValues(of: old, in: table)
      // There is nothing to write, but a missing row is still an error.
      if try !exists(table, keyValues: key) { throw RowNotFoundError(table: T.tableName) }
      return
    }
    try update(
      table, by: columnStatement(.update, of: table, columns), from: values, ofKeyIn: old)
  }

  @usableFromInline
  func update<T: KeyedTable>(
    _ table: T.Type, by update: ColumnStatement<Prepared>, from values: [SQLValue],
    ofKeyIn old: [SQLValue]
  ) throws {
    let statement = update.statement
    try write(by: statement) {
      try run(update, of: table, values, ofKeyIn: old) { try runUntriggered(statement) }
      if changeCount == 0 { throw RowNotFoundError(table: T.tableName) }
    } triggered: {
      try transaction {
        guard try exists(table, keyValues: keyValues(of: old, in: table)) else {
          throw RowNotFoundError(table: T.tableName)
        }
        try run(update, of: table, values, ofKeyIn: old) { try statement.run() }
        try T.checkKeyIsUnique(changeCount: changeCount)
        // SQLite counts no changes of a view.
        if changeCount == 0 && !isView(T.tableName) { throw RowNotKeptError(table: T.tableName) }
      }
    }
  }

  private func run<T: KeyedTable>(
    _ update: ColumnStatement<Prepared>, of table: T.Type, _ values: [SQLValue],
    ofKeyIn old: [SQLValue], _ run: () throws -> Void
  ) throws {
    do {
      try update.statement.bind(update.positions, of: values, update.keyPositions, of: old)
      try run()
    } catch {
      let write = FailedWrite(
        update.names, update.positions.map { values[$0] },
        target: T.schema.row(key: keyValues(of: old, in: table)))
      throw described(error, of: table, write)
    }
  }

  private func exists<T: KeyedTable>(_ table: T.Type, keyValues: [SQLValue]) throws -> Bool {
    let statement = try statement(.exists, for: table)
    try statement.bind(keyValues)
    return try statement.scalar(Int.self) != nil
  }

  private func keyValues<T: KeyedTable>(of values: [SQLValue], in table: T.Type) -> [SQLValue] {
    // The key comes last.
    Array(values.suffix(T.primaryKeyColumns.count))
  }
}

extension KeyedTable {
  /// Checks that a write by key has changed at most one row.
  @usableFromInline
  static func checkKeyIsUnique(changeCount: Int) throws {
    if changeCount > 1 { throw KeyNotUniqueError(table: tableName, columns: primaryKeyColumns) }
  }
}

// MARK: - On the database

extension SQLDatabase {
  /// Writes every column of the row with this value's key; see ``SQLConnection/update(_:)-(T)``.
  @inlinable
  public func update<T: KeyedTable>(_ value: T) async throws {
    try await writingRow { try $0.update(value) }
  }

  /// Writes the rows, all or none of them; see ``SQLConnection/update(_:)-([T])``.
  @inlinable
  public func update<T: KeyedTable>(_ values: [T]) async throws {
    try await writing { try $0.update(values) }
  }

  /// Writes only the columns that differ between two states of a row; see
  /// ``SQLConnection/updateChanges(_:from:)``.
  @discardableResult
  @inlinable
  public func updateChanges<T: KeyedTable>(_ new: T, from old: T) async throws -> Bool {
    try await writingRow { try $0.updateChanges(new, from: old) }
  }

  /// Writes the named columns of the row with this value's key; see
  /// ``SQLConnection/update(_:columns:)``.
  @inlinable
  public nonisolated(nonsending) func update<T: KeyedTable, each Representation>(
    _ value: T, columns: repeat KeyPath<T.Columns, Column<T, each Representation>>
  ) async throws {
    var names: [String] = []
    for column in repeat each columns { names.append(T.columns[keyPath: column].ownName) }
    let columns = names
    try await writingRow { try $0.update(value, columnNames: columns) }
  }
}
