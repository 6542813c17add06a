/// What the columns of a table have as their members: a column, the columns of an embedded struct,
/// or those of another table, to which a relation leads.
///
/// ``OuterColumns`` and ``OptionalColumns`` give each of them as one that may be NULL.
// One protocol, so that they have one subscript: of several, the type checker (6.3.1) looks for a
// column that was misspelt in each, which takes it seconds.
@_documentation(visibility: internal)
public protocol NullableMember {
  /// The same if it may be NULL.
  associatedtype Nullable

  /// The same if it may be NULL.
  static func nullable(_ member: Self) -> Nullable
}
