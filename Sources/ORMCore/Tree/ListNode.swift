/// A list of related rows for each row of a query. One separate statement reads the lists of all
/// rows.
@usableFromInline
package final class ListNode: Sendable {
  /// The rows of all lists.
  package let rows: SelectNode
  /// The columns of the rows that refer to the row that has the list, each with its key column.
  package let pairs: [Pair]
  /// The maximum number of rows in a list.
  package let limit: Int?

  package struct Pair: Sendable, Hashable {
    package let reference: SQLNode
    package let key: SQLNode

    package init(reference: SQLNode, key: SQLNode) {
      self.reference = reference
      self.key = key
    }
  }

  package init(_ rows: SelectNode, pairs: [Pair], limit: Int?) {
    self.rows = rows
    self.pairs = pairs
    self.limit = limit
  }
}

extension ListNode: Hashable {
  @usableFromInline
  package static func == (left: ListNode, right: ListNode) -> Bool {
    left === right
      || left.rows == right.rows && left.pairs == right.pairs && left.limit == right.limit
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(pairs)
    hasher.combine(limit)
  }
}

extension SelectNode {
  /// The lists that are selected.
  package var lists: [ListNode] {
    // A query that selects all columns of its sources selects no lists.
    core.chosen?.compactMap { $0.list } ?? []
  }

  /// The query with the keys of its lists after the other results.
  @usableFromInline package var withKeys: SelectNode {
    guard let chosen = core.chosen else { return self }
    let lists = lists
    if lists.isEmpty { return self }
    var results: [ResultColumn] = []
    results.reserveCapacity(chosen.count + 2)
    for column in chosen where column.list == nil { results.append(column) }
    for list in lists { for pair in list.pairs { results.append(ResultColumn(pair.key, .key)) } }
    var select = self
    select.core.results = results
    return select
  }
}
