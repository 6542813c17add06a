extension RowValue {
  /// Whether the query returns a row equal to this one.
  ///
  /// ```swift
  /// let newest = Album.group { $0.artistID }.select { ($0.artistID, $0.year.max()) }
  /// Album.where { RowValue($0.artistID, $0.year).in(newest) }
  /// // … WHERE ("artistID", "year") IN
  /// //   (SELECT "artistID", max("year") FROM "album" GROUP BY "artistID")
  /// ```
  ///
  /// If a column of this row is optional, the query's column must be optional too; use
  /// ``SQLExpressible/optional()``. A row with a NULL never equals a row of the query.
  public func `in`<Query: ComposableSelect>(_ query: Query) -> SQLExpression<Bool>
  where
    Query.Result: ColumnResults, Query.Result.Representations == (repeat each Representation)
  {
    var canBeNull = canBeNull
    for column in repeat (each Representation).self {
      canBeNull = canBeNull || column.isNullable
    }
    return SQLExpression(.inSelect(node, query.node), canBeNull: canBeNull)
  }

  /// Whether this is one of the rows; false if there are no rows.
  ///
  /// ```swift
  /// Album.where { RowValue($0.year, $0.title).in([(1985, "Promise"), (1992, "Love Deluxe")]) }
  /// // … WHERE ("year", "title") IN (VALUES ($1, $2), ($3, $4))
  /// ```
  ///
  /// A row that contains nil is compared with `IS`, so that nil matches NULL. More than eight rows
  /// are bound as one parameter, so that the SQL does not depend on their number.
  public func `in`(
    _ rows: [(repeat (each Representation).Value)]
  ) -> SQLExpression<Bool> {
    var list: [[SQLNode]] = []
    var conditions: [SQLNode] = []
    for row in rows {
      let nodes = nodes(of: repeat each row)
      if nodes.contains(where: \.isNullValue) {
        conditions.append(.binary(node, .same, .row(nodes)))
      } else {
        list.append(nodes)
      }
    }
    if !list.isEmpty { conditions.insert(.inRows(node, list), at: 0) }
    return SQLExpression(
      conditions.dropFirst().reduce(conditions.first ?? .never) { .binary($0, .or, $1) },
      canBeNull: canBeNull && !list.isEmpty)
  }
}
