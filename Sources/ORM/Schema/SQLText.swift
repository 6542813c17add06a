extension String {
  /// The name as an SQL identifier: in double quotes, with those inside doubled.
  public var quotedIdentifier: String {
    var quoted = "\""
    for character in unicodeScalars {
      if character == "\"" { quoted.unicodeScalars.append(character) }
      quoted.unicodeScalars.append(character)
    }
    quoted.append("\"")
    return quoted
  }
}
