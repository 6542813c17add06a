/// One term of an `ORDER BY`.
///
/// ```swift
/// Album.order {
///   $0.date.desc(nulls: .last)
///   $0.title.collate(.noCase)
/// }
/// // … ORDER BY "date" DESC NULLS LAST, "title" COLLATE NOCASE
/// ```
public struct OrderingTerm: Sendable, Hashable {
  /// Where the rows without a value stand.
  public enum Nulls: String, Sendable, Hashable {
    /// Before all others.
    case first = "NULLS FIRST"
    /// After all others.
    case last = "NULLS LAST"
  }

  let node: SQLNode
  let isDescending: Bool
  let nulls: Nulls?
  let canBeNull: Bool

  @usableFromInline
  init(node: SQLNode, isDescending: Bool, nulls: Nulls?, canBeNull: Bool) {
    self.node = node
    self.isDescending = isDescending
    self.nulls = nulls
    self.canBeNull = canBeNull
  }
}

extension SQLExpressible {
  /// Ascending, which is also what a term without a direction is.
  ///
  /// - Parameter nulls: Where the rows without a value stand; first, if nothing is said.
  @inlinable
  public func asc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      node: orderedNode, isDescending: false, nulls: nulls, canBeNull: canBeNull)
  }

  /// Descending.
  ///
  /// - Parameter nulls: Where the rows without a value stand; last, if nothing is said.
  @inlinable
  public func desc(nulls: OrderingTerm.Nulls? = nil) -> OrderingTerm {
    OrderingTerm(
      node: orderedNode, isDescending: true, nulls: nulls, canBeNull: canBeNull)
  }
}

/// Makes an `ORDER BY` of the lines of an `order` closure, or of a tuple in it, as `select` takes one.
///
/// ```swift
/// Album.order { ($0.year.desc(), $0.title) }   // … ORDER BY "year" DESC, "title"
/// ```
@resultBuilder
public enum OrderingBuilder {
  @inlinable
  public static func buildExpression(_ term: OrderingTerm) -> [OrderingTerm] { [term] }

  @inlinable
  public static func buildExpression(_ expression: some SQLExpressible) -> [OrderingTerm] {
    [expression.asc()]
  }

  // One for all numbers, other than where something is selected: no type of a term is in the result.
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
