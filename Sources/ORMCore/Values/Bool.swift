/// Stored as the INTEGER 0 or 1; reading any other number throws.
@_documentation(visibility: internal)
extension Bool: ColumnValue {
  public static var representationName: String { "bool" }
  @inlinable public static var columnType: ColumnType { .bool }
  @inlinable public static var readableValues: ReadableValues { .integers(0...1) }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Bool {
    let stored = try row.integer(at: index)
    guard stored == 0 || stored == 1 else { throw row.neitherTrueNorFalse(at: index) }
    return stored == 1
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Bool? {
    guard let stored = try row.integerIfPresent(at: index) else { return nil }
    guard stored == 0 || stored == 1 else { throw row.neitherTrueNorFalse(at: index) }
    return stored == 1
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Bool, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value ? 1 as Int64 : 0, at: position)
  }
}

extension RowReader where Self: ~Copyable {
  @usableFromInline
  @inline(never)
  borrowing func neitherTrueNorFalse(at index: Int) -> RowDecodingError {
    invalid(at: index, as: Bool.self, "a number other than 0 and 1")
  }
}
