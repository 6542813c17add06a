extension Array: ColumnRepresentation where Element == UInt8 {
  public typealias Value = [UInt8]

  @_documentation(visibility: internal)
  public static var representationName: String { "blob" }
  @_documentation(visibility: internal)
  @inlinable public static var columnType: ColumnType { .blob }

  @_documentation(visibility: internal)
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> [UInt8] {
    try row.withBlob(at: index) { Array($0) }
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: [UInt8], to parameters: inout Parameters, at position: Int
  ) throws {
    value.withUnsafeBytes { parameters.bind(bytes: $0, at: position) }
  }
}

extension Array: ColumnValue where Element == UInt8 {}
