/// One column of a result.
public struct ResultColumn: Sendable, Hashable {
  @usableFromInline let node: SQLNode
  /// The name that the statement gives it.
  @usableFromInline let alias: String?

  @inlinable
  init(_ node: SQLNode, as alias: String? = nil) {
    self.node = node
    self.alias = alias
  }
}
