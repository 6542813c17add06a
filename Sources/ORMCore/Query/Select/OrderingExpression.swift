/// What an order is made of: a term with a direction, or an expression alone, which is ascending.
public protocol OrderingExpression: Sendable {
  /// The term of an `ORDER BY`.
  var orderingTerm: OrderingTerm { get }
}

extension OrderingTerm: OrderingExpression {
  public var orderingTerm: OrderingTerm { self }
}

extension SQLExpressible {
  public var orderingTerm: OrderingTerm { asc() }
}
