// Mistakes in declaring a relation: in the table itself instead of its columns, or as a `ToOne`
// although the reference may be NULL.

@_documentation(visibility: internal)
extension TableOrView {
  @available(
    *, unavailable,
    message: "declare the relation in 'extension Album.Columns { var artist: ToOne<Artist> { … } }'"
  )
  public func toOne<Reference, Other>(_ reference: Reference) -> Other { cannotBeCalled() }

  @available(
    *, unavailable,
    message:
      "declare the relation in 'extension Album.Columns { var label: ToOptional<Label> { … } }'"
  )
  public func toOptional<Reference, Other>(_ reference: Reference) -> Other { cannotBeCalled() }

  @available(
    *, unavailable,
    message:
      "declare the relation in 'extension Artist.Columns { var albums: ToMany<Album> { … } }'"
  )
  public func toMany<Inverse, Scope: TableColumns, Other>(
    _ inverse: KeyPath<Scope, Inverse>
  ) -> ToManyQuery<Scope, Other> { cannotBeCalled() }
}

@_documentation(visibility: internal)
extension TableColumns where SelectedResult.Output: TableOrView {
  @available(
    *, unavailable,
    message: "the column may be NULL: write 'var boss: ToOptional<Employee> { toOptional(bossID) }'"
  )
  public func toOne<Other: TableColumns, Wrapped>(
    _ reference: Column<SelectedResult.Output, Wrapped?>
  ) -> Other
  where
    Other.SelectedResult.Output: KeyedTable, Wrapped.Value == Other.SelectedResult.Output.Key
  { cannotBeCalled() }
}
