import ORMDeclarations

extension String {
  /// The text as a Swift string literal on one line.
  ///
  /// SQL is full of double quotes, so the literal is a raw one, with as many `#` as the text needs:
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
    // The compiler reads bytes: a mark behind a quote makes one Character of both, and the quote
    // still ends the text.
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

  /// The name as an SQL identifier: in double quotes, with those inside doubled.
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
  /// Whether Swift takes it for no sign of a literal, or for the end of a line.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0x2028 || value == 0x2029
  }
}
