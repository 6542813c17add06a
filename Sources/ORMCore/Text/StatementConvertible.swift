/// A type that can be converted to one statement: a query, a write, raw SQL, or a ``Statement``.
public protocol StatementConvertible: Sendable {
  /// Returns the SQL and its arguments.
  ///
  /// - Throws: ``ValueEncodingError`` if a value can't be stored; other errors that the type
  ///   documents.
  func statement() throws -> Statement
}

extension Statement: StatementConvertible {
  /// Returns the statement itself.
  public func statement() -> Statement { self }
}
