// In Swift, a list is asked whether it contains a value; here, a column is asked whether it is in a
// list. These say so, where the compiler would say that a column is no collection. Disfavored, as
// they are in the way of Swift's own.

extension Sequence {
  /// Not to be called: a column is asked whether it is one of the values, by
  /// ``SQLExpressible/in(_:)``.
  @available(
    *, unavailable, message: "ask the column: '$0.id.in([1, 2])', not '[1, 2].contains($0.id)'"
  )
  @_disfavoredOverload
  public func contains(_ column: some SQLExpressible) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }
}

extension ColumnRange {
  /// Not to be called: a column is asked whether it lies in the range, by
  /// ``SQLExpressible/in(_:)``.
  @available(
    *, unavailable,
    message: "ask the column: '$0.year.in(1990...1999)', not '(1990...1999).contains($0.year)'"
  )
  public func contains(_ column: some SQLExpressible) -> SQLExpression<Bool> {
    SQLExpression(.never)
  }
}
