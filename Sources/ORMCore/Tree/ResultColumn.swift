/// One column of a result.
public struct ResultColumn: Sendable, Hashable {
  @usableFromInline package let node: SQLNode
  /// The name that the statement gives it.
  @usableFromInline package let alias: String?
  /// The rows that belong to each row, of which the statement itself only has the key.
  @usableFromInline package let list: ListNode?
}

@_documentation(visibility: internal)
extension ResultColumn {
  @inlinable
  package init(_ node: SQLNode, as alias: String? = nil, list: ListNode? = nil) {
    self.node = node
    self.alias = alias
    self.list = list
  }
}
