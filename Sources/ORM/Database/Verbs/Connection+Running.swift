extension Connection {
  /// Runs a statement whose parameters are those of ``Table/insertSQL``.
  @inlinable
  func run<T: Table>(_ statement: PreparedStatement, writing value: T) throws {
    do {
      try statement.bind { try value.bind(to: &$0) }
      try statement.run()
    } catch {
      throw explain(error, of: T.self) { try value.bind(to: &$0) }
    }
  }

  /// Adds to an error what the verb knows and SQLite does not say: the table, and the column whose
  /// value could not be written.
  ///
  /// - Parameter bind: Writes the parameters once more: those that come before the one that fails
  ///   tell which it is.
  @usableFromInline
  @inline(never)
  func explain<T: Table>(
    _ error: any Error, of table: T.Type,
    bind: ((inout ValueCollector) throws -> Void)? = nil
  ) -> any Error {
    if var error = error as? ValueEncodingError {
      error.table = T.tableName
      if let bind, error.column == nil {
        var collector = ValueCollector()
        try? bind(&collector)
        let columns = T.schema.writableColumns
        if collector.values.count < columns.count { error.column = columns[collector.values.count] }
      }
      return error
    }
    if var error = error as? DatabaseError, error.violation != nil {
      error.violation = ConstraintViolation(
        extendedCode: error.extendedCode, message: error.message, table: T.tableName)
      return error
    }
    return error
  }
}
