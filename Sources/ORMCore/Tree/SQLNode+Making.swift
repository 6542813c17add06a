// What the tree is made of, each part with the depth that it comes to. The cases of
// ``SQLNode/Kind`` say what they are.
extension SQLNode {
  @inlinable
  public static func column(qualifier: String?, name: String) -> SQLNode {
    SQLNode(.column(qualifier: qualifier, name: name))
  }

  @inlinable
  package static func related(_ table: RelatedTable, _ name: String) -> SQLNode {
    SQLNode(.related(table, name))
  }

  @inlinable
  public static func value(_ value: consuming SQLValue) -> SQLNode { SQLNode(.value(value)) }

  @inlinable
  public static func placeholder(_ index: Int, of query: PreparedQueryID) -> SQLNode {
    SQLNode(.placeholder(index, of: query))
  }

  @inlinable
  public static func literal(_ text: String) -> SQLNode { SQLNode(.literal(text)) }

  @inlinable
  public static func unencodable(_ error: consuming ValueEncodingError) -> SQLNode {
    SQLNode(.unencodable(error))
  }

  @inlinable public static var always: SQLNode { SQLNode(.always) }

  @inlinable public static var never: SQLNode { SQLNode(.never) }

  @inlinable
  public static func binary(
    _ left: consuming SQLNode, _ symbol: SQLOperator, _ right: consuming SQLNode
  ) -> SQLNode {
    let depth = max(left.depth, right.depth)
    if depth >= leaningDepth && symbol.isAssociative { return balanced(left, symbol, right) }
    return SQLNode(.binary(left, symbol, right), over: depth)
  }

  @inlinable
  public static func not(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.not(operand), over: depth)
  }

  @inlinable
  public static func isNotTrue(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNotTrue(operand), over: depth)
  }

  @inlinable
  public static func bitNot(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.bitNot(operand), over: depth)
  }

  @inlinable
  public static func isNull(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNull(operand), over: depth)
  }

  @inlinable
  public static func isNotNull(_ operand: consuming SQLNode) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.isNotNull(operand), over: depth)
  }

  @inlinable
  public static func between(
    _ operand: consuming SQLNode, _ lower: consuming SQLNode, _ upper: consuming SQLNode
  ) -> SQLNode {
    let depth = max(operand.depth, lower.depth, upper.depth)
    return SQLNode(.between(operand, lower, upper), over: depth)
  }

  @inlinable
  public static func inList(_ operand: consuming SQLNode, _ values: consuming [SQLValue]) -> SQLNode
  {
    let depth = operand.depth
    return SQLNode(.inList(operand, values), over: depth)
  }

  public static func inRows(_ operand: consuming SQLNode, _ rows: consuming [[SQLNode]]) -> SQLNode
  {
    let depth = rows.reduce(operand.depth) { max($0, $1.depth) }
    return SQLNode(.inRows(operand, rows), over: depth)
  }

  @inlinable
  public static func like(
    _ operand: consuming SQLNode, pattern: consuming SQLNode, escape: Character?
  ) -> SQLNode {
    let depth = max(operand.depth, pattern.depth)
    return SQLNode(.like(operand, pattern: pattern, escape: escape), over: depth)
  }

  @inlinable
  public static func function(_ name: String, _ arguments: consuming [SQLNode]) -> SQLNode {
    let depth = arguments.depth
    return SQLNode(.function(name, arguments), over: depth)
  }

  @inlinable
  public static func cast(_ operand: consuming SQLNode, _ type: ColumnType) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.cast(operand, type), over: depth)
  }

  @inlinable
  public static func collate(_ operand: consuming SQLNode, _ collation: Collation) -> SQLNode {
    let depth = operand.depth
    return SQLNode(.collate(operand, collation), over: depth)
  }

  public static func raw(_ sql: consuming SQL) -> SQLNode {
    let depth = sql.depth
    return SQLNode(.raw(sql), over: depth)
  }

  public static func call(_ call: consuming FunctionCall) -> SQLNode {
    let depth = call.depth
    return SQLNode(.call(call), over: depth)
  }

  public static func subquery(_ select: consuming SelectNode) -> SQLNode {
    let depth = select.depthAsPart
    return SQLNode(.subquery(select), over: depth)
  }

  public static func exists(_ select: consuming SelectNode) -> SQLNode {
    let depth = select.depthAsPart
    return SQLNode(.exists(select), over: depth)
  }

  public static func inSelect(_ operand: consuming SQLNode, _ select: consuming SelectNode)
    -> SQLNode
  {
    let depth = max(operand.depth, select.depthAsPart)
    return SQLNode(.inSelect(operand, select), over: depth)
  }

  public static func choice(
    base: consuming SQLNode?, _ branches: consuming [ChoiceBranch], otherwise: consuming SQLNode?
  ) -> SQLNode {
    let depth = branches.reduce(max(base?.depth ?? 0, otherwise?.depth ?? 0)) {
      max($0, $1.when.depth, $1.then.depth)
    }
    return SQLNode(.choice(base: base, branches, otherwise: otherwise), over: depth)
  }

  @inlinable
  public static func row(_ nodes: consuming [SQLNode]) -> SQLNode {
    let depth = nodes.depth
    return SQLNode(.row(nodes), over: depth)
  }
}
