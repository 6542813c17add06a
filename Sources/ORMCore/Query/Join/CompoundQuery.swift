/// Several queries made one by `UNION`, `INTERSECT` or `EXCEPT`.
///
/// ```swift
/// let names = Customer.select { $0.city }.union(Supplier.select { $0.city }).order { $0.city }
/// // SELECT "city" FROM "customer" UNION SELECT "city" FROM "supplier" ORDER BY "city"
/// ```
///
/// Both select values in the same representations, so that a row is read in the way that it was
/// written. A side that has an order or a limit stands as a subquery. The operators are applied from the
/// first to the last; see <https://www.sqlite.org/lang_select.html#compound_select_statements>.
public struct CompoundQuery<Scope: Sendable, Result: SelectResult>: ScopedSelect {
  public typealias Output = Result.Output

  /// The query as a tree.
  public internal(set) var node: SelectNode
  /// What the first query's closures take: the terms of an order are among what it selects.
  public let scope: Scope

  /// Orders the rows of all, by terms that the first query selects.
  public func order(@OrderingBuilder _ terms: (Scope) -> [OrderingTerm]) -> Self {
    with { $0.ordering += terms(scope) }
  }

  /// Takes at most `count` rows of all, after leaving out the first `offset`.
  public func limit(_ count: Int, offset: Int = 0) -> Self {
    with {
      $0.limit = max(0, count)
      $0.offset = max(0, offset)
    }
  }

  private func with(_ change: (inout SelectNode) -> Void) -> Self {
    var copy = self
    change(&copy.node)
    return copy
  }
}

/// A typed query whose rows can be combined with another one's.
public protocol ScopedSelect: ComposableSelect {
  /// What the closures of the query take.
  associatedtype Scope: Sendable

  /// The columns that the closures of the query take.
  var scope: Scope { get }
}

extension ScopedSelect {
  /// The rows of both, each once: `UNION`.
  public func union<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result {
    compound(.union, other)
  }

  /// The rows of both, one after the other: `UNION ALL`.
  public func unionAll<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result {
    compound(.unionAll, other)
  }

  /// The rows that are in both, each once: `INTERSECT`.
  public func intersect<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result {
    compound(.intersect, other)
  }

  /// The rows that are not in the other query, each once: `EXCEPT`.
  public func except<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result {
    compound(.except, other)
  }

  private func compound(
    _ symbol: CompoundOperator, _ other: some ComposableSelect
  ) -> CompoundQuery<Scope, Result> {
    let other = other.node.asOperand
    // SQLite has no parentheses for this: a compound on the right is a subquery of its own.
    let right = other.compounds.isEmpty ? other.core : other.asSubquery.core
    var node = node.asOperand
    node.compounds.append(SelectNode.Compound(symbol: symbol, core: right))
    return CompoundQuery(node: node, scope: scope)
  }
}
