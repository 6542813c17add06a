/// The end of a relation: the columns of a row, or many rows.
@_documentation(visibility: internal)
public protocol RelationEnd: Sendable {
  /// The parameter of closures on the rows.
  associatedtype EndScope: Sendable
  /// The result of each row.
  associatedtype EndResult: SelectResult

  /// Returns the rows at the end of this relation for each of many other rows.
  static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, EndScope)
}

/// The rows at the end of a to-many relation, and the columns by which they refer to the row that
/// has the relation.
@_documentation(visibility: internal)
public struct RelatedRows: Sendable {
  /// The query for the related rows of all rows.
  package var select: SelectNode
  /// The columns that refer to the row that has the relation, each with its key column.
  package let pairs: [ListNode.Pair]
  /// The maximum number of related rows for each row.
  package var limit: Int?
  /// The number of to-many relations that lead to the rows.
  package var level: Int

  package init(_ select: SelectNode, pairs: [ListNode.Pair], level: Int) {
    self.select = select
    self.pairs = pairs
    self.level = level
  }

  /// The condition that the rows belong to the row that has the relation.
  package var link: SQLNode {
    pairs.reduce(.always) { .and($0, .binary($1.reference, .equal, $1.key)) }
  }
}
