/// A statement that gives rows of one Swift type.
///
/// Verbs that run a query are generic over it.
public protocol SelectStatement<Output>: RowDecoder, Sendable where Output: Sendable {
  /// The text and its arguments.
  ///
  /// - Throws: ``ValueEncodingError``
  func statement() throws -> Statement

  /// Gives the query as a tree, in place and not as a copy.
  ///
  /// Verbs that fetch run the text of the tree in place of ``statement()`` where there is one. They
  /// need not write it where a query that differs in nothing but values ran on the connection a
  /// moment ago.
  ///
  /// - Returns: what `body` does; nil where the query is no tree, as SQL of your own.
  func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value?
}

extension SelectStatement {
  @inlinable
  public func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value? { nil }
}

/// A typed query, which other queries can contain.
public protocol ComposableSelect<Output>: SelectStatement {
  /// How the columns of a row become a ``RowDecoder/Output``.
  associatedtype Result: SelectResult where Result.Output == Output

  /// The query as a tree.
  var node: SelectNode { get }
}

extension ComposableSelect {
  @inlinable
  public func withTree<Value>(_ body: (SelectNode) throws -> Value) rethrows -> Value? {
    try body(node)
  }

  @inlinable
  public func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Output {
    try Result.decode(row, at: 0)
  }
}
