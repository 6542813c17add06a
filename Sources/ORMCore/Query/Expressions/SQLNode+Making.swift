// What the tree is made of, each part with the depth that it comes to. The cases of ``SQLNode/Kind`` say what they are.
extension SQLNode {
  @inlinable
  public static func column(qualifier: String?, name: String) -> SQLNode {
    SQLNode(.column(qualifier: qualifier, name: name))
  }

  @inlinable
  public static func value(_ value: SQLValue) -> SQLNode { SQLNode(.value(value)) }

  @inlinable
  public static func placeholder(_ index: Int, of query: PreparedQueryID) -> SQLNode {
    SQLNode(.placeholder(index, of: query))
  }

  @inlinable
  public static func literal(_ text: String) -> SQLNode { SQLNode(.literal(text)) }

  @inlinable
  public static func unencodable(_ error: ValueEncodingError) -> SQLNode {
    SQLNode(.unencodable(error))
  }

  @inlinable public static var always: SQLNode { SQLNode(.always) }

  @inlinable public static var never: SQLNode { SQLNode(.never) }

  @inlinable
  public static func binary(_ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode) -> SQLNode {
    let depth = max(left.depth, right.depth)
    if depth >= leaningDepth && symbol.isAssociative { return balanced(left, symbol, right) }
    return SQLNode(.binary(left, symbol, right), over: depth)
  }

  @inlinable
  public static func not(_ operand: SQLNode) -> SQLNode {
    SQLNode(.not(operand), over: operand.depth)
  }

  @inlinable
  public static func isNotTrue(_ operand: SQLNode) -> SQLNode {
    SQLNode(.isNotTrue(operand), over: operand.depth)
  }

  @inlinable
  public static func bitNot(_ operand: SQLNode) -> SQLNode {
    SQLNode(.bitNot(operand), over: operand.depth)
  }

  @inlinable
  public static func isNull(_ operand: SQLNode) -> SQLNode {
    SQLNode(.isNull(operand), over: operand.depth)
  }

  @inlinable
  public static func isNotNull(_ operand: SQLNode) -> SQLNode {
    SQLNode(.isNotNull(operand), over: operand.depth)
  }

  @inlinable
  public static func between(_ operand: SQLNode, _ lower: SQLNode, _ upper: SQLNode) -> SQLNode {
    SQLNode(.between(operand, lower, upper), over: max(operand.depth, lower.depth, upper.depth))
  }

  @inlinable
  public static func inList(_ operand: SQLNode, _ values: [SQLValue]) -> SQLNode {
    SQLNode(.inList(operand, values), over: operand.depth)
  }

  public static func inRows(_ operand: SQLNode, _ rows: [[SQLNode]]) -> SQLNode {
    SQLNode(.inRows(operand, rows), over: rows.reduce(operand.depth) { max($0, $1.depth) })
  }

  @inlinable
  public static func like(_ operand: SQLNode, pattern: SQLNode, escape: Character?) -> SQLNode {
    SQLNode(
      .like(operand, pattern: pattern, escape: escape), over: max(operand.depth, pattern.depth))
  }

  @inlinable
  public static func function(_ name: String, _ arguments: [SQLNode]) -> SQLNode {
    SQLNode(.function(name, arguments), over: arguments.depth)
  }

  @inlinable
  public static func cast(_ operand: SQLNode, _ type: ColumnType) -> SQLNode {
    SQLNode(.cast(operand, type), over: operand.depth)
  }

  @inlinable
  public static func collate(_ operand: SQLNode, _ collation: Collation) -> SQLNode {
    SQLNode(.collate(operand, collation), over: operand.depth)
  }

  public static func raw(_ sql: SQL) -> SQLNode {
    SQLNode(.raw(sql), over: sql.depth)
  }

  public static func call(_ call: FunctionCall) -> SQLNode {
    SQLNode(.call(call), over: call.depth)
  }

  public static func subquery(_ select: SelectNode) -> SQLNode {
    SQLNode(.subquery(select), over: select.depthAsPart)
  }

  public static func exists(_ select: SelectNode) -> SQLNode {
    SQLNode(.exists(select), over: select.depthAsPart)
  }

  public static func inSelect(_ operand: SQLNode, _ select: SelectNode) -> SQLNode {
    SQLNode(.inSelect(operand, select), over: max(operand.depth, select.depthAsPart))
  }

  public static func choice(
    base: SQLNode?, _ branches: [ChoiceBranch], otherwise: SQLNode?
  ) -> SQLNode {
    let depth = branches.reduce(max(base?.depth ?? 0, otherwise?.depth ?? 0)) {
      max($0, $1.when.depth, $1.then.depth)
    }
    return SQLNode(.choice(base: base, branches, otherwise: otherwise), over: depth)
  }

  @inlinable
  public static func row(_ nodes: [SQLNode]) -> SQLNode {
    SQLNode(.row(nodes), over: nodes.depth)
  }
}
