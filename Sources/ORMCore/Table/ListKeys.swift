/// The keys by which rows find the lists that are selected with them.
@_documentation(visibility: internal)
public struct ListKeys {
  /// The lists, and the keys of the rows for each.
  @usableFromInline package let lists: [ListNode]
  @usableFromInline package private(set) var keys: [ListKeyColumn]
  /// Whether the rows are all rows of their table, so that nearly all child rows belong to one.
  @usableFromInline package private(set) var areAll: Bool
  /// The index of the next list, in a row and when lists are fetched.
  @usableFromInline var next = 0
  /// The columns of the first and of the next key.
  @usableFromInline let start: Int
  @usableFromInline var column: Int

  /// - Parameters:
  ///   - select: The query that selects the lists.
  ///   - areAll: Whether all of its rows are read.
  @usableFromInline
  package init(of select: SelectNode, areAll: Bool = true) {
    lists = select.lists
    keys = lists.map { ListKeyColumn(width: $0.pairs.count) }
    start = select.core.resultCount - lists.count
    column = start
    self.areAll = areAll && select.isWholeTable
  }

  /// Moves to the first list again.
  @inlinable
  package mutating func begin() {
    next = 0
    column = start
  }

  /// Reads the key of the next list from a row.
  @inlinable
  package mutating func note<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws {
    try keys[next].note(row, at: column)
    column += keys[next].width
    next += 1
  }

  /// Returns the keys of the first rows only.
  func prefix(_ count: Int) -> ListKeys {
    var first = self
    first.keys = keys.map { $0.prefix(count) }
    first.areAll = false
    return first
  }

  /// Returns the next list with its keys, and moves to the list after it.
  @usableFromInline
  package mutating func takeNext() -> (list: ListNode, keys: ListKeyColumn) {
    defer { next += 1 }
    return (lists[next], keys[next])
  }
}

/// The keys of rows for one list, in the order of the rows. A key with a NULL has no rows.
@usableFromInline
package struct ListKeyColumn {
  /// The number of values of a key.
  @usableFromInline let width: Int
  /// The keys, while each of them is one integer.
  @usableFromInline var integers: [Int64] = []
  /// The keys, once one of them is not an integer.
  private(set) var values: [[SQLValue]?] = []
  @usableFromInline var areIntegers: Bool

  init(width: Int) {
    self.width = width
    areIntegers = width == 1
  }

  @inlinable
  mutating func note<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at column: Int
  ) throws {
    if areIntegers, case .integer = row.storageClass(at: column) {
      integers.append(try row.integer(at: column))
    } else {
      try noteOther(row, at: column)
    }
  }

  fileprivate func prefix(_ count: Int) -> ListKeyColumn {
    var first = self
    first.integers = Array(integers.prefix(count))
    first.values = Array(values.prefix(count))
    return first
  }

  @usableFromInline
  mutating func noteOther<Row: RowReader & ~Copyable>(
    _ row: borrowing Row, at column: Int
  ) throws {
    if areIntegers {
      areIntegers = false
      values = integers.map { [.integer($0)] }
      integers = []
    }
    var key: [SQLValue]? = []
    for place in column..<column + width {
      let value = try row.sqlValue(at: place)
      if value == .null { key = nil } else { key?.append(value) }
    }
    values.append(key)
  }
}

extension SelectNode {
  /// Whether the query selects all rows of a table.
  fileprivate var isWholeTable: Bool {
    limit == nil && compounds.isEmpty && core.sources.count == 1 && core.condition.isAlways
      && !core.isDistinct && core.grouping.isEmpty && core.having.isAlways
      && core.sources[0].isTable
  }
}

extension SourceNode {
  fileprivate var isTable: Bool { if case .table = table { true } else { false } }
}
