/// A table, as the declaration of its struct describes it.
///
/// It is everything that printing needs, and contains no syntax: a tool that reads source files
/// creates the same model.
package struct TableModel {
  /// The struct's name as an extension spells it: `Outer.Album`
  package var extendedName: String
  /// The name with generic arguments, as the code in the extension spells it.
  package var typeName: String
  package var access = AccessLevel.internal
  /// The table's name in the database.
  package var name: String
  /// The table's former names, oldest first.
  package var formerNames: [String] = []
  package var isStrict = true
  package var isWithoutRowID = false
  /// Table constraints, as SQL.
  package var constraints: [String] = []
  /// The stored members, in declared order.
  package var members: [Member] = []
  /// The properties that have no column in the table and that raw SQL can set.
  package var queryOnly: [ColumnModel] = []
  /// The lines that name the types of the columns, if the extension contains them; see
  /// ``ColumnTypes``.
  package var columnTypes: [String] = []
  /// Whether the struct has variables without a column.
  package var hasIgnoredVariables = false
  /// Whether Swift generates a memberwise initializer.
  package var hasMemberwiseInitializer = false
  package var indexes: [IndexModel] = []
  /// `@available` attributes of the struct, which its extension needs too.
  package var availability: [String] = []
  /// Whether the struct or an enclosing type is or may be generic. If so, it can't have stored
  /// static properties.
  package var mayBeGeneric = false

  /// A stored property with columns in the database.
  package enum Member {
    case column(ColumnModel)
    case embedded(EmbeddedModel)
  }

  package var columns: [ColumnModel] {
    members.compactMap { if case .column(let column) = $0 { column } else { nil } }
  }

  package var embedded: [EmbeddedModel] {
    members.compactMap { if case .embedded(let group) = $0 { group } else { nil } }
  }
}

/// An index or a unique constraint.
package struct IndexModel {
  package var columns: [Column]
  /// SQL terms, instead of columns.
  package var terms: [String] = []
  package var isUnique = false
  package var condition: String?
  package var name: String?

  package enum Column: Equatable {
    case name(String)
    /// A column of an embedded struct, whose name only that struct knows: `address.city`
    case path(String)

    package static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.name(let name), .name(let other)): name.isSameName(as: other)
      case (.path(let path), .path(let other)): path.isSameIdentifier(as: other)
      default: false
      }
    }
  }
}

extension TableModel.Member {
  /// The property's name as it is written, with its backticks.
  package var property: String {
    switch self {
    case .column(let column): column.property
    case .embedded(let group): group.property
    }
  }

  package var type: PropertyType {
    switch self {
    case .column(let column): column.type
    case .embedded(let group): group.type
    }
  }

  /// Where the property is declared, if known.
  package var place: SourcePlace? {
    switch self {
    case .column(let column): column.place
    case .embedded(let group): group.place
    }
  }

  package var access: AccessLevel {
    switch self {
    case .column(let column): column.access
    case .embedded(let group): group.access
    }
  }

  package var isPlainVariable: Bool {
    switch self {
    case .column(let column): column.isPlainVariable
    case .embedded(let group): group.isPlainVariable
    }
  }

  /// The default of the property, as Swift source.
  package var swiftDefault: String? {
    switch self {
    case .column(let column): column.swiftDefault
    case .embedded(let group): group.swiftDefault
    }
  }

  /// Whether the default is more than a literal, so that it may refer to declarations that other
  /// modules don't see.
  package var hasNamedDefault: Bool {
    switch self {
    case .column(let column): column.hasNamedDefault
    case .embedded(let group): group.hasNamedDefault
    }
  }

  /// Whether an insert omits the column if the value is nil.
  package var omitsNil: Bool {
    if case .column(let column) = self { column.omitsNil } else { false }
  }
}
