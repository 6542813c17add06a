/// An order in which no two rows are equal, and the conditions for the rows on one side of a place.
struct KeysetOrder: Sendable {
  let terms: [OrderingTerm]
  /// Tells this order from others.
  let fingerprint: UInt64

  /// The order of a query, with the keys of its tables as the last terms.
  ///
  /// They have the direction of the query's own last term: an index on that has its rows in the
  /// order of their keys already.
  ///
  /// - Parameter isUnique: Whether the query's own order tells all rows apart.
  /// - Throws: ``PageError/noKey(source:)``; ``ValueEncodingError``
  init(of query: SelectNode, isUnique: Bool) throws {
    let keys = try query.core.keys(orderIsUnique: isUnique)
    // There are a few of them: to look each up takes less than to hash it.
    func isCertain(_ node: SQLNode) -> Bool {
      keys.contains { !$0.canBeNull && $0.node == node }
    }
    // A term that was written before an outer join was added did not know of it.
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
    // Columns of related tables differ by the way there.
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

  /// Whether rows without a value come behind those that have one.
  fileprivate var hasNullsLast: Bool { nulls.map { $0 == .last } ?? isDescending }
}

// MARK: - Keys

extension SelectCore {
  /// What tells apart the rows of each table.
  ///
  /// - Throws: ``PageError/noKey(source:)`` where the order does not, and neither a table.
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
  /// The description of the table that this is, if it is one.
  fileprivate var schema: TableSchema? {
    guard case .table(let name) = table, let type = row?.type as? any DatabaseTable.Type,
      type.tableName.isSameName(as: name)
    else { return nil }
    return type.schema
  }
}

extension TableSchema {
  /// The columns that tell rows apart and are never NULL.
  ///
  /// A key can be NULL if it is neither an `INTEGER PRIMARY KEY` nor that of a `WITHOUT ROWID`
  /// table; see <https://www.sqlite.org/lang_createtable.html#the_primary_key>.
  fileprivate var certainKey: [String] {
    let key = columns.filter { primaryKey.contains(name: $0.name) }
    let isRowid = key.count == 1 && key[0].type.isInteger
    let isCertain = isRowid || isWithoutRowID || key.allSatisfy { !$0.isNullable }
    return primaryKey.isEmpty || !isCertain ? [rowidName] : primaryKey
  }
}

// MARK: - Conditions

extension SQLNode {
  /// The rows that come behind the one with these values.
  ///
  /// - Parameter terms: As many terms as there are values, of which no two rows have the same.
  init(behind values: [SQLValue], in terms: [OrderingTerm]) {
    self.init(behind: zip(terms, values).map { (term: $0, value: $1) }[...])
  }

  private init(behind place: ArraySlice<(term: OrderingTerm, value: SQLValue)>) {
    guard let (term, value) = place.first else {
      self = .never
      return
    }
    // A row value is less to write, and an index finds it by all of its columns. It is NULL where a
    // NULL decides, and so leaves out what comes before.
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

  /// The rows behind the value, and of those that have it the ones that meet the other condition.
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
      // The first part says no more than the second, but an index on the first term can find it.
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
  /// A number that is the same for the same text in every process: FNV-1a.
  fileprivate var fingerprint: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
