extension SelectNode {
  /// Whether the query selects from one related table and uses only columns of that table, so that
  /// it joins no other table.
  ///
  /// Rare kinds of queries are not examined: false means unknown.
  var isOfOneTable: Bool {
    guard compounds.isEmpty, core.hasNoGroups, core.whole == nil, core.listed.count == 1,
      case .table = core.listed[0].table, core.listed[0].condition.isAlways,
      let table = core.listed[0].related
    else { return false }
    return core.condition.isOf(table) && ordering.allSatisfy { $0.node.isOf(table) }
      && core.chosen?.allSatisfy { $0.isOf(table) } != false
  }
}

extension ResultColumn {
  fileprivate func isOf(_ table: RelatedTable) -> Bool {
    guard let list else { return node.isOf(table) }
    return list.pairs.allSatisfy { $0.key.isOf(table) }
  }
}

extension SQLNode {
  /// Whether the expression contains only columns of the table and values.
  fileprivate func isOf(_ table: RelatedTable) -> Bool {
    switch kind {
    case .related(let other, _): other == table
    case .value, .literal, .always, .never: true
    case .not(let operand), .isNotTrue(let operand), .isNull(let operand),
      .isNotNull(let operand), .inList(let operand, _), .cast(let operand, _),
      .collate(let operand, _):
      operand.isOf(table)
    case .binary(let left, _, let right), .like(let left, pattern: let right, escape: _),
      .textTest(let left, _, let right):
      left.isOf(table) && right.isOf(table)
    case .between(let operand, let lower, let upper):
      operand.isOf(table) && lower.isOf(table) && upper.isOf(table)
    case .function(_, let arguments): arguments.allSatisfy { $0.isOf(table) }
    default: false
    }
  }
}
