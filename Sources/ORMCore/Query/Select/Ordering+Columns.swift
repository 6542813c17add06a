extension SelectQuery where Scope: TableColumns {
  /// Orders the rows by columns, ascending, after the terms that the query already has.
  ///
  /// ```swift
  /// Album.where { $0.year > 1990 }.order(\.artistID, \.title)   // … ORDER BY "artistID", "title"
  /// ```
  ///
  /// For descending terms, expressions and the columns of joins, use the closure of
  /// ``SelectQuery/order(_:)``.
  @inlinable
  public consuming func order<First: SQLExpressible, each Other: SQLExpressible>(
    _ column: KeyPath<Scope, First>, _ others: repeat KeyPath<Scope, each Other>
  ) -> Self {
    var terms = [scope[keyPath: column].asc()]
    for other in repeat each others { terms.append(scope[keyPath: other].asc()) }
    return with { $0.appendOrdering(terms) }
  }
}

extension TableOrView {
  /// A query for every row of the table, ordered by columns, ascending.
  ///
  /// ```swift
  /// Album.order(\.title)           // … ORDER BY "title"
  /// Album.order(\.year, \.title)   // … ORDER BY "year", "title"
  /// ```
  @inlinable
  public static func order<First: SQLExpressible, each Other: SQLExpressible>(
    _ column: KeyPath<Columns, First>, _ others: repeat KeyPath<Columns, each Other>
  ) -> Select<Self> {
    all.order(column, repeat each others)
  }
}
