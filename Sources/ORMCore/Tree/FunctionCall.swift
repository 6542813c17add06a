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
  var window: WindowReference?
}
