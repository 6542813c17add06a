/// A column, as the declaration of its property describes it.
package struct ColumnModel {
  /// The property's name as it is written, with its backticks.
  package var property: String
  /// The column's name in the database.
  package var name: String
  /// The column's former names, oldest first.
  package var formerNames: [String] = []
  package var type: PropertyType
  /// The type that represents the value in the database, without optionality: `Int`,
  /// `ORM.JSON.Of<[String]>`.
  package var baseRepresentation: String
  /// Whether the representation is JSON, under whatever name.
  package var isJSON = false
  /// The argument `meaning:`.
  package var meaning: String?
  /// Where the property is declared, if known.
  package var place: SourcePlace?
  package var access = AccessLevel.internal
  /// Whether the property can be assigned again without side effects.
  package var isPlainVariable = true
  /// The default of the property, as Swift source.
  package var swiftDefault: String?
  /// Whether the default is more than a literal, so that it may refer to declarations that other
  /// modules don't see.
  package var hasNamedDefault = false

  /// The argument `primaryKey:`; nil without it.
  package var primaryKey: Bool?
  package var isAutoincrement = false
  package var isUnique = false
  package var columnDefault: DefaultModel?
  /// The argument `collate:`, as Swift source.
  package var collation: String?
  package var check: String?
  package var hasIndex = false
  /// The argument `generated:`, as Swift source.
  package var generated: String?
  package var isReadOnly = false
  /// Whether the property has no column in the table: only raw SQL can set it.
  package var isQueryOnly = false
  /// Whether logs and errors never show the value.
  package var isRedacted = false
  package var reference: ReferenceModel?

  /// Whether NULL is read as the property's default.
  package var readsNullAsDefault = false

  /// The type of the column's values, which may be NULL: `Int?`
  package var columnRepresentation: String {
    type.isOptional || readsNullAsDefault ? "\(baseRepresentation)?" : baseRepresentation
  }

  /// The type that represents the property's value in the database: `Int?`
  package var representation: String {
    type.isOptional ? "\(baseRepresentation)?" : baseRepresentation
  }

  /// The type of the values that the representation stores, if it is a known type.
  package var valueOfRepresentation: String? {
    let name = representationName
    if let value = Self.ownRepresentations[name] { return value }
    if name.hasPrefix("MinorUnits<") { return "Decimal" }
    return PropertyType(base: name).isKnown ? name : nil
  }

  /// The representation without the name of a known module: `UnixSeconds`.
  package var representationName: String { PropertyType(base: baseRepresentation).name }

  private static let ownRepresentations = [
    "UnixSeconds": "Date", "UnixMilliseconds": "Date", "SecondsSince2001": "Date",
    "JulianDay": "Date", "ISO8601": "Date", "ISO8601Seconds": "Date", "DateTimeText": "Date",
    "DateTimeMillisecondsText": "Date", "DateText": "Date", "UUIDText": "UUID",
    "LowercaseUUIDText": "UUID",
  ]

  /// Whether `INSERT` and `UPDATE` may name the column.
  package var isWritable: Bool { generated == nil && !isReadOnly }
  /// Whether an insert omits the column if the value is nil.
  package var omitsNil: Bool { columnDefault?.omitsNil ?? false }
  /// Whether a fetched value equals the written one exactly.
  package var isExact: Bool { type.isExact && baseRepresentation == type.base }
}

/// The `DEFAULT` of a column.
package enum DefaultModel {
  /// The property's own literal default, as Swift source.
  case literal(String)
  /// The argument `default:`, as Swift source.
  case expression(String, omitsNil: Bool)

  package var omitsNil: Bool {
    if case .expression(_, let omitsNil) = self { return omitsNil }
    return false
  }
}

/// The target of a column's reference.
package struct ReferenceModel {
  /// The table: `Artist`
  package var parent: String
  /// The member of the table: `self` for its key, `columns.name` for another column
  package var member: String
  /// The action, as Swift source: `.cascade`
  package var onDelete: String?
  package var onUpdate: String?

  /// Whether the reference is to the table's key.
  package var isOfKey: Bool { member == "self" }
}

/// A property that has the columns of an `@Embeddable` struct.
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
  /// Whether a query can fill the property only with a list: it is an array without a
  /// representation.
  package var isList: Bool {
    !type.isOptional && !type.isLazy && type.isArray && baseRepresentation == type.base
  }
}

/// A line of a source file.
package struct SourcePlace {
  /// The file's path.
  package var file: String
  /// The line, counted from 1.
  package var line: Int

  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension String {
  /// Returns the representation of a type as JSON.
  package static func json(of type: String) -> String { "ORM.JSON.Of<\(type)>" }
}
