extension Statement {
  /// The text with each parameter's value in its place, for what SQLite keeps as text: a view or a
  /// trigger has no parameters.
  ///
  /// A literal is compared as a parameter is: neither has an affinity of its own
  /// (<https://www.sqlite.org/datatype3.html#affinity_of_expressions>).
  var literalSQL: String {
    if arguments.isEmpty { return sql }
    var text = ""
    var count = 0
    for token in SQLTokens(sql) {
      // A parameter without a number is the next one.
      let number =
        switch token.kind {
        case .parameter: Int(token.text.dropFirst())
        case .symbol where token.text == "?": count + 1
        default: nil as Int?
        }
      if let number, arguments.indices.contains(number - 1) {
        text += arguments[number - 1].literal
        count = max(count, number)
      } else {
        text += token.text
      }
    }
    return text
  }
}
