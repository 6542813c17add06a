/// A member of a table's columns: a column, the columns of an embedded struct, or the columns of
/// another table at the end of a relation.
///
/// ``OuterColumns`` and ``OptionalColumns`` return the nullable version of each.
// One protocol, so that they have one subscript: with several, the type checker (6.3.1) looks for a
// misspelt column in each, which takes seconds.
@_documentation(visibility: internal)
public protocol NullableMember {
  /// The nullable version of the member.
  associatedtype Nullable

  /// Returns the nullable version of the member.
  static func nullable(_ member: Self) -> Nullable
}
