/// What fetches rows: a connection, as queries see it.
@_documentation(visibility: internal)
public protocol RowFetching: Actor {
  /// A statement of this engine.
  associatedtype Prepared: PreparedSQL

  /// The statement with this text, if it can be run now.
  ///
  /// - Parameter type: The type whose table it names, for what an error says of a missing one.
  func checkedStatement(_ sql: String, of type: (any TableOrView.Type)?) throws -> Prepared
  /// The statement that answers what is asked of a typed query, with its values bound.
  func bound(_ query: SelectNode, asking question: QueryQuestion) throws -> Prepared
  /// What `decoder` makes of every row of a query.
  func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output]
}

@_documentation(visibility: internal)
extension RowFetching {
  @inlinable
  public func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output] {
    try bound(query).rows(by: decoder)
  }
}

extension RowFetching {
  /// The statement with this text, if it can be run now.
  @inlinable
  func checkedStatement(_ sql: String) throws -> Prepared { try checkedStatement(sql, of: nil) }

  /// The statement, ready to step.
  @inlinable
  func bound(_ query: Statement) throws -> Prepared {
    let statement = try checkedStatement(query.sql)
    try statement.bind(query.arguments)
    return statement
  }

  /// The statement of a query's rows, ready to step.
  @inlinable
  package func bound(_ query: SelectNode) throws -> Prepared { try bound(query, asking: .rows) }
}
