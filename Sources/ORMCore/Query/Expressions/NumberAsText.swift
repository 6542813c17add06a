extension SQLNode {
  /// The node of a value of this representation, as something that SQL orders as Swift does.
  ///
  /// A number that is stored as text is compared by a collation of its own; see
  /// ``Collation/decimal``.
  @inlinable
  func ordered<Representation: ColumnRepresentation>(as _: Representation.Type) -> SQLNode {
    // The other side of a comparison says how a value is compared.
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
  /// The order of texts as the numbers that they are.
  @usableFromInline package static let decimal = "decimal" as Collation
}

extension SQLExpressible {
  /// The node, as something that SQL orders as Swift does.
  @inlinable var orderedNode: SQLNode { node.ordered(as: Representation.self) }
}
