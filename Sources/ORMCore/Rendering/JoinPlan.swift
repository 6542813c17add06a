/// The tables that a statement joins because an expression in it names a relation, and the names of
/// the tables at the end of relations.
///
/// A statement is rendered once. If it names a relation, it is rendered again to collect the joins
/// of each of its `SELECT`s, and a last time with the joins. For other statements this costs only a
/// branch.
struct JoinPlan {
  enum Stage {
    /// Outside of a statement that could join a table.
    case outside
    /// The first pass.
    case looking
    /// The first pass, whose text is discarded because it has met a relation.
    case found
    /// The pass that collects the joins.
    case collecting
    /// The pass that writes the statement with its joins.
    case writing
  }

  /// A table of a `FROM`.
  struct Source {
    /// The table's name; for a table at the end of a relation, empty until it is decided.
    var name: String
    let table: String?
    let related: RelatedTable?
    /// Whether an outer join may have no row of this source.
    let isOptional: Bool
  }

  /// A table that is joined because an expression names its relation.
  struct Join {
    let table: RelatedTable
    /// The index of the source at which its references start, and the index of the source before
    /// which it is joined.
    let root: Int
    var place: Int
    let isInner: Bool
    var name: String
  }

  /// A `SELECT`, or the write around all of them.
  struct Query {
    var sources: [Source]
    var joins: [Join] = []
    let parent: Int?
    /// The queries inside of this one, in its `SELECT` and in its order.
    var inside: [Range<Int>] = []
    /// The index of the source that is being written.
    var current: Int?
    let isWrite: Bool
    /// Whether the query joins a list of keys with its rows. A query inside of it contains the same
    /// rows again, and relations in it belong to those.
    let isOfKeys: Bool
  }

  var stage = Stage.outside
  /// Whether the rows to update or delete are found by their keys, in a `SELECT` that can join
  /// tables.
  private(set) var writesByKey = false
  private var restarts = false
  /// The queries in the order in which they are written, and the queries around the current place.
  private var queries: [Query] = []
  private var open: [Int] = []
  private var next = 0
  /// The first query inside of each open one.
  private var starts: [Int] = []

  /// Whether the queries are known, or being collected.
  var isPlanned: Bool { stage == .collecting || stage == .writing }

  mutating func begin(_ stage: Stage) {
    self.stage = stage
    open = []
    starts = []
    next = 0
    if stage == .collecting {
      queries = []
      restarts = false
    }
  }

  /// Returns whether the joins have to be collected again, because the statement now has more
  /// queries.
  mutating func mustCollectAgain() -> Bool { restarts }
}

// MARK: - Queries

extension JoinPlan {
  /// Enters a query.
  ///
  /// - Throws: ``RelationError``
  mutating func enter(_ sources: [SourceNode], isWrite: Bool = false) throws -> Int {
    let index = next
    next += 1
    if stage == .collecting {
      for case let related? in sources.map(\.related) {
        let isOpen = open.contains { query in
          !queries[query].isOfKeys && queries[query].sources.contains { $0.related == related }
        }
        if isOpen { throw RelationError(table: related.name, reason: .selfReference) }
      }
      queries.append(
        Query(
          sources: Self.sources(sources), parent: open.last, isWrite: isWrite,
          isOfKeys: sources.contains(where: \.areKeys)))
    }
    enter(again: index)
    return index
  }

  /// Enters a query again, whose order is written after its compounds.
  mutating func enter(again index: Int) {
    open.append(index)
    starts.append(next)
  }

  mutating func leave() {
    let index = open.removeLast()
    queries[index].inside.append(starts.removeLast()..<next)
    queries[index].current = nil
  }

  /// Leaves all queries: a common table expression can't use the queries that read from it.
  mutating func leaveAll() -> [Int] {
    defer { open = [] }
    return open
  }

  mutating func enter(all queries: [Int]) { open = queries }

  /// Sets the source that is being written.
  mutating func write(source: Int?, of query: Int) { queries[query].current = source }

  func query(_ index: Int) -> Query { queries[index] }

  private static func sources(_ nodes: [SourceNode]) -> [Source] {
    let lastOuter = nodes.lastIndex { $0.kind == .right || $0.kind == .full } ?? 0
    return nodes.enumerated().map { index, node in
      let table: String? = if case .table(let name) = node.table { name } else { nil }
      return Source(
        name: node.qualifier, table: table, related: node.related,
        isOptional: node.kind == .left || node.kind == .full || index < lastOuter)
    }
  }
}

// MARK: - Relations

extension JoinPlan {
  /// Checks that a table with this name is in one of the queries around the current place.
  ///
  /// - Throws: ``RelationError``
  func checkIsOpen(_ name: String) throws {
    guard stage == .collecting else { return }
    let isOpen = open.contains { queries[$0].sources.contains { $0.name.isSameName(as: name) } }
    if !isOpen { throw RelationError(table: name, reason: .tableNotInQuery) }
  }

  private enum Found {
    case source(Int, of: Int)
    case join(Int, of: Int)

    var query: Int {
      switch self {
      case .source(_, let query), .join(_, let query): query
      }
    }
  }

  /// Returns the name of a table at the end of a relation, and joins the table if it is not joined
  /// yet.
  ///
  /// - Throws: ``RelationError``
  mutating func name(of table: RelatedTable) throws -> String {
    switch try find(.related(table), of: table) {
    case .source(let source, let query): queries[query].sources[source].name
    case .join(let join, let query): queries[query].joins[join].name
    }
  }

  /// - Parameter table: The table that an error names.
  private mutating func find(_ place: TablePlace, of table: RelatedTable) throws -> Found {
    for query in open.reversed() {
      if let source = queries[query].sources.firstIndex(where: { $0.is(place, of: table) }) {
        return .source(source, of: query)
      }
    }
    guard case .related(let related) = place, let reference = related.reference else {
      var reason: RelationError.Reason?
      if case .related(let related) = place { reason = related.missingReference }
      throw RelationError(table: table.name, reason: reason ?? .tableNotInQuery)
    }
    let origin = try find(reference.origin, of: related)
    let query = origin.query
    if queries[query].isWrite {
      // A write can't join tables, but a query for the keys of its rows can.
      if writesByKey { throw RelationError(table: table.name, reason: .tableNotInQuery) }
      restarts = true
    }
    let join =
      if let known = queries[query].joins.firstIndex(where: { $0.table == related }) {
        known
      } else {
        join(related, isCertain: reference.isCertain, from: origin)
      }
    try moveJoin(join, of: query)
    return .join(join, of: query)
  }

  private mutating func join(_ table: RelatedTable, isCertain: Bool, from origin: Found) -> Int {
    let query = origin.query
    let (root, isInner) =
      switch origin {
      case .source(let source, _): (source, !queries[query].sources[source].isOptional)
      case .join(let join, _): (queries[query].joins[join].root, queries[query].joins[join].isInner)
      }
    queries[query].joins.append(
      Join(
        table: table, root: root, place: queries[query].sources.count,
        isInner: isInner && isCertain, name: ""))
    return queries[query].joins.count - 1
  }

  /// Moves the join before the place that names the table.
  private mutating func moveJoin(_ join: Int, of query: Int) throws {
    guard stage == .collecting, let current = queries[query].current else { return }
    if queries[query].joins[join].root >= current {
      throw RelationError(table: queries[query].joins[join].table.name, reason: .usedInOwnJoin)
    }
    queries[query].joins[join].place = min(queries[query].joins[join].place, current)
  }
}

extension RelatedTable {
  /// The reason why no reference leads to the table; nil if one does.
  var missingReference: RelationError.Reason? {
    switch way {
    case .nowhere: .noReference
    case .otherRepresentation: .otherRepresentation
    case .limited: .limited
    case .reference, .rows: nil
    }
  }
}

extension SourceNode {
  fileprivate var areKeys: Bool {
    guard case .function(let name, _) = table else { return false }
    return name.hasSameBytes(as: ValueList.keysFunction)
  }
}

extension JoinPlan.Source {
  /// Returns whether columns of a place belong to this source.
  fileprivate func `is`(_ place: TablePlace, of table: RelatedTable) -> Bool {
    switch place {
    case .related(let other): related == other
    case .named(let name?): related == nil && self.name.isSameName(as: name)
    // Without a name, the column belongs to the only table.
    case .named(nil):
      related == nil
        && table.reference.map { self.table?.isSameName(as: $0.owner) == true } == true
    }
  }
}

// MARK: - Names

extension JoinPlan {
  mutating func requireKeys() { writesByKey = true }

  /// Gives each table at the end of a relation a name that no other table has in its query, or in a
  /// query around it or inside of it.
  mutating func nameTables() {
    for index in queries.indices {
      var taken: [String] = []
      var parent = queries[index].parent
      while let outer = parent {
        taken += queries[outer].names
        parent = queries[outer].parent
      }
      taken += queries[index].names
      for inner in queries[index].inside.joined() { taken += queries[inner].names }
      for source in queries[index].sources.indices {
        guard let related = queries[index].sources[source].related else { continue }
        queries[index].sources[source].name = taken.takeName(like: related.name)
      }
      for join in queries[index].joins.indices {
        queries[index].joins[join].name = taken.takeName(
          like: queries[index].joins[join].table.name)
      }
    }
  }
}

extension JoinPlan.Query {
  /// The names that are already decided.
  fileprivate var names: [String] {
    (sources.map(\.name) + joins.map(\.name)).filter { !$0.isEmpty }
  }
}

extension [String] {
  /// Returns the name, with a number appended if it is taken, and adds it to the taken names.
  fileprivate mutating func takeName(like name: String) -> String {
    var candidate = name
    var number = 2
    while contains(name: candidate) {
      candidate = "\(name)_\(number)"
      number += 1
    }
    append(candidate)
    return candidate
  }
}
