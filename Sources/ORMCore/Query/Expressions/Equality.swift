// Each operator has only four forms, which are generic over one protocol: the type checker would
// try further forms, or forms for concrete types, in every file that imports the module.

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

/// Whether both have the same value; NULL equals NULL.
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

/// Whether the column has another value; NULL differs from every value.
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
  static func equality<Left: SQLExpressible>(_ left: Left, _ right: SQLNode) -> Self {
    if Left.Representation.isComparedInParts && !right.isNullValue {
      return Self(.wholeJSON(left.node, as: Left.Representation.self))
    }
    if right.isNullValue { return Self(.isNull(left.node), canBeNull: false) }
    if left.canBeNull { return Self(.binary(left.node, .same, right), canBeNull: false) }
    return Self(.binary(left.node, .equal, right), canBeNull: false)
  }

  @inlinable
  static func inequality<Left: SQLExpressible>(_ left: Left, _ right: SQLNode) -> Self {
    if Left.Representation.isComparedInParts && !right.isNullValue {
      return Self(.wholeJSON(left.node, as: Left.Representation.self))
    }
    if right.isNullValue { return Self(.isNotNull(left.node), canBeNull: false) }
    if left.canBeNull { return Self(.binary(left.node, .notSame, right), canBeNull: false) }
    return Self(.binary(left.node, .notEqual, right), canBeNull: false)
  }

  @inlinable
  static func equality<Left: SQLExpressible>(
    _ left: Left, _ right: some SQLExpressible
  ) -> Self {
    if Left.Representation.isComparedInParts {
      return Self(.wholeJSON(left.node, as: Left.Representation.self))
    }
    let symbol: SQLOperator = left.canBeNull || right.canBeNull ? .same : .equal
    return Self(.binary(left.node, symbol, right.node), canBeNull: false)
  }

  @inlinable
  static func inequality<Left: SQLExpressible>(
    _ left: Left, _ right: some SQLExpressible
  ) -> Self {
    if Left.Representation.isComparedInParts {
      return Self(.wholeJSON(left.node, as: Left.Representation.self))
    }
    let symbol: SQLOperator = left.canBeNull || right.canBeNull ? .notSame : .notEqual
    return Self(.binary(left.node, symbol, right.node), canBeNull: false)
  }
}

// MARK: - JSON

extension SQLExpressible where Representation: JSONRepresentation {
  /// Whether the stored text is the one that this library writes for the value.
  ///
  /// ```swift
  /// Album.where { $0.tags.isStored(as: ["jazz"]) }     // "tags" = $1
  /// ```
  ///
  /// This library writes equal values as equal texts. Other programs, and functions such as
  /// `jsonSet`, may write an equal value as a different text, with spaces, keys in another order,
  /// or `1.0`. `isStored(as:)` does not find such rows. If other programs write the column, compare
  /// a value in the JSON: `$0.settings[.theme] == "dark"`, `$0.tags.contains("jazz")`.
  public func isStored(as value: Representation.Content) -> SQLExpression<Bool> {
    let text = SQLNode(value, as: JSON.Of<Representation.Content>.self, beside: node)
    return SQLExpression(.binary(node, canBeNull ? .same : .equal, text), canBeNull: false)
  }
}

extension SQLExpressible {
  /// The node for places that compare rows by its value. If it is a whole JSON value, the query
  /// throws.
  @inlinable var comparedNode: SQLNode {
    if Representation.isComparedInParts { return .wholeJSON(node, as: Representation.self) }
    return node
  }
}

extension SQLNode {
  /// A whole JSON value in a comparison or an order: a query with it throws before it runs.
  @usableFromInline
  @inline(never)
  static func wholeJSON<Representation: ColumnRepresentation>(
    _ node: SQLNode, as representation: Representation.Type
  ) -> SQLNode {
    let error = ValueEncodingError.incomparableJSON(Representation.Value.self)
    return SQLNode(unencodable: error, as: Representation.self, beside: node)
  }
}
