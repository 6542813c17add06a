/// One column of a result.
public struct ResultColumn: Sendable, Hashable {
  @usableFromInline package let node: SQLNode
  /// The name that the statement gives it.
  @usableFromInline package let alias: String?
  /// The rows that belong to each row, of which the statement itself only has the key.
  @usableFromInline package let list: ListNode?
  /// The representation of the value if equal values can be stored in several forms. A query that
  /// compares such results throws.
  @usableFromInline package let comparedInParts: (any ColumnRepresentation.Type)?
}

@_documentation(visibility: internal)
extension ResultColumn {
  @inlinable
  package init(
    _ node: SQLNode, as alias: String? = nil, list: ListNode? = nil,
    comparedInParts: (any ColumnRepresentation.Type)? = nil
  ) {
    self.node = node
    self.alias = alias
    self.list = list
    self.comparedInParts = comparedInParts
  }

  /// - Parameter representation: The representation of the value.
  @inlinable
  init<Representation: ColumnRepresentation>(
    _ node: SQLNode, as alias: String? = nil, of representation: Representation.Type
  ) {
    self.init(
      node, as: alias,
      comparedInParts: Representation.isComparedInParts ? Representation.self : nil)
  }
}
