import ORMCore

extension PreparedStatement: PreparedSQL {
  @inlinable
  public func bind<Binder: ParameterBinder>(
    _ value: Binder.Value, by binder: Binder.Type
  ) throws {
    try bind { try binder.bind(value, to: &$0) }
  }

  @inlinable
  public func rows<Decoder: RowDecoder>(by decoder: Decoder) throws -> [Decoder.Output] {
    try rows { try decoder.decode($0) }
  }

  @inlinable
  public func firstRow<Decoder: RowDecoder>(by decoder: Decoder) throws -> Decoder.Output? {
    try firstRow { try decoder.decode($0) }
  }

  /// Whether the statement writes rows. Other statements that are not read-only, mainly some
  /// pragmas, can't run in a transaction.
  public var changesRows: Bool {
    if isReadOnly { return false }
    return !sql.firstKeyword.hasSameBytes(as: "PRAGMA")
  }
}
