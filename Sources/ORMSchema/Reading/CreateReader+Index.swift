import ORMCore

extension CreateReader {
  /// `CREATE INDEX`.
  mutating func index(isUnique: Bool) throws(Failure) -> Schema.Index {
    let name = try objectName()
    try expect("ON")
    let table = try self.name()
    let columns = try indexedColumns(try parenthesized())
    var index = Schema.Index(name, on: table, columns, isUnique: isUnique)
    if accept("WHERE") { index.condition = remainder() }
    while accept(symbol: ";") {}
    guard current == nil else { throw failure("WHERE") }
    return index
  }

  /// The columns and expressions of an index or a key.
  func indexedColumns(_ range: Range<Int>) throws(Failure) -> [Schema.IndexedColumn] {
    var columns: [Schema.IndexedColumn] = []
    for part in parts(of: range) {
      if part.isEmpty { throw Failure(reason: "an index column is missing between two commas") }
      columns.append(indexedColumn(part))
    }
    return columns
  }

  private func indexedColumn(_ range: Range<Int>) -> Schema.IndexedColumn {
    var rest = range
    var collation: String?
    var isDescending = false
    if rest.count > 1, let last = rest.last.map({ tokens[$0] }) {
      isDescending = last.isKeyword("DESC")
      if isDescending || last.isKeyword("ASC") { rest = rest.dropLast() }
    }
    rest = withoutParentheses(rest)
    // It applies to the column or the whole expression only if nothing before it could be part of
    // another operand.
    while rest.count > 2, tokens[rest.upperBound - 2].isKeyword("COLLATE"),
      isOperand(rest.lowerBound..<(rest.upperBound - 2))
    {
      if collation == nil { collation = tokens[rest.upperBound - 1].unquoted }
      rest = withoutParentheses(rest.lowerBound..<(rest.upperBound - 2))
    }
    let first = tokens[rest.lowerBound]
    if rest.count == 1, first.canBeName, !first.isLiteralWord {
      return Schema.IndexedColumn(
        first.unquoted, collation: collation, isDescending: isDescending)
    }
    return Schema.IndexedColumn(
      expression: text(rest), collation: collation, isDescending: isDescending)
  }

  /// The positions without the parentheses that enclose all of them, if there are any.
  private func withoutParentheses(_ range: Range<Int>) -> Range<Int> {
    var rest = range
    while rest.count > 2, tokens[rest.lowerBound].isSymbol("("),
      closing(rest.lowerBound) == rest.last
    {
      rest = rest.dropFirst().dropLast()
    }
    return rest
  }

  /// Whether a `COLLATE` after these tokens applies to all of them: a name, a parenthesized
  /// expression or a call, with or without a collation.
  private func isOperand(_ range: Range<Int>) -> Bool {
    var rest = range
    while rest.count > 2, tokens[rest.upperBound - 2].isKeyword("COLLATE") {
      rest = rest.dropLast(2)
    }
    if rest.count == 1 { return true }
    let start = tokens[rest.lowerBound].canBeName ? rest.lowerBound + 1 : rest.lowerBound
    return tokens[start].isSymbol("(") && closing(start) == rest.last
  }

  /// The position of the parenthesis that closes this one.
  private func closing(_ place: Int) -> Int? {
    var depth = 0
    for place in place..<tokens.count {
      if tokens[place].isSymbol("(") { depth += 1 }
      if tokens[place].isSymbol(")") { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
