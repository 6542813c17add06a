extension SQLExpressible {
  /// Ascending, which is also what a term without a direction is.
  ///
  /// - Parameter nulls: Where the rows without a value stand; first, if nothing is said.
  @inlinable
  public func asc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      orderedNode, isDescending: false, nulls: nulls, canBeNull: canBeNull)
  }

  /// Descending.
  ///
  /// - Parameter nulls: Where the rows without a value stand; last, if nothing is said.
  @inlinable
  public func desc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      orderedNode, isDescending: true, nulls: nulls, canBeNull: canBeNull)
  }
}

/// Makes an `ORDER BY` of the lines of an `order` closure, or of a tuple in it, as `select` takes
/// one.
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

  // One for all numbers, other than where something is selected: no type of a term is in the
  // result.
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
