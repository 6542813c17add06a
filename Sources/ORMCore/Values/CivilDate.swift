/// A day of the proleptic Gregorian calendar, as in SQLite and ISO 8601.
///
/// The arithmetic follows <https://howardhinnant.github.io/date_algorithms.html>: years start in
/// March, so that the leap day is the last of its year, and 400 years are an era of equal length.
package struct CivilDate: Sendable, Hashable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates the day; returns nil if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970 days: Int) {
    let days = days + Self.daysFromYear0To1970
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  package var daysSince1970: Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.daysFromYear0To1970
  }

  /// The days from March 1 of the year 0 to January 1, 1970.
  private static let daysFromYear0To1970 = 719_468

  private static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
