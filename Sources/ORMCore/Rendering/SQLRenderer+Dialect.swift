extension SQLRenderer {
  /// Writes an expression by its template in the dialect.
  ///
  /// - Parameter call: The call of an aggregate function, if it is one.
  mutating func append(
    _ template: SQLTemplate, _ operands: [SQLNode], of call: FunctionCall? = nil
  ) throws {
    for part in template.parts {
      switch part {
      case .text(let text): append(text)
      case .operand(let index):
        guard operands.indices.contains(index) else { continue }
        try append(operands[index], in: template.isPrimary ? .or : .primary)
      case .operands: try append(operands) { try $0.append($1) }
      case .distinct: if call?.isDistinct == true { append("DISTINCT ") }
      case .ordering: try append(ordering: call?.ordering ?? [])
      }
    }
  }

  /// Returns the dialect's template of a function call; nil if it is written as in SQLite.
  ///
  /// - Throws: ``UnsupportedSQLError``
  func template(of name: String, argumentCount: Int) throws -> SQLTemplate? {
    if dialect.isSQLite { return nil }
    try dialect.check(name)
    // Characters: SQLite's names, which the library writes
    return dialect.functions["\(name)/\(argumentCount)"] ?? dialect.functions[name]
  }

  /// Writes a binary operation by the dialect's template, if there is one.
  ///
  /// - Returns: Whether it was written.
  /// - Throws: ``UnsupportedSQLError``
  mutating func appendTranslated(
    _ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode
  ) throws -> Bool {
    if dialect.isSQLite { return false }
    let name = symbol.symbol(in: .sqlite)
    try dialect.check(name)
    // Characters: SQLite's names, which the library writes
    guard let template = dialect.operators[name] else { return false }
    try append(template, [left, right])
    return true
  }
}
