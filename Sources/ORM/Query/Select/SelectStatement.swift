/// A statement that gives rows of one Swift type.
///
/// Verbs that run a query are generic over it, so that queries over several tables can be added
/// beside ``Select``.
public protocol SelectStatement<Output>: Sendable {
  /// What a row is decoded into.
  associatedtype Output: Sendable

  /// The text and its arguments.
  ///
  /// - Throws: ``ValueEncodingError``
  func statement() throws -> Statement

  /// Decodes a row of ``statement()``.
  ///
  /// - Throws: ``RowDecodingError``
  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output
}
