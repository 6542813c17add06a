// A join without a condition. SQL would return every pair of rows, which is rarely meant.

@_documentation(visibility: internal)
extension TableOrView {
  @available(
    *, unavailable,
    message:
      "a join needs a condition: 'join(Artist.self) { $0.artistID == $1.id }', or 'crossJoin'"
  )
  public static func join<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Columns, T.Columns> { cannotBeCalled() }

  @available(
    *, unavailable,
    message: "a join needs a condition: 'leftJoin(Artist.self) { $0.artistID == $1.id }'"
  )
  public static func leftJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Columns, T.Columns.OuterScope> { cannotBeCalled() }
}

@_documentation(visibility: internal)
extension SelectQuery where Scope: QueryScope, Result == Scope.SelectedResult {
  @available(
    *, unavailable,
    message:
      "a join needs a condition: 'join(Artist.self) { $0.artistID == $1.id }', or 'crossJoin'"
  )
  public func join<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Scope, T.Columns> { cannotBeCalled() }

  @available(
    *, unavailable,
    message: "a join needs a condition: 'leftJoin(Artist.self) { $0.artistID == $1.id }'"
  )
  public func leftJoin<T: TableOrView>(
    _ table: T.Type, as alias: String? = nil
  ) -> Join2<Scope, T.Columns.OuterScope> { cannotBeCalled() }
}
