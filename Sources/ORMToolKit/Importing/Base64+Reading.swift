extension Base64 {
  /// Decodes base64 with padding.
  ///
  /// - Returns: false if the text is not base64.
  static func append(_ text: UnsafeRawBufferPointer, to output: UnescapedBytes) -> Bool {
    guard text.count.isMultiple(of: 4) else { return false }
    output.reserve(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let isLast = start + 4 == text.count
      let padding =
        !isLast || text[start + 3] != 0x3d ? 0 : text[start + 2] == 0x3d ? 2 : 1
      var bits: UInt32 = 0
      for place in start..<(start + 4 - padding) {
        guard let value = value(text[place]) else { return false }
        bits = bits << 6 | value
      }
      bits <<= UInt32(6 * padding)
      // The bits that the padding cuts off have to be 0.
      if padding > 0 && bits & (1 << UInt32(8 * padding) - 1) != 0 { return false }
      for place in 0..<(3 - padding) {
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
      }
    }
    return true
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5a: UInt32(byte - 0x41)
    case 0x61...0x7a: UInt32(byte - 0x61 + 26)
    case 0x30...0x39: UInt32(byte - 0x30 + 52)
    case 0x2b: 62
    case 0x2f: 63
    default: nil
    }
  }
}
