/// Queries combined by `UNION`, `INTERSECT` or `EXCEPT`.
///
/// ```swift
/// let names = Customer.select { $0.city }.union(Supplier.select { $0.city }).order { $0.city }
/// // SELECT "city" FROM "customer" UNION SELECT "city" FROM "supplier" ORDER BY "city"
/// ```
///
/// Both queries select values in the same representations, so that every row can be decoded. A
/// query that has an order or a limit becomes a subquery. The operators are applied from the first
/// to the last; see <https://www.sqlite.org/lang_select.html#compound_select_statements>.
///
/// All operators except `UNION ALL` compare the rows. With these operators, a query that selects a
/// whole JSON column throws ``ValueEncodingError``; see ``SelectQuery/distinct()``.
public struct CompoundQuery<Scope: Sendable, Result: SelectResult>: ScopedSelect {
  public typealias Output = Result.Output

  /// The combined queries, without an order or a limit of all rows.
  let compound: SelectNode
  /// The first query's scope: a term of an order must be a column that the first query selects.
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

  /// Orders the combined rows by terms that the first query selects.
  public func order(@OrderingBuilder _ terms: (Scope) -> [OrderingTerm]) -> Self {
    with { $0.ordering += terms(scope) }
  }

  /// Limits the result to `count` of the combined rows, after skipping the first `offset`.
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

/// A typed query whose rows can be combined with the rows of another query.
public protocol ScopedSelect: ComposableSelect {
  /// The type of the columns that the query's closures receive.
  associatedtype Scope: Sendable

  /// The columns that the query's closures receive.
  @_documentation(visibility: internal)
  var scope: Scope { get }
}

/// A query that is not a compound of other queries: a ``SelectQuery`` or a join.
public protocol TableQuery: ScopedSelect {
  /// The same query with another tree.
  @_documentation(visibility: internal)
  func with(tree: SelectNode) -> Self
}

extension SelectNode {
  /// Orders the rows of a compound.
  ///
  /// SQLite accepts only results of the first query as terms. If that query is a subquery, a column
  /// is named without its table, or by its position if its name is not unique. A term can't be
  /// calculated: to order numbers that are stored as text, the whole compound becomes a subquery.
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
  /// The selected columns; if this query returns all columns of another query, the columns of the
  /// innermost one.
  fileprivate var namedResults: [ResultColumn] {
    if let wrapped { return wrapped.core.namedResults }
    guard text != nil, let table = sources.first, let row = table.row else { return results }
    return row.type.selectedColumns.map {
      ResultColumn(.column(qualifier: table.qualifier, name: $0))
    }
  }
}

extension ResultColumn {
  /// The name of the column in a subquery's result, if it is known.
  fileprivate var name: String? {
    if let alias { return alias }
    return if case .column(_, let name) = node.kind { name } else { nil }
  }
}

extension [OrderingTerm] {
  /// The terms with the nodes replaced by others.
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
  /// The rows of both queries, each once: `UNION`.
  public func union<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.union, other)
  }

  /// The rows of both queries, with duplicates: `UNION ALL`.
  public func unionAll<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.unionAll, other)
  }

  /// The rows that both queries have, each once: `INTERSECT`.
  public func intersect<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.intersect, other)
  }

  /// This query's rows that the other query does not have, each once: `EXCEPT`.
  public func except<Other: ComposableSelect>(
    _ other: Other
  ) -> CompoundQuery<Scope, Result> where Other.Result == Result, Result: ResultWithoutLists {
    compound(.except, other)
  }

  private func compound(
    _ symbol: CompoundOperator, _ other: some ComposableSelect
  ) -> CompoundQuery<Scope, Result> {
    let other = other.node.asOperand
    // SQLite has no parentheses for this: a compound on the right becomes a subquery.
    let right = other.compounds.isEmpty ? other.core : other.asSubquery.core
    var node = node.asOperand
    node.compounds.append(SelectNode.Compound(symbol: symbol, core: right))
    return CompoundQuery(node, scope: scope)
  }
}
