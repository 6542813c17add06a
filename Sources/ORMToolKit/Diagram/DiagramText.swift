import ORMCore

/// The widths of a picture's texts, and their XML.
///
/// A picture is drawn with the font of the viewer, so the widths are those of a wide font.
enum DiagramText {
  /// The position at which column names begin, after their marks.
  static let gutter = 36.0

  /// The width of a text at 13 pixels.
  static func width(of text: String, bold: Bool = false) -> Double {
    var width = 0.0
    for scalar in text.unicodeScalars { width += self.width(of: scalar) }
    return bold ? width * 1.09 : width
  }

  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x69, 0x6A, 0x6C, 0x2C, 0x2E, 0x27, 0x3A, 0x3B, 0x7C, 0x21, 0x49: 4.2  // ijl,.':;|!I
    case 0x66, 0x72, 0x74, 0x28, 0x29, 0x5B, 0x5D, 0x20, 0x2D, 0x2F: 5.2  // frt()[] -/
    case 0x6D, 0x77, 0x4D, 0x57, 0x40, 0x25: 12.2  // mwMW@%
    case 0x41...0x5A: 9.4
    case 0..<0x300: 7.7
    case 0x300..<0x370: 0  // they are drawn on the letter before
    case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFE30..<0xFE70,
      0xFF00..<0xFF61, 0x1F000...0x3FFFF:
      13.5
    default: 9
    }
  }

  /// The beginning of a text that fits, with an ellipsis if it is cut.
  static func fitted(_ text: String, in room: Double, bold: Bool = false) -> String {
    let text = shown(text)
    if width(of: text, bold: bold) <= room { return text }
    var fitted = String.UnicodeScalarView()
    var used = width(of: "…", bold: bold)
    for scalar in text.unicodeScalars {
      used += width(of: String(scalar), bold: bold)
      if used > room { break }
      fitted.append(scalar)
    }
    return String(fitted) + "…"
  }

  /// The text with visible symbols for characters that are invisible, not allowed in XML, or change
  /// the direction of writing.
  static func shown(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: shown.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: shown.append("\u{2421}")
      case 0xFFFE, 0xFFFF: shown.append("\u{FFFD}")
      case _ where SafeText.isUnsafe(scalar): shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// The text escaped for XML.
  static func xml(_ text: String) -> String {
    var xml: [UInt8] = []
    for byte in shown(text).utf8 {
      switch byte {
      case UInt8(ascii: "&"): xml += "&amp;".utf8
      case UInt8(ascii: "<"): xml += "&lt;".utf8
      case UInt8(ascii: ">"): xml += "&gt;".utf8
      case UInt8(ascii: "\""): xml += "&quot;".utf8
      default: xml.append(byte)
      }
    }
    return String(decoding: xml, as: UTF8.self)
  }
}

extension DiagramModel.Row {
  /// The declared type, with a question mark if the column can be NULL.
  var shownType: String {
    let type = DiagramText.shown(type)
    return isNullable ? type + "?" : type
  }
}
