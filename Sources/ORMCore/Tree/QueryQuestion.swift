/// The kind of result that an operation needs from a query.
///
/// A connection that has cached a statement for the query's key finds it without building another
/// tree.
@_documentation(visibility: internal)
public enum QueryQuestion: Sendable {
  case rows
  case first
  /// The number of rows.
  case count
  /// Whether there is a row.
  case exists
}
