extension SQLNode {
  /// The maximum number of levels of an expression: SQLite's default for
  /// `SQLITE_LIMIT_EXPR_DEPTH` (<https://www.sqlite.org/limits.html#max_expr_depth>).
  @usableFromInline static let greatestDepth: Int32 = 1000

  /// The depth above which a chain of `AND`, `OR` or `||` is balanced.
  @usableFromInline static let leaningDepth: Int32 = 40

  /// The number of levels that a query in parentheses counts for, because walking it takes as much
  /// of the stack.
  static let levelsOfQuery: Int32 = 10

  /// Returns the operation on both operands as a balanced tree.
  ///
  /// The operator is associative, so only the grouping of the operands changes, not their order.
  /// The trees are joined like AVL trees (<https://en.wikipedia.org/wiki/AVL_tree>), so n operands
  /// have about log n levels.
  @usableFromInline
  static func balanced(_ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode) -> SQLNode {
    if left.depth > right.depth + 1, let (first, second) = left.operands(of: symbol) {
      let joined = balanced(second, symbol, right)
      guard joined.depth > first.depth + 1, let (middle, last) = joined.operands(of: symbol) else {
        return pair(first, symbol, joined)
      }
      if middle.depth > last.depth, let (one, other) = middle.operands(of: symbol) {
        return pair(pair(first, symbol, one), symbol, pair(other, symbol, last))
      }
      return pair(pair(first, symbol, middle), symbol, last)
    }
    if right.depth > left.depth + 1, let (first, second) = right.operands(of: symbol) {
      let joined = balanced(left, symbol, first)
      guard joined.depth > second.depth + 1, let (start, middle) = joined.operands(of: symbol)
      else { return pair(joined, symbol, second) }
      if middle.depth > start.depth, let (one, other) = middle.operands(of: symbol) {
        return pair(pair(start, symbol, one), symbol, pair(other, symbol, second))
      }
      return pair(start, symbol, pair(middle, symbol, second))
    }
    return pair(left, symbol, right)
  }

  private static func pair(_ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode) -> SQLNode {
    SQLNode(.binary(left, symbol, right), over: max(left.depth, right.depth))
  }

  /// Returns the operands, if the node is a chain of the operator.
  private func operands(of symbol: SQLOperator) -> (SQLNode, SQLNode)? {
    if case .binary(let left, symbol, let right) = kind { (left, right) } else { nil }
  }

  /// Returns whether the node is a chain of the operator that is too long to be written without
  /// parentheses.
  ///
  /// SQLite parses a chain without parentheses as a tree that leans to the left.
  func isLongChain(of symbol: SQLOperator) -> Bool {
    var room = 128
    return !takes(&room, of: symbol)
  }

  private func takes(_ room: inout Int, of symbol: SQLOperator) -> Bool {
    if let (left, right) = operands(of: symbol) {
      return left.takes(&room, of: symbol) && right.takes(&room, of: symbol)
    }
    room -= 1
    return room >= 0
  }
}

extension SQLOperator {
  /// Whether the operator is associative with exactly the same result. `+` and `*` are not: REAL
  /// values are rounded, and integers overflow.
  @inlinable var isAssociative: Bool { self == .and || self == .or || self == .concatenate }
}

// Most trees are compared on the current stack.

extension SQLNode {
  public static func == (left: Self, right: Self) -> Bool {
    guard left.depth == right.depth else { return false }
    if left.depth <= DeepStack.levelsAnywhere { return left.kind == right.kind }
    return DeepStack.run(levels: left.depth) { left.kind == right.kind }
  }

  public func hash(into hasher: inout Hasher) {
    if depth <= DeepStack.levelsAnywhere { return kind.hash(into: &hasher) }
    DeepStack.run(levels: depth) { kind.hash(into: &hasher) }
  }
}

extension SQLNode: CustomReflectable {
  /// The tree, unless it is so deep that printing it might overflow the stack.
  public var customMirror: Mirror {
    depth <= DeepStack.levelsAnywhere
      ? Mirror(self, children: ["kind": kind]) : Mirror(self, children: ["depth": depth])
  }
}

extension SelectNode {
  /// Whether the `FROM` of one of its parts contains another query.
  var isNested: Bool {
    core.isNested || compounds.contains { $0.core.isNested }
  }

  public static func == (left: Self, right: Self) -> Bool {
    if !left.isNested { return left.isSame(as: right) }
    return DeepStack.run(levels: left.depth) { left.isSame(as: right) }
  }

  private func isSame(as other: Self) -> Bool {
    core == other.core && compounds == other.compounds && ordering == other.ordering
      && limit == other.limit && offset == other.offset
  }

  public func hash(into hasher: inout Hasher) {
    DeepStack.run(levels: isNested ? depth : 0) {
      hasher.combine(core)
      hasher.combine(compounds)
      hasher.combine(ordering)
      hasher.combine(limit)
      hasher.combine(offset)
    }
  }

  /// The number of levels of its deepest expression.
  package var depth: Int32 {
    var depth = max(core.depth, ordering.depth)
    for compound in compounds { depth = max(depth, compound.core.depth) }
    return depth
  }

  /// The number of levels that it counts for in parentheses.
  var depthAsPart: Int32 { depth + SQLNode.levelsOfQuery }

  /// The query, if it is not too deep to be part of another one; otherwise a query that throws when
  /// it is rendered.
  var asPart: SelectNode {
    if depthAsPart < SQLNode.greatestDepth { return self }
    return SelectNode(SelectCore([ResultColumn(SQLNode(.tooDeep))]))
  }
}

extension SelectCore {
  fileprivate var isNested: Bool {
    listed.contains { source in
      switch source.table {
      case .table, .function: false
      case .subquery, .common: true
      }
    }
  }

  fileprivate var depth: Int32 {
    var depth = max(condition.depth, having.depth, grouping.depth)
    for result in chosen ?? [] { depth = max(depth, result.node.depth) }
    for source in listed { depth = max(depth, source.table.depth, source.condition.depth) }
    for window in windows { depth = max(depth, window.definition.depth) }
    return depth
  }
}

extension TableNode {
  fileprivate var depth: Int32 {
    switch self {
    case .table: 0
    case .subquery(let select): select.depthAsPart
    case .function(_, let arguments): arguments.depth
    case .common(let table): table.body.depthAsPart
    }
  }
}

extension FunctionCall {
  var depth: Int32 {
    var depth = max(arguments.depth, ordering.depth, filter.depth)
    if case .definition(let definition) = window { depth = max(depth, definition.depth) }
    return depth
  }
}

extension SQL {
  var depth: Int32 {
    parts.reduce(0) { depth, piece in
      switch piece {
      case .node(let node), .literal(let node): max(depth, node.depth)
      case .text, .identifier, .list, .subquery, .misplaced: depth
      }
    }
  }
}

extension [SQLNode] {
  @usableFromInline var depth: Int32 { reduce(0) { Swift.max($0, $1.depth) } }
}

extension [OrderingTerm] {
  var depth: Int32 { reduce(0) { Swift.max($0, $1.node.depth) } }
}

extension DatabaseError {
  /// The error for expressions or queries that are nested deeper than SQLite allows and a stack can
  /// hold.
  static var tooDeep: DatabaseError {
    DatabaseError(
      extendedCode: .error,
      message:
        "the expression is nested more than \(SQLNode.greatestDepth) levels deep; use in(_:) "
        + "for a list of values, or split the query")
  }
}
