/// Several columns or expressions that are compared as one, the first of them first.
///
/// ```swift
/// Album.where { RowValue($0.year, $0.id).isGreater(than: 1985, 1) }
/// // … WHERE ("year", "id") > ($1, $2)
/// ```
///
/// This is how the rows behind the last one of a page are found. A comparison is NULL where a NULL
/// in it decides; see <https://www.sqlite.org/rowvalue.html>.
public struct RowValue<each Representation: ColumnRepresentation>: Sendable {
  private let nodes: [SQLNode]
  private let canBeNull: Bool

  public init<each Part: SQLExpressible>(_ parts: repeat each Part)
  where repeat (each Part).Representation == each Representation {
    var nodes: [SQLNode] = []
    var canBeNull = false
    for part in repeat each parts {
      nodes.append(part.orderedNode)
      canBeNull = canBeNull || part.canBeNull
    }
    self.nodes = nodes
    self.canBeNull = canBeNull
  }

  /// Whether all of the values are equal: `("year", "id") = ($1, $2)`.
  public func isEqual(to values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.equal, to: nodes(of: repeat each values))
  }

  /// Whether the first values that differ are less: `("year", "id") < ($1, $2)`.
  public func isLess(than values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.less, to: nodes(of: repeat each values))
  }

  /// Whether the first values that differ are less, or none does: `("year", "id") <= ($1, $2)`.
  public func isAtMost(_ values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.lessOrEqual, to: nodes(of: repeat each values))
  }

  /// Whether the first values that differ are greater: `("year", "id") > ($1, $2)`.
  public func isGreater(than values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.greater, to: nodes(of: repeat each values))
  }

  /// Whether the first values that differ are greater, or none does: `("year", "id") >= ($1, $2)`.
  public func isAtLeast(_ values: repeat (each Representation).Value) -> SQLExpression<Bool> {
    compared(.greaterOrEqual, to: nodes(of: repeat each values))
  }

  /// Whether all of the columns are equal: `("a", "b") = ("c", "d")`.
  public func isEqual(to other: RowValue) -> SQLExpression<Bool> { compared(.equal, to: other) }

  /// Whether the first columns that differ are less: `("a", "b") < ("c", "d")`.
  public func isLess(than other: RowValue) -> SQLExpression<Bool> { compared(.less, to: other) }

  /// Whether the first columns that differ are greater: `("a", "b") > ("c", "d")`.
  public func isGreater(than other: RowValue) -> SQLExpression<Bool> {
    compared(.greater, to: other)
  }

  private func nodes(of values: repeat (each Representation).Value) -> [SQLNode] {
    var others: [SQLNode] = []
    for (type, value) in repeat ((each Representation).self, each values) {
      others.append(SQLNode(value, as: type, beside: nodes[others.count]).ordered(as: type))
    }
    return others
  }

  private func compared(_ symbol: SQLOperator, to others: [SQLNode]) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(.row(nodes), symbol, .row(others)),
      canBeNull: canBeNull || others.contains(.value(.null)))
  }

  private func compared(_ symbol: SQLOperator, to other: RowValue) -> SQLExpression<Bool> {
    SQLExpression(
      .binary(.row(nodes), symbol, .row(other.nodes)), canBeNull: canBeNull || other.canBeNull)
  }
}

extension TableColumns where SelectedResult.Output: Table {
  /// The number by which SQLite finds the row: `"rowid"`, or another of its names where a column has
  /// taken that one.
  ///
  /// A key that is an `INTEGER PRIMARY KEY` is the same number; see
  /// <https://www.sqlite.org/lang_createtable.html#rowid>.
  public var rowid: SQLExpression<Int64> {
    SQLExpression(
      .column(
        qualifier: Self.source(of: self).qualifier, name: SelectedResult.Output.schema.rowidName))
  }
}
