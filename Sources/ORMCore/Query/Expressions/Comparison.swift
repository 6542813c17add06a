// A value compared with an optional column is not optional: in SQL, NULL has no order.
// A bound that the representation would round stays exact; see SQLNode+Bound.swift.
// Each operator has only five forms, for the reason stated in Equality.swift.

// MARK: <

/// Whether the column is less than the value; never true for NULL.
///
/// ```swift
/// Album.where { $0.plays < 10 }       // "plays" < $1
/// ```
@inlinable
public func < <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> where Left.Representation.Value: Comparable {
  .ordered(left, .less, SQLNode(bound: right, as: Left.Representation.self, beside: left.node))
}

/// Whether the optional column is less than the value; never true for NULL.
@inlinable
public func < <Left: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Left, right: Wrapped.Value
) -> SQLExpression<Bool> where Left.Representation == Wrapped?, Wrapped.Value: Comparable {
  .ordered(left, .less, SQLNode(bound: right, as: Wrapped.self, beside: left.node))
}

/// Whether `left` is less than `right`; never true for NULL.
@inlinable
public func < <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .ordered(left, .less, right)
}

/// Whether `left` is less than `right`; never true for NULL.
@inlinable
public func < <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .ordered(left, .less, right)
}

/// Whether `left` is less than `right`; never true for NULL.
@inlinable
public func < <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .ordered(left, .less, right)
}

// MARK: <=

/// Whether the column is at most the value; never true for NULL.
///
/// ```swift
/// Album.where { $0.plays <= 10 }       // "plays" <= $1
/// ```
@inlinable
public func <= <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> where Left.Representation.Value: Comparable {
  .ordered(
    left, .lessOrEqual, SQLNode(bound: right, as: Left.Representation.self, beside: left.node))
}

/// Whether the optional column is at most the value; never true for NULL.
@inlinable
public func <= <Left: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Left, right: Wrapped.Value
) -> SQLExpression<Bool> where Left.Representation == Wrapped?, Wrapped.Value: Comparable {
  .ordered(left, .lessOrEqual, SQLNode(bound: right, as: Wrapped.self, beside: left.node))
}

/// Whether `left` is at most `right`; never true for NULL.
@inlinable
public func <= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .ordered(left, .lessOrEqual, right)
}

/// Whether `left` is at most `right`; never true for NULL.
@inlinable
public func <= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .ordered(left, .lessOrEqual, right)
}

/// Whether `left` is at most `right`; never true for NULL.
@inlinable
public func <= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .ordered(left, .lessOrEqual, right)
}

// MARK: >

/// Whether the column is greater than the value; never true for NULL.
///
/// ```swift
/// Album.where { $0.plays > 10 }       // "plays" > $1
/// ```
@inlinable
public func > <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> where Left.Representation.Value: Comparable {
  .ordered(left, .greater, SQLNode(bound: right, as: Left.Representation.self, beside: left.node))
}

/// Whether the optional column is greater than the value; never true for NULL.
@inlinable
public func > <Left: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Left, right: Wrapped.Value
) -> SQLExpression<Bool> where Left.Representation == Wrapped?, Wrapped.Value: Comparable {
  .ordered(left, .greater, SQLNode(bound: right, as: Wrapped.self, beside: left.node))
}

/// Whether `left` is greater than `right`; never true for NULL.
@inlinable
public func > <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .ordered(left, .greater, right)
}

/// Whether `left` is greater than `right`; never true for NULL.
@inlinable
public func > <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .ordered(left, .greater, right)
}

/// Whether `left` is greater than `right`; never true for NULL.
@inlinable
public func > <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .ordered(left, .greater, right)
}

// MARK: >=

/// Whether the column is at least the value; never true for NULL.
///
/// ```swift
/// Album.where { $0.plays >= 10 }       // "plays" >= $1
/// ```
@inlinable
public func >= <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> where Left.Representation.Value: Comparable {
  .ordered(
    left, .greaterOrEqual, SQLNode(bound: right, as: Left.Representation.self, beside: left.node))
}

/// Whether the optional column is at least the value; never true for NULL.
@inlinable
public func >= <Left: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Left, right: Wrapped.Value
) -> SQLExpression<Bool> where Left.Representation == Wrapped?, Wrapped.Value: Comparable {
  .ordered(left, .greaterOrEqual, SQLNode(bound: right, as: Wrapped.self, beside: left.node))
}

/// Whether `left` is at least `right`; never true for NULL.
@inlinable
public func >= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .ordered(left, .greaterOrEqual, right)
}

/// Whether `left` is at least `right`; never true for NULL.
@inlinable
public func >= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .ordered(left, .greaterOrEqual, right)
}

/// Whether `left` is at least `right`; never true for NULL.
@inlinable
public func >= <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .ordered(left, .greaterOrEqual, right)
}

extension SQLExpression<Bool> {
  @inlinable
  static func ordered<Left: SQLExpressible>(
    _ left: Left, _ symbol: SQLOperator, _ right: SQLNode
  ) -> Self {
    let right = right.ordered(as: Left.Representation.self)
    return Self(.binary(left.orderedNode, symbol, right), canBeNull: left.canBeNull)
  }

  @inlinable
  static func ordered(
    _ left: some SQLExpressible, _ symbol: SQLOperator, _ right: some SQLExpressible
  ) -> Self {
    Self(
      .binary(left.orderedNode, symbol, right.orderedNode),
      canBeNull: left.canBeNull || right.canBeNull)
  }
}
