/// Nil is stored as NULL in a column of the wrapped type.
extension Optional: ColumnRepresentation where Wrapped: ColumnRepresentation {
  public typealias Value = Wrapped.Value?
  @_documentation(visibility: internal)
  public typealias Nullable = Self

  @_documentation(visibility: internal)
  @inlinable public static var columnType: ColumnType { Wrapped.columnType }
  @_documentation(visibility: internal)
  public static var representationName: String { Wrapped.representationName }
  @_documentation(visibility: internal)
  public static var storedCases: [RepresentationSchema.Case]? { Wrapped.storedCases }
  @_documentation(visibility: internal)
  @inlinable public static var isNullable: Bool { true }
  @_documentation(visibility: internal)
  @inlinable public static var isNumberAsText: Bool { Wrapped.isNumberAsText }
  @_documentation(visibility: internal)
  public static var storedType: any ColumnRepresentation.Type { Wrapped.storedType }
  @_documentation(visibility: internal)
  @inlinable public static var readableValues: ReadableValues { Wrapped.readableValues }
  @_documentation(visibility: internal)
  @inlinable public static var isComparedInParts: Bool { Wrapped.isComparedInParts }

  @_documentation(visibility: internal)
  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Wrapped.Value? {
    try Wrapped.readIfPresent(from: row, at: index)
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Wrapped.Value?, to parameters: inout Parameters, at position: Int
  ) throws {
    if let value {
      try Wrapped.write(value, to: &parameters, at: position)
    } else {
      parameters.bindNull(at: position)
    }
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func asStored(_ value: Wrapped.Value?) throws -> Wrapped.Value? {
    guard let value else { return nil }
    let stored = try Wrapped.asStored(value)
    if Wrapped.isNullable, try isNull(stored) { return nil }
    return stored
  }

  @_documentation(visibility: internal)
  @inlinable
  public static func roundTripsExactly(_ value: Wrapped.Value?) -> Bool {
    guard let value else { return true }
    return !Wrapped.isNullable && Wrapped.roundTripsExactly(value)
  }

  /// Returns whether the value is written as NULL, which is read as the outermost nil.
  @usableFromInline
  @inline(never)
  static func isNull(_ value: Wrapped.Value) throws -> Bool {
    try Wrapped.sqlValue(of: value) == .null
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {}
