/// A connection that fetches the rows of queries.
@_documentation(visibility: internal)
public protocol RowFetching: Actor {
  /// A statement of this engine.
  associatedtype Prepared: PreparedSQL

  /// The SQL of the engine; nil, the default, is SQLite's.
  nonisolated var ownDialect: SQLDialect? { get }

  /// Returns the statement with this SQL, after checking that it can run now.
  ///
  /// - Parameter type: The type whose table it names, for the error of a missing table.
  func checkedStatement(_ sql: String, of type: (any TableOrView.Type)?) throws -> Prepared
  /// Returns the statement for a kind of result of a typed query, with its values bound.
  func bound(_ query: SelectNode, asking question: QueryQuestion) throws -> Prepared
  /// Decodes every row of a query with `decoder`.
  func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output]
}

@_documentation(visibility: internal)
extension RowFetching {
  @inlinable public nonisolated var ownDialect: SQLDialect? { nil }

  /// The SQL of the engine.
  @inlinable public nonisolated var dialect: SQLDialect { ownDialect ?? .sqlite }

  @inlinable
  public func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output] {
    try bound(query).rows(by: decoder)
  }
}

extension RowFetching {
  /// Returns the statement with this SQL, after checking that it can run now.
  @inlinable
  func checkedStatement(_ sql: String) throws -> Prepared { try checkedStatement(sql, of: nil) }

  /// Returns the prepared statement, with its arguments bound.
  @inlinable
  func bound(_ query: Statement) throws -> Prepared {
    let statement = try checkedStatement(query.sql)
    try statement.bind(query.arguments)
    return statement
  }

  /// Returns the prepared statement of a query's rows, with its values bound.
  @inlinable
  package func bound(_ query: SelectNode) throws -> Prepared { try bound(query, asking: .rows) }
}
