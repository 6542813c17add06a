#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The day and the time of day of a date in UTC, from which its text is written.
struct DateFields {
  let day: CivilDate
  let millisecondOfDay: Int

  /// - Throws: ``ValueEncodingError`` if the year is not between 0 and 9999.
  init(millisecondsSince1970 milliseconds: Int64) throws {
    let (days, millisecond) = milliseconds.dividedDown(by: 86_400_000)
    // A year has less than 400 days; the days of years beyond that would overflow their arithmetic.
    guard abs(days) < 10000 * 400 else { throw Self.unwritableYear }
    day = CivilDate(daysSince1970: Int(days))
    guard (0...9999).contains(day.year) else { throw Self.unwritableYear }
    millisecondOfDay = Int(millisecond)
  }

  private static var unwritableYear: ValueEncodingError {
    ValueEncodingError.invalid(Date.self, "text can hold only the years 0 to 9999")
  }

  /// The format of the time after the day.
  struct TimeStyle {
    var separator: UInt8
    var millisecondsOnlyIfPresent: Bool
    var isMarkedAsUTC: Bool
  }

  /// Returns the text: `2024-02-29`, followed by the time if a style is passed.
  func text(time style: TimeStyle? = nil) -> String {
    String(unsafeUninitializedCapacity: 24) { utf8 in
      var end = 0
      func append(_ character: UInt8) {
        utf8[end] = character
        end += 1
      }
      func append(_ number: Int, digits: Int) {
        var rest = number
        for place in (end..<end + digits).reversed() {
          utf8[place] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
        end += digits
      }

      append(day.year, digits: 4)
      append(UInt8(ascii: "-"))
      append(day.month, digits: 2)
      append(UInt8(ascii: "-"))
      append(day.day, digits: 2)
      guard let style else { return end }

      append(style.separator)
      append(millisecondOfDay / 3_600_000, digits: 2)
      append(UInt8(ascii: ":"))
      append(millisecondOfDay / 60000 % 60, digits: 2)
      append(UInt8(ascii: ":"))
      append(millisecondOfDay / 1000 % 60, digits: 2)
      let milliseconds = millisecondOfDay % 1000
      if milliseconds != 0 || !style.millisecondsOnlyIfPresent {
        append(UInt8(ascii: "."))
        append(milliseconds, digits: 3)
      }
      if style.isMarkedAsUTC { append(UInt8(ascii: "Z")) }
      return end
    }
  }
}

extension Int64 {
  /// Returns the quotient rounded down, and the remainder, which is never negative.
  fileprivate func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
