/// What becomes one statement: a query, a write, SQL of your own, a ``Statement`` itself.
public protocol StatementConvertible: Sendable {
  /// The text and its arguments.
  ///
  /// - Throws: ``ValueEncodingError`` if a value can't be stored, and what the type says of it.
  func statement() throws -> Statement
}

extension Statement: StatementConvertible {
  /// Itself.
  public func statement() -> Statement { self }
}
