import CSQLite
import ORMCore

extension PreparedStatement {
  /// Runs the statement, of which someone is told.
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

  /// Decodes whole rows, of which someone is told.
  ///
  /// By itself, so that the code of those who call it has the decoding of a row once.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: NamedSource>(of type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit) { () throws -> T in try decode() }
  }

  /// Decodes rows, of which someone is told, their columns found by their names.
  @usableFromInline
  @inline(never)
  func monitoredRows<T: RowDecodable>(byName type: T.Type, limit: Int = .max) throws -> [T] {
    try monitoredRows(limit: limit, checking: { _ = try layout(of: type) }) { () throws -> T in
      try decode(layout(of: type))
    }
  }

  /// Reads the one column of rows, of which someone is told.
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

  /// Tells of the run, and resets the statement.
  func endMonitored(_ run: StatementRun) {
    if let monitor { monitor.end(self, run) } else { reset() }
  }

  /// How many rows a run that has ended changed itself.
  func changeCount(since run: StatementRun) -> Int {
    // The count of changes stands from the last write where this statement was none.
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
