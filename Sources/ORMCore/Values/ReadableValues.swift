/// The values that a representation reads, among all that SQL could compute for it.
///
/// A Swift value is checked when it is encoded. A value that SQL computes is not: `$0.left -= 1`
/// makes -1 of an unsigned 0, and no fetch could read the row afterwards. So the statement checks
/// the value that it computes, unless every value is readable:
///
/// ```swift
/// Counter.updateAll { $0.left -= 1 }      // var left: UInt8
/// // UPDATE "counter" SET "left" = orm_integer("left" - $1, 0, 255, 'counter', 'left')
/// ```
///
/// A representation of your own that reads only numbers in a range returns ``integers(_:)``.
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

  /// Every value that SQL computes, so that a check is not needed.
  @inlinable public static var all: ReadableValues { ReadableValues(.all) }

  /// The integers in a range.
  @inlinable
  public static func integers(_ range: ClosedRange<Int64>) -> ReadableValues {
    ReadableValues(.integers(range))
  }

  /// The numbers that a `Float` can hold.
  @inlinable static var floats: ReadableValues { ReadableValues(.floats) }

  /// The numbers that a `Decimal` can hold.
  @inlinable static var decimals: ReadableValues { ReadableValues(.decimals) }

  /// These values only.
  public static func listed(_ values: [SQLValue]) -> ReadableValues {
    ReadableValues(.listed(values))
  }
}

/// The functions that check the values that a statement computes; each connection has them.
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

  /// Finds the function with this name.
  package init?(name: String) {
    guard name.utf8.starts(with: "orm_".utf8) else { return nil }
    self.init(rawValue: name)
  }
}
