/// Decodes the first column of a row.
@usableFromInline
struct FirstColumn<Representation: ColumnRepresentation>: RowDecoder {
  @inlinable init() {}

  @inlinable
  func decode<Row: RowReader & ~Copyable>(
    _ row: borrowing Row
  ) throws -> Representation.Value {
    try Representation.read(from: row, at: 0)
  }
}

/// Decodes a row whose columns are in the order of the type's declaration.
struct RowOf<T: Selection>: RowDecoder {
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> T {
    do {
      return try T(row: row)
    } catch {
      throw error.naming(T.self, in: row)
    }
  }
}

/// Decodes a row whose columns are found by name.
struct RowByName<T: RowDecodable>: RowDecoder {
  private let columnNames: [String]
  private let places: ColumnPlaces

  /// - Throws: ``RowDecodingError`` if a column is missing, or occurs more than once.
  init(_ columnNames: [String]) throws {
    self.columnNames = columnNames
    places = ColumnPlaces(try T.columnPositions(in: columnNames))
  }

  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> T {
    try withRow(row, map: places) { try T(decoding: $0, columnNames: columnNames) }
  }
}

/// Decodes a row as one result.
@usableFromInline
struct ResultRow<Result: SelectResult>: RowDecoder {
  @inlinable init() {}

  @inlinable
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Result.Output {
    try Result.decode(row, at: 0)
  }
}

/// Reads all values of a row.
struct AllColumns: RowDecoder {
  let count: Int

  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> [SQLValue] {
    var values: [SQLValue] = []
    for column in 0..<count { values.append(try row.sqlValue(at: column)) }
    return values
  }
}

extension PreparedSQL {
  /// Decodes the first column of the first row; returns nil if there are no rows.
  package func firstValue<Representation: ColumnRepresentation>(
    as representation: Representation.Type
  ) throws -> Representation.Value? {
    try firstRow(by: ResultRow<OneValue<Representation>>())
  }
}
