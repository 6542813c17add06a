import ORMCore

/// Why a part of a `CREATE TABLE` that somebody has written by hand can't be read.
package struct SQLPartError: Error {
  package let reason: String
}

// The texts of a database were accepted by SQLite; these come from files, and each has to be what
// it is taken for, and nothing besides.

extension Schema.Table {
  /// Adds constraints as they are written behind the columns; between two there can be a comma.
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
            throw reader.failure("a constraint of a table")
          }
        } while reader.current != nil && !reader.isNext(symbol: ",")
        if reader.constraintName != nil { throw reader.failure("a constraint of a table") }
      } while reader.accept(symbol: ",")
    }
  }

  /// Adds constraints of a column as they are written at it.
  package mutating func addConstraints(
    _ sql: String, of column: inout Schema.Column
  ) throws(SQLPartError) {
    var reader = CreateReader(sql)
    try reading {
      () throws(CreateReader.Failure) in
      try reader.checkTokens()
      while reader.current != nil {
        guard try reader.readConstraint(of: &column, into: &self) else {
          throw reader.failure("a constraint of a column")
        }
      }
      if reader.constraintName != nil { throw reader.failure("a constraint of a column") }
    }
  }
}

extension Schema.Default {
  /// A default as it is written behind `DEFAULT`, or an expression without the parentheses that it
  /// has there.
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
  /// Whether a type is made of words, with nothing behind them that begins a constraint.
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
  /// Refuses what no statement can have.
  fileprivate func checkTokens() throws(Failure) {
    for token in tokens {
      if token.kind == .invalid {
        throw Failure(reason: "«\(token.text)» is no part of SQL")
      }
      if token.kind == .parameter {
        throw Failure(reason: "the parameter «\(token.text)» has no value here")
      }
    }
  }

  /// All of the text, of which each parenthesis is closed.
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
