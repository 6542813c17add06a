/// One column of a result.
public struct ResultColumn: Sendable, Hashable {
  @usableFromInline package let node: SQLNode
  /// The name that the statement gives it.
  @usableFromInline package let alias: String?

  @inlinable
  package init(_ node: SQLNode, as alias: String? = nil) {
    self.node = node
    self.alias = alias
  }
}
