/// A decoder that turns each row of a result into a value.
///
/// Each ``SelectStatement`` conforms to it. Do not implement it by hand.
@_documentation(visibility: internal)
public protocol RowDecoder<Output> {
  /// The type into which a row is decoded.
  associatedtype Output

  /// Decodes a row.
  ///
  /// - Throws: ``RowDecodingError``
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output
}
