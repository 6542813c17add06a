extension Statement {
  /// The text with parameters replaced by literals of their values, for views and triggers, which
  /// can't have parameters.
  ///
  /// A literal is compared like a parameter: neither has an affinity
  /// (<https://www.sqlite.org/datatype3.html#affinity_of_expressions>).
  package var literalSQL: String {
    if arguments.isEmpty { return sql }
    var text = ""
    var tokens = SQLTokens(sql)
    while let token = tokens.next() {
      if let number = tokens.parameter, arguments.indices.contains(number - 1) {
        text += arguments[number - 1].literal
      } else {
        text += token.text
      }
    }
    return text
  }
}
