/// The decimal number of SQL's decimal functions, whose results are exact or throw.
///
/// `Decimal` itself silently rounds a result that has more digits than it can hold.
package struct ExactDecimal: Sendable, Hashable {
  private(set) var significand: UInt128
  private(set) var exponent: Int
  private(set) var isNegative: Bool

  package static let zero = ExactDecimal(significand: 0, exponent: 0, isNegative: false)

  /// Creates the number in its shortest form, which is the same for equal numbers.
  init(significand: UInt128, exponent: Int, isNegative: Bool) {
    (self.significand, self.exponent) = (significand, exponent)
    self.isNegative = isNegative && significand != 0
    if significand == 0 { self.exponent = 0 }
    while self.significand != 0 {
      let (quotient, remainder) = self.significand.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      self.significand = quotient
      self.exponent += 1
    }
  }

  package init(_ integer: Int64) {
    self.init(
      significand: UInt128(integer.magnitude), exponent: 0, isNegative: integer < 0)
  }

  /// Returns the number times ten to the power of `places`.
  func shifted(by places: Int) -> Self {
    var number = self
    if significand != 0 { number.exponent += places }
    return number
  }

  /// Whether the number has no decimal places.
  var isWhole: Bool { exponent >= 0 }

  /// The number as an integer; nil if it is not whole, or needs more than 64 bits.
  var integer: Int64? {
    guard isWhole, let magnitude = significand(at: 0) else { return nil }
    let negated = isNegative ? Int64(exactly: -Int128(truncatingIfNeeded: magnitude)) : nil
    return magnitude > UInt128(Int64.max.magnitude) + 1 ? nil : negated ?? Int64(exactly: magnitude)
  }

  package static prefix func - (number: Self) -> Self {
    var number = number
    number.isNegative = !number.isNegative && number.significand != 0
    return number
  }

  package var magnitude: Self { isNegative ? -self : self }

  /// Returns the significand for a smaller exponent; nil if it does not fit.
  private func significand(at exponent: Int) -> UInt128? {
    let places = self.exponent - exponent
    guard significand != 0 else { return 0 }
    guard places < Self.powersOfTen.count else { return nil }
    let (product, overflow) = significand.multipliedReportingOverflow(by: Self.powersOfTen[places])
    return overflow ? nil : product
  }

  /// The powers of ten that fit in 128 bits.
  private static let powersOfTen = (0...38).map { exponent in
    (0..<exponent).reduce(UInt128(1)) { power, _ in power * 10 }
  }
}

// MARK: - Calculating

extension ExactDecimal {
  private static var isInexact: ValueEncodingError {
    ValueEncodingError(
      type: "Decimal",
      reason: .invalid(description: "the exact result has more digits than a Decimal holds"))
  }

  package func adding(_ other: Self) throws -> Self {
    if significand == 0 { return other }
    if other.significand == 0 { return self }
    let exponent = min(exponent, other.exponent)
    guard let left = significand(at: exponent), let right = other.significand(at: exponent) else {
      throw Self.isInexact
    }
    if isNegative != other.isNegative {
      let isLess = left < right
      return ExactDecimal(
        significand: isLess ? right - left : left - right, exponent: exponent,
        isNegative: isLess ? other.isNegative : isNegative)
    }
    let (sum, overflow) = left.addingReportingOverflow(right)
    if overflow { throw Self.isInexact }
    return try ExactDecimal(significand: sum, exponent: exponent, isNegative: isNegative).checked
  }

  package func multiplied(by other: Self) throws -> Self {
    let (product, overflow) = significand.multipliedReportingOverflow(by: other.significand)
    if overflow { throw Self.isInexact }
    return try ExactDecimal(
      significand: product, exponent: exponent + other.exponent,
      isNegative: isNegative != other.isNegative
    ).checked
  }

  /// Returns the quotient, rounded to 38 digits if it has more; nil if the divisor is 0.
  package func divided(by divisor: Self) throws -> Self? {
    if divisor.significand == 0 { return nil }
    var exponent = exponent - divisor.exponent
    var (quotient, rest) = significand.quotientAndRemainder(dividingBy: divisor.significand)
    while rest != 0 && quotient < Self.powersOfTen[37] && exponent > -128 {
      // The rest is less than the divisor, so the next quotient is a single digit, however wide the
      // product is.
      let next = divisor.significand.dividingFullWidth(rest.multipliedFullWidth(by: 10))
      quotient = quotient * 10 + next.quotient
      rest = next.remainder
      exponent -= 1
    }
    // Halves are rounded away from 0.
    if rest != 0 && rest >= divisor.significand - rest { quotient += 1 }
    return try ExactDecimal(
      significand: quotient, exponent: exponent, isNegative: isNegative != divisor.isNegative
    ).checked
  }

  /// The number.
  ///
  /// - Throws: ``ValueEncodingError`` if a `Decimal` can't represent it.
  private var checked: Self {
    get throws {
      guard exponent >= -128, exponent <= 127 || significand(at: 127) != nil else {
        throw Self.isInexact
      }
      return self
    }
  }
}

// MARK: - Order

extension ExactDecimal: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isNearer(than: left) : left.isNearer(than: right)
  }

  /// Returns whether the number is nearer to 0 than another.
  private func isNearer(than other: Self) -> Bool {
    if significand == 0 || other.significand == 0 { return significand < other.significand }
    let (digits, otherDigits) = (digitCount, other.digitCount)
    // The place of the first digit.
    if exponent + digits != other.exponent + otherDigits {
      return exponent + digits < other.exponent + otherDigits
    }
    let (left, right) = (max(otherDigits - digits, 0), max(digits - otherDigits, 0))
    let own = significand.multipliedFullWidth(by: Self.powersOfTen[left])
    let others = other.significand.multipliedFullWidth(by: Self.powersOfTen[right])
    return own.high == others.high ? own.low < others.low : own.high < others.high
  }

  private var digitCount: Int {
    Self.powersOfTen.firstIndex { significand < $0 } ?? Self.powersOfTen.count
  }
}

// MARK: - As text

extension ExactDecimal: ColumnValue {
  package static var columnType: ColumnType { .text }

  /// The number as `Decimal` writes it: every significant digit, without redundant zeros.
  var text: String {
    let digits = String(significand)
    let sign = isNegative ? "-" : ""
    if exponent >= 0 {
      return sign + digits + String(repeating: "0", count: significand == 0 ? 0 : exponent)
    }
    let whole = digits.utf8.count + exponent
    if whole <= 0 { return "\(sign)0.\(String(repeating: "0", count: -whole))\(digits)" }
    return "\(sign)\(digits.prefix(whole)).\(digits.dropFirst(whole))"  // Characters: digits
  }

  package static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> ExactDecimal {
    switch row.storageClass(at: index) {
    case .integer: return ExactDecimal(try row.integer(at: index))
    case .real: return try read(row.real(at: index).description, from: row, at: index)
    case .text: return try read(row.text(at: index), from: row, at: index)
    default: throw row.mismatch(at: index, expected: "TEXT, INTEGER or REAL")
    }
  }

  private static func read<Row: RowReader & ~Copyable>(
    _ text: String, from row: borrowing Row, at index: Int
  ) throws -> ExactDecimal {
    guard let number = ExactDecimal(storedText: text) else { throw row.notADecimal(at: index) }
    return number
  }

  package static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: ExactDecimal, to parameters: inout Parameters, at position: Int
  ) throws {
    parameters.bind(value.text, at: position)
  }
}
