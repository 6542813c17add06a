extension SelectQuery {
  /// Selects a column, an expression or a whole table, or up to ten of these, as a tuple or one on
  /// each line.
  ///
  /// ```swift
  /// Album.select { $0.title }               // SELECT "title" FROM "album"
  /// Album.select { ($0.title, $0.plays) }   // SELECT "title", "plays" FROM "album"
  /// ```
  @inlinable
  public consuming func select<S: Selectable>(
    @SelectionBuilder _ result: (Scope) -> S
  ) -> SelectQuery<Scope, S.SelectedResult> {
    let results = result(scope).results
    return selecting(results)
  }

  @inlinable
  consuming func selecting<Selected: SelectResult>(
    _ results: [ResultColumn]
  ) -> SelectQuery<Scope, Selected> {
    let scope = scope
    var node = (consume self).node
    node.select(results)
    return SelectQuery<Scope, Selected>(consume node, scope: consume scope)
  }
}
