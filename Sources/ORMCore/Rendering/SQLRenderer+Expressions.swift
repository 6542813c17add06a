extension SQLRenderer {
  /// Writes an expression, in parentheses if its precedence is lower than its place requires.
  ///
  /// - Throws: ``ValueEncodingError`` if a value in it could not be encoded.
  package mutating func append(_ node: SQLNode, in place: Precedence = .or) throws {
    let needsParentheses = node.precedence < place
    if needsParentheses { append("(") }
    if node.depth <= DeepStack.levelsAnywhere {
      try appendBare(node)
    } else {
      try DeepStack.run(levels: node.depth) { try appendBare(node) }
    }
    if needsParentheses { append(")") }
  }

  private mutating func appendBare(_ node: SQLNode) throws {
    switch node.kind {
    case .column(let qualifier, let name): try append(column: name, of: qualifier)
    case .related(let table, let name): try append(column: name, of: table)
    case .value(let value): bind(value)
    case .placeholder(let index, let query): try bind(placeholder: index, of: query)
    case .literal(let text): append(text)
    case .unencodable(let error): throw error.located
    case .tooDeep: throw DatabaseError.tooDeep
    case .always: append("TRUE")
    case .never: append("FALSE")
    case .binary(let left, let symbol, let right): try append(left, symbol, right)
    case .not(let operand):
      append("NOT ")
      try append(operand, in: .primary)
    case .bitNot(let operand):
      append("~")
      try append(operand, in: .primary)
    case .isNotTrue(let operand): try append(operand, followedBy: " IS NOT TRUE")
    case .isNull(let operand): try append(operand, followedBy: " IS NULL")
    case .isNotNull(let operand): try append(operand, followedBy: " IS NOT NULL")
    case .between(let operand, let lower, let upper):
      try append(operand, followedBy: " BETWEEN ")
      try append(bound: lower, in: .sum)
      append(" AND ")
      try append(bound: upper, in: .sum)
    case .inList(let operand, let values):
      try append(operand, followedBy: " IN (")
      append(list: values)
      append(")")
    case .inRows(let operand, let rows):
      try append(operand, followedBy: " IN (")
      try append(rows: rows)
      append(")")
    case .like(let operand, let pattern, let escape):
      try append(operand, followedBy: " \(dialect.like) ")
      try append(pattern, in: .sum)
      if let escape { append(" ESCAPE \(SQLValue.text(String(escape)).literal)") }
    case .textTest, .function, .cast, .collate: try appendTranslatable(node)
    case .raw(let sql): try append(sql)
    case .call(let call): try append(call)
    case .subquery(let select): try append(subquery: select)
    case .exists(let select): try append(existenceIn: select)
    case .inSelect(let operand, let select):
      try append(operand, followedBy: " IN ")
      try append(subquery: select)
    case .choice(let base, let branches, let otherwise):
      try append(choice: base, branches, otherwise: otherwise)
    case .row(let nodes):
      append("(")
      try append(nodes) { try $0.append($1) }
      append(")")
    }
  }

  /// Writes an expression for which the dialect may have a template.
  private mutating func appendTranslatable(_ node: SQLNode) throws {
    switch node.kind {
    case .textTest(let operand, let test, let part):
      if let template = dialect.textTests[test] {
        try append(template, [operand, part])
      } else {
        try appendBare(node.expanded)
      }
    case .function(let name, let arguments):
      if isTrigger || !dialect.checksValues, let check = CheckingFunction(name: name) {
        if isTrigger { return try append(check, arguments) }
        return try append(arguments[0], in: .primary)
      }
      if let template = try template(of: name, argumentCount: arguments.count) {
        return try append(template, arguments)
      }
      append(name)
      append("(")
      try append(arguments) { try $0.append($1) }
      append(")")
    case .cast(let operand, let type):
      if let template = dialect.casts[type] { return try append(template, [operand]) }
      append("CAST(")
      try append(operand)
      append(" AS \(dialect.typeName(type)))")
    case .collate(let operand, let collation):
      try append(operand, in: .collation)
      // Characters: SQLite's names, which the library writes
      if let name = dialect.collations[collation.rawValue, default: collation.name] {
        append(" COLLATE \(name)")
      }
    default: break
    }
  }

  private mutating func append(column name: String, of qualifier: String?) throws {
    if let qualifier, !scope.only.hasSameBytes(as: qualifier), !scope.isUnqualified {
      if isClosed { try plan.checkIsOpen(qualifier) }
      append(identifier: qualifier)
      append(".")
    }
    append(identifier: name)
  }

  private mutating func append(_ left: SQLNode, _ symbol: SQLOperator, _ right: SQLNode) throws {
    let operands = symbol.operandPrecedence
    if try appendTranslated(left, symbol, right) { return }
    if symbol.isOrder {
      try append(bound: left, in: operands.left)
      append(" ")
      append(symbol.symbol(in: dialect))
      append(" ")
      return try append(bound: right, in: operands.right)
    }
    // A chain of one associative operator needs no parentheses.
    try append(left, in: left.isConcatenation && symbol == .concatenate ? .or : operands.left)
    append(" ")
    append(symbol.symbol(in: dialect))
    append(" ")
    try append(
      right, in: symbol.isAssociative && right.isLongChain(of: symbol) ? .primary : operands.right)
  }

  /// Writes an operand of an order comparison, in which the value of a placeholder is a bound.
  private mutating func append(bound node: SQLNode, in place: Precedence) throws {
    switch node.kind {
    case .placeholder(let index, let query):
      try bind(placeholder: index, of: query, isBound: true)
    case .row(let nodes):
      append("(")
      try append(nodes) { try $0.append(bound: $1, in: .or) }
      append(")")
    default: try append(node, in: place)
    }
  }

  private mutating func append(subquery select: SelectNode) throws {
    append("(")
    try append(select)
    append(")")
  }

  private mutating func append(existenceIn select: SelectNode) throws {
    append("EXISTS ")
    isExistence = true
    try append(subquery: select)
  }

  private mutating func append(
    choice base: SQLNode?, _ branches: [ChoiceBranch], otherwise: SQLNode?
  ) throws {
    append("CASE")
    if let base {
      append(" ")
      try append(base)
    }
    for branch in branches {
      append(" WHEN ")
      try append(branch.when)
      append(" THEN ")
      try append(branch.then)
    }
    if let otherwise {
      append(" ELSE ")
      try append(otherwise)
    }
    append(" END")
  }

  /// Writes the operand of a comparison and the text after it.
  private mutating func append(_ operand: SQLNode, followedBy text: String) throws {
    try append(operand, in: .sum)
    append(text)
  }
}

extension SQLNode {
  fileprivate var isConcatenation: Bool {
    if case .binary(_, .concatenate, _) = kind { true } else { false }
  }
}

extension SQLOperator {
  fileprivate var isOrder: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

extension Collation {
  /// The name as SQL.
  var name: String {
    switch self {
    case .binary, .noCase, .rightTrim: rawValue
    default: rawValue.quotedIdentifier
    }
  }
}
