/// What a verb asks of a query.
///
/// A connection that knows the query by its shape has the answer's statement without a tree of its
/// own for that.
@_documentation(visibility: internal)
public enum QueryQuestion: Sendable {
  case rows
  case first
  /// How many rows it has.
  case count
  /// Whether it has a row.
  case exists
}
