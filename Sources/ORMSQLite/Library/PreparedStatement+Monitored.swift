import CSQLite
import ORMCore

extension PreparedStatement {
  /// Runs the statement and reports the run.
  ///
  /// - Parameters:
  ///   - limit: How many rows are looked at. A statement that writes is run to its end.
  ///   - check: Looks at the columns, after the first step.
  ///   - decode: Makes a value of the row that the statement stands on.
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
  /// A function of its own, so that the decoding of a row is in the callers' code once.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: Selection>(of type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit) { () throws -> T in try decode() }
  }

  /// Decodes rows, their columns found by name, and reports the run.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: RowDecodable>(byName type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit, checking: { _ = try layout(of: type) }) { () throws -> T in
      try decode(layout(of: type))
    }
  }

  /// Reads the one column of rows and reports the run.
  @usableFromInline
  @inline(never)
  func monitoredValues<Representation: ColumnRepresentation>(
    _ representation: Representation.Type, limit: Int = .max
  ) throws -> [Representation.Value] {
    try monitoredRows(limit: limit, checking: checkOneColumn) {
      try Representation.read(from: SQLiteRow(handle: handle), at: 0)
    }
  }

  /// - Throws: what the monitor throws of a statement; it does not run then.
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

  /// How many rows a run that has ended changed itself.
  func changeCount(since run: StatementRun) -> Int {
    // If this statement was no write, the count of changes is still that of the last write.
    Int(sqlite3_total_changes(connection)) == run.totalChangeCount
      ? 0 : Int(sqlite3_changes(connection))
  }

  /// The text with the values that are bound.
  var sqlWithValues: String? {
    guard let text = sqlite3_expanded_sql(handle) else { return nil }
    defer { sqlite3_free(text) }
    return String(cString: text)
  }
}
