extension SQLRenderer {
  /// Writes raw SQL, with its values bound.
  ///
  /// - Throws: ``ValueEncodingError`` where a value in it could not be encoded.
  mutating func append(_ sql: SQL) throws {
    for part in sql.parts {
      switch part {
      case .text(let text): append(text)
      case .identifier(let name): append(identifier: name)
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
        append("$\(here)")
      } else {
        let count = body.arguments.count
        bind(query.arguments[number - 1])
        // As a literal, it stands wherever it is named.
        if body.arguments.count > count { numbers[number] = body.arguments.count }
      }
    }
  }
}
