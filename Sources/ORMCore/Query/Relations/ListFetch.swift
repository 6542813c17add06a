/// One list of all rows of a query: the statements that have the rows of all, and whose they are.
@usableFromInline
struct ListFetch: Sendable {
  private let list: ListNode
  @usableFromInline let places: ListPlaces
  /// Whether the keys are those of all rows of a table.
  private let areAll: Bool

  @usableFromInline
  init(_ list: ListNode, _ keys: ListKeyColumn, areAll: Bool) {
    self.list = list
    places = ListPlaces(keys)
    self.areAll = areAll
  }

  @inlinable
  func run<Element: SelectResult, Fetcher: RowFetching>(
    _ element: Element.Type, on db: isolated Fetcher
  ) throws -> FetchedLists<Element.Output> {
    for way in try ways() {
      let query = try query(way)
      let decoder = ListDecoder<Element>(query, places)
      _ = try db.rows(of: query.select, by: decoder)
      if query.misses(decoder.finder) { continue }
      decoder.keys.begin()
      let deeper = try Element.lists(&decoder.keys, on: db)
      return FetchedLists(lists: decoder.lists(deeper), places: places.ofRows)
    }
    return FetchedLists(lists: places.noLists(), places: places.ofRows)
  }
}

// MARK: - Ways to the rows

extension ListFetch {
  /// How the rows of all lists are found, and whose each is.
  @usableFromInline
  enum Way {
    /// There is one key, and all rows are its.
    case one
    /// All rows of the table, or those that refer to one of the keys. Each has, in the columns
    /// that refer, the very value of its key.
    case reference
    /// Each row comes with the key by which SQLite has found it. What it takes for equal may
    /// differ, in the case of letters for one.
    case key
    /// As `key`, and an index gives the first rows of each.
    case firstOfKey
  }

  /// The ways in which rows are looked for, one after the other until all were found.
  @usableFromInline
  func ways() throws -> [Way] {
    if places.count == 0 || list.limit == 0 { return [] }
    try list.rows.checkIsClosed()
    if list.pairs.count > ValueList.greatestWidth {
      throw RelationError(table: list.table, reason: .wideKey)
    }
    if places.count == 1 { return [.one] }
    if list.limit != nil, firstRows != nil { return [.firstOfKey] }
    // What is found by a number or by bytes has the very same value, unless a column has another
    // class than its key.
    return places.areExact ? [.reference, .key] : [.key]
  }

  /// A statement that finds the rows.
  @usableFromInline
  struct Query {
    @usableFromInline var select: SelectNode
    /// The keys of the lists of the rows' own.
    @usableFromInline let deeper: ListKeys
    /// Where the key of a row is among the columns.
    @usableFromInline let keys: Range<Int>
    /// How many rows of each list are wanted.
    @usableFromInline let limit: Int
    @usableFromInline let way: Way
    private let areAll: Bool

    fileprivate init(
      _ rows: SelectNode, _ found: [SQLNode], _ way: Way, limit: Int?, areAll: Bool
    ) {
      var rows = rows
      if !rows.ordering.isEmpty {
        // The rows of a list beside each other, as an index on the reference has them.
        rows.ordering =
          found.map { OrderingTerm($0, isDescending: false, nulls: nil, canBeNull: false) }
          + rows.ordering
      }
      deeper = ListKeys(of: rows, areAll: limit == nil)
      select = rows.withKeys
      let width = select.core.resultCount
      if !found.isEmpty { select.core.results += found.map { ResultColumn($0) } }
      keys = width..<width + found.count
      self.limit = limit ?? .max
      self.way = way
      self.areAll = areAll
    }

    /// Whether there were rows whose reference is no key, which SQLite may find equal to one.
    @usableFromInline
    func misses(_ finder: ListFinder) -> Bool {
      guard case .reference = way else { return false }
      return areAll ? finder.missesInexact : finder.misses
    }
  }

  @usableFromInline
  func query(_ way: Way) throws -> Query {
    var rows = list.rows
    let found: [SQLNode]
    switch way {
    case .one:
      found = []
      rows.narrow(to: condition(of: places.first))
      rows.limit = list.limit
    case .reference:
      found = list.pairs.map(\.reference)
      if !areAll { rows.narrow(to: condition) }
    case .key:
      found = keyColumns
      join(to: &rows, on: isReferred)
    case .firstOfKey:
      found = keyColumns
      join(to: &rows, on: firstRows ?? isReferred)
      rows.core.condition = .always
    }
    return Query(rows, found, way, limit: list.limit, areAll: areAll)
  }

  /// That a row refers to one key.
  private func condition(of key: [SQLValue]) -> SQLNode {
    zip(list.pairs, key).reduce(.always) {
      .and($0, .binary($1.0.reference, .equal, .value($1.1)))
    }
  }

  /// That a row refers to one of the keys.
  private var condition: SQLNode {
    if list.pairs.count == 1 { return .inList(list.pairs[0].reference, places.columnOfKeys) }
    return .inRows(
      .row(list.pairs.map(\.reference)), places.keys.map { key in key.map { SQLNode.value($0) } })
  }
}

// MARK: - The keys as a table

extension ListFetch {
  private static let keysName = "keys"

  /// The columns of the keys.
  private var keyColumns: [SQLNode] { ValueList.columns(list.pairs.indices, of: Self.keysName) }

  /// That a row refers to a key, as SQLite compares them.
  private var isReferred: SQLNode {
    zip(list.pairs, keyColumns).reduce(.always) {
      .and($0, .binary($1.0.reference, .equal, $1.1))
    }
  }

  private func join(to select: inout SelectNode, on condition: SQLNode) {
    let results = select.core.results
    select.core.join(
      SourceNode(
        table: .function(ValueList.keysFunction, [.value(.blob(places.bytes))]),
        qualifier: Self.keysName, condition: condition))
    select.core.results = results
  }

  /// That a row is among the first that refer to a key, where an index of the table finds those:
  /// without one, SQLite would look through the table for each of the keys.
  private var firstRows: SQLNode? {
    guard list.rows.core.sources.count == 1, let source = list.rows.core.sources.first,
      let table = source.row?.type as? any KeyedTable.Type, case .table = source.table,
      table.schema.findsRows(by: list.pairs.map(\.reference))
    else { return nil }
    let columns = table.primaryKeyColumns.map { source.place.column($0) }
    var first = list.rows
    first.select(columns.map { ResultColumn($0) })
    first.narrow(to: isReferred)
    first.limit = list.limit
    return .inSelect(columns.count == 1 ? columns[0] : .row(columns), first)
  }
}

extension TableSchema {
  /// Whether an index, or the primary key, begins with these columns, in whatever order.
  fileprivate func findsRows(by nodes: [SQLNode]) -> Bool {
    let names = nodes.compactMap(\.columnName)
    return names.count == nodes.count && hasIndex(thatLeadsWith: names)
  }
}

extension SQLNode {
  /// The name of the column that it is, if it is one of the rows themselves.
  fileprivate var columnName: String? {
    if case .related(let table, let name) = kind, case .rows = table.way { name } else { nil }
  }
}

extension SelectNode {
  /// Sees to it that the rows of a list name no table but their own: the one that the list was
  /// asked of is in another statement.
  ///
  /// - Throws: ``RelationError``
  fileprivate func checkIsClosed() throws {
    if isOfOneTable { return }
    var renderer = SQLRenderer()
    renderer.isClosed = true
    try renderer.append(withKeys)
  }
}
