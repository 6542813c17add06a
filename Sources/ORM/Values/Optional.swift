/// NULL is nil, in a column of the wrapped type.
extension Optional: ColumnRepresentation where Wrapped: ColumnRepresentation {
  public typealias Value = Wrapped.Value?

  @inlinable public static var columnType: ColumnType { Wrapped.columnType }
  @inlinable public static var isNullable: Bool { true }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Wrapped.Value? {
    try Wrapped.readIfPresent(from: row, at: index)
  }

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

  @inlinable
  public static func asStored(_ value: Wrapped.Value?) throws -> Wrapped.Value? {
    try value.map(Wrapped.asStored)
  }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {}
