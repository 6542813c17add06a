/// What a relation leads to: the columns of a row, or many rows.
@_documentation(visibility: internal)
public protocol RelationEnd: Sendable {
  /// What a closure about the rows is given.
  associatedtype EndScope: Sendable
  /// What each row is read as.
  associatedtype EndResult: SelectResult

  /// The rows at the end of this relation for each of many others.
  static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, EndScope)
}

/// The rows that a to-many relation leads to, and what they have in common with the row that they
/// are asked of.
@_documentation(visibility: internal)
public struct RelatedRows: Sendable {
  /// The rows, of whatever other row.
  package var select: SelectNode
  /// Columns of the rows, each with the one of the other row that has the same value.
  package let pairs: [ListNode.Pair]
  /// How many at most belong to each other row.
  package var limit: Int?
  /// How many to-many relations the rows are behind.
  package var level: Int

  package init(_ select: SelectNode, pairs: [ListNode.Pair], level: Int) {
    self.select = select
    self.pairs = pairs
    self.level = level
  }

  /// That rows are those of the other one.
  package var link: SQLNode {
    pairs.reduce(.always) { .and($0, .binary($1.reference, .equal, $1.key)) }
  }
}
