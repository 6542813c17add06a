// A relation that is declared in the table itself, or as one that always has a row.

@_documentation(visibility: internal)
extension TableOrView {
  @available(
    *, unavailable,
    message:
      "declare it on the columns: 'extension Album.Columns { var artist: ToOne<Artist> { … } }'"
  )
  public func one<Reference, Other>(_ reference: Reference) -> Other { cannotBeCalled() }

  @available(
    *, unavailable,
    message:
      "declare it on the columns: 'extension Album.Columns { var artist: ToOptional<Artist> { … } }'"
  )
  public func maybe<Reference, Other>(_ reference: Reference) -> Other { cannotBeCalled() }

  @available(
    *, unavailable,
    message:
      "declare it on the columns: 'extension Artist.Columns { var albums: ToMany<Album> { … } }'"
  )
  public func many<Inverse, Scope: TableColumns, Other>(
    _ inverse: KeyPath<Scope, Inverse>
  ) -> ToManyQuery<Scope, Other> { cannotBeCalled() }
}

@_documentation(visibility: internal)
extension TableColumns where SelectedResult.Output: TableOrView {
  @available(
    *, unavailable,
    message: "the column may be NULL: write 'var boss: ToOptional<Employee> { toOptional(bossID) }'"
  )
  public func one<Other: TableColumns, Wrapped>(
    _ reference: Column<SelectedResult.Output, Wrapped?>
  ) -> Other
  where
    Other.SelectedResult.Output: KeyedTable, Wrapped.Value == Other.SelectedResult.Output.Key
  { cannotBeCalled() }
}
