/// One list of all rows of a query: the statement that has the rows of all, and whose they are.
struct ListFetch<Element: SelectResult> {
  private let list: ListNode
  /// The list of each key, and that of each row.
  private var index: [[SQLValue]: Int] = [:]
  private var keys: [[SQLValue]] = []
  private var places: [Int?] = []
  /// Whether the keys are those of all rows of a table.
  private let areAll: Bool

  init(_ list: ListNode, _ rowKeys: [[SQLValue]?], areAll: Bool) {
    self.list = list
    self.areAll = areAll
    places.reserveCapacity(rowKeys.count)
    for key in rowKeys {
      guard let key else {
        places.append(nil)
        continue
      }
      let place = index[key] ?? keys.count
      if place == keys.count {
        index[key] = place
        keys.append(key)
      }
      places.append(place)
    }
  }

  func run<Fetcher: RowFetching>(
    on db: isolated Fetcher
  ) throws -> FetchedLists<Element.Output> {
    if keys.isEmpty || list.limit == 0 {
      return FetchedLists(lists: keys.map { _ in [] }, places: places)
    }
    try list.rows.checkIsClosed()
    // What is found by a number or by bytes has the very same value, unless a column has another
    // class than its key.
    let areExact = keys.allSatisfy { $0.allSatisfy(\.isExact) }
    if areExact, let found = try run(byKeys: false, on: db) { return found }
    return try run(byKeys: true, on: db) ?? FetchedLists(lists: [], places: places.map { _ in nil })
  }

  /// - Parameter byKeys: Whether each row comes with the key by which SQLite has found it. What it
  ///   takes for equal may differ, in the case of letters for one.
  /// - Returns: nil if the columns that refer have values that are no keys.
  private func run<Fetcher: RowFetching>(
    byKeys: Bool, on db: isolated Fetcher
  ) throws -> FetchedLists<Element.Output>? {
    var select = list.rows
    let found = byKeys ? joinKeys(to: &select) : list.pairs.map(\.reference)
    if !byKeys && !areAll { select.narrow(to: condition) }
    let decoder = ListDecoder<Element>(
      ListKeys(of: select, areAll: list.limit == nil), index, count: keys.count, limit: list.limit,
      columns: select.withKeys.core.results.count, width: found.count)
    if !select.ordering.isEmpty {
      // The rows of a list beside each other, as an index on the reference has them.
      select.ordering =
        found.map { OrderingTerm(node: $0, isDescending: false, nulls: nil, canBeNull: false) }
        + select.ordering
    }
    var run = select.withKeys
    run.core.results += found.map { ResultColumn($0) }
    _ = try db.rows(of: run, by: decoder)
    if !byKeys && decoder.hasOthers(areAll: areAll) { return nil }
    decoder.keys.begin()
    let deeper = try Element.lists(&decoder.keys, on: db)
    var lists: [[Element.Output]] = keys.map { _ in [] }
    for (row, place) in decoder.owners.enumerated() {
      lists[place].append(Element.whole(decoder.parts[row], row, deeper))
    }
    return FetchedLists(lists: lists, places: places)
  }

  /// That a row refers to one of the keys.
  private var condition: SQLNode {
    if list.pairs.count == 1 {
      return .inList(list.pairs[0].reference, keys.map { $0[0] })
    }
    return .inRows(
      .row(list.pairs.map(\.reference)), keys.map { key in key.map { SQLNode.value($0) } })
  }

  /// Has SQLite compare the rows with the keys.
  ///
  /// - Returns: the columns of the key that a row was found by.
  private func joinKeys(to select: inout SelectNode) -> [SQLNode] {
    let name = "keys"
    let columns = list.pairs.indices.map {
      SQLNode.column(qualifier: name, name: $0 == 0 ? "value" : "value\($0)")
    }
    let condition = zip(list.pairs, columns).reduce(SQLNode.always) {
      .and($0, .binary($1.0.reference, .equal, $1.1))
    }
    let results = select.core.results
    select.core.join(
      SourceNode(
        table: .function(ValueList.function, [.value(.blob(ValueList(rows: keys).bytes))]),
        qualifier: name, condition: condition))
    select.core.results = results
    return columns
  }
}

extension SelectNode {
  /// Sees to it that the rows of a list name no table but their own: the one that the list was
  /// asked of is in another statement.
  ///
  /// - Throws: ``RelationError``
  fileprivate func checkIsClosed() throws {
    var renderer = SQLRenderer()
    renderer.isClosed = true
    try renderer.append(withKeys)
  }
}

extension SQLValue {
  /// Whether SQLite finds no other value equal to this one, of the same class.
  fileprivate var isExact: Bool {
    switch self {
    case .integer, .blob: true
    case .null, .real, .text: false
    }
  }
}

/// Reads the rows of all lists, and whose they are.
private final class ListDecoder<Element: SelectResult>: ListRowDecoder {
  var keys: ListKeys
  private(set) var parts: [Element.Part] = []
  /// The list that each row is in.
  private(set) var owners: [Int] = []
  private let index: [[SQLValue]: Int]
  private var counts: [Int]
  private let limit: Int
  private let columns: Range<Int>
  /// The key of the last row, and its list: rows of one list are often beside each other.
  private var last: [SQLValue] = []
  private var place: Int?
  private var missesInexact = false
  private var misses = false

  init(
    _ keys: ListKeys, _ index: [[SQLValue]: Int], count: Int, limit: Int?, columns: Int, width: Int
  ) {
    self.keys = keys
    self.index = index
    self.limit = limit ?? .max
    self.columns = columns..<columns + width
    counts = Array(repeating: 0, count: count)
  }

  /// Whether there were rows whose reference is no key, which SQLite may find equal to one.
  func hasOthers(areAll: Bool) -> Bool { areAll ? missesInexact : misses }

  func list<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    try place(of: row).flatMap { counts[$0] < limit ? $0 : nil }
  }

  func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    guard let place = try place(of: row), counts[place] < limit else { return }
    counts[place] += 1
    keys.begin()
    parts.append(try Element.part(row, at: 0, &keys))
    owners.append(place)
  }

  private func place<Row: RowReader & ~Copyable>(of row: borrowing Row) throws -> Int? {
    var key: [SQLValue] = []
    for column in columns { key.append(try row.sqlValue(at: column)) }
    if key == last { return place }
    last = key
    place = index[key]
    if place == nil && !key.contains(.null) {
      misses = true
      if !key.allSatisfy(\.isExact) { missesInexact = true }
    }
    return place
  }
}
