// In Swift, a list has `contains(_:)`; here, a column has `in(_:)`. These overloads say so in their
// diagnostics. Without them, the compiler says that a column is not a collection. The overload for
// sequences is disfavored, so that Swift's own is chosen first.

extension Sequence {
  /// Unavailable: call ``SQLExpressible/in(_:)`` on the column.
  @available(
    *, unavailable,
    message: "call 'in' on the column: '$0.id.in([1, 2])', not '[1, 2].contains($0.id)'"
  )
  @_disfavoredOverload
  public func contains(_ column: some SQLExpressible) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }

  /// Unavailable: use ``any(_:)`` for a condition on a query's rows.
  @available(*, unavailable, renamed: "any(_:)")
  @_disfavoredOverload
  public func contains(
    where condition: (Element) -> SQLExpression<Bool>
  ) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }

  /// Unavailable: use ``all(_:)`` for a condition on a query's rows.
  @available(*, unavailable, renamed: "all(_:)")
  @_disfavoredOverload
  public func allSatisfy(
    _ condition: (Element) -> SQLExpression<Bool>
  ) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }
}

extension ColumnRange {
  /// Unavailable: call ``SQLExpressible/in(_:)`` on the column.
  @available(
    *, unavailable,
    message:
      "call 'in' on the column: '$0.year.in(1990...1999)', not '(1990...1999).contains($0.year)'"
  )
  public func contains(_ column: some SQLExpressible) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }
}
