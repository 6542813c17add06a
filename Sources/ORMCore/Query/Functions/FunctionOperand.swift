/// A representation on which SQL functions make sense, with what they make of it: a function of
/// NULL is NULL, so an optional operand has an optional result.
public protocol FunctionOperand: ColumnRepresentation {
  /// What a function that gives an integer makes of it: `Int`, or `Int?` of an optional.
  associatedtype IntegerResult: ColumnRepresentation = Int
  /// What a function that gives a floating-point number makes of it: `Double`, or `Double?`.
  associatedtype RealResult: ColumnRepresentation = Double
}

@_documentation(visibility: internal)
extension Optional: FunctionOperand where Wrapped: ColumnRepresentation {
  public typealias IntegerResult = Int?
  public typealias RealResult = Double?
}

/// A representation that is a whole number, which has bits.
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
  /// A value as an expression, for the places that take expressions alone.
  ///
  /// ```swift
  /// Album.select { SQLFunction.format("%s (%d)", $0.title, SQLExpression.value(7)) }
  /// // SELECT format('%s (%d)', "title", $1) FROM "album"
  /// ```
  public static func value(_ value: Representation) -> Self where Representation: ColumnValue {
    .value(value, as: Representation.self)
  }

  /// A value as an expression, in another representation than its own.
  public static func value(
    _ value: Representation.Value, as representation: Representation.Type
  ) -> Self {
    let node = SQLNode(value, as: representation)
    return Self(node, canBeNull: node.isNullValue)
  }
}

extension SQLExpressible {
  /// A function of this and others; NULL if one of them is, or if the function returns it.
  func call<Result: ColumnRepresentation>(
    _ name: String, _ others: any SQLExpressible...
  ) -> SQLExpression<Result> {
    SQLExpression(
      .function(name, [node] + others.map(\.node)),
      canBeNull: canBeNull || Result.isNullable || others.contains(where: \.canBeNull))
  }
}
