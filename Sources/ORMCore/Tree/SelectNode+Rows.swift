extension SelectNode {
  /// The rows, if the query consists of rows of values: a common table expression writes them as
  /// `VALUES`, whose rows SQLite does not limit in number, unlike the parts of a compound.
  package var rowsOfValues: [[SQLNode]]? {
    guard ordering.isEmpty, limit == nil, let first = core.rowOfValues else { return nil }
    var rows = [first]
    rows.reserveCapacity(compounds.count + 1)
    for compound in compounds {
      guard compound.symbol == .unionAll, let row = compound.core.rowOfValues else { return nil }
      rows.append(row)
    }
    return rows
  }
}

extension SelectCore {
  fileprivate var rowOfValues: [SQLNode]? {
    guard let chosen, sourceCount == 0, condition.isAlways, !isDistinct, hasNoGroups else {
      return nil
    }
    return chosen.allSatisfy { $0.node.isBound } ? chosen.map(\.node) : nil
  }
}

extension SQLNode {
  fileprivate var isBound: Bool { if case .value = kind { true } else { false } }
}
