extension SQLNode {
  /// The node of a value of this representation, as something that SQL orders as Swift does.
  ///
  /// A number that is stored as text is cast to REAL. That keeps the order of numbers of up to 15
  /// digits; longer ones that are the same REAL count as equal.
  @inlinable
  func ordered<Representation: ColumnRepresentation>(as _: Representation.Type) -> SQLNode {
    Representation.isNumberAsText ? .cast(self, .real) : self
  }
}

extension SQLExpressible {
  /// The node, as something that SQL orders as Swift does.
  @inlinable var orderedNode: SQLNode { node.ordered(as: Representation.self) }
}
