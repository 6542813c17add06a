import CSQLite
import ORMCore

extension PreparedStatement {
  /// Runs the statement and reports the run.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows to decode. A statement that writes is run to its end.
  ///     The default is no limit.
  ///   - check: Checks the columns after the first step.
  ///   - decode: Decodes the current row.
  @usableFromInline
  @inline(never)
  func monitoredRows<Output>(
    limit: Int = .max, checking check: () throws -> Void = {}, _ decode: () throws -> Output
  ) throws -> [Output] {
    var run = try beginMonitored()
    var rows: [Output] = []
    do {
      var hasRow = try run.step(self)
      try check()
      while hasRow {
        rows.append(try run.decode(decode))
        if rows.count == limit { break }
        hasRow = try run.step(self)
      }
      if hasRow && !isReadOnly { while try run.step(self) {} }
    } catch {
      run.error = error
      endMonitored(run)
      throw error
    }
    endMonitored(run)
    return rows
  }

  /// Decodes whole rows and reports the run.
  ///
  /// It is a separate function so that the code that decodes a row occurs only once in callers.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: Selection>(of type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit) { () throws -> T in try decode() }
  }

  /// Decodes rows, finding their columns by name, and reports the run.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: RowDecodable>(byName type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit, checking: { _ = try layout(of: type) }) { () throws -> T in
      try decode(layout(of: type))
    }
  }

  /// Reads the only column of each row and reports the run.
  @usableFromInline
  @inline(never)
  func monitoredValues<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, limit: Int = .max
  ) throws -> [Representation.Value] {
    try monitoredRows(limit: limit, checking: checkOneColumn) {
      try Representation.read(from: SQLiteRow(handle: handle), at: 0)
    }
  }

  /// Runs a closure without checking the statements that it runs.
  func withoutChecks<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let monitor else { return try body() }
    return try monitor.withoutChecks(body)
  }

  /// - Throws: The error with which the monitor refuses the statement, which then must not run.
  func beginMonitored() throws -> StatementRun {
    do {
      try monitor?.begin(self)
    } catch {
      reset()
      throw error
    }
    return StatementRun(totalChangeCount: Int(sqlite3_total_changes(connection)))
  }

  /// Reports the run and resets the statement.
  func endMonitored(_ run: StatementRun) {
    if let monitor { monitor.end(self, run) } else { reset() }
  }

  /// Returns the number of rows that a completed run changed itself.
  func changeCount(since run: StatementRun) -> Int {
    // If this statement did not write, `sqlite3_changes` still returns the count of the last write.
    Int(sqlite3_total_changes(connection)) == run.totalChangeCount
      ? 0 : Int(sqlite3_changes(connection))
  }

  /// Whether the statement uses a redacted column, or may use one.
  var isRedacted: Bool {
    if RedactedColumns.isEmpty { return false }
    guard let usedColumns, !isPreparedAnew else { return true }
    return usedColumns.contains { RedactedColumns.contains($0.column, of: $0.table) }
  }

  /// The SQL with the bound values.
  var sqlWithValues: String? {
    guard let text = sqlite3_expanded_sql(handle) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}
