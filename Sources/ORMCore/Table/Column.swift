/// The table of a column in a statement: under its own name or an alias.
@_documentation(visibility: internal)
public struct TableSource: Sendable, Hashable {
  @usableFromInline package let place: TablePlace

  /// The name that qualifies columns; nil if the statement has only one table, or if the table is
  /// at the end of a relation.
  @inlinable public var qualifier: String? {
    if case .named(let name) = place { name } else { nil }
  }

  /// Creates the source of a table with this name, or of the only table of a statement.
  @inlinable public init(qualifier: String? = nil) { place = .named(qualifier) }

  /// Creates the source of a table at the end of a relation.
  package init(_ table: RelatedTable) { place = .related(table) }
}

/// The typed columns of a table, or of another ``Selection``, as one value.
public protocol TableColumns: QueryScope, NullableMember where EndResult == SelectedResult {
  /// Creates the columns of the table with its name in the statement.
  @_documentation(visibility: internal)
  init(source: TableSource)
  /// Returns the columns' table in the statement.
  @_documentation(visibility: internal)
  static func source(of columns: Self) -> TableSource
}

/// A column of the table `Root`, whose values are represented by `Representation`.
///
/// For most columns the representation is the property's type: `Column<Album, String>`.
public struct Column<Root, Representation: ColumnRepresentation>: Sendable {
  /// The column's name in the database.
  public let name: String
  /// The column's table in the statement.
  @_documentation(visibility: internal)
  public let source: TableSource

  /// The name in a statement that writes. A column of another table, at the end of a relation, has
  /// a name that the written table can't have.
  @inlinable package var ownName: String {
    if case .named = source.place { name } else { nameElsewhere }
  }

  @usableFromInline var nameElsewhere: String {
    if case .related(let table) = source.place { "\(table.name).\(name)" } else { name }
  }

  /// Creates the column with this name.
  @_documentation(visibility: internal)
  @inlinable
  public init(_ name: String, in source: TableSource) {
    self.name = name
    self.source = source
  }
}
