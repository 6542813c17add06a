/// A representation that SQL functions can be applied to, with the types of their results: a
/// function of NULL is NULL, so a function of an optional operand has an optional result.
public protocol FunctionOperand: ColumnRepresentation {
  /// The result of functions that return an integer: `Int`, or `Int?` for an optional.
  associatedtype IntegerResult: ColumnRepresentation = Int
  /// The result of functions that return a floating-point number: `Double`, or `Double?` for an
  /// optional.
  associatedtype RealResult: ColumnRepresentation = Double
}

@_documentation(visibility: internal)
extension Optional: FunctionOperand where Wrapped: ColumnRepresentation {
  public typealias IntegerResult = Int?
  public typealias RealResult = Double?
}

/// A representation of integers.
public protocol IntegerRepresentation: NumericRepresentation {}

extension Int: IntegerRepresentation {}
extension Int8: IntegerRepresentation {}
extension Int16: IntegerRepresentation {}
extension Int32: IntegerRepresentation {}
extension Int64: IntegerRepresentation {}
extension UInt: IntegerRepresentation {}
extension UInt8: IntegerRepresentation {}
extension UInt16: IntegerRepresentation {}
extension UInt32: IntegerRepresentation {}
extension UInt64: IntegerRepresentation {}
extension Optional: IntegerRepresentation where Wrapped: IntegerRepresentation {}

extension SQLExpression {
  /// A value as an expression, for parameters that accept only expressions.
  ///
  /// ```swift
  /// Album.select { SQLFunction.format("%s (%d)", $0.title, SQLExpression.value(7)) }
  /// // SELECT format('%s (%d)', "title", $1) FROM "album"
  /// ```
  public static func value(_ value: Representation) -> Self where Representation: ColumnValue {
    .value(value, as: Representation.self)
  }

  /// A value as an expression, in the given representation.
  public static func value(
    _ value: Representation.Value, as representation: Representation.Type
  ) -> Self {
    let node = SQLNode(value, as: representation)
    return Self(node, canBeNull: node.isNullValue)
  }
}

extension SQLExpressible {
  /// A function of this expression and others; NULL if one of them is, or if the function returns
  /// NULL.
  func call<Result: ColumnRepresentation>(
    _ name: String, _ others: any SQLExpressible...
  ) -> SQLExpression<Result> {
    SQLExpression(
      .function(name, [node] + others.map(\.node)),
      canBeNull: canBeNull || Result.isNullable || others.contains(where: \.canBeNull))
  }
}
