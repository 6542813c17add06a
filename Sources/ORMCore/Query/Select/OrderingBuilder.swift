extension SQLExpressible {
  /// Orders ascending, which is also the default for a term without a direction.
  ///
  /// - Parameter nulls: Whether rows without a value come first or last. By default, they come
  ///   first.
  @inlinable
  public func asc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      orderedNode, isDescending: false, nulls: nulls, canBeNull: canBeNull)
  }

  /// Orders descending.
  ///
  /// - Parameter nulls: Whether rows without a value come first or last. By default, they come
  ///   last.
  @inlinable
  public func desc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      orderedNode, isDescending: true, nulls: nulls, canBeNull: canBeNull)
  }
}

/// Builds an `ORDER BY` from the lines of an `order` closure, or from a tuple, as in `select`.
///
/// ```swift
/// Album.order { ($0.year.desc(), $0.title) }   // … ORDER BY "year" DESC, "title"
/// ```
@_documentation(visibility: internal)
@resultBuilder
public enum OrderingBuilder {
  @inlinable
  public static func buildExpression(_ term: OrderingTerm) -> [OrderingTerm] { [term] }

  @inlinable
  public static func buildExpression(_ expression: some SQLExpressible) -> [OrderingTerm] {
    [expression.asc()]
  }

  // One overload for any number of terms, unlike in a selection: the result does not contain the
  // terms' types.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression<each Term: OrderingExpression>(
    _ terms: (repeat each Term)
  ) -> [OrderingTerm] {
    var all: [OrderingTerm] = []
    for term in repeat each terms { all.append(term.orderingTerm) }
    return all
  }

  @inlinable
  public static func buildBlock(_ terms: [OrderingTerm]...) -> [OrderingTerm] {
    terms.flatMap(\.self)
  }

  @inlinable
  public static func buildOptional(_ terms: [OrderingTerm]?) -> [OrderingTerm] { terms ?? [] }

  @inlinable
  public static func buildEither(first terms: [OrderingTerm]) -> [OrderingTerm] { terms }

  @inlinable
  public static func buildEither(second terms: [OrderingTerm]) -> [OrderingTerm] { terms }
}
