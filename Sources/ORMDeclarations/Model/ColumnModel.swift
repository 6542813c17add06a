/// A column, as the declaration of its property describes it.
package struct ColumnModel {
  /// The property's name as it is written, with its backticks.
  package var property: String
  /// The column's name in the database.
  package var name: String
  /// The names that the column had before, the oldest first.
  package var formerNames: [String] = []
  package var type: PropertyType
  /// The type that represents the value in the database, without optionality: `Int`,
  /// `ORM.JSON.Of<[String]>`.
  package var baseRepresentation: String
  /// `meaning:`
  package var meaning: String?
  /// Where the property is declared, if known.
  package var place: SourcePlace?
  package var access = AccessLevel.internal
  /// Whether the property can be assigned again once it has a value, with nothing else happening.
  package var isPlainVariable = true
  /// The default of the property, as Swift source.
  package var swiftDefault: String?
  /// Whether the default is more than a literal, so that it may name what other modules don't see.
  package var hasNamedDefault = false

  /// What `primaryKey:` says; nil without that argument.
  package var primaryKey: Bool?
  package var isAutoincrement = false
  package var isUnique = false
  package var columnDefault: DefaultModel?
  /// `collate:`, as Swift source.
  package var collation: String?
  package var check: String?
  package var hasIndex = false
  /// `generated:`, as Swift source.
  package var generated: String?
  package var isReadOnly = false
  /// Whether no column stands behind the property: a query of one's own may fill it.
  package var isQueryOnly = false
  package var reference: ReferenceModel?

  /// Whether NULL is read as the property's default.
  package var readsNullAsDefault = false

  /// The type of what the column may have: `Int?`
  package var columnRepresentation: String {
    type.isOptional || readsNullAsDefault ? "\(baseRepresentation)?" : baseRepresentation
  }

  /// The type that represents the property's value in the database: `Int?`
  package var representation: String {
    type.isOptional ? "\(baseRepresentation)?" : baseRepresentation
  }

  /// The type of the values that the representation has, if known at every use.
  package var valueOfRepresentation: String? {
    let name = representationName
    if let value = Self.ownRepresentations[name] { return value }
    if name.hasPrefix("MinorUnits<") { return "Decimal" }
    return PropertyType(base: name).isKnown ? name : nil
  }

  /// The representation without a module that all programs know: `UnixSeconds`.
  package var representationName: String { PropertyType(base: baseRepresentation).name }

  private static let ownRepresentations = [
    "UnixSeconds": "Date", "UnixMilliseconds": "Date", "SecondsSince2001": "Date",
    "JulianDay": "Date", "ISO8601": "Date", "ISO8601Seconds": "Date", "DateTimeText": "Date",
    "DateTimeMillisecondsText": "Date", "DateText": "Date", "UUIDText": "UUID",
    "LowercaseUUIDText": "UUID",
  ]

  /// Whether `INSERT` and `UPDATE` may name the column.
  package var isWritable: Bool { generated == nil && !isReadOnly }
  /// Whether an insert leaves a nil to the database.
  package var omitsNil: Bool { columnDefault?.omitsNil ?? false }
  /// Whether the value comes back from the database as it was written.
  package var isExact: Bool { type.isExact && baseRepresentation == type.base }
}

/// The `DEFAULT` of a column.
package enum DefaultModel {
  /// The property's own literal default, as Swift source.
  case literal(String)
  /// `default:`, as Swift source.
  case expression(String, omitsNil: Bool)

  package var omitsNil: Bool {
    if case .expression(_, let omitsNil) = self { return omitsNil }
    return false
  }
}

/// What a column refers to.
package struct ReferenceModel {
  /// The table: `Artist`
  package var parent: String
  /// What of it: `self` for its key, `columns.name` for another column
  package var member: String
  /// As Swift source: `.cascade`
  package var onDelete: String?
  package var onUpdate: String?

  /// Whether the type says it all.
  package var isOfKey: Bool { member == "self" }
}

/// A property whose columns are those of an `@Embeddable` struct.
package struct EmbeddedModel {
  /// The property's name as it is written, with its backticks.
  package var property: String
  package var type: PropertyType
  package var prefix: String
  /// Where the property is declared, if known.
  package var place: SourcePlace?
  package var access = AccessLevel.internal
  package var isPlainVariable = true
  package var swiftDefault: String?
  package var hasNamedDefault = false
}

extension ColumnModel {
  /// Whether a query can only fill it with a list: an array without a representation.
  package var isList: Bool {
    !type.isOptional && !type.isLazy && type.isArray && baseRepresentation == type.base
  }
}

/// A line of a source file.
package struct SourcePlace {
  /// The file's path.
  package var file: String
  /// Counted from 1.
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension String {
  /// The representation of a type as JSON.
  package static func json(of type: String) -> String { "ORM.JSON.Of<\(type)>" }
}
