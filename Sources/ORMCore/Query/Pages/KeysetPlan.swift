import Synchronization

/// The order of a query's pages, and the result columns that hold the values of its terms.
struct KeysetPlan: Sendable {
  let order: KeysetOrder
  /// The result column of each term.
  let columns: [Int]
  /// The result columns that are appended for terms that the query does not select.
  let added: [ResultColumn]

  /// - Parameters:
  ///   - selecting: The query's core, with the columns that the pages' lists need.
  ///   - isUnique: Whether the query's own order distinguishes all rows.
  /// - Throws: ``PageError/noKey(source:)``; ``ValueEncodingError``
  private init(of query: SelectNode, selecting: SelectCore, isUnique: Bool) throws {
    order = try KeysetOrder(of: query, isUnique: isUnique)
    (columns, added) = selecting.places(of: order.terms)
  }

  /// The plan of a query's pages: the cached one of the type's last pages if it matches.
  ///
  /// - Throws: The errors of ``init(of:selecting:isUnique:)``.
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

  /// The plan of the last pages of each type's whole rows. It depends only on the type and the
  /// order. To compute it, the order is rendered as SQL, which takes as long as fetching five rows.
  private static let recent = Mutex<[ObjectIdentifier: Recent]>([:])
}

extension SelectCore {
  /// The type of the only table, if all of its columns are selected and nothing else.
  fileprivate var typeOfWholeRows: (any WholeTable.Type)? { chosen == nil ? whole : nil }

  /// The result column of each term, and the columns to append for terms that are not selected.
  fileprivate func places(of terms: [OrderingTerm]) -> (columns: [Int], added: [ResultColumn]) {
    let results = results
    var (columns, added): ([Int], [ResultColumn]) = ([], [])
    for term in terms {
      // A column has the same value wherever it is selected; an expression may differ each time.
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
  /// Whether the term is a plain column, with or without a collation, and so contains no value.
  fileprivate var isOfPlainColumn: Bool {
    if case .collate(let column, _) = node.kind { column.isPlainColumn } else { node.isPlainColumn }
  }
}
