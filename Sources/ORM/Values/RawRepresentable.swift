extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  @inlinable public static var columnType: ColumnType { RawValue.columnType }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    guard let value = Self(rawValue: try RawValue.read(from: row, at: index)) else {
      throw row.error(
        at: index, .invalid(type: "\(Self.self)", description: "no case has this raw value"))
    }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self, to parameters: inout Parameters, at position: Int
  ) throws {
    try RawValue.write(value.rawValue, to: &parameters, at: position)
  }

  @inlinable public static func asStored(_ value: Self) throws -> Self { value }
}
