import ORMCore

/// The reason why a handwritten part of a `CREATE TABLE` can't be read.
package struct SQLPartError: Error {
  package let reason: String
}

// SQLite has checked the SQL in a database, but this SQL comes from files: each text must contain
// the expected part and nothing else.

extension Schema.Table {
  /// Adds table constraints, which may be separated by commas.
  package mutating func addConstraints(_ sql: String) throws(SQLPartError) {
    var reader = CreateReader(sql)
    if reader.tokens.isEmpty { return }
    try reading {
      () throws(CreateReader.Failure) in
      try reader.checkTokens()
      repeat {
        reader.constraintName = nil
        repeat {
          guard try reader.readConstraint(into: &self) else {
            throw reader.failure("a table constraint")
          }
        } while reader.current != nil && !reader.isNext(symbol: ",")
        if reader.constraintName != nil { throw reader.failure("a table constraint") }
      } while reader.accept(symbol: ",")
    }
  }

  /// Adds column constraints.
  package mutating func addConstraints(
    _ sql: String, of column: inout Schema.Column
  ) throws(SQLPartError) {
    var reader = CreateReader(sql)
    try reading {
      () throws(CreateReader.Failure) in
      try reader.checkTokens()
      while reader.current != nil {
        guard try reader.readConstraint(of: &column, into: &self) else {
          throw reader.failure("a column constraint")
        }
      }
      if reader.constraintName != nil { throw reader.failure("a column constraint") }
    }
  }
}

extension Schema.Default {
  /// Creates a default from the SQL after `DEFAULT`, or from an expression without its parentheses.
  package init(sql: String) throws(SQLPartError) {
    self.init("")
    var reader = CreateReader(sql)
    try reading {
      () throws(CreateReader.Failure) in
      try reader.checkTokens()
      expression = try reader.defaultValue()
      if reader.current != nil {
        reader.position = 0
        expression = try reader.balancedText()
      }
    }
  }
}

extension Schema.Column {
  /// Whether a type is made of words, with no constraint after them.
  package static func isType(_ text: String) -> Bool { Self("", type: text).isTypeOfWords }
}

private func reading(
  _ body: () throws(CreateReader.Failure) -> Void
) throws(SQLPartError) {
  do {
    try body()
  } catch {
    throw SQLPartError(reason: error.reason)
  }
}

extension CreateReader {
  /// Throws if a token can't occur in a statement.
  fileprivate func checkTokens() throws(Failure) {
    for token in tokens {
      if token.kind == .invalid {
        throw Failure(reason: "«\(token.text)» is not SQL")
      }
      if token.kind == .parameter {
        throw Failure(reason: "the parameter «\(token.text)» can't be used here")
      }
    }
  }

  /// Reads the whole text as an expression, and throws unless its parentheses are balanced.
  fileprivate mutating func balancedText() throws(Failure) -> String {
    let start = position
    while let token = current {
      if token.isSymbol("(") {
        _ = try parenthesized()
      } else if token.isSymbol(")") || token.isSymbol(",") || token.isSymbol(";") {
        throw failure("an expression")
      } else {
        position += 1
      }
    }
    return text(start..<position)
  }
}
