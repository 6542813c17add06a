/// A column, as the declaration of its property describes it.
struct ColumnModel {
  /// The property's name as it is written, with its backticks.
  var property: String
  /// The column's name in the database.
  var name: String
  var type: PropertyType
  /// The type that stands for the value in the database, without optionality: `Int`,
  /// `ORM.JSON.Of<[String]>`.
  var baseRepresentation: String
  /// Where the property is declared, where that is known.
  var place: SourcePlace?
  var access = AccessLevel.internal
  /// Whether the property can be assigned again once it has a value, with nothing else happening.
  var isPlainVariable = true
  /// The default of the property, as Swift source.
  var swiftDefault: String?
  /// Whether the default is more than a literal, so that it may name what other modules don't see.
  var hasNamedDefault = false

  /// What `primaryKey:` says; nil where it is not said.
  var primaryKey: Bool?
  var isAutoincrement = false
  var isUnique = false
  var columnDefault: DefaultModel?
  /// `collate:`, as Swift source.
  var collation: String?
  var check: String?
  var hasIndex = false
  /// `generated:`, as Swift source.
  var generated: String?
  var isReadOnly = false
  var reference: ReferenceModel?

  /// The type that stands for the value in the database: `Int?`
  var representation: String {
    type.isOptional ? "\(baseRepresentation)?" : baseRepresentation
  }

  /// The type of the values that the representation has, where that is known everywhere.
  var valueOfRepresentation: String? {
    let isQualified = baseRepresentation.hasPrefix("ORM.")
    let name = isQualified ? String(baseRepresentation.dropFirst(4)) : baseRepresentation
    if let value = Self.ownRepresentations[name] { return value }
    return PropertyType(base: baseRepresentation).isKnown ? baseRepresentation : nil
  }

  private static let ownRepresentations = [
    "UnixSeconds": "Date", "UnixMilliseconds": "Date", "SecondsSince2001": "Date",
    "JulianDay": "Date", "ISO8601": "Date", "DateTimeText": "Date", "DateText": "Date",
    "UUIDText": "UUID", "LowercaseUUIDText": "UUID",
  ]

  /// Whether `INSERT` and `UPDATE` may name the column.
  var isWritable: Bool { generated == nil && !isReadOnly }
  /// Whether an insert leaves a nil to the database.
  var omitsNil: Bool { columnDefault?.omitsNil ?? false }
  /// Whether the value comes back from the database as it was written.
  var isExact: Bool { type.isExact && baseRepresentation == type.base }
}

/// The `DEFAULT` of a column.
enum DefaultModel {
  /// The property's own literal default, as Swift source.
  case literal(String)
  /// `default:`, as Swift source.
  case expression(String, omitsNil: Bool)

  var omitsNil: Bool {
    if case .expression(_, let omitsNil) = self { return omitsNil }
    return false
  }
}

/// What a column refers to.
struct ReferenceModel {
  /// The table: `Artist`
  var parent: String
  /// What of it: `self` for its key, `columns.name` for another column
  var member: String
  /// As Swift source: `.cascade`
  var onDelete: String?
  var onUpdate: String?
}

/// A property whose columns are those of an `@Embeddable` struct.
struct EmbeddedModel {
  /// The property's name as it is written, with its backticks.
  var property: String
  var type: PropertyType
  var prefix: String
  /// Where the property is declared, where that is known.
  var place: SourcePlace?
  var access = AccessLevel.internal
  var isPlainVariable = true
  var swiftDefault: String?
  var hasNamedDefault = false
}

/// A line of a source file.
struct SourcePlace {
  /// The file's path.
  var file: String
  /// Counted from 1.
  var line: Int
}
