extension String {
  /// The name as an SQL identifier: in double quotes, with those inside doubled.
  public var quotedIdentifier: String {
    if !utf8.contains(UInt8(ascii: "\"")) { return "\"\(self)\"" }
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" { quoted.unicodeScalars.append(character) }
      quoted.unicodeScalars.append(character)
    }
    quoted.append("\"")
    return quoted
  }

  /// Whether the text is one literal, which stands after `DEFAULT` without parentheses.
  ///
  /// See <https://www.sqlite.org/syntax/column-constraint.html>.
  var isLiteral: Bool {
    let keywords = [
      "NULL", "TRUE", "FALSE", "CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME",
    ]
    if keywords.contains(name: self) { return true }
    if let first = utf8.first, first | 0x20 == UInt8(ascii: "x") {
      return String(Substring(utf8.dropFirst())).isQuotedText
    }
    return isQuotedText || isNumber
  }

  /// Whether the text is in single quotes from its start to its end.
  private var isQuotedText: Bool {
    guard utf8.count >= 2, utf8.first == UInt8(ascii: "'"), utf8.last == UInt8(ascii: "'") else {
      return false
    }
    var isAfterQuote = false
    for byte in utf8.dropFirst().dropLast() {
      if byte == UInt8(ascii: "'") {
        isAfterQuote.toggle()
      } else if isAfterQuote {
        // A quote that is not doubled ended the text here.
        return false
      }
    }
    return !isAfterQuote
  }

  private var isNumber: Bool {
    guard let first = utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") })
    else { return false }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) && Double(self) != nil
  }
}

extension [String] {
  /// The names as SQL identifiers, with commas between them.
  var identifierList: String { map(\.quotedIdentifier).joined(separator: ", ") }
}
