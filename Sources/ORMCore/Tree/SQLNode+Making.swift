// Functions that create the nodes of the tree with their depths. The cases of ``SQLNode/Kind``
// document them.
extension SQLNode {
  @inlinable
  package static func column(qualifier: String?, name: String) -> SQLNode {
    SQLNode(.column(qualifier: qualifier, name: name))
  }

  @inlinable
  package static func related(_ table: RelatedTable, _ name: String) -> SQLNode {
    SQLNode(.related(table, name))
  }

  @inlinable
  package static func value(_ value: consuming SQLValue) -> SQLNode { SQLNode(.value(value)) }

  @inlinable
  package static func placeholder(_ index: Int, of query: PreparedQueryID) -> SQLNode {
    SQLNode(.placeholder(index, of: query))
  }

  @inlinable
  package static func literal(_ text: String) -> SQLNode { SQLNode(.literal(text)) }

  @inlinable
  package static func unencodable(_ error: consuming ValueEncodingError) -> SQLNode {
    SQLNode(.unencodable(error))
  }

  @inlinable package static var always: SQLNode { SQLNode(.always) }

  @inlinable package static var never: SQLNode { SQLNode(.never) }

  @inlinable
  package static func binary(
    _ left: consuming SQLNode, _ symbol: SQLOperator, _ right: consuming SQLNode
  ) -> SQLNode {
    let depth = max(left.depth, right.depth)
    if depth >= leaningDepth && symbol.isAssociative { return balanced(left, symbol, right) }
    return SQLNode(.binary(left, symbol, right), over: depth)
  }

  @inlinable
  package static func not(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.not(operand), over: depth)
  }

  @inlinable
  package static func isNotTrue(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNotTrue(operand), over: depth)
  }

  @inlinable
  package static func bitNot(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.bitNot(operand), over: depth)
  }

  @inlinable
  package static func isNull(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNull(operand), over: depth)
  }

  @inlinable
  package static func isNotNull(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNotNull(operand), over: depth)
  }

  @inlinable
  package static func between(
    _ operand: consuming SQLNode, _ lower: consuming SQLNode, _ upper: consuming SQLNode
  ) -> SQLNode {
    let depth = max(operand.depth, lower.depth, upper.depth)
    return SQLNode(.between(operand, lower, upper), over: depth)
  }

  @inlinable
  package static func inList(
    _ operand: consuming SQLNode, _ values: consuming [SQLValue]
  ) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.inList(operand, values), over: depth)
  }

  @usableFromInline
  package static func inRows(
    _ operand: consuming SQLNode, _ rows: consuming [[SQLNode]]
  ) -> SQLNode {
    let depth = rows.reduce(operand.depth) { max($0, $1.depth) }
    return SQLNode(.inRows(operand, rows), over: depth)
  }

  @inlinable
  package static func like(
    _ operand: consuming SQLNode, pattern: consuming SQLNode, escape: Character?
  ) -> SQLNode {
    let depth = max(operand.depth, pattern.depth)
    return SQLNode(.like(operand, pattern: pattern, escape: escape), over: depth)
  }

  @usableFromInline
  package static func textTest(
    _ operand: consuming SQLNode, _ test: TextTest, _ part: consuming SQLNode
  ) -> SQLNode {
    // With the levels of SQLite's functions.
    let depth = max(operand.depth, part.depth) + (test.place == .end ? 3 : 2)
    return SQLNode(.textTest(operand, test, part), over: depth)
  }

  @inlinable
  package static func function(_ name: String, _ arguments: consuming [SQLNode]) -> SQLNode {
    let depth = arguments.depth
    return SQLNode(.function(name, arguments), over: depth)
  }

  @inlinable
  package static func cast(_ operand: consuming SQLNode, _ type: ColumnType) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.cast(operand, type), over: depth)
  }

  @inlinable
  package static func collate(_ operand: consuming SQLNode, _ collation: Collation) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.collate(operand, collation), over: depth)
  }

  @usableFromInline
  package static func raw(_ sql: consuming SQL) -> SQLNode {
    let depth = sql.depth
    return SQLNode(.raw(sql), over: depth)
  }

  @usableFromInline
  package static func call(_ call: consuming FunctionCall) -> SQLNode {
    let depth = call.depth
    return SQLNode(.call(call), over: depth)
  }

  @usableFromInline
  package static func subquery(_ select: consuming SelectNode) -> SQLNode {
    let depth = select.depthAsPart
    return SQLNode(.subquery(select), over: depth)
  }

  @usableFromInline
  package static func exists(_ select: consuming SelectNode) -> SQLNode {
    let depth = select.depthAsPart
    return SQLNode(.exists(select), over: depth)
  }

  @usableFromInline
  package static func inSelect(
    _ operand: consuming SQLNode, _ select: consuming SelectNode
  ) -> SQLNode {
    let depth = max(operand.depth, select.depthAsPart)
    return SQLNode(.inSelect(operand, select), over: depth)
  }

  @usableFromInline
  package static func choice(
    base: consuming SQLNode?, _ branches: consuming [ChoiceBranch], otherwise: consuming SQLNode?
  ) -> SQLNode {
    let depth = branches.reduce(max(base?.depth ?? 0, otherwise?.depth ?? 0)) {
      max($0, $1.when.depth, $1.then.depth)
    }
    return SQLNode(.choice(base: base, branches, otherwise: otherwise), over: depth)
  }

  @inlinable
  package static func row(_ nodes: consuming [SQLNode]) -> SQLNode {
    let depth = nodes.depth
    return SQLNode(.row(nodes), over: depth)
  }
}
