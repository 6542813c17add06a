extension SelectNode {
  /// The rows, if the query consists of rows of values: a common table expression writes them as
  /// `VALUES`, whose rows SQLite does not limit in number, unlike the parts of a compound.
  package var rowsOfValues: [[SQLNode]]? {
    guard ordering.isEmpty, limit == nil else { return nil }
    // A single row can be a SELECT, which allows aggregates.
    let isRow: (SQLNode) -> Bool = compounds.isEmpty ? \.isBound : \.isRowValue
    guard let first = core.rowOfValues(isRow) else { return nil }
    var rows = [first]
    rows.reserveCapacity(compounds.count + 1)
    for compound in compounds {
      guard compound.symbol == .unionAll, let row = compound.core.rowOfValues(isRow) else {
        return nil
      }
      rows.append(row)
    }
    return rows
  }
}

extension SelectCore {
  /// - Parameter isValue: Whether a result can be in `VALUES`.
  fileprivate func rowOfValues(_ isValue: (SQLNode) -> Bool) -> [SQLNode]? {
    guard let chosen, sourceCount == 0, condition.isAlways, !isDistinct, hasNoGroups else {
      return nil
    }
    return chosen.allSatisfy { isValue($0.node) } ? chosen.map(\.node) : nil
  }
}

extension SQLNode {
  fileprivate var isBound: Bool { if case .value = kind { true } else { false } }

  /// Whether the expression can be in `VALUES`: aggregates and windows can't.
  fileprivate var isRowValue: Bool { if case .call = kind { false } else { true } }
}
