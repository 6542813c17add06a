extension ColumnValue where Self: FixedWidthInteger {
  @inlinable public static var columnType: ColumnType { .integer }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    let stored = try row.integer(at: index)
    guard let value = Self(exactly: stored) else {
      throw row.error(at: index, .overflow(type: "\(Self.self)"))
    }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self? {
    guard let stored = try row.integerIfPresent(at: index) else { return nil }
    guard let value = Self(exactly: stored) else {
      throw row.error(at: index, .overflow(type: "\(Self.self)"))
    }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self, to parameters: inout Parameters, at position: Int
  ) throws {
    guard let stored = Int64(exactly: value) else {
      throw ValueEncodingError(type: "\(Self.self)", reason: .overflow)
    }
    parameters.bind(stored, at: position)
  }
}

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}
