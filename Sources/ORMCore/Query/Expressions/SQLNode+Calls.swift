extension SQLNode {
  /// Whether the expression contains an aggregate or a window function outside of subqueries.
  var hasCall: Bool { DeepStack.run(levels: depth) { hasCallHere } }

  private var hasCallHere: Bool {
    switch kind {
    case .call: true
    case .column, .related, .value, .placeholder, .literal, .unencodable, .tooDeep, .always, .never,
      .subquery, .exists:
      false
    case .binary(let left, _, let right): left.hasCall || right.hasCall
    case .not(let operand), .isNotTrue(let operand), .bitNot(let operand), .isNull(let operand),
      .isNotNull(let operand), .inList(let operand, _), .inRows(let operand, _),
      .cast(let operand, _),
      .collate(let operand, _), .inSelect(let operand, _):
      operand.hasCall
    case .between(let operand, let lower, let upper):
      operand.hasCall || lower.hasCall || upper.hasCall
    case .like(let operand, let other, _), .textTest(let operand, _, let other):
      operand.hasCall || other.hasCall
    case .function(_, let operands), .row(let operands): operands.contains(where: \.hasCall)
    case .raw(let sql):
      sql.parts.contains { if case .node(let node) = $0 { node.hasCall } else { false } }
    case .choice(let base, let branches, let otherwise):
      base?.hasCall ?? false || otherwise?.hasCall ?? false
        || branches.contains { $0.when.hasCall || $0.then.hasCall }
    }
  }
}
