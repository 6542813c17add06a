@_documentation(visibility: internal)
extension Column: NullableMember {
  /// The column, which is nil if there is no row.
  public static func nullable(_ member: Self) -> Column<Root, Representation.Nullable> {
    Column<Root, Representation.Nullable>(member.name, in: member.source)
  }
}

extension EmbeddedColumns {
  /// The columns, each of which may be NULL.
  public static func nullable(_ member: Self) -> OptionalColumns<Self> { OptionalColumns(member) }
}

@_documentation(visibility: internal)
extension OptionalColumns: NullableMember {
  /// The same columns, which are optional already.
  public static func nullable(_ member: Self) -> Self { member }
}

@_documentation(visibility: internal)
extension TableColumns {
  /// The columns of a row that may be missing.
  public static func nullable(_ member: Self) -> OuterColumns<Self> { OuterColumns(member) }
}

@_documentation(visibility: internal)
extension OuterColumns: NullableMember {
  /// The same columns, which are optional already.
  public static func nullable(_ member: Self) -> Self { member }
}
