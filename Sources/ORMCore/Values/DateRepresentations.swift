#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Each declares its `Value`: Swift (6.3.1) cannot infer it if the module uses the type as an
// optional.

/// Represents a date by an INTEGER, seconds since 1970; a fraction is rounded down, towards the
/// past.
///
/// `unixepoch()` and `time(2)` return the same number. See
/// <https://www.sqlite.org/lang_datefunc.html>.
///
/// ```swift
/// @Column(as: UnixSeconds.self) var playedAt: Date
/// ```
public enum UnixSeconds: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "unixSeconds" }

  public static func encode(_ value: Date) throws -> Int64 {
    guard let seconds = Int64(exactly: try value.secondsSince1970.rounded(.down)) else {
      throw ValueEncodingError.overflow(Date.self)
    }
    return seconds
  }

  /// - Throws: An error if no `Date` has exactly this number of seconds. This is only possible
  ///   above 2^53.
  public static func decode(_ stored: Int64) throws -> Date {
    let date = Date(timeIntervalSince1970: Double(stored))
    guard try encode(date) == stored else { throw UnknownInstant() }
    return date
  }
}

/// Represents a date by an INTEGER, milliseconds since 1970, rounded to the nearest millisecond.
///
/// JavaScript and Java use the same number.
///
/// ```swift
/// @Column(as: UnixMilliseconds.self) var playedAt: Date
/// ```
public enum UnixMilliseconds: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "unixMilliseconds" }

  public static func encode(_ value: Date) throws -> Int64 { try value.millisecondsSince1970 }

  /// - Throws: An error if no `Date` has exactly this number of milliseconds. This is only possible
  ///   some hundred thousand years from now.
  public static func decode(_ stored: Int64) throws -> Date {
    let date = Date(timeIntervalSince1970: Double(stored) / 1000)
    guard try encode(date) == stored else { throw UnknownInstant() }
    return date
  }
}

/// Represents a date by a REAL, seconds since 2001, without any loss of precision.
///
/// It is the number that a `Date` contains, and that Core Data and SwiftData store, so a date is
/// read back exactly. SQL's date functions count from 1970; the date functions of typed queries add
/// the difference.
///
/// ```swift
/// @Column(as: SecondsSince2001.self) var playedAt: Date
/// ```
public enum SecondsSince2001: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "secondsSince2001" }

  public static func encode(_ value: Date) throws -> Double {
    let seconds = value.timeIntervalSinceReferenceDate
    guard !seconds.isNaN else { throw ValueEncodingError.notANumber(Date.self) }
    return seconds
  }

  public static func decode(_ stored: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: stored)
  }

  @_documentation(visibility: internal)
  @inlinable public static func roundTripsExactly(_ value: Date) -> Bool {
    // SQLite drops the sign of zero, which makes no difference for a date.
    !value.timeIntervalSinceReferenceDate.isNaN
  }
}

/// The error for a number that no `Date` represents exactly.
private struct UnknownInstant: Error, CustomStringConvertible {
  var description: String { "the number is too large for a Date to represent exactly" }
}

/// Represents a date by a REAL, days since noon of November 24, 4714 B.C., like `julianday()`,
/// rounded to the nearest millisecond, which is SQLite's own precision.
///
/// ```swift
/// @Column(as: JulianDay.self) var playedAt: Date
/// ```
public enum JulianDay: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "julianDay" }

  private static let millisecondsPerDay = 86_400_000.0
  /// The milliseconds from day 0 to 1970.
  private static let epoch = 210_866_760_000_000.0

  /// - Throws: ``ValueEncodingError`` for NaN, and for a date so far away that the number of days
  ///   is not precise to a millisecond.
  public static func encode(_ value: Date) throws -> Double {
    let number = try number(of: value)
    guard try value.millisecondsSince1970 == date(of: number).millisecondsSince1970 else {
      throw ValueEncodingError.overflow(Date.self)
    }
    return number
  }

  /// - Throws: An error if the number is more precise than a millisecond, because no condition
  ///   would find it.
  public static func decode(_ stored: Double) throws -> Date {
    let date = date(of: stored)
    guard try number(of: date) == stored else {
      throw OtherStoredForm(
        "the number of days is more precise than JulianDay's milliseconds", declare: "`Double`")
    }
    return date
  }

  private static func number(of date: Date) throws -> Double {
    (Double(try date.millisecondsSince1970) + epoch) / millisecondsPerDay
  }

  private static func date(of number: Double) -> Date {
    Date(timeIntervalSince1970: ((number * millisecondsPerDay).rounded() - epoch) / 1000)
  }
}

/// Represents a date by ISO 8601 text in UTC, rounded to the nearest millisecond.
///
/// ```swift
/// @Column(as: ISO8601.self) var playedAt: Date      // 2024-02-29T12:30:15.250Z
/// ```
///
/// The texts sort in the order of their dates. A date in another format is refused, because no
/// condition would find it: use ``ISO8601Seconds`` for texts without a fraction. Years below 0 and
/// above 9999 are refused.
public enum ISO8601: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "iso8601" }

  public static func encode(_ value: Date) throws -> String {
    try DateFields(millisecondsSince1970: value.millisecondsSince1970).text(
      time: .init(
        separator: UInt8(ascii: "T"), millisecondsOnlyIfPresent: false, isMarkedAsUTC: true))
  }

  public static func decode(_ stored: String) throws -> Date {
    try Date(text: stored, spelled: .isoMilliseconds)
  }
}

/// Represents a date by ISO 8601 text in UTC with whole seconds; a fraction is rounded down,
/// towards the past.
///
/// ```swift
/// @Column(as: ISO8601Seconds.self) var playedAt: Date      // 2024-02-29T12:30:15Z
/// ```
///
/// `ISO8601DateFormatter` and `Date.ISO8601FormatStyle` write the same text. The texts sort in the
/// order of their dates. A date in another format is refused, because no condition would find it.
/// Years below 0 and above 9999 are refused.
public enum ISO8601Seconds: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "iso8601Seconds" }

  public static func encode(_ value: Date) throws -> String {
    try DateFields(secondsOf: value).text(
      time: .init(
        separator: UInt8(ascii: "T"), millisecondsOnlyIfPresent: true, isMarkedAsUTC: true))
  }

  public static func decode(_ stored: String) throws -> Date {
    try Date(text: stored, spelled: .isoSeconds)
  }
}

/// Represents a date by the text that SQLite's `datetime()` and `CURRENT_TIMESTAMP` return, in UTC,
/// rounded to the nearest millisecond.
///
/// ```swift
/// @Column(as: DateTimeText.self) var playedAt: Date      // 2024-02-29 12:30:15
/// ```
///
/// A fraction is written only if it is not 0 (`12:30:15.250`), so that a whole second has the same
/// text as in SQLite, and the texts sort in the order of their dates. A date in another format is
/// refused, because no condition would find it: use ``DateTimeMillisecondsText`` for texts that
/// always have a fraction. Years below 0 and above 9999 are refused.
public enum DateTimeText: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "dateTimeText" }

  public static func encode(_ value: Date) throws -> String {
    try DateFields(millisecondsSince1970: value.millisecondsSince1970).text(
      time: .init(
        separator: UInt8(ascii: " "), millisecondsOnlyIfPresent: true, isMarkedAsUTC: false))
  }

  public static func decode(_ stored: String) throws -> Date {
    try Date(text: stored, spelled: .seconds, .milliseconds)
  }
}

/// Represents a date by text in UTC with three digits of a fraction, as GRDB and SQLite's
/// `strftime('%Y-%m-%d %H:%M:%f')` write it, rounded to the nearest millisecond.
///
/// ```swift
/// @Column(as: DateTimeMillisecondsText.self) var playedAt: Date      // 2024-02-29 12:30:15.000
/// ```
///
/// The texts sort in the order of their dates. A date in another format is refused, because no
/// condition would find it. Years below 0 and above 9999 are refused.
public enum DateTimeMillisecondsText: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "dateTimeMillisecondsText" }

  public static func encode(_ value: Date) throws -> String {
    try DateFields(millisecondsSince1970: value.millisecondsSince1970).text(
      time: .init(
        separator: UInt8(ascii: " "), millisecondsOnlyIfPresent: false, isMarkedAsUTC: false))
  }

  public static func decode(_ stored: String) throws -> Date {
    try Date(text: stored, spelled: .milliseconds, .zeroMilliseconds)
  }
}

/// Represents a date by the text of its day in UTC, as SQLite's `date()` writes it; the time is not
/// kept.
///
/// Midnight in a time zone east of Greenwich is stored as the day before. For a day that is the
/// same in every time zone, such as a birthday, use ``CalendarDay``.
///
/// ```swift
/// @Column(as: DateText.self) var born: Date      // 2024-02-29
/// ```
///
/// A text with a time is refused, since no condition would find it. Years below 0 and above 9999
/// are refused.
public enum DateText: ColumnConversion {
  public typealias Value = Date

  @_documentation(visibility: internal)
  public static var representationName: String { "dateText" }

  @_documentation(visibility: internal)
  public static var columnType: ColumnType { .day }

  public static func encode(_ value: Date) throws -> String {
    try DateFields(secondsOf: value).text()
  }

  public static func decode(_ stored: String) throws -> Date {
    try Date(text: stored, spelled: .day)
  }
}

extension DateFields {
  /// Creates the fields of the whole second that contains the date.
  fileprivate init(secondsOf date: Date) throws {
    let (milliseconds, overflow) = try UnixSeconds.encode(date).multipliedReportingOverflow(
      by: 1000)
    guard !overflow else { throw ValueEncodingError.overflow(Date.self) }
    try self.init(millisecondsSince1970: milliseconds)
  }
}

extension Date {
  /// - Throws: ``ValueEncodingError`` for NaN.
  fileprivate var secondsSince1970: Double {
    get throws {
      let seconds = timeIntervalSince1970
      guard !seconds.isNaN else { throw ValueEncodingError.notANumber(Date.self) }
      return seconds
    }
  }

  /// The nearest millisecond: rounding down would change a date that was read back.
  ///
  /// - Throws: ``ValueEncodingError`` for NaN, and for a number that does not fit in 64 bits.
  fileprivate var millisecondsSince1970: Int64 {
    get throws {
      guard let milliseconds = Int64(exactly: (try secondsSince1970 * 1000).rounded()) else {
        throw ValueEncodingError.overflow(Date.self)
      }
      return milliseconds
    }
  }
}
