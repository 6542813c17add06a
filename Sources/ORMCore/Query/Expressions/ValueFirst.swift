// Operators with the value on the left: `600 < $0.seconds`, `1 - $0.discount`. They are disfavored:
// otherwise, the type checker (6.3.1) would try them on Swift's own numbers.

// MARK: == and !=

// The value is generic: if it were `Right.Representation.Value`, the message for two columns of
// different types would become worse.

/// Whether the column has the value on the left; nil is NULL.
///
/// ```swift
/// Album.where { "Promise" == $0.title }       // "title" = $1
/// ```
@_disfavoredOverload
@inlinable
public func == <Left: ColumnValue, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value == Left {
  right == left
}

/// Whether the optional column has the value on the left.
@_disfavoredOverload
@inlinable
public func == <Left: ColumnValue, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value == Left? {
  right == left
}

/// Whether the column differs from the value on the left; NULL differs from every value.
///
/// ```swift
/// Album.where { "Promise" != $0.title }       // "title" <> $1
/// ```
@_disfavoredOverload
@inlinable
public func != <Left: ColumnValue, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value == Left {
  right != left
}

/// Whether the optional column differs from the value on the left; NULL differs from every value.
@_disfavoredOverload
@inlinable
public func != <Left: ColumnValue, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value == Left? {
  right != left
}

// MARK: <

/// Whether the value is less than the column; never true for NULL.
///
/// ```swift
/// Album.where { 10 < $0.plays }       // "plays" > $1
/// ```
@_disfavoredOverload
@inlinable
public func < <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value: Comparable {
  right > left
}

/// Whether the value is less than the optional column; never true for NULL.
@_disfavoredOverload
@inlinable
public func < <Right: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Wrapped.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation == Wrapped?, Wrapped.Value: Comparable {
  right > left
}

// MARK: <=

/// Whether the value is at most the column; never true for NULL.
///
/// ```swift
/// Album.where { 10 <= $0.plays }       // "plays" >= $1
/// ```
@_disfavoredOverload
@inlinable
public func <= <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value: Comparable {
  right >= left
}

/// Whether the value is at most the optional column; never true for NULL.
@_disfavoredOverload
@inlinable
public func <= <Right: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Wrapped.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation == Wrapped?, Wrapped.Value: Comparable {
  right >= left
}

// MARK: >

/// Whether the value is greater than the column; never true for NULL.
///
/// ```swift
/// Album.where { 10 > $0.plays }       // "plays" < $1
/// ```
@_disfavoredOverload
@inlinable
public func > <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value: Comparable {
  right < left
}

/// Whether the value is greater than the optional column; never true for NULL.
@_disfavoredOverload
@inlinable
public func > <Right: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Wrapped.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation == Wrapped?, Wrapped.Value: Comparable {
  right < left
}

// MARK: >=

/// Whether the value is at least the column; never true for NULL.
///
/// ```swift
/// Album.where { 10 >= $0.plays }       // "plays" <= $1
/// ```
@_disfavoredOverload
@inlinable
public func >= <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation.Value: Comparable {
  right <= left
}

/// Whether the value is at least the optional column; never true for NULL.
@_disfavoredOverload
@inlinable
public func >= <Right: SQLExpressible, Wrapped: ColumnRepresentation>(
  left: Wrapped.Value, right: Right
) -> SQLExpression<Bool> where Right.Representation == Wrapped?, Wrapped.Value: Comparable {
  right <= left
}

// MARK: Arithmetic

/// The sum of a value and the column.
///
/// ```swift
/// Album.select { 100 + $0.plays }       // SELECT $1 + "plays" FROM "album"
/// ```
@_disfavoredOverload
public func + <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Right.Representation> where Right.Representation: AdditiveRepresentation {
  .calculated(
    SQLNode(left, as: Right.Representation.self, beside: right.node), .add, right.node,
    canBeNull: right.canBeNull)
}

/// The difference of a value and the column.
///
/// ```swift
/// Album.select { 100 - $0.plays }       // SELECT $1 - "plays" FROM "album"
/// ```
@_disfavoredOverload
public func - <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Right.Representation> where Right.Representation: AdditiveRepresentation {
  .calculated(
    SQLNode(left, as: Right.Representation.self, beside: right.node), .subtract, right.node,
    canBeNull: right.canBeNull)
}

/// The product of a value and the column.
///
/// ```swift
/// Album.select { 100 * $0.plays }       // SELECT $1 * "plays" FROM "album"
/// ```
@_disfavoredOverload
public func * <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Right.Representation> where Right.Representation: NumericRepresentation {
  .calculated(
    SQLNode(left, as: Right.Representation.self, beside: right.node), .multiply, right.node,
    canBeNull: right.canBeNull)
}

/// The quotient of a value and the column; NULL if the column is 0.
///
/// ```swift
/// Album.select { 100 / $0.plays }       // SELECT $1 / "plays" FROM "album"
/// ```
@_disfavoredOverload
public func / <Right: SQLExpressible>(
  left: Right.Representation.Value, right: Right
) -> SQLExpression<Right.Representation> where Right.Representation: NumericRepresentation {
  .calculated(
    SQLNode(left, as: Right.Representation.self, beside: right.node), .divide, right.node,
    canBeNull: true)
}

// MARK: Arithmetic with an expression

// These are not disfavored. With two operators, as in `$0.plays = 100 - 2 * $0.plays`, the type
// checker (6.3.1) would otherwise choose the subscript that sets a column to a value, which has no
// getter.

/// The sum of a value and the expression.
public func + <Representation: AdditiveRepresentation>(
  left: Representation.Value, right: SQLExpression<Representation>
) -> SQLExpression<Representation> {
  .calculated(
    SQLNode(left, as: Representation.self, beside: right.node), .add, right.node,
    canBeNull: right.canBeNull)
}

/// The difference of a value and the expression.
public func - <Representation: AdditiveRepresentation>(
  left: Representation.Value, right: SQLExpression<Representation>
) -> SQLExpression<Representation> {
  .calculated(
    SQLNode(left, as: Representation.self, beside: right.node), .subtract, right.node,
    canBeNull: right.canBeNull)
}

/// The product of a value and the expression.
public func * <Representation: NumericRepresentation>(
  left: Representation.Value, right: SQLExpression<Representation>
) -> SQLExpression<Representation> {
  .calculated(
    SQLNode(left, as: Representation.self, beside: right.node), .multiply, right.node,
    canBeNull: right.canBeNull)
}

/// The quotient of a value and the expression; NULL if the expression is 0.
public func / <Representation: NumericRepresentation>(
  left: Representation.Value, right: SQLExpression<Representation>
) -> SQLExpression<Representation> {
  .calculated(
    SQLNode(left, as: Representation.self, beside: right.node), .divide, right.node,
    canBeNull: true)
}
