/// The query can't be paged, or the cursor or the size is not valid for it.
public enum PageError: Error, Sendable, Hashable {  // Characters: an error's words
  /// The page size is less than 1.
  case invalidSize
  /// The cursor comes from a page of a query with another order.
  case cursorOrderMismatch
  /// The query has a limit, which the page's own limit would replace.
  case limit
  /// A row of the query can represent several rows, because the query uses `distinct` or `group`,
  /// or an aggregate or a window function in its selection or order.
  ///
  /// To page the query's rows, use it as the ``TableExpression`` of another query.
  case aggregatedQuery
  /// The source is not a table and so has no key that distinguishes its rows. Order by columns that
  /// distinguish the rows, and pass `orderIsUnique: true`.
  case noKey(source: String)
}

@_documentation(visibility: internal)
extension PageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidSize: "the page size must be at least 1"
    case .cursorOrderMismatch:
      "the cursor belongs to another order; fetch the first page in this order instead"
    case .limit: "a query with a limit can't be paged; remove the limit"
    case .aggregatedQuery:
      "a query with distinct rows, groups, aggregates or window functions can't be paged; use "
        + "it as the TableExpression of another query, and page that query"
    case .noKey(let source):
      "\"\(source)\" has no key, so it can't be paged; order by columns that distinguish its rows, "
        + "and pass orderIsUnique: true"
    }
  }
}
