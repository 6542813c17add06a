extension SelectCore {
  /// Checks that no column is selected next to an aggregate of all rows.
  ///
  /// With `GROUP BY`, nothing is checked: a column may have one value in each group although it is
  /// not among the terms.
  ///
  /// - Throws: ``UngroupedColumnError``
  func checkColumnsAreGrouped() throws {
    guard let chosen, grouping.isEmpty else { return }
    let depth = chosen.reduce(0) { max($0, $1.node.depth) }
    let column = DeepStack.run(levels: depth) { () -> BareColumn? in
      guard chosen.contains(where: { $0.node.mayAggregate }) else { return nil }
      let content = AggregatedContent(of: self)
      return content.hasAggregate && !content.hasExtreme ? content.column : nil
    }
    if let column { throw UngroupedColumnError(column: column.name, isKey: column.isKey) }
  }

  /// Whether an aggregate of the query's rows is selected.
  var aggregates: Bool {
    let depth = (chosen ?? []).reduce(0) { max($0, $1.node.depth) }
    return DeepStack.run(levels: depth) { AggregatedContent(of: self).hasAggregate }
  }

  /// Whether the results are aggregates of all rows, which are a single row.
  fileprivate var isSingleRow: Bool {
    grouping.isEmpty && AggregatedContent(of: self).hasAggregate
  }
}

extension SQLNode {
  /// Whether the node contains an aggregate, or a query that may contain one.
  fileprivate var mayAggregate: Bool {
    switch kind {
    case .call(let call) where call.window == nil: return true
    case .raw(let sql): return sql.parts.contains { $0.node?.mayAggregate == true }
    default: break
    }
    if query != nil { return true }
    var isFound = false
    forEachOperand { isFound = isFound || $0.mayAggregate }
    return isFound
  }
}

extension SQL.Part {
  fileprivate var node: SQLNode? { if case .node(let node) = self { node } else { nil } }
}

private struct BareColumn {
  let name: String
  let isKey: Bool
}

/// The aggregates of a query's rows among its results, and the first column outside of them.
private struct AggregatedContent {
  private(set) var hasAggregate = false
  /// Whether there is a `min` or `max`, which determines the row of the columns.
  private(set) var hasExtreme = false
  private(set) var column: BareColumn?

  private let sources: [SourceNode]
  private var isKey = false
  /// Whether the current place may have columns: it may be inside of an aggregate.
  private var allowsColumns = false

  init(of core: SelectCore) {
    sources = core.sources
    for result in core.chosen ?? [] {
      isKey = result.isKey
      add(result.node, inside: [])
    }
  }

  private mutating func add(_ node: SQLNode, inside inner: [SourceNode]) {
    var walk = ExpressionWalk(inside: inner)
    walk.walk(node) { node, inner in
      switch node.kind {
      case .column(let qualifier?, let name): add(column: name, of: .named(qualifier), inner)
      case .related(let table, let name): add(column: name, of: .related(table), inner)
      case .call(let call) where call.window != nil:
        for argument in call.arguments { add(argument, inside: inner) }
        add(call.filter, inside: inner)
        // A window that has one row needs no order.
        if case .definition(let window) = call.window {
          allowingColumns { content in
            window.forEachOperand { content.add($0, inside: inner) }
          }
        }
        return false
      case .call(let call):
        guard isAggregateOfSources(call, inner) else { return true }
        hasAggregate = true
        if call.name.hasSameBytes(as: "min") || call.name.hasSameBytes(as: "max") {
          hasExtreme = true
        }
        return false
      case .raw(let sql): add(sql, inside: inner)
      default: break
      }
      return true
    }
  }

  private mutating func allowingColumns(_ add: (inout Self) -> Void) {
    let outer = allowsColumns
    allowsColumns = true
    add(&self)
    allowsColumns = outer
  }

  private mutating func add(column name: String, of place: TablePlace, _ inner: [SourceNode]) {
    guard column == nil, !allowsColumns, case .source(let index) = owner(of: place, inner),
      !isSingleRow(source: index)
    else { return }
    column = BareColumn(name: name, isKey: isKey)
  }

  /// Adds the expressions in raw SQL. A column in the arguments of a function may be aggregated.
  private mutating func add(_ sql: SQL, inside inner: [SourceNode]) {
    // A subquery may have its own sources, and a function with OVER is not an aggregate.
    if sql.hasKeyword("SELECT") || sql.hasKeyword("OVER") { return }
    var isCall: [Bool] = []
    var followsName = false
    for part in sql.parts {
      if case .text(let text) = part {
        for token in SQLTokens(text) where !token.isBlank {
          if token.isSymbol("(") { isCall.append(followsName) }
          if token.isSymbol(")") { _ = isCall.popLast() }
          followsName = token.kind == .word || token.kind == .quotedName
        }
        continue
      }
      followsName = if case .identifier = part { true } else { false }
      guard let node = part.node else { continue }
      if isCall.contains(true) {
        allowingColumns { $0.add(node, inside: inner) }
      } else {
        add(node, inside: inner)
      }
    }
  }
}

// MARK: - Owners of columns and aggregates

extension AggregatedContent {
  private enum Owner {
    /// A source of the query itself.
    case source(Int)
    /// A query inside of it.
    case inner
    /// A query around it.
    case outer
  }

  /// Returns whether a source has the same values in all rows of the query.
  private func isSingleRow(source index: Int) -> Bool {
    // An outer join adds rows of NULLs.
    sources.allSatisfy { $0.kind == .inner || $0.kind == .cross } && sources[index].isSingleRow
  }

  /// Returns the query to which the columns of a place belong, as ``JoinPlan`` finds it.
  private func owner(of place: TablePlace, _ inner: [SourceNode]) -> Owner {
    var place = place
    var table: RelatedTable?
    while true {
      if inner.contains(where: { $0.is(place, of: table) }) { return .inner }
      if let index = sources.firstIndex(where: { $0.is(place, of: table) }) {
        return .source(index)
      }
      guard case .related(let related) = place, let reference = related.reference else {
        return .outer
      }
      table = related
      place = reference.origin
    }
  }

  /// Returns whether an aggregate combines the rows of the query itself.
  ///
  /// In SQLite, an aggregate in a subquery belongs to the innermost query that has a column in its
  /// arguments; without a column, to the query in which it is.
  private func isAggregateOfSources(_ call: FunctionCall, _ inner: [SourceNode]) -> Bool {
    var isEmpty = true
    var (hasOwn, hasInner) = (false, false)
    func add(column place: TablePlace, hiddenBy hidden: [SourceNode]) {
      if case .inner = owner(of: place, hidden) { return }
      isEmpty = false
      switch owner(of: place, inner) {
      case .source: hasOwn = true
      case .inner: hasInner = true
      case .outer: break
      }
    }
    var walk = ExpressionWalk()
    for node in call.arguments + call.ordering.map(\.node) + [call.filter] {
      walk.walk(node) { node, hidden in
        switch node.kind {
        case .column(let qualifier?, _): add(column: .named(qualifier), hiddenBy: hidden)
        case .related(let table, _): add(column: .related(table), hiddenBy: hidden)
        default: break
        }
        return true
      }
    }
    return isEmpty ? inner.isEmpty : hasOwn && !hasInner
  }
}

extension SourceNode {
  /// Returns whether columns of a place belong to this source.
  ///
  /// - Parameter table: The table at the end of the relation that begins at the place.
  fileprivate func `is`(_ place: TablePlace, of table: RelatedTable?) -> Bool {
    switch place {
    case .related(let other): return related == other
    case .named(let name?): return related == nil && qualifier.isSameName(as: name)
    // Without a name, the column belongs to the only table.
    case .named(nil):
      guard case .table(let name) = self.table, let owner = table?.reference?.owner else {
        return false
      }
      return related == nil && name.isSameName(as: owner)
    }
  }

  /// Whether it has at most one row.
  fileprivate var isSingleRow: Bool {
    let select: SelectNode
    switch table {
    case .subquery(let query): select = query
    case .common(let table): select = table.body
    case .table, .function: return false
    }
    return select.compounds.isEmpty && (select.limit == 1 || select.core.isSingleRow)
  }
}

extension SQL {
  fileprivate func hasKeyword(_ keyword: StaticString) -> Bool {
    parts.contains { part in
      guard case .text(let text) = part else { return false }
      return SQLTokens(text).contains { $0.isKeyword(keyword) }
    }
  }
}
