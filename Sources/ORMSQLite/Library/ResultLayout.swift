import CSQLite
import ORMCore

/// The positions of the columns of a type in the result of a statement.
@usableFromInline
struct ResultLayout {
  /// The decoded type.
  @usableFromInline let type: ObjectIdentifier
  /// The number of times that SQLite had prepared the statement again when the layout was read.
  @usableFromInline let preparations: Int32
  @usableFromInline let columnNames: [String]
  /// The position of each column of the type.
  @usableFromInline let positions: [Int]
  /// Whether the columns are in the order in which the type reads them.
  @usableFromInline let isInOrder: Bool

  init(
    of type: Any.Type, in columnNames: [String], preparations: Int32,
    positions: ([String]) throws -> [Int]
  ) rethrows {
    self.type = ObjectIdentifier(type)
    self.preparations = preparations
    self.columnNames = columnNames
    self.positions = try positions(columnNames)
    isInOrder = self.positions.enumerated().allSatisfy { $0 == $1 }
  }
}

extension PreparedStatement {
  /// The names of the result columns; empty if the statement returns no rows.
  public var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Returns the positions of the columns of a type in the result.
  ///
  /// Call it after the first step: SQLite then prepares a statement again if the schema has
  /// changed, and the result can have other columns (<https://www.sqlite.org/c3ref/prepare.html>).
  @usableFromInline
  func layout<T: RowDecodable>(of type: T.Type) throws -> ResultLayout {
    let preparations = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    if let layout, layout.type == ObjectIdentifier(type), layout.preparations == preparations {
      return layout
    }
    let layout = try ResultLayout(
      of: type, in: columnNames, preparations: preparations, positions: T.columnPositions(in:))
    self.layout = layout
    return layout
  }

  /// Decodes the current row.
  @inlinable
  func decode<T: RowDecodable>(_ layout: ResultLayout) throws -> T {
    let row = SQLiteRow(handle: handle)
    if layout.isInOrder { return try T(decoding: row, columnNames: layout.columnNames) }
    return try withRow(row, map: ColumnPlaces(layout.positions)) {
      try T(decoding: $0, columnNames: layout.columnNames)
    }
  }

  /// Decodes every row, finding columns by name.
  @inlinable
  public func rows<T: RowDecodable>(byName type: T.Type) throws -> [T] {
    if monitor != nil { return try monitoredRows(byName: type) }
    defer { reset() }
    let hasRow = try step()
    let layout = try layout(of: type)
    return hasRow ? try collect { try decode(layout) } : []
  }

  /// Decodes the first row, finding columns by name; nil if there is no row.
  @inlinable
  public func firstRow<T: RowDecodable>(byName type: T.Type) throws -> T? {
    if monitor != nil { return try monitoredRows(byName: type, limit: 1).first }
    defer { reset() }
    let hasRow = try step()
    let layout = try layout(of: type)
    guard hasRow else { return nil }
    let row: T = try decode(layout)
    try finish()
    return row
  }

  /// Reads the only column of every row.
  @inlinable
  public func values<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> [Representation.Value] {
    if monitor != nil { return try monitoredValues(representation) }
    defer { reset() }
    let hasRow = try step()
    try checkOneColumn()
    guard hasRow else { return [] }
    return try collect { try Representation.read(from: SQLiteRow(handle: handle), at: 0) }
  }

  /// Reads the only column of the first row; nil if there is no row.
  @inlinable
  public func firstValue<Representation: ColumnRepresentation>(
    _ representation: Representation.Type
  ) throws -> Representation.Value? {
    if monitor != nil { return try monitoredValues(representation, limit: 1).first }
    defer { reset() }
    let hasRow = try step()
    try checkOneColumn()
    guard hasRow else { return nil }
    let value = try Representation.read(from: SQLiteRow(handle: handle), at: 0)
    try finish()
    return value
  }

  /// Runs the remaining steps of a statement that writes, so that their errors are reported.
  @usableFromInline
  func finish() throws {
    if !isReadOnly { while try step() {} }
  }

  /// - Throws: ``DatabaseError`` if the result does not have exactly one column.
  @usableFromInline
  @inline(never)
  func checkOneColumn() throws {
    let count = sqlite3_column_count(handle)
    if count != 1 { throw DatabaseError.notOneColumn(Int(count), sql: sql) }
  }
}
