@_documentation(visibility: internal)
extension String: ColumnValue {
  public static var representationName: String { "text" }
  @inlinable public static var columnType: ColumnType { .text }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> String {
    try row.text(at: index)
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> String? {
    try row.textIfPresent(at: index)
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: String, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value, at: position)
  }
}
