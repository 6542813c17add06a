/// A column of a result.
public struct ResultColumn: Sendable, Hashable {
  @usableFromInline package let node: SQLNode
  /// The alias in the statement, if any.
  @usableFromInline package let alias: String?
  /// A property that only some columns have.
  @usableFromInline package let feature: Feature?

  // Each case fits in one machine word, because every query copies its columns.
  @usableFromInline
  package enum Feature: Sendable {
    /// A list of related rows for each row; the statement itself selects only its key.
    case list(ListNode)
    /// The representation of the value if equal values can be stored in several forms. A query that
    /// compares such results throws.
    indirect case comparedInParts(any ColumnRepresentation.Type)
    /// A key column that is read in addition to the selected results.
    case key
  }
}

@_documentation(visibility: internal)
extension ResultColumn {
  @inlinable
  package init(_ node: SQLNode, as alias: String? = nil, _ feature: Feature? = nil) {
    self.node = node
    self.alias = alias
    self.feature = feature
  }

  /// - Parameter representation: The representation of the value.
  @inlinable
  init<Representation: ColumnRepresentation>(
    _ node: SQLNode, as alias: String? = nil, of representation: Representation.Type
  ) {
    self.init(
      node, as: alias,
      Representation.isComparedInParts ? .comparedInParts(Representation.self) : nil)
  }

  @usableFromInline package var list: ListNode? {
    if case .list(let list) = feature { list } else { nil }
  }

  /// Whether it is a key column that is read in addition to the selected results.
  var isKey: Bool { if case .key = feature { true } else { false } }

  package var comparedInParts: (any ColumnRepresentation.Type)? {
    if case .comparedInParts(let type) = feature { type } else { nil }
  }
}
