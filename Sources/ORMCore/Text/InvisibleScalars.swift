extension Unicode.Scalar {
  /// Whether the scalar is invisible, or may control a terminal or an editor: control characters,
  /// direction marks, line ends, joiners, zero-width spaces, fillers and tags.
  package var isInvisible: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5,
      0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164,
      0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1_BCA0...0x1_BCA3,
      0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF:
      true
    default: false
    }
  }

  /// `\u{1b}`
  package var escaped: String { "\\u{\(String(value, radix: 16))}" }
}
