extension SQLExpressible {
  /// Whether the value lies in the range, including both bounds.
  ///
  /// ```swift
  /// Album.where { $0.plays.between(1...9) }   // "plays" BETWEEN $1 AND $2
  /// ```
  @inlinable
  public func between(
    _ range: ClosedRange<Representation.Value>
  ) -> SQLExpression<Bool> where Representation.Value: Comparable {
    isIn(range, as: Representation.self)
  }

  /// Whether the value lies in the range, including both bounds; NULL lies in no range.
  @inlinable
  public func between<Wrapped: ColumnRepresentation>(
    _ range: ClosedRange<Wrapped.Value>
  ) -> SQLExpression<Bool> where Representation == Wrapped? {
    isIn(range, as: Wrapped.self)
  }

  /// Whether the value lies in the range, excluding the upper bound.
  ///
  /// ```swift
  /// Album.where { $0.plays.between(1..<9) }   // "plays" >= $1 AND "plays" < $2
  /// ```
  @inlinable
  public func between(
    _ range: Range<Representation.Value>
  ) -> SQLExpression<Bool> where Representation.Value: Comparable {
    isIn(range, as: Representation.self)
  }

  /// Whether the value lies in the range, excluding the upper bound; NULL lies in no range.
  @inlinable
  public func between<Wrapped: ColumnRepresentation>(
    _ range: Range<Wrapped.Value>
  ) -> SQLExpression<Bool> where Representation == Wrapped? {
    isIn(range, as: Wrapped.self)
  }

  /// Whether the value lies between the values of two columns or expressions, inclusive.
  ///
  /// ```swift
  /// Album.where { $0.year.between($0.recorded, and: $0.recorded + 5) }
  /// // "year" BETWEEN "recorded" AND "recorded" + $1
  /// ```
  @inlinable
  public func between(
    _ lower: some SQLExpressible<Representation>, and upper: some SQLExpressible<Representation>
  ) -> SQLExpression<Bool> {
    SQLExpression(
      .between(orderedNode, lower.orderedNode, upper.orderedNode),
      canBeNull: canBeNull || lower.canBeNull || upper.canBeNull)
  }

  @inlinable
  func node<Bound: ColumnRepresentation>(
    _ value: Bound.Value, as bound: Bound.Type
  ) -> SQLNode where Bound.Value: Comparable {
    SQLNode(bound: value, as: bound, beside: node).ordered(as: bound)
  }
}
