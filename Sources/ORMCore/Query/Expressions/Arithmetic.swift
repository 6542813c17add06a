#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A representation of amounts that SQL can add.
public protocol AdditiveRepresentation: FunctionOperand {
  /// The type of a sum: for narrow numbers, a wider type.
  associatedtype SumResult: ColumnRepresentation = Int
  /// The type of an average.
  associatedtype AverageResult: ColumnRepresentation = Double

  /// Whether an average is calculated exactly, in decimal.
  @_documentation(visibility: internal)
  static var hasDecimalAverage: Bool { get }
}

@_documentation(visibility: internal)
extension AdditiveRepresentation {
  public static var hasDecimalAverage: Bool { isNumberAsText }
}

/// A representation of numbers that SQL can calculate with.
public protocol NumericRepresentation: AdditiveRepresentation {}

extension Int: NumericRepresentation {}
extension Int8: NumericRepresentation {}
extension Int16: NumericRepresentation {}
extension Int32: NumericRepresentation {}
@_documentation(visibility: internal)
extension Int64: NumericRepresentation { public typealias SumResult = Int64 }
extension UInt: NumericRepresentation { public typealias SumResult = UInt }
extension UInt8: NumericRepresentation {}
extension UInt16: NumericRepresentation {}
extension UInt32: NumericRepresentation {}
extension UInt64: NumericRepresentation { public typealias SumResult = UInt64 }
extension Double: NumericRepresentation { public typealias SumResult = Double }
extension Float: NumericRepresentation { public typealias SumResult = Double }
extension Decimal: NumericRepresentation {
  public typealias SumResult = Decimal
  public typealias AverageResult = Decimal
}
extension MinorUnits: AdditiveRepresentation {
  public typealias SumResult = MinorUnits
  public typealias AverageResult = AverageOfMinorUnits<Scale>
  @_documentation(visibility: internal)
  public static var hasDecimalAverage: Bool { true }
}
@_documentation(visibility: internal)
extension Optional: AdditiveRepresentation where Wrapped: AdditiveRepresentation {
  public typealias SumResult = Wrapped.SumResult
  public typealias AverageResult = Wrapped.AverageResult
  public static var hasDecimalAverage: Bool { Wrapped.hasDecimalAverage }
}
@_documentation(visibility: internal)
extension Optional: NumericRepresentation where Wrapped: NumericRepresentation {}

/// The sum of the column and a value.
///
/// ```swift
/// Album.where { $0.plays + 2 > 10 }   // "plays" + $1 > $2
/// ```
public func + <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Left.Representation> where Left.Representation: AdditiveRepresentation {
  .calculated(left, .add, SQLNode(right, as: Left.Representation.self, beside: left.node))
}

/// The sum of two columns or expressions.
public func + <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: AdditiveRepresentation, Left.Representation == Right.Representation {
  .calculated(left, .add, right.node, canBeNull: right.canBeNull)
}

/// The difference of the column and a value.
///
/// ```swift
/// Album.where { $0.plays - 2 > 10 }   // "plays" - $1 > $2
/// ```
public func - <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Left.Representation> where Left.Representation: AdditiveRepresentation {
  .calculated(left, .subtract, SQLNode(right, as: Left.Representation.self, beside: left.node))
}

/// The difference of two columns or expressions.
public func - <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: AdditiveRepresentation, Left.Representation == Right.Representation {
  .calculated(left, .subtract, right.node, canBeNull: right.canBeNull)
}

/// The product of the column and a value.
///
/// ```swift
/// Album.where { $0.plays * 2 > 10 }   // "plays" * $1 > $2
/// ```
public func * <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Left.Representation> where Left.Representation: NumericRepresentation {
  .calculated(left, .multiply, SQLNode(right, as: Left.Representation.self, beside: left.node))
}

/// The product of two columns or expressions.
public func * <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: NumericRepresentation, Left.Representation == Right.Representation {
  .calculated(left, .multiply, right.node, canBeNull: right.canBeNull)
}

/// The quotient of the column and a value; NULL if the divisor is 0.
///
/// ```swift
/// Album.where { $0.plays / 2 > 10 }   // "plays" / $1 > $2
/// ```
public func / <Left: SQLExpressible>(
  left: Left, right: Left.Representation.Value
) -> SQLExpression<Left.Representation> where Left.Representation: NumericRepresentation {
  .calculated(
    left, .divide, SQLNode(right, as: Left.Representation.self, beside: left.node), canBeNull: true)
}

/// The quotient of two columns or expressions; NULL if the divisor is 0.
///
/// A query that selects the quotient throws ``RowDecodingError`` for a row in which it is NULL. To
/// get nil instead, select `($0.plays / $0.years).optional()`.
public func / <Left: SQLExpressible, Right: SQLExpressible>(
  left: Left, right: Right
) -> SQLExpression<Left.Representation>
where Left.Representation: NumericRepresentation, Left.Representation == Right.Representation {
  .calculated(left, .divide, right.node, canBeNull: true)
}

extension SQLExpression {
  fileprivate static func calculated(
    _ left: some SQLExpressible<Representation>, _ symbol: SQLOperator, _ right: SQLNode,
    canBeNull: Bool = false
  ) -> Self {
    calculated(left.node, symbol, right, canBeNull: left.canBeNull || canBeNull)
  }

  static func calculated(
    _ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode, canBeNull: Bool
  ) -> Self {
    guard Representation.isNumberAsText, let function = symbol.decimalFunction else {
      return Self(.binary(left, symbol, right), canBeNull: canBeNull)
    }
    return Self(.function(function, [left, right]), canBeNull: canBeNull)
  }
}

extension SQLOperator {
  /// The SQL function for numbers that are stored as text.
  fileprivate var decimalFunction: String? {
    switch self {
    case .add: DecimalName.add
    case .subtract: DecimalName.subtract
    case .multiply: DecimalName.multiply
    case .divide: DecimalName.divide
    default: nil
    }
  }
}
