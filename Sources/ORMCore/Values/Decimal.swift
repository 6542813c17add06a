#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Stored as TEXT with every digit, in the shortest form, so that equal numbers are equal texts.
///
/// A text that is not in the shortest form, such as `12.10` or `1e3`, is refused, because `==` and
/// keys compare texts and would not find it. An INTEGER is read too, and a REAL is read as the
/// shortest decimal that equals it, because a column of another declared type stores the text
/// `12.1` as a number. (A `NUMERIC` or `DECIMAL` column keeps 15 digits, and an insert returns the
/// value that was kept.) A number with more digits than a `Decimal` can hold throws; NaN is
/// refused.
///
/// Conditions and orders compare `Decimal`s as numbers, by the collation `decimal`, and `+`, `-`,
/// `*`, `sum` and `average` calculate exactly, by functions such as `decimal_add` and
/// `decimal_sum`. If a `Decimal` can't hold the exact result, the statement throws; a quotient and
/// an average are rounded to 38 digits. Use these functions in raw SQL, because `+` converts the
/// texts to REAL and `<` compares their characters. An index is used for the order if it has
/// `COLLATE "decimal"`. For many rows, ``MinorUnits`` is faster: SQLite itself calculates with a
/// whole number of the smallest unit.
@_documentation(visibility: internal)
extension Decimal: ColumnValue {
  public static var representationName: String { "decimal" }
  @inlinable public static var columnType: ColumnType { .decimal }
  @inlinable public static var isNumberAsText: Bool { true }
  @inlinable public static var readableValues: ReadableValues { .decimals }

  @inlinable
  public static func read<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Decimal {
    if case .text = row.storageClass(at: index) {
      let text = try row.text(at: index)
      guard let value = Decimal(storedText: text) else {
        throw row.notADecimal(at: index)
      }
      guard text.isShortestDecimal else {
        throw row.otherForm(
          at: index, as: Decimal.self, "the stored text is not the shortest text of the number",
          declare: "`String`, or represent it with a ColumnConversion")
      }
      return value
    }
    return try readNumber(from: row, at: index)
  }

  public static func write<Parameters: ParameterWriter & ~Copyable>(
    _ value: Decimal, to parameters: inout Parameters, at position: Int
  ) throws {
    guard !value.isNaN else { throw ValueEncodingError.notANumber(Decimal.self) }
    parameters.bind(value.description, at: position)
  }

  @usableFromInline
  @inline(never)
  static func readNumber<Row: RowReader & ~Copyable>(
    from row: borrowing Row, at index: Int
  ) throws -> Decimal {
    switch row.storageClass(at: index) {
    case .integer: return Decimal(try row.integer(at: index))
    case .real:
      guard let value = Decimal(storedText: try row.real(at: index).description) else {
        throw row.overflow(at: index, as: Decimal.self)
      }
      return value
    default: throw row.mismatch(at: index, expected: "TEXT, INTEGER or REAL")
    }
  }
}

extension Decimal {
  /// Reads a decimal number as SQL and Swift write it: `-12.50`, `.5`, `1e-7`.
  ///
  /// Foundation's own parser reads `12 apples` as 12, and rounds a number with too many digits.
  ///
  /// - Returns: Nil if the text is not a number, or a `Decimal` can't represent it exactly.
  @usableFromInline
  init?(storedText text: String) {
    guard let number = ExactDecimal(storedText: text),
      let value = Decimal(
        significand: number.significand, exponent: number.exponent, isNegative: number.isNegative)
    else { return nil }
    self = value
  }

  /// Creates a `Decimal` with exactly this value; nil if a `Decimal` can't hold it.
  init?(_ number: ExactDecimal) {
    self.init(
      significand: number.significand, exponent: number.exponent, isNegative: number.isNegative)
  }

  /// Creates the significand times a power of ten; nil if a `Decimal` can't represent it exactly.
  fileprivate init?(significand: UInt128, exponent: Int, isNegative: Bool) {
    if significand == 0 {
      self = 0
      return
    }
    var significand = significand
    var exponent = exponent
    while exponent > 127 {
      let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      significand = product
      exponent -= 1
    }
    guard exponent >= -128 else { return nil }
    var whole = Decimal(UInt64(truncatingIfNeeded: significand))
    let high = UInt64(truncatingIfNeeded: significand >> 64)
    if high != 0 { whole += Decimal(high) * (Decimal(UInt64.max) + 1) }
    self.init(sign: isNegative ? .minus : .plus, exponent: exponent, significand: whole)
  }
}

extension String {
  /// Whether the text, which is a decimal number, is in the shortest form, without a needless
  /// digit, sign or exponent: `-12.5`, but not `012.50`, `+12.5`, `.5`, `-0` or `1e3`.
  @usableFromInline var isShortestDecimal: Bool {
    let digits = utf8.first == UInt8(ascii: "-") ? utf8.dropFirst() : utf8[...]
    let point = digits.firstIndex(of: UInt8(ascii: "."))
    let whole = digits[..<(point ?? digits.endIndex)]
    let zero = UInt8(ascii: "0")
    guard let first = whole.first, first != zero || whole.count == 1,
      whole.allSatisfy({ $0 &- zero < 10 })
    else { return false }
    if let point {
      let fraction = digits[digits.index(after: point)...]
      return fraction.allSatisfy { $0 &- zero < 10 } && fraction.last.map { $0 != zero } ?? false
    }
    return digits.startIndex == utf8.startIndex || first != zero
  }
}

extension ExactDecimal {
  /// Creates the number of a `Decimal`; nil for NaN.
  init?(_ value: Decimal) {
    guard !value.isNaN, let number = Self(storedText: value.description) else { return nil }
    self = number
  }

  /// Reads a decimal number in the same forms as `Decimal`.
  init?(storedText text: String) {
    var text = text
    guard let number = text.withUTF8({ Self($0) }) else { return nil }
    self = number
  }

  /// Reads a decimal number from UTF-8.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard let number = bytes.withMemoryRebound(to: UInt8.self, { Self($0) }) else { return nil }
    self = number
  }

  private init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    var scanner = DecimalScanner(utf8: utf8)
    guard let number = scanner.decimal() else { return nil }
    self = number
  }
}

/// Reads a decimal number from UTF-8, from front to back.
private struct DecimalScanner {
  let utf8: UnsafeBufferPointer<UInt8>
  var position = 0
  var significand: UInt128 = 0
  /// The number of zeros that are not in the significand yet; they are added when another digit
  /// follows.
  var pendingZeros = 0

  init(utf8: UnsafeBufferPointer<UInt8>) { self.utf8 = utf8 }

  mutating func decimal() -> ExactDecimal? {
    let isNegative = accept("-")
    if !isNegative { _ = accept("+") }
    guard let wholeDigits = digits() else { return nil }
    var fractionDigits = 0
    if accept(".") {
      guard let digits = digits() else { return nil }
      fractionDigits = digits
    }
    guard wholeDigits + fractionDigits > 0 else { return nil }
    var exponent = pendingZeros - fractionDigits
    if accept("e") || accept("E") {
      guard let written = self.exponent() else { return nil }
      exponent += written
    }
    guard position == utf8.count else { return nil }
    return ExactDecimal(significand: significand, exponent: exponent, isNegative: isNegative)
  }

  /// Reads digits into the significand.
  ///
  /// - Returns: The number of digits; nil if the significand overflows.
  private mutating func digits() -> Int? {
    let start = position
    while let digit = digit() {
      if digit == 0 {
        if significand != 0 { pendingZeros += 1 }
        continue
      }
      for _ in 0..<pendingZeros { guard shift(adding: 0) else { return nil } }
      pendingZeros = 0
      guard shift(adding: digit) else { return nil }
    }
    return position - start
  }

  private mutating func shift(adding digit: UInt8) -> Bool {
    let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
    significand = sum
    return !overflow && !carry
  }

  /// Reads the exponent; nil if it has more than four digits, which no `Decimal` has.
  private mutating func exponent() -> Int? {
    let isNegative = accept("-")
    if !isNegative { _ = accept("+") }
    var exponent = 0
    var count = 0
    while let digit = digit() {
      exponent = exponent * 10 + Int(digit)
      count += 1
      guard exponent < 10000 else { return nil }
    }
    guard count > 0 else { return nil }
    return isNegative ? -exponent : exponent
  }

  private mutating func digit() -> UInt8? {
    guard position < utf8.count else { return nil }
    let digit = utf8[position] &- UInt8(ascii: "0")
    guard digit < 10 else { return nil }
    position += 1
    return digit
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard position < utf8.count, utf8[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }
}

extension RowReader where Self: ~Copyable {
  @usableFromInline
  @inline(never)
  borrowing func notADecimal(at index: Int) -> RowDecodingError {
    invalid(at: index, as: Decimal.self, "the text is not a decimal number of up to 38 digits")
  }
}
