import ORMCore
import ORMSchema

/// A point in time as a decimal number of seconds since 1970, without rounding.
struct DecimalInstant: Hashable {
  /// The whole seconds since 1970, rounded down.
  var seconds: Int64
  /// The digits of the fraction, without zeros at the end.
  var fraction: [UInt8]

  init(seconds: Int64, fraction: [UInt8] = []) {
    self.seconds = seconds
    self.fraction = fraction
    while self.fraction.last == 0x30 { self.fraction.removeLast() }
  }

  init(milliseconds: Int64) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    let isBefore = rest < 0
    let digits = String(1000 + (isBefore ? rest + 1000 : rest)).utf8.dropFirst()
    self.init(seconds: isBefore ? seconds - 1 : seconds, fraction: Array(digits))
  }

  /// - Returns: nil for a number whose shortest text has an exponent.
  init?(_ number: Double) {
    let text = Array("\(number)".utf8)
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: UInt8(ascii: "."))
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
      let whole = Int64(String(decoding: parts[0], as: UTF8.self))
    else { return nil }
    // A date can't represent negative zero.
    if isNegative, whole == 0, parts[1].allSatisfy({ $0 == 0x30 }) { return nil }
    self.init(seconds: whole, fraction: Array(parts[1]))
    if isNegative { self = negated }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  /// The number with the other sign.
  private var negated: Self {
    if fraction.isEmpty { return Self(seconds: -seconds) }
    // 1 minus the fraction: its last digit is subtracted from 10, the other digits from 9.
    var digits = fraction.map { 0x69 - $0 }
    digits[digits.count - 1] += 1
    return Self(seconds: -seconds - 1, fraction: digits)
  }

  /// The nearest Double.
  var number: Double? {
    let isNegative = seconds < 0
    let value = isNegative ? negated : self
    let text =
      "\(isNegative ? "-" : "")\(value.seconds)."
      + (value.fraction.isEmpty ? "0" : String(decoding: value.fraction, as: UTF8.self))
    return Double(text)
  }

  /// The milliseconds since 1970; nil if the instant is not a whole number of milliseconds.
  var milliseconds: Int64? {
    guard fraction.count <= 3 else { return nil }
    let digits = fraction + [UInt8](repeating: 0x30, count: 3 - fraction.count)
    let rest = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    let (thousands, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
    return isTooLarge ? nil : thousands + rest
  }
}

// MARK: - As text

extension DecimalInstant {
  /// The instant as ISO 8601 in UTC, `2024-02-29T12:30:15.25Z`; nil outside of the years 0 to 9999.
  var text: String? {
    guard (-62_167_219_200...253_402_300_799).contains(seconds) else { return nil }
    let days = seconds >= 0 ? seconds / 86400 : (seconds - 86399) / 86400
    let second = Int(seconds - days * 86400)
    let day = CivilDate(daysSince1970: Int(days))
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.utf8.count) + digits
    }
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }
    let rest = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return "\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))"
      + "T\(time.joined(separator: ":"))\(rest)Z"
  }

  /// Parses ISO 8601: a day, or a day and a time, which is in UTC unless an offset follows.
  init?(_ text: UnsafeRawBufferPointer) {
    var reader = DigitReader(text: text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let dayOfMonth = reader.number(2),
      let day = CivilDate(year: year, month: month, day: dayOfMonth)
    else { return nil }
    self.init(seconds: Int64(day.daysSince1970) * 86400)
    if reader.isAtEnd { return }
    guard reader.take("T") || reader.take(" "), let hour = reader.number(2), hour < 24,
      reader.take(":"), let minute = reader.number(2), minute < 60
    else { return nil }
    var (second, fraction): (Int, [UInt8]) = (0, [])
    if reader.take(":") {
      guard let whole = reader.number(2), whole < 60 else { return nil }
      second = whole
      if reader.take(".") {
        fraction = reader.digits()
        if fraction.isEmpty { return nil }
      }
    }
    guard let offset = reader.offset(), reader.isAtEnd else { return nil }
    let time = hour * 3600 + minute * 60 + second - offset * 60
    self.init(seconds: seconds + Int64(time), fraction: fraction)
  }

  private struct DigitReader {
    let text: UnsafeRawBufferPointer
    var place = 0

    init(text: UnsafeRawBufferPointer) { self.text = text }

    var isAtEnd: Bool { place == text.count }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
      place += 1
      return true
    }

    mutating func number(_ count: Int) -> Int? {
      guard place + count <= text.count else { return nil }
      var value = 0
      for byte in text[place..<(place + count)] {
        guard DecimalInstant.isDigit(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      place += count
      return value
    }

    mutating func digits() -> [UInt8] {
      let digits = Array(text[place...].prefix(while: DecimalInstant.isDigit))
      place += digits.count
      return digits
    }

    /// The minutes of `Z`, `+01:30` or nothing.
    mutating func offset() -> Int? {
      if isAtEnd || take("Z") { return 0 }
      let isNegative = take("-")
      guard isNegative || take("+"), let hours = number(2), hours < 24, take(":"),
        let minutes = number(2), minutes < 60
      else { return nil }
      return (isNegative ? -1 : 1) * (hours * 60 + minutes)
    }
  }
}

// MARK: - Stored values

extension DecimalInstant {
  private static let from1970To2001: Int64 = 978_307_200
  /// The milliseconds from day 0 of the Julian calendar to 1970.
  private static let julianEpoch: Int64 = 210_866_760_000_000

  /// Reads a stored number; nil if it does not have the form.
  init?(_ value: SQLValue, as form: KnownRepresentation.Instant) {
    switch (form, value) {
    case (.secondsSince1970, .real(let number)), (.secondsSince2001, .real(let number)):
      self.init(number)
    case (.secondsSince1970, .integer(let seconds)), (.secondsSince2001, .integer(let seconds)),
      (.unixSeconds, .integer(let seconds)):
      self.init(seconds: seconds)
    case (.unixMilliseconds, .integer(let milliseconds)):
      self.init(milliseconds: milliseconds)
    case (.julianDay, .real(let days)):
      let milliseconds = (days * 86_400_000).rounded()
      guard abs(milliseconds) < 0x1p53 else { return nil }
      self.init(milliseconds: Int64(milliseconds) - Self.julianEpoch)
    default: return nil
    }
    guard form == .secondsSince2001 else { return }
    let (sum, isTooLarge) = seconds.addingReportingOverflow(Self.from1970To2001)
    if isTooLarge { return nil }
    seconds = sum
  }

  /// The number to store; nil if the form can't represent the instant, or stores text.
  func stored(as form: KnownRepresentation.Instant) -> SQLValue? {
    switch form {
    case .secondsSince1970: return number.map(SQLValue.real)
    case .secondsSince2001:
      return Self(seconds: seconds - Self.from1970To2001, fraction: fraction).number
        .map(SQLValue.real)
    case .unixSeconds: return fraction.isEmpty ? .integer(seconds) : nil
    case .unixMilliseconds: return milliseconds.map(SQLValue.integer)
    case .julianDay:
      return milliseconds.map { .real(Double($0 + Self.julianEpoch) / 86_400_000) }
    case .iso8601, .iso8601Seconds, .dateTimeText, .dateTimeMillisecondsText, .dateText: return nil
    }
  }
}
