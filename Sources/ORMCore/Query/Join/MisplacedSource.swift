// These types exist only for diagnostics: no value is created and nothing is called. Unavailable
// overloads reject a query that is joined like a table, and a table that is joined like a query.
// Two things keep these overloads from obscuring other mistakes. They are generic over protocols
// that no table conforms to, so that a misspelt column is never reported as this mistake. And the
// parameter of their closures is generic over the joined type instead of associated with it: the
// type checker (6.3.1) can't diagnose a member of a type that is associated with an unknown one.

/// A source that is joined with the wrong label; see ``UnlabelledSource`` and
/// ``QueryOrCommonTable``.
@_documentation(visibility: internal)
public protocol MisplacedSource {
  /// The columns of its rows.
  associatedtype Columns
}

/// A source that is joined with the label `source`, unlike a table.
@_documentation(visibility: internal)
public protocol UnlabelledSource: MisplacedSource {}

extension TableExpression: UnlabelledSource {
  public typealias Columns = Row.Columns
}

extension SelectQuery: UnlabelledSource, MisplacedSource where Result.Output: Selection {
  public typealias Columns = Result.Output.Columns
}

/// A source that the label `source` accepts. A table is joined without a label.
///
/// No type conforms to this protocol: its name appears in the compiler's error if a table is
/// passed.
@_documentation(visibility: internal)
public protocol QueryOrCommonTable: MisplacedSource {}

/// The columns of a source that is joined with the wrong label: there is no value of this type.
@_documentation(visibility: internal)
@dynamicMemberLookup
public enum MisplacedColumns<Source: MisplacedSource>: QueryScope {
  public typealias SelectedResult = OneValue<Bool>
  public typealias OuterScope = Self

  public var outer: Self { switch self {} }
  public var results: [ResultColumn] { switch self {} }

  public typealias EndScope = Self
  public typealias EndResult = OneValue<Bool>

  /// Accepts any column of the source, so that the compiler reports only the wrong label.
  public subscript<Member>(dynamicMember member: KeyPath<Source.Columns, Member>) -> Member {
    switch self {}
  }
}
