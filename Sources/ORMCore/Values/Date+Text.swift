#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A spelling of dates that one of the representations writes.
enum DateSpelling {
  /// `2024-02-29`
  case day
  /// `2024-02-29 12:30:15`
  case seconds
  /// `2024-02-29 12:30:15.250`
  case milliseconds
  /// `2024-02-29 12:30:15.000`
  case zeroMilliseconds
  /// `2024-02-29T12:30:15Z`
  case isoSeconds
  /// `2024-02-29T12:30:15.250Z`
  case isoMilliseconds

  /// Returns the spelling of a text that is a date; nil if no representation writes the text.
  ///
  /// The digits were read before, so only the characters between them are checked.
  init?(ofDate text: String) {
    var text = text
    guard let spelling = text.withUTF8({ DateSpelling(ofDate: $0) }) else { return nil }
    self = spelling
  }

  private init?(ofDate utf8: UnsafeBufferPointer<UInt8>) {
    func isDigit(_ place: Int) -> Bool { utf8[place] &- UInt8(ascii: "0") < 10 }
    if utf8.count == 10 {
      self = .day
      return
    }
    guard utf8.count >= 19, utf8[16] == UInt8(ascii: ":") else { return nil }
    let hasMilliseconds =
      utf8.count >= 23 && utf8[19] == UInt8(ascii: ".") && (20..<23).allSatisfy(isDigit)
    switch (utf8[10], utf8.count) {
    case (UInt8(ascii: " "), 19): self = .seconds
    case (UInt8(ascii: " "), 23) where hasMilliseconds:
      self =
        utf8[20..<23].allSatisfy { $0 == UInt8(ascii: "0") } ? .zeroMilliseconds : .milliseconds
    case (UInt8(ascii: "T"), 20) where utf8[19] == UInt8(ascii: "Z"): self = .isoSeconds
    case (UInt8(ascii: "T"), 24) where hasMilliseconds && utf8[23] == UInt8(ascii: "Z"):
      self = .isoMilliseconds
    default: return nil
    }
  }

  /// The representation that writes the spelling.
  var representation: String {
    switch self {
    case .day: "DateText"
    case .seconds, .milliseconds: "DateTimeText"
    case .zeroMilliseconds: "DateTimeMillisecondsText"
    case .isoSeconds: "ISO8601Seconds"
    case .isoMilliseconds: "ISO8601"
    }
  }

  /// Returns the error for a date in a spelling that its column's representation does not write.
  static func otherForm(of text: String) -> OtherStoredForm {
    let representation = DateSpelling(ofDate: text)?.representation
    return OtherStoredForm(
      representation.map { "the stored text is a date in the form of \($0)" }
        ?? "the stored text is a date in a form that no representation writes",
      representation: representation)
  }
}

extension Date {
  /// Reads a date from text in one of the spellings that a representation writes.
  ///
  /// - Throws: An error if the text is not a date, or is in another spelling, because no condition
  ///   would find it.
  init(text: String, spelled spellings: DateSpelling...) throws {
    guard let date = Date(storedText: text) else { throw InvalidDateText() }
    guard let spelling = DateSpelling(ofDate: text), spellings.contains(spelling) else {
      throw DateSpelling.otherForm(of: text)
    }
    self = date
  }

  /// Reads a date from text as ISO 8601 and SQLite's own functions write it, in UTC if the text has
  /// no offset.
  ///
  /// No formatter is used, because the digits are at fixed places.
  package init?(storedText text: String) {
    var text = text
    let date = text.withUTF8 { utf8 in
      var scanner = DateScanner(utf8: utf8)
      return scanner.date()
    }
    guard let date else { return nil }
    self = date
  }
}

/// Reads a date and a time from UTF-8, from front to back.
private struct DateScanner {
  let utf8: UnsafeBufferPointer<UInt8>
  var position = 0

  init(utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

  var isAtEnd: Bool { position == utf8.count }

  /// The date that the whole text represents.
  mutating func date() -> Date? {
    guard
      let year = number(digits: 4), accept("-"), let month = number(digits: 2), accept("-"),
      let day = number(digits: 2),
      let days = CivilDate(year: year, month: month, day: day)?.daysSince1970
    else { return nil }
    let midnight = Date(timeIntervalSince1970: Double(days * 86400))
    if isAtEnd { return midnight }

    guard
      accept("T") || accept("t") || accept(" "), let hour = number(digits: 2), hour < 24,
      accept(":"), let minute = number(digits: 2), minute < 60
    else { return nil }
    var second = 0
    var nanoseconds = 0
    if accept(":") {
      guard let number = number(digits: 2), number < 60 else { return nil }
      second = number
      if accept(".") || accept(",") {
        guard let fraction = fraction() else { return nil }
        nanoseconds = fraction
      }
    }
    // SQLite allows space before an offset.
    while !isAtEnd && accept(" ") {}
    guard let offset = isAtEnd ? 0 : offset(), isAtEnd else { return nil }

    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
    // Both numbers are correctly rounded, and so is their sum: a number with nine decimal places is
    // never so close to the midpoint of two Doubles that the fraction's rounding error matters.
    return Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// Reads an offset from UTC in seconds: `Z`, `+02:00`, `+0200` or `+02`.
  private mutating func offset() -> Int? {
    if accept("Z") || accept("z") { return 0 }
    let sign = accept("+") ? 1 : accept("-") ? -1 : 0
    guard sign != 0, let hours = number(digits: 2), hours < 24 else { return nil }
    if isAtEnd { return sign * hours * 3600 }
    _ = accept(":")
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// Reads a fraction of any length as nanoseconds; a `Date` is not more precise than that.
  private mutating func fraction() -> Int? {
    var nanoseconds = 0
    var unit = 100_000_000
    guard let first = digit() else { return nil }
    var next: Int? = first
    while let digit = next {
      nanoseconds += digit * unit
      unit /= 10
      next = self.digit()
    }
    return nanoseconds
  }

  private mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  private mutating func digit() -> Int? {
    guard position < utf8.count else { return nil }
    let digit = utf8[position] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    position += 1
    return Int(digit)
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard position < utf8.count, utf8[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}
