/// A part of an order: a term with a direction, or an expression alone, which is ascending.
public protocol OrderingExpression: Sendable {
  /// The term of an `ORDER BY`.
  var orderingTerm: OrderingTerm { get }
}

@_documentation(visibility: internal)
extension OrderingTerm: OrderingExpression {
  public var orderingTerm: OrderingTerm { self }
}

@_documentation(visibility: internal)
extension SQLExpressible {
  public var orderingTerm: OrderingTerm { asc() }
}
