extension Statement {
  /// The text with each parameter's value in its place, for what SQLite keeps as text: a view or a
  /// trigger has no parameters.
  ///
  /// A literal is compared as a parameter is: neither has an affinity of its own
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
