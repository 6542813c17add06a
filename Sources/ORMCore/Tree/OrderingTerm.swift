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
  /// The position of rows whose value is NULL.
  public enum Nulls: String, Sendable, Hashable {
    /// Before all other rows.
    case first = "NULLS FIRST"
    /// After all other rows.
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
