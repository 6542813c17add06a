import ORMCore

/// Lays out a statement in readable lines: a long `CREATE TABLE` has a line for each column, and a
/// long `INSERT … SELECT` has one for each value. Only the whitespace between tokens changes.
struct SQLLayout {
  private let sql: String

  init(_ sql: String) { self.sql = sql }

  /// The maximum length of a statement that stays in one line.
  private static let width = 80

  /// The statement with its semicolon.
  var statement: String {
    let tokens = Array(SQLTokens(sql))
    let text = sql.utf8.count > Self.width ? lines(tokens) : sql
    // A semicolon in a comment would not end the statement.
    let isOpen = tokens.last.map { $0.kind == .comment } ?? false
    return text + (isOpen ? "\n;\n" : ";\n")
  }

  private func lines(_ tokens: [SQLToken]) -> String {
    let words = tokens.filter { !$0.isBlank }
    guard words.count > 1 else { return sql }
    if words[0].isKeyword("CREATE"), words[1].isKeyword("TABLE") { return definition(tokens) }
    if words[0].isKeyword("INSERT") { return copy(tokens) }
    return sql
  }

  private func definition(_ tokens: [SQLToken]) -> String {
    var (text, depth, isFirst) = ("", 0, true)
    for (place, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") {
        depth -= 1
        if depth == 0, isFirst {
          (text, isFirst) = (text + "\n", false)
        }
      }
      let isBreak = place > 0 && tokens[place - 1].isSymbol(",") && depth == 1 && isFirst
      text += token.kind == .space && isBreak ? "\n  " : String(token.text)
      if token.isSymbol("("), depth == 1, isFirst { text += "\n  " }
    }
    return text
  }

  private func copy(_ tokens: [SQLToken]) -> String {
    var (text, depth, isInValues) = ("", 0, false)
    for (place, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      let next = place + 1 < tokens.count ? tokens[place + 1] : nil
      guard token.kind == .space, depth == 0, let next else {
        text += token.text
        continue
      }
      let isClause = next.isKeyword("SELECT") || next.isKeyword("FROM") || next.isKeyword("WHERE")
      let isValue =
        isInValues
        && (tokens[place - 1].isSymbol(",") || tokens[place - 1].isKeyword("SELECT"))
      if next.isKeyword("SELECT") { isInValues = true }
      if next.isKeyword("FROM") { isInValues = false }
      text += isClause ? "\n" : isValue ? "\n  " : String(token.text)
    }
    return text
  }
}
