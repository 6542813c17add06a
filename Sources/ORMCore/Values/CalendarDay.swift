#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A day of the calendar, which is the same day in every time zone: a birthday, a due date.
///
/// ```swift
/// @Table struct Person {
///   let id: Int
///   var born: CalendarDay                         // TEXT, 2024-02-29
/// }
/// let day = CalendarDay(year: 2024, month: 2, day: 29)
/// Person.where { $0.born < CalendarDay(.now, in: .current) }
/// ```
///
/// The day is in the Gregorian calendar, even before that calendar was introduced, as in ISO 8601
/// and SQLite. A `Date` is an instant, and its day depends on a time zone: use a `Calendar` to
/// convert between the two.
///
/// A day is stored as text, as SQLite's `date()` writes it, so that texts sort in the order of the
/// days. Other texts are refused, and a day outside of the years 0 to 9999 throws
/// ``ValueEncodingError``.
public struct CalendarDay: Sendable, Hashable {
  private let civil: CivilDate

  /// The year; 0 is the year before the year 1.
  public var year: Int { civil.year }
  /// The month, from 1 to 12.
  public var month: Int { civil.month }
  /// The day of the month, from 1 to 31.
  public var day: Int { civil.day }

  /// The years that a day can have, in which arithmetic on days is exact.
  private static let years = -1_000_000...1_000_000

  private init(_ civil: CivilDate) { self.civil = civil }

  /// Creates the day with these numbers. Returns nil if no such day exists, or if the year is not
  /// between -1,000,000 and 1,000,000.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), let civil = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.civil = civil
  }

  /// Creates the day of an instant in the calendar's time zone.
  ///
  /// ```swift
  /// CalendarDay(order.placedAt, in: .current)
  /// ```
  ///
  /// Only the time zone of the calendar is used: the day is in the Gregorian calendar. An instant
  /// that is out of range is clamped to the first or the last day of the years -1,000,000 to
  /// 1,000,000. An instant that is NaN is the last day.
  public init(_ date: Date, in calendar: Calendar) {
    let offset = calendar.timeZone.secondsFromGMT(for: date)
    let days = ((date.timeIntervalSince1970 + Double(offset)) / 86400).rounded(.down)
    self.init(clampedDays: Int(exactly: days) ?? (days < 0 ? .min : .max))
  }

  /// The instant at which the day begins in the calendar's time zone.
  public func start(in calendar: Calendar) -> Date {
    // Noon is always part of the day, because clocks are changed at night.
    let noon = Double(civil.daysSince1970 * 86400 + 43200)
    let offset = calendar.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: noon))
    let instant = Date(timeIntervalSince1970: noon - Double(offset))
    return calendar.dateInterval(of: .day, for: instant)?.start ?? instant - 43200
  }

  /// Creates the day with this number of days since January 1, 1970, clamped to the first or the
  /// last day.
  private init(clampedDays days: Int) {
    civil = CivilDate(daysSince1970: Swift.min(Swift.max(days, Self.firstDay), Self.lastDay))
  }

  /// January 1 of the first of the ``years``.
  private static let firstDay = -365_962_028
  /// December 31 of the last of the ``years``.
  private static let lastDay = 364_523_337
}

extension CalendarDay: Comparable {
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDay: Strideable {
  /// The number of days from this day to another day.
  public func distance(to other: CalendarDay) -> Int {
    other.civil.daysSince1970 - civil.daysSince1970
  }

  /// Returns the day that is a number of days later, or earlier if the number is negative.
  public func advanced(by days: Int) -> CalendarDay {
    let (sum, overflow) = civil.daysSince1970.addingReportingOverflow(days)
    return CalendarDay(clampedDays: overflow ? (days < 0 ? .min : .max) : sum)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// The day in ISO 8601: `2024-02-29`. A year with more than four digits, or a negative year, has
  /// a sign.
  public var description: String {
    let sign = (0...9999).contains(year) ? "" : year < 0 ? "-" : "+"
    return "\(sign)\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number.magnitude)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Creates the day with this ``description``. Returns nil if the text is not the description of a
  /// day.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    let sign: Int? =
      switch bytes.first {
      case UInt8(ascii: "-"): -1
      case UInt8(ascii: "+"): 1
      default: nil
      }
    let digits = bytes.dropFirst(sign == nil ? 0 : 1)
    let parts = digits.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].count == 2, parts[2].count == 2,
      sign == nil ? parts[0].count == 4 : (4...7).contains(parts[0].count),
      let year = Self.number(parts[0]), let month = Self.number(parts[1]),
      let day = Self.number(parts[2]),
      let found = CalendarDay(year: year * (sign ?? 1), month: month, day: day),
      // Each day has exactly one text.
      found.description.utf8.elementsEqual(bytes)
    else { return nil }
    self = found
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    let values = digits.map { $0 &- UInt8(ascii: "0") }
    guard values.allSatisfy({ $0 < 10 }) else { return nil }
    return values.reduce(0) { $0 * 10 + Int($1) }
  }
}

/// Encoded as its text, `"2024-02-29"`.
extension CalendarDay: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "the text is not a day such as 2024-02-29")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

@_documentation(visibility: internal)
extension CalendarDay: ColumnValue {
  /// The name of ``DateText``: a day is stored as the same text.
  public static var representationName: String { "dateText" }
  public static var columnType: ColumnType { .day }

  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> CalendarDay {
    let text = try row.text(at: index)
    guard text.utf8.count == 10, let day = CalendarDay(text) else {
      throw row.invalid(
        at: index, as: CalendarDay.self, "the text is not a day such as 2024-02-29")
    }
    return day
  }

  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: CalendarDay, to parameters: inout Parameters, at position: Int
  ) throws {
    guard (0...9999).contains(value.year) else {
      throw ValueEncodingError.invalid(
        CalendarDay.self, "text can hold only the years 0 to 9999")
    }
    parameters.bind(value.description, at: position)
  }

  public static func roundTripsExactly(_ value: CalendarDay) -> Bool { true }
}
