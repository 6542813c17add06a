/// What the columns of a table have as their members: a column, or the columns of an embedded
/// struct.
///
/// ``OuterColumns`` and ``OptionalColumns`` give each of them as one that may be NULL.
// One protocol, so that they have one subscript: of several, the type checker (6.3.1) looks for a
// column that was misspelt in each, which takes it seconds.
public protocol NullableMember {
  /// The same where it may be NULL.
  associatedtype Nullable

  /// The same where it may be NULL.
  static func nullable(_ member: Self) -> Nullable
}

extension Column: NullableMember {
  /// The column, whose value is nil where there is no row.
  public static func nullable(_ member: Self) -> Column<Root, Representation.Nullable> {
    Column<Root, Representation.Nullable>(member.name, in: member.source)
  }
}

extension EmbeddedColumns {
  /// The columns, each of which may be NULL.
  public static func nullable(_ member: Self) -> OptionalColumns<Self> { OptionalColumns(member) }
}

extension OptionalColumns: NullableMember {
  /// The same: what may be missing stays so.
  public static func nullable(_ member: Self) -> Self { member }
}
