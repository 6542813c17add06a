extension SQLExpressible {
  /// Whether the column has one of the values; false if there are no values.
  ///
  /// ```swift
  /// Album.where { $0.artistID.in([1, 2]) }  // "artistID" IN ($1, $2)
  /// Album.where { $0.artistID.in(ids) }     // "artistID" IN (SELECT +value FROM json_each($1))
  /// ```
  ///
  /// More than eight values are bound as one parameter, so that the SQL does not depend on their
  /// number. Integers and texts are bound as a JSON array. Other values are bound as bytes, which
  /// are read by `orm_list`, a table-valued function that every connection of this package has.
  // Disfavored, so that a range is not taken for a list of its values, which can be endless.
  @_disfavoredOverload
  @inlinable
  public func `in`<Values: Sequence>(
    _ values: Values
  ) -> SQLExpression<Bool> where Values.Element == Representation.Value {
    isIn(values, as: Representation.self)
  }

  /// Whether the optional column has one of the values; NULL is not one of them.
  @_disfavoredOverload
  @inlinable
  public func `in`<Values: Sequence, Wrapped: ColumnRepresentation>(
    _ values: Values
  ) -> SQLExpression<Bool> where Representation == Wrapped?, Values.Element == Wrapped.Value {
    isIn(values, as: Wrapped.self)
  }

  /// Whether the value lies in the range.
  ///
  /// ```swift
  /// Album.where { $0.year.in(1990...1999) }   // "year" BETWEEN $1 AND $2
  /// Album.where { $0.year.in(1990..<2000) }   // "year" >= $1 AND "year" < $2
  /// Album.where { $0.year.in(1990...) }       // "year" >= $1
  /// Album.where { $0.year.in(..<2000) }       // "year" < $1
  /// Album.where { $0.year.in(...1999) }       // "year" <= $1
  /// ```
  @inlinable
  public func `in`<Values: ColumnRange>(
    _ range: Values
  ) -> SQLExpression<Bool> where Values.Bound == Representation.Value {
    isIn(range, as: Representation.self)
  }

  /// Whether the value lies in the range; NULL lies in no range.
  @inlinable
  public func `in`<Values: ColumnRange, Wrapped: ColumnRepresentation>(
    _ range: Values
  ) -> SQLExpression<Bool> where Representation == Wrapped?, Values.Bound == Wrapped.Value {
    isIn(range, as: Wrapped.self)
  }

  /// Unavailable: the bounds of the range must have the column's type.
  @available(*, unavailable, message: "the bounds of the range must have the column's type")
  @_disfavoredOverload
  public func `in`<Values: ColumnRange>(_ range: Values) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }

  @inlinable
  func isIn<Values: ColumnRange, Bound: ColumnRepresentation>(
    _ range: Values, as bound: Bound.Type
  ) -> SQLExpression<Bool> where Values.Bound == Bound.Value {
    let bounds = range.columnBounds
    let lower = bounds.lower.map { node($0, as: bound) }
    let upper = bounds.upper.map { node($0, as: bound) }
    if bounds.includesUpper, let lower, let upper {
      return SQLExpression(.between(orderedNode, lower, upper), canBeNull: canBeNull)
    }
    let isFrom = lower.map { SQLNode.binary(orderedNode, .greaterOrEqual, $0) }
    let isUpTo = upper.map {
      SQLNode.binary(orderedNode, bounds.includesUpper ? .lessOrEqual : .less, $0)
    }
    return SQLExpression(.and(isFrom ?? .always, isUpTo ?? .always), canBeNull: canBeNull)
  }

  // Inlined, so that the values of a long list are not encoded through witness tables.
  @inlinable
  func isIn<Values: Sequence, Element: ColumnRepresentation>(
    _ values: Values, as element: Element.Type
  ) -> SQLExpression<Bool> where Values.Element == Element.Value {
    if Element.isComparedInParts { return SQLExpression(.wholeJSON(node, as: Element.self)) }
    var list: [SQLValue] = []
    list.reserveCapacity(values.underestimatedCount)
    var hasNull = false
    for value in values {
      let encoded = SQLNode(value, as: element, beside: node)
      guard case .value(let value) = encoded.kind else { return SQLExpression(encoded) }
      if value == .null { hasNull = true } else { list.append(value) }
    }
    let isListed = SQLExpression<Bool>(
      list.isEmpty ? .never : .inList(node, list), canBeNull: canBeNull && !list.isEmpty)
    if !hasNull { return isListed }
    let isNull = SQLExpression<Bool>(.isNull(node), canBeNull: false)
    return list.isEmpty ? isNull : isListed || isNull
  }
}
