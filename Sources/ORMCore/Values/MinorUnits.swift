#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Represents a `Decimal` by an INTEGER that counts its smallest unit: an amount of money in cents.
///
/// ```swift
/// @Column(as: MinorUnits<Scale2>.self) var price: Decimal      // 12.30 is stored as 1230
/// Item.where { $0.price < 10 }                                 // "price" < 1000
/// Item.select { $0.price.sum() }                               // SELECT sum("price") FROM "item"
/// ```
///
/// A value is stored exactly, or throws ``ValueEncodingError``: 19.999 has more than two decimal
/// places, and 1e30 is too large for a 64-bit number of cents. SQLite itself compares, orders and
/// adds the numbers, and can use any index on them. `+`, `-` and `sum` return amounts, and throw if
/// they overflow; `average` is the exact average of the amounts, with up to 38 digits, and is not
/// rounded to cents. There is no `*` and no `/`: the product of two amounts is not an amount.
///
/// In Swift, a literal such as `19.99` is a `Double` before it becomes a `Decimal`, and can have
/// more digits than you wrote. Write `Decimal(string: "19.99")` or `Decimal(1999) / 100`.
public enum MinorUnits<Scale: DecimalScale>: ColumnRepresentation {
  public typealias Value = Decimal

  /// `minorUnits(2)`
  @_documentation(visibility: internal)
  public static var representationName: String { "minorUnits(\(Scale.digits))" }
  @_documentation(visibility: internal)
  public static var columnType: ColumnType { .integer }
  @_documentation(visibility: internal)
  public static var readableValues: ReadableValues { .integers(Int64.min...Int64.max) }

  @_documentation(visibility: internal)
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Decimal {
    try value(of: row.integer(at: index), in: row, at: index)
  }

  @_documentation(visibility: internal)
  public static func readIfPresent<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Decimal? {
    guard let units = try row.integerIfPresent(at: index) else { return nil }
    return try value(of: units, in: row, at: index)
  }

  private static func value<Row: RowReader & ~Copyable>(
    of units: Int64, in row: borrowing Row, at index: Int
  ) throws -> Decimal {
    guard let value = Decimal(ExactDecimal(units).shifted(by: -Scale.digits)) else {
      throw row.overflow(at: index, as: Decimal.self)
    }
    return value
  }

  @_documentation(visibility: internal)
  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Decimal, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(try value.units(of: Scale.digits), at: position)
  }

  /// A value that can't be stored exactly throws.
  @_documentation(visibility: internal)
  public static func roundTripsExactly(_ value: Decimal) -> Bool { true }
}

/// The number of decimal places of an amount in ``MinorUnits``.
///
/// ```swift
/// enum Satoshi: DecimalScale { static var digits: Int { 8 } }
/// ```
public protocol DecimalScale: SendableMetatype {
  /// The number of decimal places, from 0 to 18: 2 for euros in cents.
  static var digits: Int { get }
}

/// No decimal places, as for yen.
public enum Scale0: DecimalScale { public static var digits: Int { 0 } }
/// Two decimal places, as for euros and dollars: cents.
public enum Scale2: DecimalScale { public static var digits: Int { 2 } }
/// Three decimal places, as for dinars.
public enum Scale3: DecimalScale { public static var digits: Int { 3 } }
/// Four decimal places, as for prices per unit.
public enum Scale4: DecimalScale { public static var digits: Int { 4 } }
/// Six decimal places: millionths.
public enum Scale6: DecimalScale { public static var digits: Int { 6 } }
/// Eight decimal places, as for bitcoins.
public enum Scale8: DecimalScale { public static var digits: Int { 8 } }

/// Represents the average of amounts in ``MinorUnits``: a decimal number in the smallest unit.
@_documentation(visibility: internal)
public enum AverageOfMinorUnits<Scale: DecimalScale>: ColumnRepresentation {
  public typealias Value = Decimal

  public static var columnType: ColumnType { .decimal }
  public static var isNumberAsText: Bool { true }

  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Decimal {
    let units = try ExactDecimal.read(from: row, at: index)
    guard let value = Decimal(units.shifted(by: -Scale.digits)) else {
      throw row.overflow(at: index, as: Decimal.self)
    }
    return value
  }

  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Decimal, to parameters: inout Parameters, at position: Int
  ) throws {
    guard let number = ExactDecimal(value) else {
      throw ValueEncodingError.notANumber(Decimal.self)
    }
    parameters.bind(number.shifted(by: Scale.digits).text, at: position)
  }
}

extension Decimal {
  /// Returns the number of units of 10 to the power of -`digits`.
  ///
  /// - Throws: ``ValueEncodingError`` if the value is not a whole number of units, or is too large.
  fileprivate func units(of digits: Int) throws -> Int64 {
    guard let number = ExactDecimal(self) else {
      throw ValueEncodingError.notANumber(Decimal.self)
    }
    let units = number.shifted(by: digits)
    guard units.isWhole else {
      throw ValueEncodingError.invalid(
        Decimal.self,
        "it has more than \(digits) decimal places; a literal such as 19.99 is a rounded Double; "
          + #"write Decimal(string: "19.99")"#)
    }
    guard let count = units.integer else { throw ValueEncodingError.overflow(Decimal.self) }
    return count
  }
}
