import ORMCore

/// Texts that are written into JSON as values.
///
/// An import keeps the bytes of an object or an array, so the text is restored. Any other text is
/// written as a string: a number or a JSON literal would be a different value, and a text with
/// control characters has to be escaped.
enum EmbeddedJSON {
  /// Whether a text is an object or an array that can be written as a value.
  static func isOne(_ text: UnsafeRawBufferPointer, isLine: Bool) -> Bool {
    guard let first = text.first, first == 0x7b || first == 0x5b,
      let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self),
      UTF8Text.isValid(text), !isBytes(text), isSafe(text, isLine: isLine)
    else { return false }
    // The scanner only reads.
    var scanner = JSONScanner(
      bytes: UnsafeMutablePointer(mutating: start), place: 0, end: text.count,
      blanksHaveLines: true)
    guard (try? scanner.skipValue(depth: 0)) != nil else { return false }
    return scanner.place == text.count
  }

  /// Returns the text of `{"text": "…"}`, which is written for a text that would be read as another
  /// value; nil for other JSON.
  static func escapedText(_ json: UnsafeRawBufferPointer) -> String? {
    guard let start = json.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    var scanner = JSONScanner(
      bytes: UnsafeMutablePointer(mutating: start), place: 0, end: json.count,
      blanksHaveLines: true)
    func take(_ byte: UInt8) -> Bool {
      scanner.skipBlanks()
      return scanner.take(byte)
    }
    guard take(0x7b), take(0x22), scanner.take(word: "text\""), take(0x3a), take(0x22) else {
      return nil
    }
    let first = scanner.place
    guard (try? scanner.skipString()) != nil else { return nil }
    var text = JSONScanner(
      bytes: UnsafeMutablePointer(mutating: start), place: first, end: scanner.place - 1)
    guard take(0x7d), scanner.place == json.count else { return nil }
    let output = UnescapedBytes()
    guard (try? text.unescape(into: output)) != nil else { return nil }
    let bytes = UnsafeRawBufferPointer(start: output.bytes, count: output.count)
    return UTF8Text.isValid(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// Whether a text begins like a BLOB in JSON: `{"blob": …`.
  private static func isBytes(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.first == 0x7b else { return false }
    let name = text.dropFirst().drop { JSONScanner.isBlank($0) }
    return name.starts(with: "\"blob\"".utf8)
  }

  private static func isSafe(_ text: UnsafeRawBufferPointer, isLine: Bool) -> Bool {
    if text.allSatisfy({ (0x20..<0x7f).contains($0) }) { return true }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\n": !isLine
      case "\t": true
      default: !SafeText.isUnsafe(scalar)
      }
    }
  }
}
