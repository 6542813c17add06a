/// The facts in one declaration of a type, or in one extension.
struct TypeFacts: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Codable { case type, alias, `extension` }

  var kind: Kind
  /// The names of the enclosing types and its own: `Outer`, `Album`.
  var path: [String]
  var spot: Spot
  /// Whether it is visible only in its file.
  var isHidden = false
  var isPublic = false
  /// The names of its generic parameters.
  var parameters: [String] = []
  /// Whether it, or an enclosing type, declares generic parameters.
  var isGeneric = false
  /// The aliased type of a type alias.
  var aliased: String?
  /// The inherited types and protocols.
  var inherited: [String] = []
  /// The cases of an enum, in order.
  var cases: [CaseFacts] = []
  /// The declared types of instance properties.
  var properties: [String: String] = [:]
  /// The values of static properties: initial values, or single expressions that compute them.
  var constants: [String: SourceValue] = [:]
  /// The names of all static properties and functions that it declares.
  var statics: Set<String> = []
  /// The result type of `encode`, or the parameter type of `decode`.
  var stored: String?
  var table: TableFacts?
  var group: GroupFacts?
  var triggers: [TriggerFacts] = []
  /// The builds that contain it; nil if all do.
  var condition: BuildCondition?

  var name: String { path.last ?? "" }
}

/// A case of an enum.
struct CaseFacts: Sendable, Hashable, Codable {
  var name: String
  /// The raw value in the source.
  var value: SourceValue?
}

/// A trigger, to the extent that its declaration shows it without running code.
struct TriggerFacts: Sendable, Hashable, Codable {
  /// The name; nil if it is not a literal.
  var name: String?
  var spot: Spot
  /// Whether it is temporary: it belongs to a connection, not to the database.
  var isTemporary = false
  /// The rest of the trigger; nil if the sources don't contain it.
  var definition: TriggerDefinition?
}

/// A trigger without its name.
struct TriggerDefinition: Sendable, Hashable, Codable {
  /// `AFTER`
  var timing: String
  /// `UPDATE`
  var event: String
  /// The table or view, as it is written.
  var source: String
  /// The key paths of the columns of an `UPDATE OF`, each as its properties.
  var columns: [[String]] = []
  var action: Action

  enum Action: Sendable, Hashable, Codable {
    /// `WHEN … BEGIN … END`
    case text(String)
    /// Statements, each a literal with interpolations.
    case statements([[Part]])
  }

  /// A part of a statement.
  enum Part: Sendable, Hashable, Codable {
    case text(String)
    /// The name of a table or view, by its type.
    case table(String)
    /// A column of the row `old` or `new`, by its key path.
    case column(row: String, path: [String])
    /// A constant.
    case value(SourceValue)
  }
}

/// A list of the program's tables, `Schema(of: Artist.self, Album.self)`.
struct SchemaListFacts: Sendable, Hashable, Codable {
  /// The names of the enclosing types.
  var path: [String]
  /// The constant with the list as its value; nil if there is none.
  var name: String?
  /// The listed types, as they are written.
  var types: [String]
  /// Whether it is the current schema of a history.
  var isOfHistory: Bool
  var spot: Spot
}

/// The builds that contain a declaration, among all combinations of the unknown conditions.
struct BuildCondition: Sendable, Hashable, Codable {
  /// The conditions of `#if` that can't be known from the sources.
  var flags: [String]
  /// The builds, each as a number whose bits tell whether a flag is set.
  var builds: Set<Int>

  /// The number of builds.
  var count: Int { 1 << flags.count }
}

/// The declarations in a part of a file.
struct ItemFacts: Sendable, Hashable, Codable {
  var types: [TypeFacts] = []
  var lists: [SchemaListFacts] = []
  var problems: [SpottedProblem] = []
}

/// A problem with its place in the file.
struct SpottedProblem: Sendable, Hashable, Codable {
  var kind: ReadingProblem.Kind
  /// The declaration concerned.
  var subject: String?
  var spot: Spot
}
