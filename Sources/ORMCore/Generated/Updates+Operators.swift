// Written by Tools/generate-overloads.py.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Each type for which Swift has an operator has two overloads of its own: once the type checker
// (6.3.1) has found a use for Swift's operator, it does not try the generic ones.

/// Adds a value: `$0.plays += 2` sets `"plays" = "plays" + $1`.
public func += <Representation: AdditiveRepresentation>(
  left: inout SQLExpression<Representation>, right: Representation.Value
) {
  left = left + right
}

/// Adds another column or an expression.
public func += <Representation: AdditiveRepresentation>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int>, right: Int) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int>, right: SQLExpression<Int>) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int8>, right: Int8) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int8>, right: SQLExpression<Int8>) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int16>, right: Int16) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int16>, right: SQLExpression<Int16>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int32>, right: Int32) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int32>, right: SQLExpression<Int32>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int64>, right: Int64) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Int64>, right: SQLExpression<Int64>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt>, right: UInt) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt>, right: SQLExpression<UInt>) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt8>, right: UInt8) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt8>, right: SQLExpression<UInt8>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt16>, right: UInt16) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt16>, right: SQLExpression<UInt16>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt32>, right: UInt32) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt32>, right: SQLExpression<UInt32>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt64>, right: UInt64) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<UInt64>, right: SQLExpression<UInt64>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Double>, right: Double) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Double>, right: SQLExpression<Double>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Float>, right: Float) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Float>, right: SQLExpression<Float>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Decimal>, right: Decimal) { left = left + right }

/// Adds an expression.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<Decimal>, right: SQLExpression<Decimal>) {
  left = left + right
}

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale0>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale0>>, right: SQLExpression<MinorUnits<Scale0>>
) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale2>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale2>>, right: SQLExpression<MinorUnits<Scale2>>
) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale3>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale3>>, right: SQLExpression<MinorUnits<Scale3>>
) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale4>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale4>>, right: SQLExpression<MinorUnits<Scale4>>
) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale6>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale6>>, right: SQLExpression<MinorUnits<Scale6>>
) { left = left + right }

/// Adds a value.
@_documentation(visibility: internal)
public func += (left: inout SQLExpression<MinorUnits<Scale8>>, right: Decimal) {
  left = left + right
}

/// Adds an expression.
@_documentation(visibility: internal)
public func += (
  left: inout SQLExpression<MinorUnits<Scale8>>, right: SQLExpression<MinorUnits<Scale8>>
) { left = left + right }

/// Subtracts a value: `$0.plays -= 2` sets `"plays" = "plays" - $1`.
public func -= <Representation: AdditiveRepresentation>(
  left: inout SQLExpression<Representation>, right: Representation.Value
) {
  left = left - right
}

/// Subtracts another column or an expression.
public func -= <Representation: AdditiveRepresentation>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int>, right: Int) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int>, right: SQLExpression<Int>) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int8>, right: Int8) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int8>, right: SQLExpression<Int8>) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int16>, right: Int16) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int16>, right: SQLExpression<Int16>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int32>, right: Int32) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int32>, right: SQLExpression<Int32>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int64>, right: Int64) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Int64>, right: SQLExpression<Int64>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt>, right: UInt) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt>, right: SQLExpression<UInt>) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt8>, right: UInt8) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt8>, right: SQLExpression<UInt8>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt16>, right: UInt16) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt16>, right: SQLExpression<UInt16>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt32>, right: UInt32) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt32>, right: SQLExpression<UInt32>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt64>, right: UInt64) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<UInt64>, right: SQLExpression<UInt64>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Double>, right: Double) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Double>, right: SQLExpression<Double>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Float>, right: Float) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Float>, right: SQLExpression<Float>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Decimal>, right: Decimal) { left = left - right }

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<Decimal>, right: SQLExpression<Decimal>) {
  left = left - right
}

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale0>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale0>>, right: SQLExpression<MinorUnits<Scale0>>
) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale2>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale2>>, right: SQLExpression<MinorUnits<Scale2>>
) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale3>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale3>>, right: SQLExpression<MinorUnits<Scale3>>
) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale4>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale4>>, right: SQLExpression<MinorUnits<Scale4>>
) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale6>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale6>>, right: SQLExpression<MinorUnits<Scale6>>
) { left = left - right }

/// Subtracts a value.
@_documentation(visibility: internal)
public func -= (left: inout SQLExpression<MinorUnits<Scale8>>, right: Decimal) {
  left = left - right
}

/// Subtracts an expression.
@_documentation(visibility: internal)
public func -= (
  left: inout SQLExpression<MinorUnits<Scale8>>, right: SQLExpression<MinorUnits<Scale8>>
) { left = left - right }

/// Multiplies by a value: `$0.plays *= 2` sets `"plays" = "plays" * $1`.
public func *= <Representation: NumericRepresentation>(
  left: inout SQLExpression<Representation>, right: Representation.Value
) {
  left = left * right
}

/// Multiplies by another column or an expression.
public func *= <Representation: NumericRepresentation>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int>, right: Int) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int>, right: SQLExpression<Int>) { left = left * right }

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int8>, right: Int8) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int8>, right: SQLExpression<Int8>) { left = left * right }

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int16>, right: Int16) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int16>, right: SQLExpression<Int16>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int32>, right: Int32) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int32>, right: SQLExpression<Int32>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int64>, right: Int64) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Int64>, right: SQLExpression<Int64>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt>, right: UInt) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt>, right: SQLExpression<UInt>) { left = left * right }

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt8>, right: UInt8) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt8>, right: SQLExpression<UInt8>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt16>, right: UInt16) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt16>, right: SQLExpression<UInt16>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt32>, right: UInt32) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt32>, right: SQLExpression<UInt32>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt64>, right: UInt64) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<UInt64>, right: SQLExpression<UInt64>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Double>, right: Double) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Double>, right: SQLExpression<Double>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Float>, right: Float) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Float>, right: SQLExpression<Float>) {
  left = left * right
}

/// Multiplies by a value.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Decimal>, right: Decimal) { left = left * right }

/// Multiplies by an expression.
@_documentation(visibility: internal)
public func *= (left: inout SQLExpression<Decimal>, right: SQLExpression<Decimal>) {
  left = left * right
}

/// Divides by a value: `$0.plays /= 2` sets `"plays" = "plays" / $1`.
public func /= <Representation: NumericRepresentation>(
  left: inout SQLExpression<Representation>, right: Representation.Value
) {
  left = left / right
}

/// Divides by another column or an expression.
public func /= <Representation: NumericRepresentation>(
  left: inout SQLExpression<Representation>, right: some SQLExpressible<Representation>
) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int>, right: Int) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int>, right: SQLExpression<Int>) { left = left / right }

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int8>, right: Int8) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int8>, right: SQLExpression<Int8>) { left = left / right }

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int16>, right: Int16) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int16>, right: SQLExpression<Int16>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int32>, right: Int32) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int32>, right: SQLExpression<Int32>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int64>, right: Int64) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Int64>, right: SQLExpression<Int64>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt>, right: UInt) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt>, right: SQLExpression<UInt>) { left = left / right }

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt8>, right: UInt8) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt8>, right: SQLExpression<UInt8>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt16>, right: UInt16) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt16>, right: SQLExpression<UInt16>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt32>, right: UInt32) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt32>, right: SQLExpression<UInt32>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt64>, right: UInt64) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<UInt64>, right: SQLExpression<UInt64>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Double>, right: Double) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Double>, right: SQLExpression<Double>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Float>, right: Float) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Float>, right: SQLExpression<Float>) {
  left = left / right
}

/// Divides by a value.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Decimal>, right: Decimal) { left = left / right }

/// Divides by an expression.
@_documentation(visibility: internal)
public func /= (left: inout SQLExpression<Decimal>, right: SQLExpression<Decimal>) {
  left = left / right
}
