/// The place of a value that a ``PreparedQuery`` will get.
///
/// It is an expression of the representation `Representation`, and stands beside columns as other
/// expressions do.
public struct Placeholder<Representation: ColumnRepresentation>: SQLExpressible {
  /// Which of the query's values it is, from 0.
  let index: Int
  let query: PreparedQueryID

  @_documentation(visibility: internal)
  public var node: SQLNode { .placeholder(index, of: query) }
}
