/// The declarations in a package's sources, as one program reads them and another receives them.
package struct SchemaOfSources: Codable, Sendable {
  /// The target that contains the declarations.
  package var target: String
  /// The part of the schema that is known.
  package var schema: Schema
  /// The database names of the tables and views that are not completely known.
  package var unknown: [String]
  /// The names of triggers that could not be read.
  package var unknownTriggers: [String]
  /// Whether there are triggers with an unknown name, which could be the name of any trigger in a
  /// database.
  package var hasUnnamedTriggers: Bool
  /// The problems that leave something unknown, each with its place: `Sources/App/Album.swift:12:7:
  /// …`
  package var problems: [String]
  /// The problems that leave a table's content unknown.
  package var obstacles: [String]

  package init(
    target: String, schema: Schema, unknown: [String] = [], unknownTriggers: [String] = [],
    hasUnnamedTriggers: Bool = false, problems: [String] = [], obstacles: [String] = []
  ) {
    self.target = target
    self.schema = schema
    self.unknown = unknown
    self.unknownTriggers = unknownTriggers
    self.hasUnnamedTriggers = hasUnnamedTriggers
    self.problems = problems
    self.obstacles = obstacles
  }
}

/// The answer of a reading program that refuses a request.
package struct ReadingRefusal: Codable, Error, Sendable {
  /// The reason for the refusal.
  package var error: String
  /// Whether the request was wrong, rather than the sources.
  package var isWrongUse: Bool

  package init(_ error: String, isWrongUse: Bool) {
    self.error = error
    self.isWrongUse = isWrongUse
  }
}
