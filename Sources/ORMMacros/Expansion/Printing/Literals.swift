import ORMDeclarations

extension String {
  /// The text as a Swift string literal on one line.
  ///
  /// SQL contains many double quotes, so the literal is raw, with as many `#` as the text needs:
  ///
  /// ```swift
  /// #"SELECT "id" FROM "album""#
  /// ```
  var swiftLiteral: String {
    let isPlain = unicodeScalars.allSatisfy {
      !$0.isControl && $0 != "\"" && $0 != "\\"
    }
    if isPlain { return "\"\(self)\"" }
    var hashes = "#"
    // The compiler reads bytes: a combining mark after a quote joins it in one Character, and the
    // quote still ends the literal.
    while contains(bytes: "\"\(hashes)") || contains(bytes: "\\\(hashes)") { hashes += "#" }
    var literal = "\(hashes)\""
    for scalar in unicodeScalars {
      if scalar.isControl {
        literal += "\\\(hashes)u{\(String(scalar.value, radix: 16))}"
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\"\(hashes)"
  }

  /// The name as an SQL identifier: in double quotes, with inner quotes doubled.
  var quotedIdentifier: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private func contains(bytes other: String) -> Bool { utf8.firstRange(of: other.utf8) != nil }
}

extension Unicode.Scalar {
  /// Whether the scalar can't be in a Swift literal, or ends a line.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}
