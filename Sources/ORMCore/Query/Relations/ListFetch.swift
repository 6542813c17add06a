/// Loads one to-many list for all rows of a query.
@usableFromInline
struct ListFetch: Sendable {
  private let list: ListNode
  @usableFromInline let places: ListPlaces
  /// Whether the keys are the keys of all rows of a table.
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
  /// A way to find the rows of all lists, and the list of each row.
  @usableFromInline
  enum Way {
    /// There is only one key: all rows belong to it.
    case one
    /// Selects all rows of the table, or those that refer to one of the keys. The list is found by
    /// the row's reference, which must have exactly the key's value.
    case reference
    /// Selects each row together with the key that SQLite found it by. Values that SQLite compares
    /// as equal may differ, for example in case.
    case key
    /// As `key`, with only the first rows of each key, which an index finds.
    case firstOfKey
  }

  /// The ways to try in turn until all rows are found.
  @usableFromInline
  func ways() throws -> [Way] {
    if places.count == 0 || list.limit == 0 { return [] }
    try list.rows.checkIsClosed()
    if list.rows.core.isDistinct && !list.rows.lists.isEmpty {
      throw list.rows.listNotSupportedHere
    }
    if list.pairs.count > ValueList.greatestWidth {
      throw RelationError(table: list.table, reason: .tooManyKeyColumns)
    }
    if places.count == 1 { return [.one] }
    if list.limit != nil, firstRows != nil { return [.firstOfKey] }
    // A reference that equals an integer or a blob has exactly that value, unless the column's
    // storage class differs from its key's.
    return places.areExact ? [.reference, .key] : [.key]
  }

  /// A statement that finds the rows.
  @usableFromInline
  struct Query {
    @usableFromInline var select: SelectNode
    /// The keys of the rows' own lists.
    @usableFromInline let deeper: ListKeys
    /// The result columns that contain a row's key.
    @usableFromInline let keys: Range<Int>
    /// The maximum number of rows in each list.
    @usableFromInline let limit: Int
    @usableFromInline let way: Way
    private let areAll: Bool

    fileprivate init(
      _ rows: SelectNode, _ found: [SQLNode], _ way: Way, limit: Int?, areAll: Bool
    ) {
      var rows = rows
      if !rows.ordering.isEmpty {
        // Keep the rows of each list together, as an index on the reference does.
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

    /// Whether there were rows whose reference is not one of the keys, but may equal one in SQLite.
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

  /// The condition that a row refers to the key.
  private func condition(of key: [SQLValue]) -> SQLNode {
    zip(list.pairs, key).reduce(.always) {
      .and($0, .binary($1.0.reference, .equal, .value($1.1)))
    }
  }

  /// The condition that a row refers to one of the keys.
  private var condition: SQLNode {
    if list.pairs.count == 1 { return .inList(list.pairs[0].reference, places.columnOfKeys) }
    return .inRows(
      .row(list.pairs.map(\.reference)), places.keys.map { key in key.map { SQLNode.value($0) } })
  }
}

// MARK: - The keys as a table

extension ListFetch {
  private static let keysName = "keys"

  /// The columns of the table of keys.
  private var keyColumns: [SQLNode] { ValueList.columns(list.pairs.indices, of: Self.keysName) }

  /// The condition that a row refers to a key, as SQLite compares them.
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

  /// The condition that a row is among the first that refer to a key. Nil if no index of the table
  /// finds those: without one, SQLite would scan the table for each key.
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
  /// Whether an index or the primary key begins with these columns, in any order.
  fileprivate func findsRows(by nodes: [SQLNode]) -> Bool {
    let names = nodes.compactMap(\.columnName)
    return names.count == nodes.count && hasIndex(thatLeadsWith: names)
  }
}

extension SQLNode {
  /// The column's name, if this is a column of the list's own rows.
  fileprivate var columnName: String? {
    if case .related(let table, let name) = kind, case .rows = table.way { name } else { nil }
  }
}

extension SelectNode {
  /// Checks that the list's query uses only its own tables: the table of the parent rows is in
  /// another statement. Checks that the query does not aggregate the rows, which belong to several
  /// lists.
  ///
  /// - Throws: ``RelationError``
  fileprivate func checkIsClosed() throws {
    if isOfOneTable { return }
    if core.aggregates {
      throw RelationError(table: core.sources.last?.related?.name ?? "", reason: .aggregateInList)
    }
    var renderer = SQLRenderer()
    renderer.isClosed = true
    try renderer.append(withKeys)
  }
}
