/// Several queries made one by `UNION`, `INTERSECT` or `EXCEPT`.
///
/// ```swift
/// let names = Customer.select { $0.city }.union(Supplier.select { $0.city }).order { $0.city }
/// // SELECT "city" FROM "customer" UNION SELECT "city" FROM "supplier" ORDER BY "city"
/// ```
///
/// Both select values in the same representations, so that a row is read in the way that it was
/// written. A side that has an order or a limit stands as a subquery. The operators are applied
/// from the first to the last; see
/// <https://www.sqlite.org/lang_select.html#compound_select_statements>.
///
/// All but `UNION ALL` compare the rows. They throw ``ValueEncodingError`` if a whole JSON column
/// is selected; see ``SelectQuery/distinct()``.
public struct CompoundQuery<Scope: Sendable, Result: SelectResult>: ScopedSelect {
  public typealias Output = Result.Output

  /// The queries, without an order of all their rows.
  let compound: SelectNode
  /// What the first query's closures take: the terms of an order are among what it selects.
  @_documentation(visibility: internal)
  public let scope: Scope
  private var ordering: [OrderingTerm] = []
  private var limit: Int?
  private var offset = 0

  init(_ compound: SelectNode, scope: Scope) {
    self.compound = compound
    self.scope = scope
  }

  /// The query as a tree.
  @_documentation(visibility: internal)
  public var node: SelectNode {
    var node = compound
    node.order(by: ordering)
    node.limit = limit
    node.offset = offset
    return node
  }

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

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A typed query whose rows can be combined with another one's.
public protocol ScopedSelect: ComposableSelect {
  /// What the closures of the query take.
  associatedtype Scope: Sendable

  /// The columns that the closures of the query take.
  @_documentation(visibility: internal)
  var scope: Scope { get }
}

/// A query over tables, and not over other queries' rows: a ``SelectQuery``, or what a join gives.
public protocol TableQuery: ScopedSelect {
  /// The same query with another tree.
  @_documentation(visibility: internal)
  func with(tree: SelectNode) -> Self
}

extension SelectNode {
  /// Orders the rows of a compound.
  ///
  /// SQLite takes no term there but one of the first query's results. A column is named without its
  /// table if that query is a subquery, or by its place if others have its name; and
  /// nothing can be calculated: to order numbers that are stored as text, the whole compound
  /// becomes a subquery.
  fileprivate mutating func order(by terms: [OrderingTerm]) {
    let results = core.namedResults
    let nodes = results.map(\.node)
    let names = results.map(\.name)
    let areClear = Set(names.compactMap { $0.map { SQLName($0) } }).count == names.count
    let calculates = terms.contains { term in
      guard case .cast(let operand, _) = term.node.kind, !nodes.contains(term.node) else {
        return false
      }
      return nodes.contains(operand)
    }
    if calculates {
      let names = names.indices.map { areClear ? names[$0] ?? "" : "column\($0 + 1)" }
      self = (areClear ? self : naming(names)).asSubquery
      ordering = terms.replacing(nodes, by: names.map { .column(qualifier: "", name: $0) })
    } else if core.wrapped != nil {
      let places = names.indices.map { SQLNode.raw(SQL(parts: [.text("\($0 + 1)")])) }
      let columns = names.map { SQLNode.column(qualifier: "", name: $0 ?? "") }
      ordering = terms.replacing(nodes, by: areClear ? columns : places)
    } else {
      ordering = terms
    }
  }
}

extension SelectCore {
  /// What is selected, in the innermost query if this one returns all columns of another.
  fileprivate var namedResults: [ResultColumn] {
    if let wrapped { return wrapped.core.namedResults }
    guard text != nil, let table = sources.first, let row = table.row else { return results }
    return row.type.selectedColumns.map {
      ResultColumn(.column(qualifier: table.qualifier, name: $0))
    }
  }
}

extension ResultColumn {
  /// The name that a subquery's column has of it, if known.
  fileprivate var name: String? {
    if let alias { return alias }
    return if case .column(_, let name) = node.kind { name } else { nil }
  }
}

extension [OrderingTerm] {
  /// The terms with other nodes in the place of these.
  fileprivate func replacing(_ nodes: [SQLNode], by others: [SQLNode]) -> [OrderingTerm] {
    map {
      OrderingTerm(
        $0.node.replacing(nodes, by: others), isDescending: $0.isDescending, nulls: $0.nulls,
        canBeNull: $0.canBeNull)
    }
  }
}

extension SQLNode {
  fileprivate func replacing(_ nodes: [SQLNode], by others: [SQLNode]) -> SQLNode {
    if let index = nodes.firstIndex(of: self) { return others[index] }
    return switch kind {
    case .cast(let operand, let type): .cast(operand.replacing(nodes, by: others), type)
    case .collate(let operand, let collation):
      .collate(operand.replacing(nodes, by: others), collation)
    default: self
    }
  }
}

extension ScopedSelect {
  /// The rows of both, each once: `UNION`.
  public func union<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.union, other)
  }

  /// The rows of both, one after the other: `UNION ALL`.
  public func unionAll<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.unionAll, other)
  }

  /// The rows that are in both, each once: `INTERSECT`.
  public func intersect<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.intersect, other)
  }

  /// The rows that are not in the other query, each once: `EXCEPT`.
  public func except<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
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
    return CompoundQuery(node, scope: scope)
  }
}
