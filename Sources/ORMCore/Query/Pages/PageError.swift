/// A page was asked of a query that has none, or of a cursor that belongs elsewhere.
public enum PageError: Error, Sendable, Hashable {  // Characters: an error's words
  /// A page of less than one row.
  case sizeBelowOne
  /// The cursor came from a page in another order.
  case cursorOfOtherOrder
  /// The query has a limit, which the page replaces by its own.
  case limit
  /// A row of the query represents several: by `distinct`, by `group`, or by an aggregate or a
  /// window function in what it selects or how it is ordered.
  ///
  /// As a ``RowSource`` of another query, its rows are rows like others.
  case rowsOfSeveral
  /// Nothing tells apart the rows of this source, which is not a table; order by what does, and say
  /// `orderIsUnique`.
  case noKey(source: String)
}

@_documentation(visibility: internal)
extension PageError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sizeBelowOne: "a page has at least one row"
    case .cursorOfOtherOrder: "the cursor came from a page in another order"
    case .limit: "a page of a query with a limit"
    case .rowsOfSeveral: "a page of distinct rows, groups, aggregates or window functions"
    case .noKey(let source):
      "a page of \"\(source)\", which has no key; order by what tells its rows apart, and say "
        + "orderIsUnique"
    }
  }
}
