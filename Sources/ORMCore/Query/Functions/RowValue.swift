/// Several columns or expressions that are compared as one value: the first pair that differs
/// decides.
///
/// ```swift
/// Album.where { RowValue($0.year, $0.id).isGreater(than: 1985, 1) }
/// // … WHERE ("year", "id") > ($1, $2)
/// ```
///
/// If the pair that decides contains a NULL, the comparison is NULL; see
/// <https://www.sqlite.org/rowvalue.html>.
public struct RowValue<each Representation: ColumnRepresentation>: Sendable {
  let node: SQLNode
  let canBeNull: Bool

  public init<each Part: SQLExpressible>(_ parts: repeat each Part)
  where repeat (each Part).Representation == each Representation {
    var nodes: [SQLNode] = []
    var canBeNull = false
    for part in repeat each parts {
      nodes.append(part.orderedNode)
      canBeNull = canBeNull || part.canBeNull
    }
    node = .row(nodes)
    self.canBeNull = canBeNull
  }

  /// Creates a row value from the first row of a query; NULL if the query returns no row.
  ///
  /// ```swift
  /// let newest = Album.order { $0.year.desc() }.select { ($0.year, $0.id) }
  /// Album.where { RowValue($0.year, $0.id).isEqual(to: RowValue(newest)) }
  /// // … WHERE ("year", "id") = (SELECT "year", "id" FROM "album" ORDER BY "year" DESC)
  /// ```
  public init<Query: ComposableSelect>(_ query: Query)
  where
    Query.Result: ColumnResults, Query.Result.Representations == (repeat each Representation)
  {
    var order: [(SQLNode) -> SQLNode] = []
    for type in repeat (each Representation).self { order.append { $0.ordered(as: type) } }
    node = .subquery(query.node.mappingResults { index, node in order[index](node) })
    canBeNull = true
  }
}

// MARK: - Compared with values

extension RowValue {
  /// Whether all of the values are equal: `("year", "id") = ($1, $2)`.
  public func isEqual(to values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.equal, to: nodes(of: repeat each values))
  }

  /// Whether all of the values are the same, where nil matches NULL: `("year", "id") IS ($1, $2)`.
  public func isSame(as values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    SQLExpression(.binary(node, .same, .row(nodes(of: repeat each values))), canBeNull: false)
  }

  /// Whether the row is less than the values: `("year", "id") < ($1, $2)`.
  public func isLess(than values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.less, to: bounds(of: repeat each values))
  }

  /// Whether the row is less than or equal to the values: `("year", "id") <= ($1, $2)`.
  public func isAtMost(_ values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.lessOrEqual, to: bounds(of: repeat each values))
  }

  /// Whether the row is greater than the values: `("year", "id") > ($1, $2)`.
  public func isGreater(than values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.greater, to: bounds(of: repeat each values))
  }

  /// Whether the row is greater than or equal to the values: `("year", "id") >= ($1, $2)`.
  public func isAtLeast(_ values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.greaterOrEqual, to: bounds(of: repeat each values))
  }

  /// Whether the row lies between two rows of values, inclusive.
  ///
  /// ```swift
  /// Album.where { RowValue($0.year, $0.id).between((1985, 1), and: (1992, 2)) }
  /// // … WHERE ("year", "id") BETWEEN ($1, $2) AND ($3, $4)
  /// ```
  public func between(
    _ lower: (repeat (each Representation).Value), and upper: (repeat (each Representation).Value)
  ) -> SQLExpression<Bool> {
    let (lower, upper) = (bounds(of: repeat each lower), bounds(of: repeat each upper))
    return SQLExpression(
      .between(node, .row(lower), .row(upper)),
      canBeNull: canBeNull || (lower + upper).contains(where: \.isNullValue))
  }

  func nodes(of values: repeat (each Representation).Value) -> [SQLNode] {
    var others: [SQLNode] = []
    for (type, value) in repeat ((each Representation).self, each values) {
      others.append(SQLNode(value, as: type, beside: part(others.count)).ordered(as: type))
    }
    return others
  }

  /// The values as bounds in a comparison by order; see `SQLNode.init(bound:as:beside:)`.
  private func bounds(of values: repeat (each Representation).Value) -> [SQLNode] {
    var others: [SQLNode] = []
    for (type, value) in repeat ((each Representation).self, each values) {
      others.append(
        SQLNode(possibleBound: value, as: type, beside: part(others.count)).ordered(as: type))
    }
    return others
  }

  private func part(_ index: Int) -> SQLNode? {
    guard case .row(let nodes) = node.kind, nodes.indices.contains(index) else { return nil }
    return nodes[index]
  }

  private func compared(_ symbol: SQLOperator, to others: [SQLNode]) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(node, symbol, .row(others)),
      canBeNull: canBeNull || others.contains(where: \.isNullValue))
  }
}

// MARK: - Compared with columns

extension RowValue {
  /// Whether all of the columns are equal: `("a", "b") = ("c", "d")`.
  public func isEqual(to other: RowValue) -> SQLExpression<Bool> { compared(.equal, to: other) }

  /// Whether all of the columns are the same, where NULL matches NULL: `("a", "b") IS ("c", "d")`.
  public func isSame(as other: RowValue) -> SQLExpression<Bool> {
    SQLExpression(.binary(node, .same, other.node), canBeNull: false)
  }

  /// Whether the row is less than the other row: `("a", "b") < ("c", "d")`.
  public func isLess(than other: RowValue) -> SQLExpression<Bool> { compared(.less, to: other) }

  /// Whether the row is less than or equal to the other row: `("a", "b") <= ("c", "d")`.
  public func isAtMost(_ other: RowValue) -> SQLExpression<Bool> {
    compared(.lessOrEqual, to: other)
  }

  /// Whether the row is greater than the other row: `("a", "b") > ("c", "d")`.
  public func isGreater(than other: RowValue) -> SQLExpression<Bool> {
    compared(.greater, to: other)
  }

  /// Whether the row is greater than or equal to the other row: `("a", "b") >= ("c", "d")`.
  public func isAtLeast(_ other: RowValue) -> SQLExpression<Bool> {
    compared(.greaterOrEqual, to: other)
  }

  /// Whether the row lies between two other rows, inclusive: `("a", "b") BETWEEN ("c", "d") AND
  /// ("e", "f")`.
  public func between(_ lower: RowValue, and upper: RowValue) -> SQLExpression<Bool> {
    SQLExpression(
      .between(node, lower.node, upper.node),
      canBeNull: canBeNull || lower.canBeNull || upper.canBeNull)
  }

  private func compared(_ symbol: SQLOperator, to other: RowValue) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(node, symbol, other.node), canBeNull: canBeNull || other.canBeNull)
  }
}

extension SQLNode {
  /// Whether this is the value nil.
  @inlinable var isNullValue: Bool {
    switch kind {
    case .value(.null): true
    case .cast(let operand, _): if case .value(.null) = operand.kind { true } else { false }
    default: false
    }
  }
}

extension TableColumns where SelectedResult.Output: DatabaseTable {
  /// The row's rowid: `"rowid"`, or an alias of it if a column has that name.
  ///
  /// An `INTEGER PRIMARY KEY` is the same number; see
  /// <https://www.sqlite.org/lang_createtable.html#rowid>.
  public var rowid: SQLExpression<Int64> {
    SQLExpression(
      Self.source(of: self).place.column(SelectedResult.Output.schema.rowidName))
  }
}
