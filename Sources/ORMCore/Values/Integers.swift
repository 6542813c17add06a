/// Integers of every width are stored as INTEGER, which has 64 bits and a sign, and are checked in
/// both directions: writing a `UInt64` above `Int64.max` throws, as does reading 300 as a `UInt8`.
@_documentation(visibility: internal)
extension ColumnValue where Self: FixedWidthInteger {
  /// The sign and the width: `int64` for `Int`, `uint8`.
  public static var representationName: String { "\(isSigned ? "int" : "uint")\(bitWidth)" }

  /// The narrowest type that can hold every value of this type.
  @inlinable public static var columnType: ColumnType {
    switch bitWidth + (isSigned ? 0 : 1) {
    case ...16: .int16
    case ...32: .int32
    default: .integer
    }
  }

  public static var storedType: any ColumnRepresentation.Type { Int64.self }
  @inlinable public static var readableValues: ReadableValues {
    .integers(Int64(clamping: Self.min)...Int64(clamping: Self.max))
  }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self {
    let stored = try row.integer(at: index)
    guard let value = Self(exactly: stored) else {
      throw row.overflow(at: index, as: Self.self)
    }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Self? {
    guard let stored = try row.integerIfPresent(at: index) else { return nil }
    guard let value = Self(exactly: stored) else {
      throw row.overflow(at: index, as: Self.self)
    }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Self, to parameters: inout Parameters, at position: Int
  ) throws {
    guard let stored = Int64(exactly: value) else {
      throw ValueEncodingError.overflow(Self.self)
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
