extension SQLConnection {
  /// Runs a statement whose parameters are those of ``DatabaseTable/insertSQL``, unless it fires
  /// triggers.
  ///
  /// - Returns: Whether it has run.
  @inlinable
  package func runUnlessTriggered<T: DatabaseTable>(
    _ statement: Prepared, writing value: T
  ) throws -> Bool {
    try write(by: statement) {
      try run(statement, writing: value)
      return true
    } triggered: {
      false
    }
  }

  /// Returns the row that a fetch would return once `write` has written the value.
  ///
  /// - Throws: The errors of `write`; ``ValueEncodingError``, before anything is written, if the
  ///   value could not be read back.
  @inlinable
  package func stored<T: DatabaseTable>(_ value: T, _ write: () throws -> Int64 = { 0 }) throws -> T
  {
    do {
      return try T(stored: value, rowID: write)
    } catch let error as ValueEncodingError where error.table == nil {
      throw described(error, of: T.self) { try value.bind(to: &$0) }
    }
  }

  /// Returns the rows that a fetch would return once they are written.
  ///
  /// - Throws: The errors of ``stored(_:_:)``.
  @inlinable
  package func stored<T: DatabaseTable>(_ values: [T]) throws -> [T] {
    let areExact = values.withUnsafeBufferPointer { rows in
      rows.indices.allSatisfy { rows[$0].roundTripsExactly }
    }
    return areExact ? values : try values.map { try stored($0) }
  }

  /// Fetches the current values of these columns of the row.
  ///
  /// - Throws: ``MissingPrimaryKeyError``, ``RowNotFoundError``
  func currentValues<T: KeyedTable>(of row: T, in columns: [String]) throws -> [SQLValue] {
    guard let key = row.primaryKey else { throw MissingPrimaryKeyError(table: T.tableName) }
    let statement = try columnStatement(.find, of: T.self, .names(columns)).statement
    try bind(key: key, of: T.self, to: statement)
    let values = try withoutWarnings {
      try statement.firstRow(by: AllColumns(count: columns.count))
    }
    guard let values else {
      throw RowNotFoundError(table: T.tableName)
    }
    return values
  }
}
