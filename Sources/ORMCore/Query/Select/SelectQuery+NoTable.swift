extension SelectQuery where Scope == Void {
  /// Creates a query without a table, which has one row.
  ///
  /// ```swift
  /// let totals = SelectQuery {
  ///   (Album.select { $0.count() }.scalar(), Artist.select { $0.count() }.scalar())
  /// }
  /// // SELECT (SELECT count(*) FROM "album"), (SELECT count(*) FROM "artist")
  /// ```
  ///
  /// - Parameter result: Returns the expressions and values to select: one, or up to ten in a tuple
  ///   or line by line.
  public init<Columns: Selectable>(@SelectionBuilder select result: () -> Columns)
  where Result == Columns.SelectedResult {
    self.init(SelectNode(SelectCore(result().results)), scope: ())
  }
}
