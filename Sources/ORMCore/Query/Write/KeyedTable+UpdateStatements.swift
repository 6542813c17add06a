extension KeyedTable {
  /// The update of some columns of the row with this value's key.
  ///
  /// ```swift
  /// try Artist(id: 1, name: "Sade", mentor: 2).updateStatement(columns: \.name)
  /// // UPDATE "artist" SET "name" = $1 WHERE "id" = $2
  /// // ["Sade", 1]
  /// ```
  ///
  /// - Throws: ``MissingPrimaryKeyError`` if the key is nil; ``DatabaseError`` if a column is
  ///   read-only; ``ValueEncodingError``, for example if a lazy column was not loaded.
  public func updateStatement<each Representation>(
    columns: repeat KeyPath<Columns, Column<Self, each Representation>>
  ) throws -> Statement {
    var names: [String] = []
    for column in repeat each columns { names.append(Self.columns[keyPath: column].name) }
    if primaryKey == nil { throw MissingPrimaryKeyError(table: Self.tableName) }
    try checkLoaded(names)
    let values = try storedValues
    return try Self.updateStatement(setting: names, from: values, of: values)
  }

  /// The update of the columns that differ between two states of a row. The row is found by the old
  /// state's key.
  ///
  /// ```swift
  /// try new.updateStatement(from: old)
  /// // UPDATE "artist" SET "name" = $1 WHERE "id" = $2
  /// ```
  ///
  /// - Returns: The statement, or nil if nothing differs.
  /// - Throws: ``MissingPrimaryKeyError`` if a key is nil; ``ValueEncodingError``.
  public func updateStatement(from old: Self) throws -> Statement? {
    if primaryKey == nil || old.primaryKey == nil {
      throw MissingPrimaryKeyError(table: Self.tableName)
    }
    let (new, before) = (try storedValues, try old.storedValues)
    let changed = changedPositions(new, from: old, before)
    if changed.isEmpty { return nil }
    let columns = Self.schema.writableColumns
    return try Self.updateStatement(setting: changed.map { columns[$0] }, from: new, of: before)
  }

  /// - Throws: ``ValueEncodingError`` if one of the columns is lazy and was not loaded.
  @usableFromInline
  func checkLoaded(_ names: [String]) throws {
    let unloaded = unloaded
    if unloaded.isEmpty { return }
    let columns = Self.schema.writableColumns
    for position in unloaded where names.contains(name: columns[position - 1]) {
      throw ValueEncodingError(
        table: Self.tableName, column: columns[position - 1], type: "Lazy",
        reason: .invalid(
          description: "it was not loaded; load it, or leave its column out of the update"))
    }
  }

  /// The positions, from 0, of the writable columns whose values differ between two states of a
  /// row.
  ///
  /// - Parameters:
  ///   - values: The stored values of this state.
  ///   - oldValues: The stored values of the old state.
  @inlinable
  func changedPositions(_ values: [SQLValue], from old: Self, _ oldValues: [SQLValue]) -> [Int] {
    // The old value of a lazy column that was not loaded is unknown, so a new one is always
    // written.
    values.changedPositions(from: oldValues, unknown: old.unloaded, unloaded: unloaded)
  }

  /// - Throws: ``DatabaseError`` if a column is read-only.
  static func values(_ values: [SQLValue], of columns: [String]) throws -> [SQLValue] {
    try positions(of: columns).map { values[$0] }
  }

  /// - Parameter old: The values of the row to update, with the key's values last.
  private static func updateStatement(
    setting columns: [String], from values: [SQLValue], of old: [SQLValue]
  ) throws -> Statement {
    let key = old.suffix(primaryKeyColumns.count)
    return Statement(
      sql: schema.updateSQL(columns: columns),
      arguments: try Self.values(values, of: columns) + key)
  }
}

extension [SQLValue] {
  @usableFromInline
  func changedPositions(from old: [SQLValue], unknown: [Int], unloaded: [Int]) -> [Int] {
    var changed: [Int] = []
    for index in indices
    where (self[index] != old[index] || unknown.contains(index + 1))
      && !unloaded.contains(index + 1)
    {
      changed.append(index)
    }
    return changed
  }
}

extension DatabaseTable {
  /// The positions of the columns among the writable ones, from 0.
  ///
  /// - Throws: ``DatabaseError`` if a column is read-only.
  static func positions(of columns: [String]) throws -> [Int] {
    let writable = schema.writableColumns
    return try columns.map { column in
      if let position = writable.firstIndex(ofName: column) { return position }
      throw DatabaseError(
        extendedCode: .readOnly,
        message: "the column \"\(column)\" of \"\(tableName)\" is read-only")
    }
  }
}
