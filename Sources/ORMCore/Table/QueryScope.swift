/// The columns of one of a query's tables, which its closures receive as `$0`, `$1`, …
@_documentation(visibility: internal)
public protocol QueryScope: Selectable, RelationEnd {
  /// The same columns on the optional side of an outer join.
  associatedtype OuterScope: QueryScope

  /// The same columns, each of which may be NULL.
  var outer: OuterScope { get }
}
