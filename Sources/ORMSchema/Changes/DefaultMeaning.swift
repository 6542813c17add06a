import ORMCore

/// The default value of a column in a new row: a value after the column's affinity is applied, or
/// an expression.
///
/// See <https://www.sqlite.org/datatype3.html#type_affinity>.
enum DefaultMeaning: Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text([UInt8])
  case blob([UInt8])
  case expression(Meaning)

  init(_ value: Schema.Default?, of column: Schema.Column, isStrict: Bool) {
    guard let value else {
      self = .null
      return
    }
    let literal = DefaultMeaning(literal: value.expression)
    // A column of type ANY has no affinity in a `STRICT` table, and numeric affinity elsewhere.
    let isAny = isStrict && column.type.isSameName(as: "ANY")
    self = isAny ? literal : literal.converted(to: Affinity(column.type))
  }

  private init(literal sql: String) {
    var pieces = SQLTokens(sql).filter { !$0.isBlank }[...]
    while pieces.count > 2, pieces.first?.isSymbol("(") == true, pieces.last?.isSymbol(")") == true,
      !pieces.dropFirst().dropLast().contains(where: { $0.isSymbol("(") || $0.isSymbol(")") })
    {
      pieces = pieces.dropFirst().dropLast()
    }
    var isNegative = false
    var isSigned = false
    while pieces.count > 1, let sign = pieces.first, sign.isSymbol("-") || sign.isSymbol("+") {
      isSigned = true
      if sign.isSymbol("-") { isNegative.toggle() }
      pieces = pieces.dropFirst()
    }
    guard pieces.count == 1, let token = pieces.first else {
      self = .expression(Meaning(sql))
      return
    }
    switch token.kind {
    case .number: self = Self(number: token, isNegative: isNegative) ?? .expression(Meaning(sql))
    case .string where !isSigned: self = .text(Array(token.unquoted.utf8))
    case .quotedName where !isSigned && token.text.utf8.first == UInt8(ascii: "\""):
      self = .text(Array(token.unquoted.utf8))
    case .blob where !isSigned:
      self = .blob(token.text.utf8.dropFirst(2).dropLast().map(\.loweredInASCII))
    case .word where token.isKeyword("NULL"): self = .null
    case .word where token.isKeyword("TRUE"): self = .integer(isNegative ? -1 : 1)
    case .word where token.isKeyword("FALSE"): self = .integer(0)
    default: self = .expression(Meaning(sql))
    }
  }

  private init?(number token: SQLToken, isNegative: Bool) {
    let digits = Array(token.text.utf8.filter { $0 != UInt8(ascii: "_") })
    if digits.count > 2, digits[1] | 0x20 == UInt8(ascii: "x") {
      let bits = UInt64(String(decoding: digits.dropFirst(2), as: UTF8.self), radix: 16)
      guard let value = bits.map(Int64.init(bitPattern:)), value != .min || !isNegative else {
        return nil
      }
      self = .integer(isNegative ? -value : value)
      return
    }
    let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    if let value = Int64(text) {
      self = .integer(value)
    } else if let value = Double(text.withDigitsAtPoint) {
      self = .real(value)
    } else {
      return nil
    }
  }

  private func converted(to affinity: Affinity) -> Self {
    switch (affinity, self) {
    case (.integer, .text(let bytes)), (.numeric, .text(let bytes)), (.real, .text(let bytes)):
      guard let token = Self.number(bytes) else { return self }
      return token.converted(to: affinity)
    case (.integer, .real(let value)), (.numeric, .real(let value)):
      return Int64(exactly: value).map(Self.integer) ?? self
    case (.real, .integer(let value)): return .real(Double(value))
    case (.text, .integer(let value)): return .text(Array("\(value)".utf8))
    default: return self
    }
  }

  /// The number that the whole text represents; nil if it is not a number.
  private static func number(_ bytes: [UInt8]) -> Self? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let isSigned = isNegative || bytes.first == UInt8(ascii: "+")
    let tokens = Array(
      SQLTokens(String(decoding: bytes.dropFirst(isSigned ? 1 : 0), as: UTF8.self)))
    let isHex = bytes.contains { $0 | 0x20 == UInt8(ascii: "x") }
    guard tokens.count == 1, let token = tokens.first, token.kind == .number, !isHex,
      !bytes.contains(UInt8(ascii: "_"))
    else { return nil }
    return Self(number: token, isNegative: isNegative)
  }
}

extension String {
  /// The number with a digit on each side of its point: SQLite accepts `.5` and `5.`.
  fileprivate var withDigitsAtPoint: String {
    let bytes = Array(utf8)
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return self }
    // In steps, because the compiler takes seconds to type-check one expression.
    var digits = bytes
    if point + 1 == bytes.count || !bytes[point + 1].isDigit {
      digits.insert(UInt8(ascii: "0"), at: point + 1)
    }
    if point == 0 || !bytes[point - 1].isDigit { digits.insert(UInt8(ascii: "0"), at: point) }
    return String(decoding: digits, as: UTF8.self)
  }
}
