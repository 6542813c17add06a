extension SQLRenderer {
  /// Writes raw SQL, with its values bound.
  ///
  /// - Throws: ``ValueEncodingError`` where a value in it could not be encoded;
  ///   ``RelationError`` of a query that selects lists; ``DatabaseError`` where its text has a
  ///   parameter with a number, which would take the value of another one.
  mutating func append(_ sql: SQL) throws {
    // Where the last literal ended, behind which the text is in no quotes.
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
        append(query)
        append(")")
      }
    }
  }

  private mutating func append(written text: String) throws {
    let start = length
    append(text)
    let bytes = text.utf8
    // A digit goes on with what stands before the text: a `$`, or the number of a parameter.
    let goesOn = start > 0 && bytes.first?.isDigit == true
    if !goesOn && !text.mayHaveParameter { return }
    // Whether it is one, and no part of a string or a comment, is seen from the beginning only.
    var position = 0
    for token in SQLTokens(written) {
      position += token.text.utf8.count
      if token.writtenNumber != nil && position > start {
        throw DatabaseError(
          extendedCode: .misuse,
          message: "\(token.text) is written by hand and has no value: a value is written in \\( )",
          sql: written)
      }
    }
  }

  /// Writes a value into the text.
  ///
  /// - Parameter start: A place in what was written that is in no quotes.
  private mutating func append(literal node: SQLNode, after start: Int) throws {
    // What follows an end of quotes that never comes is part of them.
    let before = written.utf8.dropFirst(start)
    var last: SQLToken?
    for token in SQLTokens(String(Substring(before)) + ";") { last = token }
    guard last?.isSymbol(";") == true else {
      throw DatabaseError(
        extendedCode: .misuse,
        message:
          "\\(literal: ) stands in quotes or in a comment, which it could end; "
          + "it has its own quotes",
        sql: written)
    }
    // In "x\(literal: "00")", the two would be one literal of another kind.
    if let byte = before.last, byte.touchesLiteral { append(" ") }
    try writingLiterals { try $0.append(node) }
  }

  /// Writes a space behind a literal that would be one word with what follows.
  private mutating func keepApart(from part: SQL.Part) {
    switch part {
    case .text(let text):
      if text.utf8.first?.touchesLiteral == true { append(" ") }
    default: append(" ")
    }
  }

  /// Writes a whole statement, whose parameters get the next numbers here.
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
        // As a literal, it stands wherever it is named.
        if arguments.count > count { numbers[number] = arguments.count }
      }
    }
  }
}

extension String {
  /// Whether a parameter with a number may stand somewhere in the text.
  fileprivate var mayHaveParameter: Bool {
    let isFound = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.indices.dropLast().contains { bytes[$0].isParameter(before: bytes[$0 + 1]) }
    }
    return isFound ?? zip(utf8, utf8.dropFirst()).contains { $0.isParameter(before: $1) }
  }
}

extension UInt8 {
  /// Whether the byte, beside a literal, would be read as part of it.
  fileprivate var touchesLiteral: Bool {
    isInWord || self == UInt8(ascii: "'") || self == UInt8(ascii: "\"") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-")
  }

  /// Whether a parameter with a number may begin with both bytes.
  fileprivate func isParameter(before next: UInt8) -> Bool {
    (self == UInt8(ascii: "$") || self == UInt8(ascii: "?")) && next.isDigit
  }
}
