/// The columns of one of a query's tables, as its closures see them: `$0`, `$1`, …
@_documentation(visibility: internal)
public protocol QueryScope: Selectable, RelationEnd {
  /// The same columns on the side of an outer join that may have no row.
  associatedtype OuterScope: QueryScope

  /// The same columns, each of which may be NULL.
  var outer: OuterScope { get }
}
