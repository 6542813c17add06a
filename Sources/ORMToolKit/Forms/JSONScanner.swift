/// Scans JSON.
struct JSONScanner {
  struct Failure: Error {
    let place: Int
    let words: String
  }

  let bytes: UnsafeMutablePointer<UInt8>
  var place: Int
  let end: Int
  /// Whether line breaks are whitespace.
  var blanksHaveLines = false
  /// The maximum depth of nested objects and arrays.
  private static let depthLimit = 512

  mutating func skipBlanks() {
    while place < end {
      let byte = bytes[place]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a && blanksHaveLines else {
        return
      }
      place += 1
    }
  }

  /// Whether a byte is whitespace in JSON.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard place < end && bytes[place] == byte else { return false }
    place += 1
    return true
  }

  mutating func take(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard end - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != word.utf8Start[offset] { return false }
    place += count
    return true
  }

  private func failure(_ words: String) -> Failure { Failure(place: place, words: words) }

  // MARK: - Values

  /// Skips a value.
  mutating func skipValue(depth: Int) throws -> FieldKind {
    guard place < end else { throw failure("a value is missing here") }
    switch bytes[place] {
    case 0x22:
      place += 1
      _ = try skipString()
      return .text
    case 0x7b, 0x5b:
      try skipList(depth: depth)
      return .json
    case 0x74:
      if take(word: "true") { return .yes }
    case 0x66:
      if take(word: "false") { return .no }
    case 0x6e:
      if take(word: "null") { return .null }
    case 0x2d, 0x30...0x39:
      try skipNumber()
      return .number
    default: break
    }
    throw failure("a JSON value must begin here")
  }

  private mutating func skipList(depth: Int) throws {
    guard depth < Self.depthLimit else { throw failure("more than 512 levels of nesting") }
    let isObject = bytes[place] == 0x7b
    let close: UInt8 = isObject ? 0x7d : 0x5d
    place += 1
    skipBlanks()
    if take(close) { return }
    repeat {
      skipBlanks()
      if isObject {
        guard take(0x22) else { throw failure("a quoted name is missing here") }
        _ = try skipString()
        skipBlanks()
        guard take(0x3a) else { throw failure("a colon is missing here") }
        skipBlanks()
      }
      _ = try skipValue(depth: depth + 1)
      skipBlanks()
    } while take(0x2c)
    guard take(close) else { throw failure(isObject ? "} is missing" : "] is missing") }
  }

  private mutating func skipDigits() throws {
    let start = place
    while place < end && bytes[place] &- 0x30 <= 9 { place += 1 }
    if place == start { throw failure("a digit is missing here") }
  }

  private mutating func skipNumber() throws {
    _ = take(0x2d)
    if take(0x30) {
      if place < end && bytes[place] &- 0x30 <= 9 { throw failure("a number begins with 0") }
    } else {
      try skipDigits()
    }
    if take(0x2e) { try skipDigits() }
    if take(0x65) || take(0x45) {
      _ = take(0x2b) || take(0x2d)
      try skipDigits()
    }
  }

  // MARK: - Strings

  /// Skips the rest of a string, from after the opening quote to after the closing one.
  ///
  /// - Returns: Whether the string has escapes.
  mutating func skipString() throws -> Bool {
    var hasEscapes = false
    while place < end {
      switch bytes[place] {
      case 0x22:
        place += 1
        return hasEscapes
      case 0x5c:
        hasEscapes = true
        place += 2
      case 0..<0x20: throw failure("a control character must be an escape, such as \\n or \\u0000")
      default: place += 1
      }
    }
    place = end
    throw failure(
      blanksHaveLines ? "the string is not closed" : "the string is not closed on this line")
  }

  /// Writes the content of a string without its escapes.
  mutating func unescape(into output: UnescapedBytes) throws {
    while place < end {
      let byte = bytes[place]
      place += 1
      if byte != 0x5c {
        output.append(byte)
        continue
      }
      let escape = bytes[place]
      place += 1
      switch escape {
      case 0x22, 0x5c, 0x2f: output.append(escape)
      case 0x62: output.append(0x08)
      case 0x66: output.append(0x0c)
      case 0x6e: output.append(0x0a)
      case 0x72: output.append(0x0d)
      case 0x74: output.append(0x09)
      case 0x75: for byte in UTF8.encode(try scalar()) ?? .init() { output.append(byte) }
      default:
        place -= 2
        throw failure("JSON has no such escape")
      }
    }
  }

  /// Reads the scalar of a `\u` escape, or of two if it is above U+FFFF.
  private mutating func scalar() throws -> Unicode.Scalar {
    let start = place - 2
    let first = try unit()
    var value = UInt32(first)
    if 0xd800..<0xdc00 ~= first, end - place >= 6, bytes[place] == 0x5c, bytes[place + 1] == 0x75 {
      place += 2
      let second = try unit()
      if 0xdc00..<0xe000 ~= second {
        value = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw Failure(place: start, words: "half of a surrogate pair is not a character")
    }
    return scalar
  }

  private mutating func unit() throws -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard place < end, let digit = HexDigits.value(bytes[place]) else {
        throw failure("four hexadecimal digits must follow \\u")
      }
      value = value << 4 | UInt16(digit)
      place += 1
    }
    return value
  }
}
