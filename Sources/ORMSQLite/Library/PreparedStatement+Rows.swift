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

  /// What `decode` makes of every row.
  @inlinable
  func rows<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> [Output] {
    if monitor != nil { return try monitoredRows { try decode(SQLiteRow(handle: handle)) } }
    defer { reset() }
    return try step() ? try collect { try decode(SQLiteRow(handle: handle)) } : []
  }

  /// What `decode` makes of the row that the statement stands on, and of all that follow.
  @inlinable
  func collect<Output>(_ decode: () throws -> Output) throws -> [Output] {
    // An array that grows moves all that it has. So it gets room for as many rows as the last run
    // gave, and some more, in steps: the last run may have given far more.
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

  /// The same of very many rows, some of which are decoded already.
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

  /// What `decode` makes of the first row, if there is one.
  @inlinable
  func firstRow<Output>(_ decode: (borrowing SQLiteRow) throws -> Output) throws -> Output? {
    if monitor != nil {
      return try monitoredRows(limit: 1) { try decode(SQLiteRow(handle: handle)) }.first
    }
    defer { reset() }
    return try step() ? try decode(SQLiteRow(handle: handle)) : nil
  }

  /// The values at these positions of the first row, if there is one, of a statement that
  /// writes.
  ///
  /// It runs to its end. If it is reset before, a full-text index writes its tables while the
  /// statement is reset, which a connection that is defensive refuses, and all is undone without an
  /// error.
  func firstRow(at positions: [Int]) throws -> [SQLValue]? {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      for position in positions { values.append(try row.sqlValue(at: position)) }
      return values
    }.first
  }

  /// The values of every row.
  func values() throws -> [[SQLValue]] {
    try rows { (row: borrowing SQLiteRow) -> [SQLValue] in
      var values: [SQLValue] = []
      // Asked with a row: to run a statement may be to compile it again, for a table that has
      // changed.
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

  /// What met decoding the row that the statement stands on.
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
