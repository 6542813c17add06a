extension SQLNode {
  /// Calls `body` with each operand, but not with the parts of a query or of raw SQL.
  func forEachOperand(_ body: (SQLNode) -> Void) {
    switch kind {
    case .column, .related, .value, .placeholder, .literal, .unencodable, .tooDeep, .always, .never,
      .raw, .subquery, .exists:
      break
    case .binary(let left, _, let right):
      body(left)
      body(right)
    case .not(let operand), .isNotTrue(let operand), .bitNot(let operand), .isNull(let operand),
      .isNotNull(let operand), .inList(let operand, _), .cast(let operand, _),
      .collate(let operand, _), .inSelect(let operand, _):
      body(operand)
    case .between(let operand, let lower, let upper):
      body(operand)
      body(lower)
      body(upper)
    case .inRows(let operand, let rows):
      body(operand)
      for row in rows { row.forEach(body) }
    case .like(let operand, let other, _), .textTest(let operand, _, let other):
      body(operand)
      body(other)
    case .function(_, let operands), .row(let operands): operands.forEach(body)
    case .call(let call):
      call.arguments.forEach(body)
      body(call.filter)
      for term in call.ordering { body(term.node) }
      if case .definition(let window) = call.window { window.forEachOperand(body) }
    case .choice(let base, let branches, let otherwise):
      if let base { body(base) }
      for branch in branches {
        body(branch.when)
        body(branch.then)
      }
      if let otherwise { body(otherwise) }
    }
  }

  /// The query in the node, if it is a subquery or a condition on one.
  var query: SelectNode? {
    switch kind {
    case .subquery(let select), .exists(let select), .inSelect(_, let select): select
    default: nil
    }
  }
}

extension WindowDefinition {
  func forEachOperand(_ body: (SQLNode) -> Void) {
    partition.forEach(body)
    for term in ordering { body(term.node) }
  }
}

/// Walks through an expression and the queries in it.
struct ExpressionWalk {
  /// The sources of the queries around the current place, which hide sources with the same name
  /// outside of the expression.
  private(set) var inner: [SourceNode]

  init(inside inner: [SourceNode] = []) { self.inner = inner }

  /// - Parameter visit: Is called with each node and the sources of the queries around it. Returns
  ///   whether the walk continues with the node's operands.
  mutating func walk(_ node: SQLNode, _ visit: (SQLNode, [SourceNode]) -> Bool) {
    if !visit(node, inner) { return }
    node.forEachOperand { walk($0, visit) }
    if let query = node.query { walk(query, visit) }
  }

  private mutating func walk(_ select: SelectNode, _ visit: (SQLNode, [SourceNode]) -> Bool) {
    walk(select.core, ordering: select.ordering, visit)
    for compound in select.compounds { walk(compound.core, ordering: [], visit) }
  }

  private mutating func walk(
    _ core: SelectCore, ordering: [OrderingTerm], _ visit: (SQLNode, [SourceNode]) -> Bool
  ) {
    let sources = core.sources
    inner += sources
    for result in core.chosen ?? [] { walk(result.node, visit) }
    for source in sources {
      walk(source.condition, visit)
      switch source.table {
      case .table, .common: break
      case .function(_, let arguments): for argument in arguments { walk(argument, visit) }
      case .subquery(let select): walk(select, visit)
      }
    }
    walk(core.condition, visit)
    for node in core.grouping { walk(node, visit) }
    walk(core.having, visit)
    for window in core.windows { window.definition.forEachOperand { walk($0, visit) } }
    for term in ordering { walk(term.node, visit) }
    inner.removeLast(sources.count)
  }
}
