extension SelectCore {
  /// Checks that no column is selected, or used in `HAVING`, next to an aggregate of all rows.
  ///
  /// With `GROUP BY`, nothing is checked: a column may have one value in each group although it is
  /// not among the terms.
  ///
  /// - Throws: ``UngroupedColumnError``
  func checkColumnsAreGrouped() throws {
    guard let chosen, grouping.isEmpty else { return }
    var aggregates = Aggregates()
    for result in chosen { aggregates.add(result.node) }
    if !aggregates.hasAny || aggregates.hasExtreme { return }
    let own = SourcesOfColumns(sources)
    if let column = own.firstColumn(in: chosen.map(\.node) + [having]) {
      throw UngroupedColumnError(column: column)
    }
  }

  /// Whether an aggregate of the query's rows is selected.
  var aggregates: Bool {
    var aggregates = Aggregates()
    for result in chosen ?? [] { aggregates.add(result.node) }
    return aggregates.hasAny
  }
}

/// The number of levels of an expression that are checked. Results are shallow; a column on a
/// deeper level is not found.
private let checkedDepth = 20

/// The aggregates in expressions.
private struct Aggregates {
  var hasAny = false
  /// Whether there is a `min` or `max`, which determines the row of the columns.
  var hasExtreme = false

  mutating func add(_ node: SQLNode, depth: Int = checkedDepth) {
    if depth == 0 { return }
    if case .call(let call) = node.kind, call.window == nil {
      hasAny = true
      if call.name.hasSameBytes(as: "min") || call.name.hasSameBytes(as: "max") {
        hasExtreme = true
      }
    }
    for operand in node.operands { add(operand, depth: depth - 1) }
  }
}

/// The sources of a query, to find their columns in expressions.
private struct SourcesOfColumns {
  private var names: [String]
  private let related: [RelatedTable]
  /// Whether the expressions are inside of a subquery, where columns without a qualifier belong to
  /// the subquery.
  private var isInSubquery = false

  init(_ sources: [SourceNode]) {
    names = sources.map(\.qualifier).filter { !$0.isEmpty }
    related = sources.compactMap(\.related)
  }

  /// The first column of the sources, or of a row that one of their columns refers to, outside of
  /// aggregates.
  func firstColumn(in nodes: [SQLNode], depth: Int = checkedDepth) -> String? {
    for node in nodes {
      if let column = firstColumn(in: node, depth: depth) { return column }
    }
    return nil
  }

  private func firstColumn(in node: SQLNode, depth: Int) -> String? {
    if depth == 0 { return nil }
    switch node.kind {
    case .column(let qualifier, let name): return contains(.named(qualifier)) ? name : nil
    case .related(let table, let name):
      if !contains(.related(table)) { return nil }
      return table.reference == nil ? name : "\(table.name).\(name)"
    case .subquery(let select), .exists(let select):
      return firstColumn(in: select, depth: depth - 1)
    case .inSelect(let operand, let select):
      return firstColumn(in: operand, depth: depth - 1)
        ?? firstColumn(in: select, depth: depth - 1)
    default: return firstColumn(in: node.operands, depth: depth - 1)
    }
  }

  private func firstColumn(in select: SelectNode, depth: Int) -> String? {
    if depth == 0 { return nil }
    for core in [select.core] + select.compounds.map(\.core) {
      let sources = core.sources
      var inner = self
      inner.isInSubquery = true
      inner.names.removeAll { name in sources.contains { $0.qualifier.isSameName(as: name) } }
      let conditions = [core.condition, core.having] + sources.map(\.condition)
      let nodes = conditions + (core.chosen ?? []).map(\.node) + core.grouping
      if let column = inner.firstColumn(in: nodes, depth: depth)
        ?? inner.firstColumn(in: select.ordering.map(\.node), depth: depth)
      {
        return column
      }
      for source in sources {
        var column: String?
        switch source.table {
        case .subquery(let select): column = inner.firstColumn(in: select, depth: depth - 1)
        case .function(_, let arguments): column = inner.firstColumn(in: arguments, depth: depth)
        case .table, .common: break
        }
        if let column { return column }
      }
    }
    return nil
  }

  private func contains(_ place: TablePlace) -> Bool {
    switch place {
    case .named(nil): !isInSubquery
    case .named(let name?): names.contains(name: name)
    case .related(let table):
      related.contains(table) || table.reference.map { contains($0.origin) } == true
    }
  }
}

extension SQLNode {
  /// The operands that are computed from the same rows as the expression: not those of an aggregate
  /// or a subquery, and not those in raw SQL that calls a function, which may be an aggregate.
  fileprivate var operands: [SQLNode] {
    switch kind {
    case .column, .related, .value, .placeholder, .literal, .unencodable, .tooDeep, .always, .never,
      .subquery, .exists:
      []
    case .not(let operand), .isNotTrue(let operand), .bitNot(let operand), .isNull(let operand),
      .isNotNull(let operand), .inList(let operand, _), .inSelect(let operand, _),
      .cast(let operand, _), .collate(let operand, _):
      [operand]
    case .binary(let left, _, let right), .like(let left, pattern: let right, escape: _):
      [left, right]
    case .between(let operand, let lower, let upper): [operand, lower, upper]
    case .inRows(let operand, let rows): [operand] + rows.joined()
    case .function(_, let operands), .row(let operands): operands
    case .choice(let base, let branches, let otherwise):
      [base, otherwise].compactMap { $0 } + branches.flatMap { [$0.when, $0.then] }
    case .call(let call): call.window.map { call.operands(in: $0) } ?? []
    case .raw(let sql): sql.callsFunction ? [] : sql.nodes
    }
  }
}

extension FunctionCall {
  /// The operands of a window function, which is computed after the aggregates.
  fileprivate func operands(in window: WindowReference) -> [SQLNode] {
    guard case .definition(let definition) = window else { return arguments + [filter] }
    return arguments + [filter] + definition.partition + definition.ordering.map(\.node)
  }
}

extension SQL {
  fileprivate var nodes: [SQLNode] {
    parts.compactMap { if case .node(let node) = $0 { node } else { nil } }
  }

  /// Whether the text may call a function.
  fileprivate var callsFunction: Bool {
    parts.contains { piece in
      if case .text(let text) = piece { text.utf8.contains(UInt8(ascii: "(")) } else { false }
    }
  }
}
