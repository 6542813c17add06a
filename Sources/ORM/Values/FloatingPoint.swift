extension Double: ColumnValue {
  @inlinable public static var columnType: ColumnType { .real }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Double {
    try row.real(at: index)
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Double? {
    try row.realIfPresent(at: index)
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Double, to parameters: inout Parameters, at position: Int
  ) throws {
    guard !value.isNaN else { throw ValueEncodingError(type: "Double", reason: .notANumber) }
    parameters.bind(value, at: position)
  }
}

extension Float: ColumnValue {
  @inlinable public static var columnType: ColumnType { .real }

  /// Reads the nearest `Float`; a number that is finite in the column and infinite as a `Float`
  /// throws.
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Float {
    let stored = try row.real(at: index)
    let value = Float(stored)
    guard value.isFinite || !stored.isFinite else {
      throw row.error(at: index, .overflow(type: "Float"))
    }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Float, to parameters: inout Parameters, at position: Int
  ) throws {
    guard !value.isNaN else { throw ValueEncodingError(type: "Float", reason: .notANumber) }
    parameters.bind(Double(value), at: position)
  }
}
