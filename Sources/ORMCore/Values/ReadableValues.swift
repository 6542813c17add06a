/// The values that a representation can read, among all values that SQL can compute.
///
/// A Swift value is checked when it is encoded. A value that SQL computes is not: `$0.left -= 1`
/// turns an unsigned 0 into -1, and no fetch could read the row afterwards. So the statement checks
/// the value that it computes, unless every value is readable:
///
/// ```swift
/// Counter.updateAll { $0.left -= 1 }      // var left: UInt8
/// // UPDATE "counter" SET "left" = orm_integer("left" - $1, 0, 255, 'counter', 'left')
/// ```
///
/// SQLite calculates with 64 bits, and continues in REAL without an error if a result needs more.
/// So an expression of several operations whose intermediate results may need more is checked even
/// for a column of 64 bits, by `orm_exact_integer`, which refuses every REAL:
///
/// ```swift
/// Counter.updateAll { $0.count = $0.count * 3 / 3 }      // var count: Int
/// // UPDATE "counter" SET "count" =
/// //   orm_exact_integer("count" * $1 / $2, …, 'counter', 'count')
/// ```
///
/// In raw SQL, and in an expression that is cast, an overflow is not detected.
///
/// A custom representation that reads only numbers in a range returns ``integers(_:)``. If its
/// `read` refuses other values that SQL may compute, it returns ``decoded``.
public struct ReadableValues: Sendable {
  @usableFromInline
  enum Kind: Sendable {
    case all
    case integers(ClosedRange<Int64>)
    case floats
    case decimals
    case listed([SQLValue])
    case decoded
  }

  @usableFromInline let kind: Kind

  @inlinable init(_ kind: Kind) { self.kind = kind }

  /// Every value that SQL computes, so that no check is needed.
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

  /// The values that the representation's own `read` accepts. The statement decodes each value that
  /// it computes, which takes as long as in a fetch:
  ///
  /// ```swift
  /// User.updateAll { $0.settings = $0.settings.jsonRemove("theme") }
  /// // UPDATE "user" SET "settings" =
  /// //   orm_readable(json_remove("settings", '$.theme'), 'user', 'settings', 'Settings')
  /// ```
  ///
  /// A trigger does not check these values, because other programs, which don't have the type, can
  /// fire it.
  @inlinable public static var decoded: ReadableValues { ReadableValues(.decoded) }
}

/// The functions that check the values that a statement computes; each connection has them.
@usableFromInline
package enum CheckingFunction: String, CaseIterable {
  /// `orm_integer(value, least, greatest, table, column)`
  case integer = "orm_integer"
  /// Like ``integer``, for a value that an overflow of 64 bits may have turned into a REAL.
  case exactInteger = "orm_exact_integer"
  /// `orm_float(value, table, column)`
  case float = "orm_float"
  /// `orm_decimal(value, table, column)`
  case decimal = "orm_decimal"
  /// `orm_value(value, table, column, …)`, whose last arguments are the readable values.
  case value = "orm_value"
  /// `orm_readable(value, table, column, type)`, with the name of a type in ``CheckedTypes``.
  case readable = "orm_readable"

  /// Finds the function with this name.
  package init?(name: String) {
    guard name.utf8.starts(with: "orm_".utf8) else { return nil }
    self.init(rawValue: name)
  }
}
