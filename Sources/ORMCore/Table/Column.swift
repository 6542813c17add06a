/// The table of a column in a statement: under its own name or an alias.
@_documentation(visibility: internal)
public struct TableSource: Sendable, Hashable {
  @usableFromInline package let place: TablePlace

  /// The name that qualifies columns, or nil where a statement has one table and needs none, and
  /// where a relation leads to the table.
  @inlinable public var qualifier: String? {
    if case .named(let name) = place { name } else { nil }
  }

  /// A table under this name, or the only one of its statement.
  @inlinable public init(qualifier: String? = nil) { place = .named(qualifier) }

  /// The table that a relation leads to.
  package init(_ table: RelatedTable) { place = .related(table) }
}

/// The typed columns of a table, or of another ``Selection``, as one value.
public protocol TableColumns: QueryScope, NullableMember where EndResult == SelectedResult {
  /// The columns of the table under its name in the statement.
  @_documentation(visibility: internal)
  init(source: TableSource)
  /// The columns' table in the statement.
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

  /// The name, for a statement that writes: that of a column of another table, to which a relation
  /// leads, is none that the written table can have.
  @inlinable package var ownName: String {
    if case .named = source.place { name } else { nameElsewhere }
  }

  @usableFromInline var nameElsewhere: String {
    if case .related(let table) = source.place { "\(table.name).\(name)" } else { name }
  }

  /// The column of this name.
  @_documentation(visibility: internal)
  @inlinable
  public init(_ name: String, in source: TableSource) {
    self.name = name
    self.source = source
  }
}
