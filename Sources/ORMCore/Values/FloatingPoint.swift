/// Stored as REAL. An INTEGER that a `Double` can represent exactly is read too, because columns of
/// NUMERIC affinity store whole numbers as INTEGER.
///
/// Infinities are stored. NaN is refused, because SQLite would store NULL. Negative zero is written
/// as zero: a REAL column drops the sign, because it stores whole numbers as integers, and the
/// stored value must not depend on the type of the column.
@_documentation(visibility: internal)
extension Double: ColumnValue {
  public static var representationName: String { "double" }
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
    guard !value.isNaN else { throw ValueEncodingError.notANumber(Double.self) }
    parameters.bind(value + 0, at: position)
  }

  /// Adding zero removes the sign of negative zero and does not change any other number.
  @inlinable public static func asStored(_ value: Double) throws -> Double { value + 0 }
  @inlinable
  public static func roundTripsExactly(_ value: Double) -> Bool {
    value != 0 || value.sign == .plus
  }
}

/// Stored like a `Double`, which can represent every `Float`.
@_documentation(visibility: internal)
extension Float: ColumnValue {
  public static var representationName: String { "float" }
  @inlinable public static var columnType: ColumnType { .float }
  @inlinable public static var readableValues: ReadableValues { .floats }

  /// Reads the nearest `Float`, because SQL calculates in 64 bits; a finite number that is infinite
  /// as a `Float` throws. Conditions compare all 64 bits: if other programs write the column, use
  /// `Double`.
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Float {
    let stored = try row.real(at: index)
    let value = Float(stored)
    guard value.isFinite || !stored.isFinite else { throw row.overflow(at: index, as: Float.self) }
    return value
  }

  @inlinable
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Float? {
    guard let stored = try row.realIfPresent(at: index) else { return nil }
    let value = Float(stored)
    guard value.isFinite || !stored.isFinite else { throw row.overflow(at: index, as: Float.self) }
    return value
  }

  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Float, to parameters: inout Parameters, at position: Int
  ) throws {
    guard !value.isNaN else { throw ValueEncodingError.notANumber(Float.self) }
    parameters.bind(Double(value) + 0, at: position)
  }

  @inlinable public static func asStored(_ value: Float) throws -> Float { value + 0 }
  @inlinable
  public static func roundTripsExactly(_ value: Float) -> Bool { value != 0 || value.sign == .plus }
}
