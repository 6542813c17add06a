import ORMCore
import ORMSchema

/// What a target's sources say of its database, and what they leave open.
public struct ReadSchema: Sendable {
  /// The target's name.
  public var target: String
  /// What is known: all tables, indexes and virtual tables that the program would list in
  /// `Schema(of:)`, apart from those that ``problems`` names.
  public var schema: Schema
  /// The declarations of tables, views and triggers, in the order of files and lines.
  public var declarations: [ReadDeclaration]
  /// What is wrong, or can't be known from sources, each with its place, in that order.
  public var problems: [ReadingProblem]

  /// The problems that leave open what a table has.
  public var obstacles: [ReadingProblem] {
    problems.filter { if case .open = $0.kind { false } else { true } }
  }

  /// Whether nothing is left open.
  public var isComplete: Bool { problems.isEmpty }
}

/// A declaration of something in the database.
public struct ReadDeclaration: Sendable {
  /// What it declares.
  public enum Kind: String, Sendable, Hashable {
    /// A table with `@Table`.
    case table
    /// A table of one of SQLite's modules.
    case virtualTable
    /// A view.
    case view
    /// A trigger of one of the others.
    case trigger
  }

  /// What it declares.
  public var kind: Kind
  /// The name in the database; nil if only the program knows it.
  public var name: String?
  /// The Swift type, from outside of all types: `Outer.Album`.
  public var typeName: String
  /// The place in the sources.
  public var place: DeclarationPlace
  /// The table, with all of its columns that are known.
  public var table: TableSchema?
  /// Whether it is left out of the schema, because another declaration of its name counts.
  public var isFormer = false
  /// The statements that create it; nil if they can't be known from the sources.
  public var createSQL: [String]?

  /// Whether the sources say all of it.
  public var isKnown: Bool { createSQL != nil }
}

/// What is known of the builds that sources are read for.
public struct ReadingOptions: Sendable, Hashable {
  /// Conditions of `#if` by name, such as `DEBUG`, that are known to be set or not. For all others,
  /// both branches are read, and what differs is a problem.
  public var flags: [String: Bool]
  /// The system by its name in `#if os()`.
  public var system: String
  /// The declarations that count, if a target has those of several versions: a type, such as `V2`,
  /// for all that is declared in it, or a constant that is `Schema(of: …)` for what it lists. The
  /// default is nil, for all of them.
  public var schema: String?

  /// Options with these flags, for the system that this program runs on.
  public init(
    flags: [String: Bool] = [:], system: String = Self.thisSystem, schema: String? = nil
  ) {
    self.flags = flags
    self.system = system
    self.schema = schema
  }

  /// The name of the system that this program runs on.
  public static var thisSystem: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #elseif os(iOS)
      "iOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Windows)
      "Windows"
    #else
      "FreeBSD"
    #endif
  }
}
