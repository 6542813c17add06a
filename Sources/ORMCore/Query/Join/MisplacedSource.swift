// Nothing here is ever made or called. A query that is joined as if it were a table, or a table
// as if it were a query, is refused by unavailable overloads that take it. Two things keep these
// from being in the way of others. They are generic over protocols that no table conforms to, so
// that a misspelt column is never reported as this mistake. And their closures take a type that is
// generic over what is joined, and not one associated with it: the type checker (6.3.1) has no
// words for a member of a type that is associated with one that it can't find.

/// What is joined by another spelling than that which was written; see ``UnlabelledSource`` and
/// ``QueryOrCommonTable``.
@_documentation(visibility: internal)
public protocol MisplacedSource {
  /// The columns of its rows.
  associatedtype Columns
}

/// What is joined by the label `source`, and not as tables are.
@_documentation(visibility: internal)
public protocol UnlabelledSource: MisplacedSource {}

extension RowSource: UnlabelledSource {
  public typealias Columns = Row.Columns
}

extension SelectQuery: UnlabelledSource, MisplacedSource where Result.Output: Selection {
  public typealias Columns = Result.Output.Columns
}

/// What the label `source` takes. A table is none: it is joined without a label.
///
/// Nothing conforms to it; it is what the compiler says that a table is not.
@_documentation(visibility: internal)
public protocol QueryOrCommonTable: MisplacedSource {}

/// The columns of what is joined by another spelling: there is no value of this type.
@_documentation(visibility: internal)
@dynamicMemberLookup
public enum MisplacedColumns<Source: MisplacedSource>: QueryScope {
  public typealias SelectedResult = OneValue<Bool>
  public typealias OuterScope = Self

  public var outer: Self { switch self {} }
  public var results: [ResultColumn] { switch self {} }

  public typealias EndScope = Self
  public typealias EndResult = OneValue<Bool>

  /// A column, so that no other mistake is reported than the spelling.
  public subscript<Member>(dynamicMember member: KeyPath<Source.Columns, Member>) -> Member {
    switch self {}
  }
}
