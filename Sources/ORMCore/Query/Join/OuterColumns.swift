@_documentation(visibility: internal)
extension TableColumns {
  /// The columns as columns of an outer join, in which the row may be missing.
  public var outer: OuterColumns<Self> { OuterColumns(self) }
}

@_documentation(visibility: internal)
extension TableColumns where SelectedResult.Output: Selection {
  /// Every column that a fetch reads.
  public var results: [ResultColumn] {
    let source = Self.source(of: self)
    return SelectedResult.Output.selectedColumns.map { ResultColumn(source.place.column($0)) }
  }
}

/// The columns of a table whose row may be missing in an outer join: each of them may be NULL.
///
/// ```swift
/// Artist.leftJoin(Album.self) { $0.id == $1.artistID }
///   .where { artist, album in album.title == nil }
/// ```
@dynamicMemberLookup
public struct OuterColumns<Inner: TableColumns>: QueryScope {
  @_documentation(visibility: internal)
  public typealias SelectedResult = OuterResult<Inner.SelectedResult>
  @_documentation(visibility: internal)
  public typealias OuterScope = Self

  let inner: Inner

  init(_ inner: Inner) { self.inner = inner }

  /// The same columns, whose row may already be missing.
  @_documentation(visibility: internal)
  public var outer: Self { self }
  /// Every column that a fetch reads.
  @_documentation(visibility: internal)
  public var results: [ResultColumn] {
    let columns = inner.results
    guard Inner.SelectedResult.isMarkedInOuterJoins else { return columns }
    return columns + [Inner.source(of: inner).place.rowMark(of: columns)]
  }

  /// A column, or the columns of an embedded struct. They are nil if there is no row.
  public subscript<Member: NullableMember>(
    dynamicMember member: KeyPath<Inner, Member>
  ) -> Member.Nullable {
    Member.nullable(inner[keyPath: member])
  }
}

extension OuterColumns {
  /// `count(*)` would also count results in which the row is missing.
  @available(
    *, unavailable, message: "count a column of the joined table: it is NULL if no row matches"
  )
  public func count(where condition: SQLExpression<Bool>? = nil) -> AggregateFunction<Int> {
    AggregateFunction(FunctionCall(name: "count", arguments: []))
  }
}
