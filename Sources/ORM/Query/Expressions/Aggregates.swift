extension QueryScope {
  /// The number of rows: `count(*)`.
  ///
  /// - Parameter condition: Which rows count: `count(*) FILTER (WHERE …)`.
  public func count(where condition: SQLExpression<Bool>? = nil) -> SQLExpression<Int> {
    SQLExpression(
      .call(FunctionCall(name: "count", arguments: [], filter: condition?.node ?? .always)))
  }
}

extension SQLExpressible {
  /// The number of rows in which this is not NULL.
  ///
  /// ```swift
  /// Album.select { $0.artistID.count(distinct: true) }  // SELECT count(DISTINCT "artistID") …
  /// ```
  public func count(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Int> {
    SQLExpression(aggregate("count", distinct, condition))
  }

  /// The least value; NULL where there is none.
  public func min(
    where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Representation.Nullable> {
    SQLExpression(aggregate("min", false, condition))
  }

  /// The greatest value; NULL where there is none.
  public func max(
    where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Representation.Nullable> {
    SQLExpression(aggregate("max", false, condition))
  }

  func aggregate(
    _ name: String, _ isDistinct: Bool, _ condition: SQLExpression<Bool>?,
    with others: [SQLNode] = []
  ) -> SQLNode {
    .call(
      FunctionCall(
        name: name, arguments: [node] + others, isDistinct: isDistinct,
        filter: condition?.node ?? .always))
  }
}

extension SQLExpressible where Representation: NumericRepresentation {
  /// The sum; NULL where there is nothing to add. A sum of integers that leaves 64 bits throws.
  public func sum(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Representation.Nullable> {
    SQLExpression(aggregate("sum", distinct, condition))
  }

  /// The sum as a floating-point number; 0 where there is nothing to add.
  public func total(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Double> {
    SQLExpression(aggregate("total", distinct, condition))
  }

  /// The average; NULL where there is no value.
  public func average(
    distinct: Bool = false, where condition: SQLExpression<Bool>? = nil
  ) -> SQLExpression<Double?> {
    SQLExpression(aggregate("avg", distinct, condition))
  }
}
