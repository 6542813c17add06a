/// Writes elements, one on each line.
struct XMLWriter {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  /// Writes an element that contains elements, or is empty.
  mutating func addElement(
    _ name: String, _ attributes: [(String, String)] = [],
    _ content: ((inout Self) throws(XMLWritingError) -> Void)? = nil
  ) throws(XMLWritingError) {
    indent()
    try open(name, attributes)
    guard let content else {
      text += "/>\n"
      return
    }
    text += ">\n"
    depth += 1
    try content(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element that contains text.
  mutating func addElement(_ name: String, text content: String) throws(XMLWritingError) {
    indent()
    try open(name, [])
    text += ">"
    try escape(content, isAttribute: false)
    text += "</\(name)>\n"
  }

  private mutating func indent() { text += String(repeating: "  ", count: depth) }

  private mutating func open(
    _ name: String, _ attributes: [(String, String)]
  ) throws(XMLWritingError) {
    text += "<\(name)"
    for (attribute, value) in attributes {
      text += " \(attribute)=\""
      try escape(value, isAttribute: true)
      text += "\""
    }
  }

  /// Escapes special characters. In an attribute, white space other than a blank must be a
  /// reference, because it would be read as a blank.
  private mutating func escape(
    _ value: String, isAttribute: Bool
  ) throws(XMLWritingError) {
    for scalar in value.unicodeScalars {
      guard scalar.isInXML else {
        throw XMLWritingError(
          "'\(value)' has the character U+\(String(scalar.value, radix: 16)), which XML forbids"
        )
      }
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"" where isAttribute: text += "&quot;"
      case "\r": text += "&#13;"
      case "\n" where isAttribute: text += "&#10;"
      case "\t" where isAttribute: text += "&#9;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
