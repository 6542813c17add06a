extension Bool: ColumnValue {
  @inlinable public static var columnType: ColumnType { .integer }

  /// Reads 0 and 1; any other number throws rather than passing for true.
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Bool {
    switch try row.integer(at: index) {
    case 0: return false
    case 1: return true
    default:
      throw row.error(at: index, .invalid(type: "Bool", description: "a number other than 0 and 1"))
    }
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Bool, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value ? 1 as Int64 : 0, at: position)
  }
}
