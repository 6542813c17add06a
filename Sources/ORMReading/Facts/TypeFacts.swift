/// What one declaration of a type, or one extension, says.
struct TypeFacts: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Codable { case type, alias, `extension` }

  var kind: Kind
  /// The names of the types around it and its own: `Outer`, `Album`.
  var path: [String]
  var spot: Spot
  /// Whether only the file sees it.
  var isHidden = false
  var isPublic = false
  /// The names of its generic parameters.
  var parameters: [String] = []
  /// Whether it, or a type around it, has generic parameters that are written there.
  var isGeneric = false
  /// The type that an alias is a name for.
  var aliased: String?
  /// What is written behind its colon.
  var inherited: [String] = []
  /// The cases of an enum, in their order.
  var cases: [CaseFacts] = []
  /// The types of the properties of instances that say theirs.
  var properties: [String: String] = [:]
  /// What static properties are set to, or compute by one expression.
  var constants: [String: SourceValue] = [:]
  /// The static properties and functions that it declares, whatever they are.
  var statics: Set<String> = []
  /// The type that `encode` returns, or that `decode` takes.
  var stored: String?
  var table: TableFacts?
  var group: GroupFacts?
  var triggers: [TriggerFacts] = []
  /// Of which builds it is a part; nil if of all.
  var condition: BuildCondition?

  var name: String { path.last ?? "" }
}

/// A case of an enum.
struct CaseFacts: Sendable, Hashable, Codable {
  var name: String
  /// The raw value that is written.
  var value: SourceValue?
}

/// A trigger, as much as its declaration says without running it.
struct TriggerFacts: Sendable, Hashable, Codable {
  /// The name; nil if it is no literal.
  var name: String?
  var spot: Spot
  /// Whether it belongs to a connection, and not to the database.
  var isTemporary = false
  /// The rest of it; nil if the sources don't contain it.
  var definition: TriggerDefinition?
}

/// A trigger without its name.
struct TriggerDefinition: Sendable, Hashable, Codable {
  /// `AFTER`
  var timing: String
  /// `UPDATE`
  var event: String
  /// The table or the view, as it is written.
  var source: String
  /// The properties on the way to each column of an `UPDATE OF`.
  var columns: [[String]] = []
  var action: Action

  enum Action: Sendable, Hashable, Codable {
    /// `WHEN … BEGIN … END`
    case text(String)
    /// Statements, each of them a literal with interpolations.
    case statements([[Part]])
  }

  /// A part of a statement.
  enum Part: Sendable, Hashable, Codable {
    case text(String)
    /// The name of a table or a view, by its type.
    case table(String)
    /// A column of the row `old` or `new`, by its properties.
    case column(row: String, path: [String])
    /// A constant.
    case value(SourceValue)
  }
}

/// A list of the program's tables, `Schema(of: Artist.self, Album.self)`.
struct SchemaListFacts: Sendable, Hashable, Codable {
  /// The names of the types around it.
  var path: [String]
  /// The constant that is the list; nil if it has no name.
  var name: String?
  /// The types, as they are written.
  var types: [String]
  /// Whether it is the current schema of a history.
  var isOfHistory: Bool
  var spot: Spot
}

/// The builds that a declaration is part of, of all that unknown conditions make.
struct BuildCondition: Sendable, Hashable, Codable {
  /// The conditions of `#if` that nobody can know from the sources.
  var flags: [String]
  /// The builds, each by its number: bit by bit, whether a flag is set.
  var builds: Set<Int>

  /// How many builds there are.
  var count: Int { 1 << flags.count }
}

/// What a part of a file declares.
struct ItemFacts: Sendable, Hashable, Codable {
  var types: [TypeFacts] = []
  var lists: [SchemaListFacts] = []
  var problems: [SpottedProblem] = []
}

/// A problem with its place in the file.
struct SpottedProblem: Sendable, Hashable, Codable {
  var kind: ReadingProblem.Kind
  /// The declaration it concerns.
  var subject: String?
  var spot: Spot
}
