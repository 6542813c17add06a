import CSQLite
import ORMCore

extension PreparedStatement {
  /// Decodes every row.
  @inlinable
  public func rows<T: Selection>(of type: T.Type) throws -> [T] {
    if monitor != nil { return try monitoredRows(of: type) }
    defer { reset() }
    guard try step() else { return [] }
    let integers = validIntegerColumns
    return try collect { try decode(integers) }
  }

  /// Decodes the first row, if there is one.
  @inlinable
  public func firstRow<T: Selection>(of type: T.Type) throws -> T? {
    if monitor != nil { return try monitoredRows(of: type, limit: 1).first }
    defer { reset() }
    return try step() ? try decode() : nil
  }

  /// Decodes every row with a closure.
  @inlinable
  func rows<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> [Output] {
    if monitor != nil { return try monitoredRows { try decode(SQLiteRow(handle: handle)) } }
    defer { reset() }
    return try step() ? try collect { try decode(SQLiteRow(handle: handle)) } : []
  }

  /// Decodes the current row and all following ones with a closure.
  @inlinable
  func collect<Output>(_ decode: () throws -> Output) throws -> [Output] {
    // A growing array moves its elements. So capacity is reserved for as many rows as the last run
    // returned and some more, in steps, because the last run may have returned far more.
    var rows: [Output] = []
    let expected = rowCount + rowCount >> 4
    if expected > 0 { rows.reserveCapacity(min(expected, 64)) }
    repeat {
      if rows.count == rows.capacity {
        if rows.count < expected {
          rows.reserveCapacity(min(expected, 64 * rows.count))
        } else if rows.count * MemoryLayout<Output>.stride >= RowPieces<Output>.threshold {
          return try collect(behind: rows, decode)
        }
      }
      rows.append(try decode())
    } while try step()
    rowCount = rows.count
    return rows.capacity > 4 * rows.count ? rows.map { $0 } : rows
  }

  /// Decodes the following rows of a very large result, of which some are already decoded.
  @inlinable
  func collect<Output>(
    behind first: [Output], _ decode: () throws -> Output
  ) throws -> [Output] {
    let pieces = RowPieces<Output>()
    var next = try pieces.addPiece()
    var room = pieces.capacity
    repeat {
      if room == 0 {
        next = try pieces.addPiece()
        room = pieces.capacity
      }
      next.initialize(to: try decode())
      next += 1
      room -= 1
      pieces.count += 1
    } while try step()
    rowCount = first.count + pieces.count
    return pieces.rows(behind: first)
  }

  /// Decodes the first row with a closure; nil if there is none.
  @inlinable
  func firstRow<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> Output? {
    if monitor != nil {
      return try monitoredRows(limit: 1) { try decode(SQLiteRow(handle: handle)) }.first
    }
    defer { reset() }
    return try step() ? try decode(SQLiteRow(handle: handle)) : nil
  }

  /// Returns the values at these positions of the first row of a statement that writes; nil if it
  /// returns no row.
  ///
  /// The statement runs to its end. If it were reset before, a full-text index would write its
  /// tables during the reset, which a defensive connection refuses, and everything would be undone
  /// without an error.
  func firstRow(at positions: [Int]) throws -> [SQLValue]? {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      for position in positions { values.append(try row.sqlValue(at: position)) }
      return values
    }.first
  }

  /// Returns the values of every row.
  func values() throws -> [[SQLValue]] {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      // Read after a step, which may compile the statement again for a changed table.
      for column in 0..<Int(sqlite3_column_count(handle)) {
        values.append(try row.sqlValue(at: column))
      }
      return values
    }
  }

  @inlinable
  func decode<T: Selection>(_ integers: IntegerColumns = IntegerColumns()) throws -> T {
    do {
      return try T(row: SQLiteRow(handle: handle, integers: integers))
    } catch {
      throw failure(error, of: T.self)
    }
  }

  /// Returns the error of decoding the current row, with the names of the type and the column.
  @usableFromInline
  @inline(never)
  func failure<T: Selection>(_ error: any Error, of type: T.Type) -> any Error {
    error.naming(type, in: SQLiteRow(handle: handle))
  }

  /// Reads the first column of the first row.
  func scalar<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    try firstRow { (row: borrowing SQLiteRow) in try Representation.read(from: row, at: 0) }
  }
}
