// These are disfavored because of their cost elsewhere: without the attribute, the type checker
// (6.3.1) tries them on Swift's own conditions before it finds that those are `Bool`, and
// `d * 2 + 1 / 3 > 4 && a.count != 0` takes 900 ms instead of 9 in a file that imports this module.
// The attribute does not make conditions on columns slower.

/// A representation that is a condition: `Bool`, and `Bool?`, whose NULL is neither true nor false.
public protocol ConditionRepresentation: ColumnRepresentation {}

extension Bool: ConditionRepresentation {}
extension Optional: ConditionRepresentation where Wrapped == Bool {}

/// Whether both conditions hold.
///
/// ```swift
/// Album.where { $0.plays > 10 && $0.date != nil }   // "plays" > $1 AND "date" IS NOT NULL
/// ```
///
/// As in SQL, NULL is neither true nor false. If one condition is NULL, the result is false if the
/// other condition is false, and NULL otherwise. A query drops the row in both cases. See
/// <https://www.sqlite.org/lang_expr.html#boolean_expressions>.
@_disfavoredOverload
@inlinable
public func && <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool>
where Left.Representation: ConditionRepresentation, Right.Representation: ConditionRepresentation {
  SQLExpression(.and(left.node, right.node), canBeNull: left.canBeNull || right.canBeNull)
}

/// Whether at least one of the conditions holds.
///
/// ```swift
/// Album.where { $0.plays > 10 || $0.isFavorite }    // "plays" > $1 OR "isFavorite"
/// ```
///
/// As in SQL, NULL is neither true nor false. If one condition is NULL, the result is true if the
/// other condition is true, and NULL otherwise.
@_disfavoredOverload
@inlinable
public func || <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool>
where Left.Representation: ConditionRepresentation, Right.Representation: ConditionRepresentation {
  SQLExpression(.or(left.node, right.node), canBeNull: left.canBeNull || right.canBeNull)
}

/// Whether the condition does not hold.
///
/// As in Swift, each row meets a condition or its negation. SQL's `NOT` would drop the rows for
/// which the condition is NULL, so `NOT` is used only if the condition can't be NULL.
///
/// ```swift
/// Album.where { !$0.isFavorite }          // NOT "isFavorite"
/// Album.where { !($0.date > date) }       // ("date" > $1) IS NOT TRUE, if "date" is optional
/// Album.where { !$0.isHidden }            // "isHidden" IS NOT TRUE, if it is a Bool?
/// ```
@_disfavoredOverload
@inlinable
public prefix func ! <Operand: SQLExpressible>(
  operand: Operand
) -> SQLExpression<Bool> where Operand.Representation: ConditionRepresentation {
  SQLExpression(
    operand.canBeNull ? .isNotTrue(operand.node) : .not(operand.node), canBeNull: false)
}

/// Whether the condition does not hold.
///
/// This overload is for the columns of an update (``Updates``): once the type checker (6.3.1) has
/// found a use for Swift's own `!`, it does not try the generic overload.
@_disfavoredOverload
@inlinable
public prefix func ! (operand: SQLExpression<Bool>) -> SQLExpression<Bool> {
  SQLExpression(
    operand.canBeNull ? .isNotTrue(operand.node) : .not(operand.node), canBeNull: false)
}

extension SQLExpression<Bool> {
  /// Negates the condition: `$0.isHidden.toggle()` sets `"isHidden" = NOT "isHidden"`.
  public mutating func toggle() { self = !self }
}
