/// A call of an aggregate or a window function.
@_documentation(visibility: internal)
public struct FunctionCall: Sendable, Hashable {
  package var name: String
  /// Empty for `count(*)`.
  package var arguments: [SQLNode]
  package var isDistinct = false
  /// The order in which an aggregate processes its rows.
  package var ordering: [OrderingTerm] = []
  /// The condition of the rows that it processes.
  package var filter = SQLNode.always
  package var window: WindowReference?
}

@_documentation(visibility: internal)
extension FunctionCall {
  package init(of name: String, _ arguments: [SQLNode]) {
    self.init(name: name, arguments: arguments)
  }
}
