extension SQLRenderer {
  /// Writes raw SQL, with its values bound.
  ///
  /// - Throws: ``ValueEncodingError`` if a value in it could not be encoded; ``RelationError`` if a
  ///   query in it selects lists; ``DatabaseError`` if its text contains a numbered parameter,
  ///   which would get the value of another parameter.
  mutating func append(_ sql: SQL) throws {
    // The end of the last literal; the text after it is not in quotes.
    var literalEnd = 0
    for part in sql.parts {
      if literalEnd > 0 && literalEnd == length { keepApart(from: part) }
      switch part {
      case .text(let text): try append(written: text)
      case .literal(let node):
        try append(literal: node, after: literalEnd)
        literalEnd = length
      case .identifier(let name): append(identifier: name)
      case .misplaced(let error): throw error
      case .node(let node): try append(node)
      case .list(let values):
        append("(")
        append(list: values)
        append(")")
      case .subquery(let query):
        append("(")
        append(try query.statement(in: dialect))
        append(")")
      }
    }
  }

  private mutating func append(written text: String) throws {
    let start = length
    append(text)
    let bytes = text.utf8
    // A digit continues the text before it: a `$`, or the number of a parameter.
    let goesOn = start > 0 && bytes.first?.isDigit == true
    if !goesOn && !text.mayHaveParameter { return }
    // Only reading from the beginning shows whether it is a parameter, or part of a string or a
    // comment.
    var position = 0
    for token in SQLTokens(written) {
      position += token.text.utf8.count
      if token.writtenNumber != nil && position > start {
        throw DatabaseError(
          extendedCode: .misuse,
          message: "\(token.text) is a parameter without a value; write the value in \\( )",
          sql: written)
      }
    }
  }

  /// Writes a value into the text.
  ///
  /// - Parameter start: A position in the written text that is not in quotes.
  private mutating func append(literal node: SQLNode, after start: Int) throws {
    // If quotes are not closed yet, an appended semicolon is part of them.
    let before = written.utf8.dropFirst(start)
    var last: SQLToken?
    for token in SQLTokens(String(Substring(before)) + ";") { last = token }
    guard last?.isSymbol(";") == true else {
      throw DatabaseError(
        extendedCode: .misuse,
        message:
          "\\(literal: ) is inside quotes or a comment, which its value could close; "
          + "write it without quotes around it",
        sql: written)
    }
    // In "x\(literal: "00")", both parts would be read as a BLOB literal.
    if let byte = before.last, byte.touchesLiteral { append(" ") }
    try writingLiterals { try $0.append(node) }
  }

  /// Writes a space after a literal that would form one word with the text after it.
  private mutating func keepApart(from part: SQL.Part) {
    switch part {
    case .text(let text):
      if text.utf8.first?.touchesLiteral == true { append(" ") }
    default: append(" ")
    }
  }

  /// Writes a whole statement, whose parameters get the next numbers.
  private mutating func append(_ query: Statement) {
    var numbers: [Int: Int] = [:]
    var tokens = SQLTokens(query.sql)
    while let token = tokens.next() {
      guard let number = tokens.parameter, query.arguments.indices.contains(number - 1) else {
        append(String(token.text))
        continue
      }
      if let here = numbers[number] {
        append(parameter: here)
      } else {
        let count = arguments.count
        bind(query.arguments[number - 1])
        // A literal has no number: it is written at each occurrence of the parameter.
        if arguments.count > count { numbers[number] = arguments.count }
      }
    }
  }
}

extension String {
  /// Whether the text may contain a numbered parameter.
  fileprivate var mayHaveParameter: Bool {
    let isFound = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.dropLast().contains { bytes[$0].isParameter(before: bytes[$0 + 1]) }
    }
    return isFound ?? zip(utf8, utf8.dropFirst()).contains { $0.isParameter(before: $1) }
  }
}

extension UInt8 {
  /// Whether the byte, next to a literal, would be read as part of it.
  fileprivate var touchesLiteral: Bool {
    isInWord || self == UInt8(ascii: "'") || self == UInt8(ascii: "\"") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-")
  }

  /// Returns whether a numbered parameter may begin with both bytes.
  fileprivate func isParameter(before next: UInt8) -> Bool {
    (self == UInt8(ascii: "$") || self == UInt8(ascii: "?")) && next.isDigit
  }
}
