extension String {
  /// The first word of a statement, in capitals, after any white space, semicolons and comments.
  package var firstKeyword: String {
    let word = SQLTokens(self).first { $0.kind == .word }
    return word.map { String($0.text).raisedInASCII } ?? ""
  }

  /// Whether the text is a single literal, which needs no parentheses after `DEFAULT`.
  ///
  /// See <https://www.sqlite.org/syntax/column-constraint.html>.
  package var isLiteral: Bool {
    var tokens = SQLTokens(self)
    guard let first = tokens.next() else { return false }
    let isSigned = first.isSymbol("-") || first.isSymbol("+")
    guard let literal = isSigned ? tokens.next() : first, tokens.next() == nil else { return false }
    switch literal.kind {
    case .number: return true
    case .string, .blob: return !isSigned
    case .word: return !isSigned && literal.isLiteralWord
    default: return false
    }
  }
}

extension SQLToken {
  /// Whether the word is a literal value, not a name.
  package var isLiteralWord: Bool {
    isKeyword("NULL") || isKeyword("TRUE") || isKeyword("FALSE") || isKeyword("CURRENT_TIMESTAMP")
      || isKeyword("CURRENT_DATE") || isKeyword("CURRENT_TIME")
  }
}
