/// A Swift expression, read to the extent that its value can be known without running code.
indirect enum SourceValue: Sendable, Hashable, Codable {
  /// An integer literal without underscores: `0xFF`.
  case integer(String)
  case real(String)
  case text(String)
  case truth(Bool)
  case none
  case array([SourceValue])
  /// Keys and values, alternating.
  case dictionary([SourceValue])
  /// `.open`, or `Status.open` with its type.
  case member(String, of: String?)
  /// `.virtual("a + b")`, `Flags(rawValue: 1)`: a call of a type, or of a member with its type.
  case call(String, of: String?, [SourceArgument])
  /// `1 << 3`
  case operation(String, SourceValue, SourceValue)
  /// `-1`
  case negative(SourceValue)
  /// Any other expression, as its source.
  case other(String)
}

/// An argument of a call.
struct SourceArgument: Sendable, Hashable, Codable {
  var label: String?
  var value: SourceValue
}

extension SourceValue {
  /// The value of a string literal.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The value of a Boolean literal.
  var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }

  /// The value of an integer literal, with its sign.
  var integer: (magnitude: UInt64, isNegative: Bool)? {
    switch self {
    case .integer(let digits): UInt64(swiftDigits: digits).map { ($0, false) }
    case .negative(let value):
      value.integer.flatMap { $0.isNegative ? nil : ($0.magnitude, true) }
    default: nil
    }
  }

  /// Returns the number as an integer type; nil if it is not an integer literal or does not fit.
  func integer<Number: FixedWidthInteger>(as type: Number.Type) -> Number? {
    guard let integer else { return nil }
    if !integer.isNegative { return Number(exactly: integer.magnitude) }
    if integer.magnitude == 1 << 63 { return Number(exactly: Int64.min) }
    return Int64(exactly: integer.magnitude).flatMap { Number(exactly: -$0) }
  }

  /// The value of a number literal as a `Double`.
  var double: Double? {
    switch self {
    case .integer(let digits): UInt64(swiftDigits: digits).map(Double.init)
    case .real(let digits): Double(digits)
    case .negative(let value): value.double.map(-)
    default: nil
    }
  }
}

extension UInt64 {
  /// Creates the number of an integer literal, which may have a prefix: `0xFF`, `0b11`, `0o17`.
  init?(swiftDigits digits: String) {
    let prefixes: [(String, Int)] = [("0x", 16), ("0b", 2), ("0o", 8)]
    for (prefix, radix) in prefixes where digits.hasPrefix(prefix) {
      self.init(digits.dropFirst(2), radix: radix)
      return
    }
    self.init(digits)
  }
}
