extension String {
  /// The name as an SQL identifier: in double quotes, with quotes inside doubled.
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
}

extension [String] {
  /// The names as SQL identifiers, separated by commas.
  package var identifierList: String { map(\.quotedIdentifier).joined(separator: ", ") }
}
