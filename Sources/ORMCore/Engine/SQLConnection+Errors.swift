extension SQLConnection {
  /// Adds to an error what the engine does not report: the table, and the column whose value could
  /// not be written or whose foreign key failed.
  ///
  /// - Parameter bind: Binds the parameters of ``DatabaseTable/insertSQL`` again. The number of
  ///   parameters before the one that fails identifies the column.
  @usableFromInline
  @inline(never)
  package func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, bind: (inout ValueCollector) throws -> Void
  ) -> any Error {
    var collector = ValueCollector()
    var isBound = true
    do { try bind(&collector) } catch { isBound = false }
    if error is ValueEncodingError {
      // If all of them can be bound, one of them could not be read back.
      let rest = T.schema.writableColumns.dropFirst(collector.values.count)
      return described(error, of: table, column: isBound ? nil : rest.first)
    }
    return described(error, of: table, FailedWrite(T.self, values: collector.values))
  }

  /// Adds the table and column to an error of a statement on the row with this key.
  @usableFromInline
  @inline(never)
  package func described<T: KeyedTable>(
    _ error: any Error, of table: T.Type, key: T.Key
  ) -> any Error {
    var collector = ValueCollector()
    try? T.bind(key: key, to: &collector, at: 1)
    if error is ValueEncodingError {
      let columns = T.primaryKeyColumns
      let position = collector.values.count
      return described(error, of: table, column: position < columns.count ? columns[position] : nil)
    }
    return described(error, of: table, FailedWrite(target: T.schema.row(key: collector.values)))
  }

  /// Adds the table, and the column if known, to an error.
  @usableFromInline
  @inline(never)
  package func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, column: String? = nil,
    _ write: @autoclosure () throws -> FailedWrite = FailedWrite()
  ) -> any Error {
    if var error = error as? ValueEncodingError {
      error.table = error.table ?? T.tableName
      error.column = error.column ?? column
      return error.redacted(in: [T.self])
    }
    guard let error = error as? DatabaseError else { return error }
    return diagnose(error, of: table) { try write() }
  }

  /// Returns the values of the row as the database stores them, in the order of
  /// ``DatabaseTable/insertSQL``.
  @inlinable
  package func storedValues<T: DatabaseTable>(of value: T) throws -> [SQLValue] {
    var collector = ValueCollector()
    do {
      try value.bind(to: &collector)
    } catch {
      throw described(error, of: T.self) { try value.bind(to: &$0) }
    }
    return collector.values
  }

  /// Returns the values of rows as the database stores them, row after row.
  @inlinable
  func storedValues<T: DatabaseTable>(of rows: [T], width: Int) throws -> [SQLValue] {
    var collector = ValueCollector(room: rows.count * width)
    for row in rows {
      do {
        try row.bind(to: &collector)
      } catch {
        throw described(error, of: T.self) { try row.bind(to: &$0) }
      }
      collector.endRow(width: width)
    }
    return collector.values
  }
}
