extension Statement {
  /// The text with each parameter's value in its place, for what SQLite keeps as text: a view or a
  /// trigger has no parameters.
  ///
  /// A literal is compared as a parameter is: neither has an affinity of its own
  /// (<https://www.sqlite.org/datatype3.html#affinity_of_expressions>).
  var literalSQL: String {
    if arguments.isEmpty { return sql }
    var text = ""
    for token in SQLTokens(sql) {
      if token.kind == .parameter, let number = Int(token.text.dropFirst()),
        arguments.indices.contains(number - 1)
      {
        text += arguments[number - 1].literal
      } else {
        text += token.text
      }
    }
    return text
  }
}
