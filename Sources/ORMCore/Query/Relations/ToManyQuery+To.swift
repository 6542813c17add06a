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
  /// row that is related to two rows occurs twice. The order of the path comes before the order of
  /// the relation at its end. The rows at the end can be limited, as in `entries.to { $0.track }
  /// .limit(3)`.
  ///
  /// If one of the joined relations has a limit, the query throws ``RelationError``, because a
  /// join can't limit the rows of each row. There is one exception: the rows before a
  /// ``ToOne``, which has exactly one row for each, can be limited.
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
    rows.select.appendOrdering(end.rows.select.ordering)
    if others.limit != nil || end.rows.limit != nil { rows.refuseLimit(of: sources) }
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
    let place = source(of: end).place
    if others.limit != nil, !place.isCertain(from: others.select.core.sources) {
      rows.refuseLimit(of: rows.select.core.sources)
    }
    return (rows, end)
  }
}

extension RelatedRows {
  /// Makes the query throw, because the limit would apply to the rows of another relation.
  fileprivate mutating func refuseLimit(of sources: [SourceNode]) {
    let table = RelatedTable(name: sources.last?.related?.name ?? "", .limited)
    select.narrow(to: .related(table, ""))
    limit = nil
  }
}

extension TablePlace {
  /// Whether there is exactly one row of this table for each row of the sources.
  fileprivate func isCertain(from sources: [SourceNode]) -> Bool {
    guard case .related(let table) = self, let reference = table.reference,
      !sources.contains(where: { $0.related == table })
    else { return true }
    return reference.isCertain && reference.origin.isCertain(from: sources)
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
