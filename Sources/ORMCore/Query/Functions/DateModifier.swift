/// A modifier of a time. A date function applies its modifiers in order.
///
/// ```swift
/// Album.select { $0.added.date(.startOfMonth, .months(1), .days(-1)) }
/// // SELECT date("added", 'unixepoch', 'start of month', $1, $2) FROM "album"
/// ```
///
/// Amounts are bound, so that the SQL is the same for every amount. See
/// <https://www.sqlite.org/lang_datefunc.html#modifiers>.
public struct DateModifier: Sendable, Hashable {
  let node: SQLNode

  /// A day of the week.
  public enum Weekday: Int, Sendable {
    case sunday, monday, tuesday, wednesday, thursday, friday, saturday
  }

  /// Adds days, or subtracts them if the number is negative: `'+3 days'`.
  public static func days(_ count: Int) -> Self { amount(count, "days") }
  /// Adds hours, or subtracts them if the number is negative: `'+3 hours'`.
  public static func hours(_ count: Int) -> Self { amount(count, "hours") }
  /// Adds minutes, or subtracts them if the number is negative: `'+3 minutes'`.
  public static func minutes(_ count: Int) -> Self { amount(count, "minutes") }
  /// Adds seconds, which may have a fraction, or subtracts them if the number is negative:
  /// `'+1.5 seconds'`.
  public static func seconds(_ count: Double) -> Self { amount(count, "seconds") }
  /// Adds months, or subtracts them if the number is negative: `'+3 months'`. A day that the
  /// resulting month does not have overflows into the next month.
  public static func months(_ count: Int) -> Self { amount(count, "months") }
  /// Adds years, or subtracts them if the number is negative: `'+3 years'`.
  public static func years(_ count: Int) -> Self { amount(count, "years") }

  /// Moves to the beginning of the day.
  public static let startOfDay = DateModifier(node: .text("start of day"))
  /// Moves to the beginning of the month.
  public static let startOfMonth = DateModifier(node: .text("start of month"))
  /// Moves to the beginning of the year.
  public static let startOfYear = DateModifier(node: .text("start of year"))

  /// Moves to the next day that is this weekday, or stays on a day that already is: `'weekday 1'`.
  public static func weekday(_ day: Weekday) -> Self {
    DateModifier(node: .text("weekday \(day.rawValue)"))
  }

  /// Converts UTC to the local time of the program.
  public static let localtime = DateModifier(node: .text("localtime"))
  /// Converts the local time of the program to UTC.
  public static let utc = DateModifier(node: .text("utc"))

  private static func amount<Number: SignedNumeric & Comparable & Sendable>(
    _ count: Number, _ unit: String
  ) -> Self {
    DateModifier(node: .value(.text("\(count < 0 ? "" : "+")\(count) \(unit)")))
  }
}
