/// What the sources of a package declare: what one program reads and another asks it for.
package struct SchemaOfSources: Codable, Sendable {
  /// The target whose declarations they are.
  package var target: String
  /// What is known of them.
  package var schema: Schema
  /// The names in the database of tables and views of which not all is known.
  package var unknown: [String]
  /// The names of triggers that could not be read.
  package var unknownTriggers: [String]
  /// Whether there are triggers without a known name, which could be any of a database.
  package var hasUnnamedTriggers: Bool
  /// Why it is not known, each with its place: `Sources/App/Album.swift:12:7: …`
  package var problems: [String]
  /// Those of the problems that leave open what a table has.
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

/// What a program that was asked for something answers in place of it.
package struct ReadingRefusal: Codable, Error, Sendable {
  /// Why there is no answer.
  package var error: String
  /// Whether the question was wrong, and not what was read.
  package var isWrongUse: Bool

  package init(_ error: String, isWrongUse: Bool) {
    self.error = error
    self.isWrongUse = isWrongUse
  }
}
