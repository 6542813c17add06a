extension SQLConnection {
  /// Adds to an error what the verb knows and the engine does not say: the table, and the column
  /// whose value could not be written or whose reference failed.
  ///
  /// - Parameter bind: Writes the parameters of ``DatabaseTable/insertSQL`` once more: those that
  ///   come before the one that fails tell which it is.
  @usableFromInline
  @inline(never)
  package func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, bind: (inout ValueCollector) throws -> Void
  ) -> any Error {
    var collector = ValueCollector()
    var isBound = true
    do { try bind(&collector) } catch { isBound = false }
    if error is ValueEncodingError {
      // Where all of them can be written, one of them can't be read again.
      let rest = T.schema.writableColumns.dropFirst(collector.values.count)
      return described(error, of: table, column: isBound ? nil : rest.first)
    }
    return described(error, of: table, FailedWrite(T.self, values: collector.values))
  }

  /// Adds to an error what the verb knows, where what failed was about the row with this key.
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

  /// Adds to an error what the verb knows.
  @usableFromInline
  @inline(never)
  package func described<T: DatabaseTable>(
    _ error: any Error, of table: T.Type, column: String? = nil,
    _ write: @autoclosure () throws -> FailedWrite = FailedWrite()
  ) -> any Error {
    if var error = error as? ValueEncodingError {
      error.table = error.table ?? T.tableName
      error.column = error.column ?? column
      return error
    }
    guard let error = error as? DatabaseError else { return error }
    return diagnose(error, of: table) { try write() }
  }

  /// The values of the row as the database stores them, in the order of
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

  /// The values of rows as the database stores them, one row behind the other.
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
