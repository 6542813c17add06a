/// An order in which no two rows are equal: the order of a query, extended by keys.
struct KeysetOrder: Sendable {
  let terms: [OrderingTerm]
  /// A hash that distinguishes this order from other orders.
  let fingerprint: UInt64

  /// Creates the order of a query, with the keys of its tables as the last terms.
  ///
  /// The keys have the direction of the query's own last term: an index on that term already has
  /// its rows in the order of their keys.
  ///
  /// - Parameter isUnique: Whether the query's own order distinguishes all rows.
  /// - Throws: ``PageError/noKey(source:)``; ``ValueEncodingError``
  init(of query: SelectNode, isUnique: Bool) throws {
    let keys = try query.core.keys(orderIsUnique: isUnique)
    // There are only a few keys: a linear search is cheaper than hashing.
    func isCertain(_ node: SQLNode) -> Bool {
      keys.contains { !$0.canBeNull && $0.node == node }
    }
    // A term that was written before an outer join was added does not account for it.
    let mayLackRows = query.core.listed.contains { $0.kind == .right || $0.kind == .full }
    var terms = query.ordering.map { term in
      OrderingTerm(
        term, canBeNull: !isCertain(term.node) && (term.canBeNull || mayLackRows))
    }
    if !isUnique {
      let isDescending = terms.last?.isDescending ?? false
      let ordered = terms
      for key in keys where !ordered.contains(where: { $0.node == key.node }) {
        terms.append(OrderingTerm(key, isDescending: isDescending))
      }
    }
    guard !terms.isEmpty else {
      throw PageError.noKey(source: query.core.sources.first?.qualifier ?? "")
    }
    self.terms = terms
    var renderer = SQLRenderer()
    // This stage writes columns of related tables with the path to them, which distinguishes them.
    renderer.plan.stage = .looking
    try renderer.append(ordering: terms)
    fingerprint = "\(renderer.statement)".fingerprint
  }

  /// The order from the last row to the first.
  var reversed: [OrderingTerm] {
    terms.map { term in
      OrderingTerm(
        term.node, isDescending: !term.isDescending,
        nulls: term.nulls.map { $0 == .first ? .last : .first }, canBeNull: term.canBeNull)
    }
  }
}

extension OrderingTerm {
  fileprivate init(_ term: OrderingTerm, isDescending: Bool? = nil, canBeNull: Bool? = nil) {
    self.init(
      term.node, isDescending: isDescending ?? term.isDescending, nulls: term.nulls,
      canBeNull: canBeNull ?? term.canBeNull)
  }

  /// Whether NULLs sort last.
  fileprivate var hasNullsLast: Bool { nulls.map { $0 == .last } ?? isDescending }
}

// MARK: - Keys

extension SelectCore {
  /// The terms that distinguish the rows of each source.
  ///
  /// - Throws: ``PageError/noKey(source:)`` if a source is not a table and the order is not unique.
  fileprivate func keys(orderIsUnique: Bool) throws -> [OrderingTerm] {
    var keys: [OrderingTerm] = []
    for source in sources {
      if source.kind == .right || source.kind == .full {
        keys = keys.map { OrderingTerm($0, canBeNull: true) }
      }
      guard let schema = source.schema else {
        if orderIsUnique { continue }
        throw PageError.noKey(source: source.qualifier)
      }
      keys += schema.certainKey.map {
        OrderingTerm(
          source.place.column($0), isDescending: false, nulls: nil,
          canBeNull: source.kind == .left || source.kind == .full)
      }
    }
    return keys
  }
}

extension SourceNode {
  /// The schema of the table, if the source is a table.
  fileprivate var schema: TableSchema? {
    guard case .table(let name) = table, let type = row?.type as? any DatabaseTable.Type,
      type.tableName.isSameName(as: name)
    else { return nil }
    return type.schema
  }
}

extension TableSchema {
  /// The columns that distinguish the table's rows and are never NULL.
  ///
  /// A primary key can be NULL unless it is an `INTEGER PRIMARY KEY` or the table is `WITHOUT
  /// ROWID`; see <https://www.sqlite.org/lang_createtable.html#the_primary_key>.
  fileprivate var certainKey: [String] {
    let key = columns.filter { primaryKey.contains(name: $0.name) }
    let isRowid = key.count == 1 && key[0].type.isInteger
    let isCertain = isRowid || isWithoutRowID || key.allSatisfy { !$0.isNullable }
    return primaryKey.isEmpty || !isCertain ? [rowidName] : primaryKey
  }
}

// MARK: - Conditions

extension SQLNode {
  /// Creates the condition for the rows after the one with these values.
  ///
  /// - Parameter terms: One term for each value; no two rows have the same values in all of them.
  init(behind values: [SQLValue], in terms: [OrderingTerm]) {
    self.init(behind: zip(terms, values).map { (term: $0, value: $1) }[...])
  }

  private init(behind place: ArraySlice<(term: OrderingTerm, value: SQLValue)>) {
    guard let (term, value) = place.first else {
      self = .never
      return
    }
    // A row value is shorter, and an index can search by all of its columns. Its comparison is NULL
    // if a NULL decides it, so it leaves out the rows with NULL, which come before.
    let isRowValue = place.allSatisfy { other in
      other.term.isDescending == term.isDescending && other.value != .null
        && !(other.term.canBeNull && other.term.hasNullsLast)
    }
    if isRowValue && place.count > 1 {
      self = .binary(
        .row(place.map(\.term.node)), term.isDescending ? .less : .greater,
        .row(place.map { .value($0.value) }))
    } else {
      self.init(behind: value, of: term, orElse: SQLNode(behind: place.dropFirst()))
    }
  }

  /// Creates the condition for the rows after the value, and for rows with the value that meet the
  /// other condition.
  private init(behind value: SQLValue, of term: OrderingTerm, orElse rest: SQLNode) {
    let node = term.node
    if value == .null {
      self = term.hasNullsLast ? .both(.isNull(node), rest) : .either(.isNotNull(node), rest)
      return
    }
    let isBehind = SQLNode.binary(
      node, term.isDescending ? .less : .greater, .value(value))
    if term.canBeNull && term.hasNullsLast {
      self = .either(
        .either(isBehind, .isNull(node)), .both(.binary(node, .equal, .value(value)), rest))
    } else if rest.isNever {
      self = isBehind
    } else {
      // The first part is implied by the second, but lets an index on the first term be used.
      let isNotBefore = SQLNode.binary(
        node, term.isDescending ? .lessOrEqual : .greaterOrEqual, .value(value))
      self = .and(isNotBefore, .either(isBehind, rest))
    }
  }

  private static func both(_ left: SQLNode, _ right: SQLNode) -> SQLNode {
    right.isNever ? .never : .and(left, right)
  }

  private static func either(_ left: SQLNode, _ right: SQLNode) -> SQLNode {
    right.isNever ? left : .binary(left, .or, right)
  }
}

extension String {
  /// A hash that is the same in every process: FNV-1a.
  fileprivate var fingerprint: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
