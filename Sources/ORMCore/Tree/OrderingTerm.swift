/// One term of an `ORDER BY`.
///
/// ```swift
/// Album.order {
///   $0.date.desc(nulls: .last)
///   $0.title.collate(.noCase)
/// }
/// // … ORDER BY "date" DESC NULLS LAST, "title" COLLATE NOCASE
/// ```
public struct OrderingTerm: Sendable, Hashable {
  /// Where the rows without a value stand.
  public enum Nulls: String, Sendable, Hashable {
    /// Before all others.
    case first = "NULLS FIRST"
    /// After all others.
    case last = "NULLS LAST"
  }

  package let node: SQLNode
  package let isDescending: Bool
  package let nulls: Nulls?
  package let canBeNull: Bool
}

extension OrderingTerm {
  @usableFromInline
  package init(_ node: SQLNode, isDescending: Bool, nulls: Nulls?, canBeNull: Bool) {
    self.node = node
    self.isDescending = isDescending
    self.nulls = nulls
    self.canBeNull = canBeNull
  }
}
