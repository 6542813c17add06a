// Four forms of each operator, generic over one protocol: more of them, or ones for concrete
// types, would be tried by the type checker in every file that imports the module.

/// Whether the column has the value; nil is NULL.
///
/// ```swift
/// Album.where { $0.title == "Promise" }   // "title" = $1
/// Album.where { $0.date == nil }          // "date" IS NULL
/// Album.where { $0.date == date }         // "date" IS $1
/// ```
///
/// A column that is not optional can't be compared with nil.
@inlinable
public func == <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> {
  .equality(left, SQLNode(right, as: Left.Representation.self, beside: left.node))
}

/// Whether both have the same value; NULL is the same as NULL.
///
/// ```swift
/// Album.where { $0.title == $0.sortTitle }  // "title" = "sortTitle"
/// Album.where { $0.date == $0.released }    // "date" IS "released", if one is optional
/// ```
@inlinable
public func == <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .equality(left, right)
}

/// Whether both have the same value.
@inlinable
public func == <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .equality(left, right)
}

/// Whether both have the same value.
@inlinable
public func == <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .equality(left, right)
}

/// Whether the column has another value; rows that are NULL have.
///
/// ```swift
/// Album.where { $0.title != "Promise" }   // "title" <> $1
/// Album.where { $0.date != nil }          // "date" IS NOT NULL
/// Album.where { $0.date != date }         // "date" IS NOT $1
/// ```
@inlinable
public func != <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Bool> {
  .inequality(left, SQLNode(right, as: Left.Representation.self, beside: left.node))
}

/// Whether the values differ; NULL differs from every value.
@inlinable
public func != <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation {
  .inequality(left, right)
}

/// Whether the values differ; NULL differs from every value.
@inlinable
public func != <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation == Right.Representation? {
  .inequality(left, right)
}

/// Whether the values differ; NULL differs from every value.
@inlinable
public func != <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Bool> where Left.Representation? == Right.Representation {
  .inequality(left, right)
}

extension SQLExpression<Bool> {
  @inlinable
  static func equality(_ left: some SQLExpressible, _ right: SQLNode) -> Self {
    if right.isNullValue { return Self(.isNull(left.node), canBeNull: false) }
    if left.canBeNull { return Self(.binary(left.node, .same, right), canBeNull: false) }
    return Self(.binary(left.node, .equal, right), canBeNull: false)
  }

  @inlinable
  static func inequality(_ left: some SQLExpressible, _ right: SQLNode) -> Self {
    if right.isNullValue { return Self(.isNotNull(left.node), canBeNull: false) }
    if left.canBeNull { return Self(.binary(left.node, .notSame, right), canBeNull: false) }
    return Self(.binary(left.node, .notEqual, right), canBeNull: false)
  }

  @inlinable
  static func equality(
    _ left: some SQLExpressible, _ right: some SQLExpressible
  ) -> Self {
    let symbol: SQLOperator = left.canBeNull || right.canBeNull ? .same : .equal
    return Self(.binary(left.node, symbol, right.node), canBeNull: false)
  }

  @inlinable
  static func inequality(
    _ left: some SQLExpressible, _ right: some SQLExpressible
  ) -> Self {
    let symbol: SQLOperator = left.canBeNull || right.canBeNull ? .notSame : .notEqual
    return Self(.binary(left.node, symbol, right.node), canBeNull: false)
  }
}
