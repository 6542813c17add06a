/// The facts in the declaration of a `@Table` struct alone, without other declarations.
struct TableFacts: Sendable, Hashable, Codable {
  /// The table's name in the database.
  var name: String
  var formerNames: [String] = []
  /// The name of the struct as code inside it spells it.
  var typeName: String
  var isStrict = true
  var isWithoutRowID = false
  var isAutoincrement = false
  var constraints: [String] = []
  var members: [MemberFacts] = []
  /// The names of the key's columns.
  var key: [String] = []
  var indexes: [IndexFacts] = []
}

/// The facts in the declaration of an `@Embeddable` or `@Selection` struct.
struct GroupFacts: Sendable, Hashable, Codable {
  var isEmbeddable: Bool
  var members: [MemberFacts] = []
  /// Whether a query selects rows and lists for it, in addition to columns.
  var isOfRows = false
}

/// A stored property with columns in the database.
enum MemberFacts: Sendable, Hashable, Codable {
  case column(ColumnFacts)
  case group(EmbeddedFacts)
}

struct ColumnFacts: Sendable, Hashable, Codable {
  var property: String
  var name: String
  var formerNames: [String] = []
  /// The type that represents the value in the database, without optionality.
  var representation: String
  var meaning: String?
  /// Whether the declaration allows NULL.
  var isOptional: Bool
  var isUnique = false
  var columnDefault: DefaultFacts?
  var collation: SourceValue?
  var check: String?
  var generated: SourceValue?
  var isReadOnly = false
  var isLazy = false
  var hasIndex = false
  var reference: ReferenceFacts?
  var spot: Spot
}

/// The `DEFAULT` of a column.
enum DefaultFacts: Sendable, Hashable, Codable {
  /// The property's initial value.
  case value(SourceValue)
  /// The argument `default:`.
  case argument(SourceValue)
}

struct ReferenceFacts: Sendable, Hashable, Codable {
  /// The referenced table, as it is written.
  var parent: String
  /// The properties of the key path to the column; empty for the table's key.
  var path: [String]
  var onDelete: SourceValue?
  var onUpdate: SourceValue?
}

struct EmbeddedFacts: Sendable, Hashable, Codable {
  var property: String
  var type: String
  var prefix: String
  var isOptional: Bool
  var spot: Spot
}

struct IndexFacts: Sendable, Hashable, Codable {
  var columns: [IndexedColumn]
  var terms: [String]
  var isUnique: Bool
  var condition: String?
  var name: String?
}

enum IndexedColumn: Sendable, Hashable, Codable {
  case name(String)
  /// The properties of the key path to a column of an embedded struct.
  case path([String])
}
