/// A modifier of a time. A date function applies its modifiers in order.
///
/// ```swift
/// Album.select { $0.added.date(.startOfMonth, .months(1), .days(-1)) }
/// // SELECT date("added", 'unixepoch', 'start of month', $1, $2) FROM "album"
/// ```
///
/// Amounts are bound, so that the SQL is the same for all of them. See
/// <https://www.sqlite.org/lang_datefunc.html#modifiers>.
public struct DateModifier: Sendable, Hashable {
  let node: SQLNode

  /// A day of the week.
  public enum Weekday: Int, Sendable {
    case sunday, monday, tuesday, wednesday, thursday, friday, saturday
  }

  /// The number of days later, or earlier if it is negative: `'+3 days'`.
  public static func days(_ count: Int) -> Self { amount(count, "days") }
  /// The number of hours later: `'+3 hours'`.
  public static func hours(_ count: Int) -> Self { amount(count, "hours") }
  /// The number of minutes later: `'+3 minutes'`.
  public static func minutes(_ count: Int) -> Self { amount(count, "minutes") }
  /// The number of seconds later, with a fraction: `'+1.5 seconds'`.
  public static func seconds(_ count: Double) -> Self { amount(count, "seconds") }
  /// The number of months later; a day that the month does not have overflows into the next month:
  /// `'+3 months'`.
  public static func months(_ count: Int) -> Self { amount(count, "months") }
  /// The number of years later: `'+3 years'`.
  public static func years(_ count: Int) -> Self { amount(count, "years") }

  /// The beginning of the day.
  public static let startOfDay = DateModifier(node: .text("start of day"))
  /// The beginning of the month.
  public static let startOfMonth = DateModifier(node: .text("start of month"))
  /// The beginning of the year.
  public static let startOfYear = DateModifier(node: .text("start of year"))

  /// The next day that is this weekday, or the same day if it is already: `'weekday 1'`.
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
