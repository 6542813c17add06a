#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number that is stored as text, which SQL would order by its characters: '10' before '9'.
///
/// Where order matters, it is cast to REAL. That keeps the order of numbers of up to 15 digits;
/// longer ones that are the same REAL count as equal.
protocol NumberAsText {}

extension Decimal: NumberAsText {}
extension Optional: NumberAsText where Wrapped: NumberAsText {}

extension SQLNode {
  /// The node of a value of this representation, as something that SQL orders as Swift does.
  func ordered<Representation: ColumnRepresentation>(as _: Representation.Type) -> SQLNode {
    Representation.self is any NumberAsText.Type ? .cast(self, .real) : self
  }
}

extension SQLExpressible {
  /// The node, as something that SQL orders as Swift does.
  var orderedNode: SQLNode { node.ordered(as: Representation.self) }
}
