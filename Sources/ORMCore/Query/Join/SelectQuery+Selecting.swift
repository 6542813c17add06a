extension SelectQuery {
  /// Selects one column, one expression, or one table whole.
  ///
  /// ```swift
  /// Album.select { $0.title }               // SELECT "title" FROM "album"
  /// ```
  public func select<S: Selectable>(_ result: (Scope) -> S) -> SelectQuery<Scope, S.SelectedResult>
  {
    selecting(result(scope).results)
  }

  func selecting<Selected: SelectResult>(
    _ results: [ResultColumn]
  ) -> SelectQuery<Scope, Selected> {
    var node = node
    node.core.text = nil
    node.core.results = results
    return SelectQuery<Scope, Selected>(node, scope: scope)
  }
}
