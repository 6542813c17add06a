extension ToManyQuery {
  /// Continues the relation to the rows that its rows refer to, or to the rows of their to-many
  /// relation.
  ///
  /// ```swift
  /// extension Playlist.Columns {
  ///   var entries: ToMany<Entry> { toMany(\.playlist) }
  ///   var tracks: ToMany<Track> { entries.to { $0.track } }
  /// }
  /// extension Artist.Columns {
  ///   var tracks: ToMany<Track> { albums.to { $0.tracks } }
  /// }
  /// ```
  ///
  /// The tables on the path are joined by `JOIN`: a row without a related row is left out, and a
  /// row that is related to two rows occurs twice.
  public func to<End: RelationEnd>(
    _ end: (Scope) -> End
  ) -> ToManyQuery<End.EndScope, End.EndResult> {
    let (rows, scope) = End.rows(at: inside(end), of: rows)
    return ToManyQuery<End.EndScope, End.EndResult>(rows, scope: scope)
  }
}

@_documentation(visibility: internal)
extension ToManyQuery: RelationEnd {
  public typealias EndScope = Scope
  public typealias EndResult = Result

  public static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, Scope) {
    var rows = others
    rows.level = Swift.max(others.level, end.rows.level)
    var sources = end.rows.select.core.sources
    // A reference of a table that is joined on the path can be used only after that join.
    let isOwn = end.rows.pairs.allSatisfy { $0.reference.isColumn(of: sources.first?.related) }
    if isOwn { sources[0].condition = end.rows.link }
    for source in sources { rows.select.core.join(source) }
    rows.select.narrow(to: isOwn ? .always : end.rows.link)
    rows.select.narrow(to: end.rows.select.core.condition)
    rows.select.select(end.rows.select.core.chosen ?? end.rows.select.core.sources[0].columns)
    if end.rows.select.core.isDistinct { rows.select.makeDistinct() }
    return (rows, end.scope)
  }
}

extension SQLNode {
  fileprivate func isColumn(of table: RelatedTable?) -> Bool {
    switch kind {
    case .related(let own, _): own == table
    case .collate(let column, _): column.isColumn(of: table)
    default: false
    }
  }
}

@_documentation(visibility: internal)
extension TableColumns {
  public static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, Self) {
    var rows = others
    if case .related(let table) = source(of: end).place, let reference = table.reference,
      !others.select.core.sources.contains(where: { $0.related == table })
    {
      rows.select.core.join(
        SourceNode(
          table: .table(table.name), qualifier: "",
          condition: reference.condition(for: .related(table)), related: table))
    }
    rows.select.select(end.results)
    return (rows, end)
  }
}

extension QueryScope where EndScope == Self {
  public static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, Self) {
    (others, end)
  }
}

@_documentation(visibility: internal)
extension OuterColumns {
  public typealias EndResult = Inner.SelectedResult

  public static func rows(at end: Self, of others: RelatedRows) -> (RelatedRows, Inner) {
    Inner.rows(at: end.inner, of: others)
  }
}
