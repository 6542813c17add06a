import ORMCore

/// Parses numbers in files without creating strings.
enum NumberText {
  /// An integer, with a sign or without; nil if it is written differently or does not fit.
  static func integer(_ text: UnsafeRawBufferPointer) -> Int64? {
    var place = 0
    let count = text.count
    guard count > 0 else { return nil }
    let isNegative = text[0] == 0x2d
    if isNegative || text[0] == 0x2b { place = 1 }
    guard place < count else { return nil }
    if count - place <= 18 {
      var value: Int64 = 0
      while place < count {
        let digit = text[place] &- 0x30
        if digit > 9 { return nil }
        value = value &* 10 &+ Int64(digit)
        place += 1
      }
      return isNegative ? -value : value
    }
    return longInteger(text.dropFirst(place), isNegative)
  }

  private static func longInteger(
    _ digits: Slice<UnsafeRawBufferPointer>, _ isNegative: Bool
  ) -> Int64? {
    var value: Int64 = 0
    for byte in digits {
      let digit = byte &- 0x30
      if digit > 9 { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) =
        isNegative
        ? tens.subtractingReportingOverflow(Int64(digit))
        : tens.addingReportingOverflow(Int64(digit))
      if isTooLarge || isTooLargeToo { return nil }
      value = sum
    }
    return value
  }

  /// Whether an integer is written as SQLite writes it. `007` and `+7` are not, and would lose
  /// their zeros or sign.
  static func isCanonical(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    if first == 0x2d { return text.count > 1 && (0x31...0x39).contains(text[1]) }
    return first == 0x30 ? text.count == 1 : first != 0x2b
  }

  /// Whether a number has a fraction or an exponent, and no leading zeros or plus sign, which may
  /// be part of a text such as a phone number.
  static func isReal(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, bytes.contains(where: { $0 == 0x2e || $0 | 0x20 == 0x65 }),
      real(bytes)?.isFinite == true
    else { return false }
    let digits = bytes.dropFirst(first == 0x2d ? 1 : 0)
    return first != 0x2b && (digits.first != 0x30 || digits.dropFirst().first == 0x2e)
  }

  /// Whether an unquoted CSV value is an infinity, as `orm export` writes it.
  static func isInfinity(_ text: UnsafeRawBufferPointer) -> Bool {
    text.elementsEqual("inf".utf8) || text.elementsEqual("-inf".utf8)
  }

  /// Whether an unquoted CSV value is read as something other than text, in a column that stores
  /// both.
  static func isOtherThanText(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case 0x2d, 0x30...0x39:
      return isCanonical(text) && integer(text) != nil || isReal(text)
        || isInfinity(text)
    case 0x2e: return isReal(text)
    case 0x69: return isInfinity(text)
    case 0x58, 0x78: return SQLValue.bytes(written: text) != nil
    default: return false
    }
  }

  /// The powers of ten that a Double represents exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A number as JSON and SQL write it, or `inf`; nil if it is written differently.
  static func real(_ text: UnsafeRawBufferPointer) -> Double? {
    var place = 0
    let count = text.count
    guard count > 0 else { return nil }
    let isNegative = text[0] == 0x2d
    if isNegative || text[0] == 0x2b { place = 1 }
    var mantissa: UInt64 = 0
    var (digits, used, fraction, isFraction) = (0, 0, 0, false)
    while place < count {
      let byte = text[place]
      let digit = byte &- 0x30
      if digit <= 9 {
        digits += 1
        if used < 18 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if mantissa > 0 { used += 1 }
          if isFraction { fraction += 1 }
        } else {
          used += 1
        }
      } else if byte == 0x2e && !isFraction {
        isFraction = true
      } else {
        break
      }
      place += 1
    }
    guard digits > 0 else { return infinity(text, isNegative) }
    var exponent = 0
    if place < count {
      guard text[place] | 0x20 == 0x65,
        let written = integer(UnsafeRawBufferPointer(rebasing: text[(place + 1)...]))
      else { return nil }
      exponent = Int(clamping: written)
    }
    // If a Double represents both operands exactly, a single operation rounds correctly.
    let (power, isHuge) = exponent.subtractingReportingOverflow(fraction)
    if used <= 18 && mantissa < 1 << 53 && !isHuge && (-22...22).contains(power) {
      let value = Double(mantissa)
      let scaled = power < 0 ? value / powers[-power] : value * powers[power]
      return isNegative ? -scaled : scaled
    }
    return Double(String(decoding: text, as: UTF8.self))
  }

  private static func infinity(_ text: UnsafeRawBufferPointer, _ isNegative: Bool) -> Double? {
    let word = text.dropFirst(text[0] == 0x2d || text[0] == 0x2b ? 1 : 0).map { $0 | 0x20 }
    guard word.elementsEqual("inf".utf8) || word.elementsEqual("infinity".utf8) else { return nil }
    return isNegative ? -.infinity : .infinity
  }
}

enum UTF8Text {
  /// Whether bytes are valid UTF-8.
  @inline(__always)
  static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 8 <= text.count {
      if text.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
        return isValid(text, from: place)
      }
      place += 8
    }
    while place < text.count {
      if text[place] >= 0x80 { return isValid(text, from: place) }
      place += 1
    }
    return true
  }

  @inline(never)
  private static func isValid(_ text: UnsafeRawBufferPointer, from start: Int) -> Bool {
    var place = start
    func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
      place + offset < text.count && range.contains(text[place + offset])
    }
    while place < text.count {
      switch text[place] {
      case 0..<0x80: place += 1
      case 0xc2...0xdf:
        guard follows(1) else { return false }
        place += 2
      case 0xe0...0xef:
        let first: ClosedRange<UInt8> =
          text[place] == 0xe0 ? 0xa0...0xbf : text[place] == 0xed ? 0x80...0x9f : 0x80...0xbf
        guard follows(1, first), follows(2) else { return false }
        place += 3
      case 0xf0...0xf4:
        let first: ClosedRange<UInt8> =
          text[place] == 0xf0 ? 0x90...0xbf : text[place] == 0xf4 ? 0x80...0x8f : 0x80...0xbf
        guard follows(1, first), follows(2), follows(3) else { return false }
        place += 4
      default: return false
      }
    }
    return true
  }
}

extension SQLValue {
  /// The bytes of `x'00ff'`; nil if the text is written differently.
  static func bytes(written text: UnsafeRawBufferPointer) -> [UInt8]? {
    guard text.count >= 3, text.count % 2 == 1, text[0] | 0x20 == 0x78, text[1] == 0x27,
      text[text.count - 1] == 0x27
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity((text.count - 3) / 2)
    for place in stride(from: 2, to: text.count - 1, by: 2) {
      guard let high = HexDigits.value(text[place]), let low = HexDigits.value(text[place + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}

/// Hexadecimal digits.
enum HexDigits {
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
