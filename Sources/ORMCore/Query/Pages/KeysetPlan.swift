import Synchronization

/// The order that the pages of a query have, and where each row has the values of it.
struct KeysetPlan: Sendable {
  let order: KeysetOrder
  /// The columns of the result that hold them.
  let columns: [Int]
  /// Those that are selected for them, behind the rest.
  let added: [ResultColumn]

  /// - Parameters:
  ///   - selecting: What selects the rows, with what the pages' lists need.
  ///   - isUnique: Whether the query's own order tells all rows apart.
  /// - Throws: ``PageError/noKey(source:)``; ``ValueEncodingError``
  private init(of query: SelectNode, selecting: SelectCore, isUnique: Bool) throws {
    order = try KeysetOrder(of: query, isUnique: isUnique)
    (columns, added) = selecting.places(of: order.terms)
  }

  /// The plan of a query's pages, the one that the type's last pages had if it is the same.
  ///
  /// - Throws: as ``init(of:selecting:isUnique:)``
  static func plan(
    for query: SelectNode, selecting: SelectCore, isUnique: Bool
  ) throws -> KeysetPlan {
    guard let type = selecting.typeOfWholeRows, query.ordering.allSatisfy(\.isOfPlainColumn) else {
      return try KeysetPlan(of: query, selecting: selecting, isUnique: isUnique)
    }
    let known = recent.withLock { $0[ObjectIdentifier(type)] }
    if let known, known.isUnique == isUnique, known.ordering == query.ordering { return known.plan }
    let plan = try KeysetPlan(of: query, selecting: selecting, isUnique: isUnique)
    recent.withLock {
      $0[ObjectIdentifier(type)] = Recent(ordering: query.ordering, isUnique: isUnique, plan: plan)
    }
    return plan
  }
}

// MARK: - The last order of each type

extension KeysetPlan {
  private struct Recent {
    let ordering: [OrderingTerm]
    let isUnique: Bool
    let plan: KeysetPlan
  }

  /// The plan of the last pages of each type's whole rows. It follows from the type and the order
  /// alone, and to work it out, for which the order is written as SQL, takes as long as to fetch
  /// five rows.
  private static let recent = Mutex<[ObjectIdentifier: Recent]>([:])
}

extension SelectCore {
  /// The type of the only table, if all of its columns are selected and nothing else.
  fileprivate var typeOfWholeRows: (any WholeTable.Type)? { chosen == nil ? whole : nil }

  /// Where the values of an order are in a row, and what is selected for them, behind the rest.
  fileprivate func places(of terms: [OrderingTerm]) -> (columns: [Int], added: [ResultColumn]) {
    let results = results
    var (columns, added): ([Int], [ResultColumn]) = ([], [])
    for term in terms {
      // A column is what it is wherever it stands; a computed value may be another each time.
      if term.node.isPlainColumn, let index = results.firstIndex(where: { $0.node == term.node }) {
        columns.append(index)
      } else {
        columns.append(results.count + added.count)
        added.append(ResultColumn(term.node))
      }
    }
    return (columns, added)
  }
}

extension OrderingTerm {
  /// Whether it is a column, as it is or compared by a collation: nothing that a value is in.
  fileprivate var isOfPlainColumn: Bool {
    if case .collate(let column, _) = node.kind { column.isPlainColumn } else { node.isPlainColumn }
  }
}
