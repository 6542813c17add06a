/// The values that a representation reads, of all that SQL could compute for it.
///
/// A value of Swift is checked when it is encoded. What SQL computes is not: `$0.left -= 1` makes
/// -1 of an unsigned 0, which no fetch could read from then on. So the statement checks what it
/// computes, unless every value is readable:
///
/// ```swift
/// Counter.updateAll { $0.left -= 1 }      // var left: UInt8
/// // UPDATE "counter" SET "left" = orm_integer("left" - $1, 0, 255, 'counter', 'left')
/// ```
///
/// A representation of your own that reads numbers of a range alone returns ``integers(_:)``.
public struct ReadableValues: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    case all
    case integers(ClosedRange<Int64>)
    case floats
    case decimals
    case listed([SQLValue])
  }

  @usableFromInline let kind: Kind

  @inlinable init(_ kind: Kind) { self.kind = kind }

  /// Every value that SQL computes, or none that is worth a check.
  @inlinable public static var all: ReadableValues { ReadableValues(.all) }

  /// Integers of a range.
  @inlinable
  public static func integers(_ range: ClosedRange<Int64>) -> ReadableValues {
    ReadableValues(.integers(range))
  }

  /// Numbers that a `Float` holds.
  @inlinable static var floats: ReadableValues { ReadableValues(.floats) }

  /// Numbers that a `Decimal` holds.
  @inlinable static var decimals: ReadableValues { ReadableValues(.decimals) }

  /// These values alone.
  public static func listed(_ values: [SQLValue]) -> ReadableValues {
    ReadableValues(.listed(values))
  }
}

/// The functions by which a statement checks what it computes; each connection has them.
@usableFromInline
package enum CheckingFunction: String, CaseIterable {
  /// `orm_integer(value, least, greatest, table, column)`
  case integer = "orm_integer"
  /// `orm_float(value, table, column)`
  case float = "orm_float"
  /// `orm_decimal(value, table, column)`
  case decimal = "orm_decimal"
  /// `orm_value(value, table, column, …)`, with the values that can be read.
  case value = "orm_value"

  /// The function of this name.
  package init?(name: String) {
    guard name.utf8.starts(with: "orm_".utf8) else { return nil }
    self.init(rawValue: name)
  }
}
