/// A call of an aggregate or a window function.
public struct FunctionCall: Sendable, Hashable {
  var name: String
  /// Empty for `count(*)`.
  var arguments: [SQLNode]
  var isDistinct = false
  /// The order in which an aggregate takes its rows.
  var ordering: [OrderingTerm] = []
  /// The rows that it takes.
  var filter = SQLNode.always
  var window: WindowDefinition?
}

/// The rows that a window function sees beside its own: what stands behind `OVER`.
public struct WindowDefinition: Sendable, Hashable {
  var partition: [SQLNode] = []
  var ordering: [OrderingTerm] = []
  /// `ROWS BETWEEN …`, as text with the values in it.
  var frame: SQL?
}

extension SQLRenderer {
  /// Writes a call, as <https://www.sqlite.org/lang_expr.html#funcs> has it.
  mutating func append(_ call: FunctionCall) throws {
    append("\(call.name)(")
    if call.isDistinct { append("DISTINCT ") }
    if call.arguments.isEmpty && call.name == "count" { append("*") }
    try append(call.arguments) { try $0.append($1) }
    try append(ordering: call.ordering)
    append(")")
    if call.filter != .always {
      append(" FILTER (WHERE ")
      try append(call.filter)
      append(")")
    }
    if let window = call.window {
      append(" OVER ")
      try append(window)
    }
  }

  private mutating func append(_ window: WindowDefinition) throws {
    append("(")
    if !window.partition.isEmpty {
      append("PARTITION BY ")
      try append(window.partition) { try $0.append($1) }
      if !window.ordering.isEmpty || window.frame != nil { append(" ") }
    }
    if !window.ordering.isEmpty {
      append("ORDER BY ")
      try append(window.ordering) { try $0.append($1) }
      if window.frame != nil { append(" ") }
    }
    if let frame = window.frame { try append(frame) }
    append(")")
  }
}
