/// Builds a condition from the lines of a `where` closure, all of which must be true.
///
/// ```swift
/// Album.where {
///   $0.isFavorite
///   if let artistID { $0.artistID == artistID }
/// }
/// // … WHERE "isFavorite" AND "artistID" = $1
/// // … WHERE "isFavorite"                         if artistID is nil
/// ```
///
/// A `Bool?` expression is a condition, too. As in SQL, a row for which it is NULL does not meet
/// the condition.
@_documentation(visibility: internal)
@resultBuilder
public enum ConditionBuilder {
  @inlinable
  public static func buildExpression(_ condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
    condition
  }

  @inlinable
  public static func buildExpression<Root>(_ column: Column<Root, Bool>) -> SQLExpression<Bool> {
    SQLExpression(column.node)
  }

  @inlinable
  public static func buildExpression<Root>(_ column: Column<Root, Bool?>) -> SQLExpression<Bool> {
    SQLExpression(column.node, canBeNull: true)
  }

  @inlinable
  public static func buildExpression(_ condition: SQLExpression<Bool?>) -> SQLExpression<Bool> {
    SQLExpression(condition.node, canBeNull: true)
  }

  @available(
    *, unavailable,
    message: "a condition must be a Bool or Bool?: compare the value, as in '$0.plays > 10'"
  )
  @_disfavoredOverload
  public static func buildExpression(_ other: some SQLExpressible) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }

  @available(
    *, unavailable,
    message:
      "a relation is not a condition: compare a column of it, or use exists() if it is to-many"
  )
  @_disfavoredOverload
  public static func buildExpression(_ other: some RelationEnd) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }

  @inlinable
  public static func buildBlock(_ condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
    condition
  }

  @inlinable
  public static func buildBlock(_ conditions: SQLExpression<Bool>...) -> SQLExpression<Bool> {
    SQLExpression(
      conditions.reduce(.always) { .and($0, $1.node) },
      canBeNull: conditions.contains(where: \.canBeNull))
  }

  @inlinable
  public static func buildOptional(_ condition: SQLExpression<Bool>?) -> SQLExpression<Bool> {
    condition ?? SQLExpression(.always)
  }

  @inlinable
  public static func buildEither(first condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
    condition
  }

  @inlinable
  public static func buildEither(second condition: SQLExpression<Bool>) -> SQLExpression<Bool> {
    condition
  }
}
