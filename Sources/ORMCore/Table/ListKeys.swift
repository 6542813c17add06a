/// What fetches the rows of lists: a connection.
public protocol RowFetching: Actor {
  /// What `decoder` makes of every row of a query.
  func rows<Decoder: RowDecoder>(
    of query: SelectNode, by decoder: Decoder
  ) throws -> [Decoder.Output]
}

/// The keys that rows have for the lists that are selected beside them.
public struct ListKeys {
  /// The lists, and the keys of each, in the order of the rows. A key with a NULL has no rows.
  package let lists: [ListNode]
  package private(set) var keys: [[[SQLValue]?]]
  /// Whether the rows are all of their table, so that nearly all others belong to one.
  package let areAll: Bool
  /// The list that comes next, in a row and when lists are fetched.
  private var next = 0
  /// The column of the first key, and that of the next.
  private let start: Int
  private var column: Int

  /// - Parameters:
  ///   - select: What the lists are selected by.
  ///   - areAll: Whether all rows of it are wanted.
  package init(of select: SelectNode, areAll: Bool = true) {
    lists = select.lists
    keys = lists.map { _ in [] }
    start = select.core.results.count - lists.count
    column = start
    self.areAll = areAll && select.isWholeTable
  }

  /// Begins with the first list again.
  package mutating func begin() {
    next = 0
    column = start
  }

  /// Reads the key of the next list from a row.
  package mutating func note<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    let width = lists[next].pairs.count
    var key: [SQLValue]? = []
    for place in column..<column + width {
      let value = try row.sqlValue(at: place)
      if value == .null { key = nil } else { key?.append(value) }
    }
    keys[next].append(key)
    next += 1
    column += width
  }

  /// The next list, and its keys.
  package mutating func takeNext() -> (list: ListNode, keys: [[SQLValue]?]) {
    defer { next += 1 }
    return (lists[next], keys[next])
  }
}

extension SelectNode {
  /// Whether the rows are all that a table has.
  fileprivate var isWholeTable: Bool {
    limit == nil && compounds.isEmpty && core.sources.count == 1 && core.condition.isAlways
      && !core.isDistinct && core.grouping.isEmpty && core.having.isAlways
      && core.sources[0].isTable
  }
}

extension SourceNode {
  fileprivate var isTable: Bool { if case .table = table { true } else { false } }
}
