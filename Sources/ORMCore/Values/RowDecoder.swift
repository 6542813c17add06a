/// What makes a value of each row of a result.
///
/// Each ``SelectStatement`` is one; nothing here is meant to be written by hand.
@_documentation(visibility: internal)
public protocol RowDecoder<Output> {
  /// What a row is decoded into.
  associatedtype Output

  /// Decodes a row.
  ///
  /// - Throws: ``RowDecodingError``
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output
}
