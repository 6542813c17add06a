/// A type that can be converted to one statement: a query, a write, raw SQL, or a ``Statement``.
public protocol StatementConvertible: Sendable {
  /// Returns the SQL and its arguments.
  ///
  /// - Throws: ``ValueEncodingError`` if a value can't be stored; other errors that the type
  ///   documents.
  func statement() throws -> Statement

  /// Returns the SQL and its arguments in the dialect of an engine.
  ///
  /// - Throws: The errors of ``statement()``; ``UnsupportedSQLError``.
  @_documentation(visibility: internal)
  func statement(in dialect: SQLDialect) throws -> Statement
}

@_documentation(visibility: internal)
extension StatementConvertible {
  /// Returns the SQL of ``statement()``: the default for SQL that is the same for all engines.
  public func statement(in dialect: SQLDialect) throws -> Statement { try statement() }
}

extension Statement: StatementConvertible {
  /// Returns the statement itself.
  public func statement() -> Statement { self }
}
