/// An operator between two expressions.
@usableFromInline
package enum SQLOperator: UInt8, Sendable, Hashable {
  case or, and
  case equal, notEqual
  /// Equality that treats NULL like any other value: `IS` and `IS NOT`.
  case same, notSame
  case less, lessOrEqual, greater, greaterOrEqual
  case glob, regexp, match
  case bitAnd, bitOr, shiftLeft, shiftRight
  case concatenate
  /// The value at a path in JSON: as JSON, and as an SQL value.
  case jsonFragment, jsonValue
  case add, subtract
  case multiply, divide, remainder
}
