import ORMCore
import ORMSchema

extension XMLNode {
  /// Returns the index, view, trigger or virtual table that a `<statement>` creates.
  func statement() throws(XMLSchemaError) -> Schema {
    let tokens = SQLTokens(try sql()).filter { !$0.isBlank }
    if let invalid = tokens.first(where: { $0.kind == .invalid || $0.kind == .parameter }) {
      throw failure("'\(invalid.text)' can't be in a CREATE statement")
    }
    guard tokens.first?.isKeyword("CREATE") == true else {
      throw failure("a <statement> must be CREATE INDEX, VIEW, TRIGGER or VIRTUAL TABLE")
    }
    if tokens.count > 1, tokens[1].isKeyword("TEMP") || tokens[1].isKeyword("TEMPORARY") {
      throw failure("a temporary object belongs to a connection, not to a schema")
    }
    if tokens.hasSecondStatement { throw failure("the element contains more than one statement") }
    let schema = Schema(reading: [Schema.Entry(type: "", name: "", table: "", sql: text)])
    if let object = schema.unreadable.first { throw failure(object.reason) }
    return schema
  }

  private func failure(_ message: String) -> XMLSchemaError {
    XMLSchemaError(.invalidSQL, at: place, message)
  }
}

extension [SQLToken] {
  /// Whether another statement follows a semicolon.
  ///
  /// In a trigger, only the semicolon after `; END` counts; see
  /// <https://www.sqlite.org/c3ref/complete.html>.
  fileprivate var hasSecondStatement: Bool {
    guard let end = lastIndex(where: { !$0.isSymbol(";") }) else { return false }
    let isTrigger = count > 1 && self[1].isKeyword("TRIGGER")
    return self[..<end].indices.contains { place in
      guard self[place].isSymbol(";") else { return false }
      return !isTrigger
        || place > 1 && self[place - 1].isKeyword("END")
          && self[place - 2].isSymbol(";")
    }
  }
}
