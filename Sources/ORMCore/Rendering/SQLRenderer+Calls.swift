extension SQLRenderer {
  /// Writes a call; see <https://www.sqlite.org/lang_expr.html#funcs>.
  mutating func append(_ call: FunctionCall) throws {
    if let template = try template(of: call.name, argumentCount: call.arguments.count) {
      try append(template, call.arguments, of: call)
    } else {
      append("\(call.name)(")
      if call.isDistinct { append("DISTINCT ") }
      // Characters: only the same text is equal to a text of ASCII letters
      if call.arguments.isEmpty && call.name == "count" { append("*") }
      try append(call.arguments) { try $0.append($1) }
      try append(ordering: call.ordering)
      append(")")
    }
    if !call.filter.isAlways {
      append(" FILTER (WHERE ")
      try append(call.filter)
      append(")")
    }
    if let window = call.window { try append(window) }
  }
}
