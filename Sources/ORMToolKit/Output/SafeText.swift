import ORMCore

package enum SafeText {
  /// Returns a text for people to read, in one line. Characters that would move a terminal's
  /// cursor, change its colours, end a line or change the direction of writing are escaped, as `\n`
  /// or `\u{1b}`.
  package static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) { return text }
    var line = ""
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case _ where isUnsafe(scalar) && !joins(scalar, previous): line += scalar.escaped
      default: line.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return line
  }

  /// Returns a text of several lines: line breaks and tabs stay, and other unsafe characters are
  /// escaped.
  package static func document(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7f).contains($0) || $0 == 0x0A || $0 == 0x09 }) {
      return text
    }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { part in
      part.split(separator: 0x09, omittingEmptySubsequences: false)
        .map { line(String(Substring($0))) }.joined(separator: "\t")
    }.joined(separator: "\n")
  }

  /// Returns statements for people to copy: line breaks and tabs stay. If other control characters
  /// are escaped, a comment says so, because the text is not the original then.
  package static func script(_ sql: String) -> String {
    let script = document(sql)
    if script.hasSameBytes(as: sql) { return script }
    return script + "\n  -- control characters are escaped here; --json writes them unchanged"
  }

  /// Whether a terminal may do something other than show the character. Variation selectors are
  /// safe.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isInvisible && !(0xFE00...0xFE0F).contains(scalar.value)
  }

  /// Whether a joiner is part of the character before it: in emoji, and in Arabic and Indic
  /// scripts.
  private static func joins(_ scalar: Unicode.Scalar, _ previous: Unicode.Scalar?) -> Bool {
    guard scalar.value == 0x200C || scalar.value == 0x200D, let previous else { return false }
    return switch previous.value {
    case 0x600...0xDFF, 0x1780...0x17FF, 0x2600...0x27BF, 0xFE0F, 0x1_F000...0x1_FAFF: true
    default: false
    }
  }

  /// The number of terminal cells of a text without escapes.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x7f }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    // Joiners, variation selectors, and the vowels and finals of Hangul syllables.
    case 0x1160...0x11ff, 0x200c, 0x200d, 0xfe00...0xfe0f: 0
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff,
      0x20000...0x3fffd:
      2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: 0
      // Other emoji. The two letters of a flag are one emoji together.
      case .otherSymbol
      where scalar.properties.isEmojiPresentation && !(0x1f1e6...0x1f1ff).contains(scalar.value):
        2
      default: 1
      }
    }
  }

  /// The beginning of a text in at most this number of cells, with `…` if it is cut.
  package static func cut(_ text: String, to limit: Int) -> String {
    if width(text) <= limit { return text }
    var (cut, taken) = ("", 0)
    for scalar in text.unicodeScalars {
      taken += width(scalar)
      if taken > limit - 1 { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut + "…"
  }
}

extension Int {
  /// The number with commas between groups of three digits: `16,282`.
  package var grouped: String {
    let digits = Array(String(magnitude).utf8)
    var text = self < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0 && (digits.count - place).isMultiple(of: 3) { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// The number of bytes as a size: `588 KiB`, `1.2 GiB`.
  package var byteSize: String {
    if self < 1024 { return "\(self) B" }
    var (size, unit) = (Double(self) / 1024, 0)
    let units = ["KiB", "MiB", "GiB", "TiB"]
    while size >= 1024 && unit < units.count - 1 { (size, unit) = (size / 1024, unit + 1) }
    let tenths = Int((size * 10).rounded())
    let hasTenths = size < 10 && tenths % 10 != 0
    let number = hasTenths ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    return "\(number) \(units[unit])"
  }
}
