/// A placeholder for a value of a ``PreparedQuery``.
///
/// It is an expression with the representation `Representation`, and is used like any other
/// expression.
public struct Placeholder<Representation: ColumnRepresentation>: SQLExpressible {
  /// The position among the query's values, from 0.
  let index: Int
  let query: PreparedQueryID

  @_documentation(visibility: internal)
  public var node: SQLNode { .placeholder(index, of: query) }
}
