extension SQLNode {
  /// The node of a value of this representation, in a form that SQL orders as Swift does.
  ///
  /// A number that is stored as text is compared by the collation ``Collation/decimal``.
  @inlinable
  func ordered<Representation: ColumnRepresentation>(as _: Representation.Type) -> SQLNode {
    // For a value, the other side of the comparison determines how it is compared.
    if Representation.isComparedInParts && !isValue {
      return .wholeJSON(self, as: Representation.self)
    }
    if !Representation.isNumberAsText || isValue { return self }
    return .collate(self, .decimal)
  }
}

extension SQLNode {
  @usableFromInline var isValue: Bool {
    if case .value = kind { true } else { false }
  }
}

extension Collation {
  /// The order of numbers that are stored as text.
  @usableFromInline package static let decimal = "decimal" as Collation
}

extension SQLExpressible {
  /// The node, in a form that SQL orders as Swift does.
  @inlinable var orderedNode: SQLNode { node.ordered(as: Representation.self) }
}
