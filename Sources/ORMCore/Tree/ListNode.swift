/// The rows that belong to each row of a query, which a statement of their own has for all of them.
@usableFromInline
package final class ListNode: Sendable {
  /// The rows, of whatever other row.
  package let rows: SelectNode
  /// Columns of the rows, each with the one of the other row that has the same value.
  package let pairs: [Pair]
  /// How many at most belong to each of the others.
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
    // All columns of all sources are no lists.
    core.chosen?.compactMap { $0.list } ?? []
  }

  /// The query with the keys of its lists behind all else that is selected.
  @usableFromInline package var withKeys: SelectNode {
    guard let chosen = core.chosen else { return self }
    let lists = lists
    if lists.isEmpty { return self }
    var results: [ResultColumn] = []
    results.reserveCapacity(chosen.count + 2)
    for column in chosen where column.list == nil { results.append(column) }
    for list in lists { for pair in list.pairs { results.append(ResultColumn(pair.key)) } }
    var select = self
    select.core.results = results
    return select
  }
}
