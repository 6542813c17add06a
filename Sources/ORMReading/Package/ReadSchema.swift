import ORMCore
import ORMSchema

/// The database schema that a target's sources declare, and the facts that they leave open.
public struct ReadSchema: Sendable {
  /// The target's name.
  public var target: String
  /// The known schema: all tables, indexes and virtual tables that the program would list in
  /// `Schema(of:)`, except those that ``problems`` names.
  public var schema: Schema
  /// The declarations of tables, views and triggers, in the order of files and lines.
  public var declarations: [ReadDeclaration]
  /// The errors, and the facts that can't be known from sources, sorted by place.
  public var problems: [ReadingProblem]
  /// Whether a file of the target imports `ORM`.
  package var importsORM = false

  /// The problems that leave a table's content unknown.
  public var obstacles: [ReadingProblem] {
    problems.filter { if case .open = $0.kind { false } else { true } }
  }

  /// Whether there are no problems.
  public var isComplete: Bool { problems.isEmpty }
}

/// A declaration of an object in the database.
public struct ReadDeclaration: Sendable {
  /// The kind of object that a declaration declares.
  public enum Kind: String, Sendable, Hashable {
    /// A table with `@Table`.
    case table
    /// A virtual table.
    case virtualTable
    /// A view.
    case view
    /// A trigger of a table or a view.
    case trigger
  }

  /// The kind of the object.
  public var kind: Kind
  /// The name in the database; nil if the program computes it.
  public var name: String?
  /// The full name of the Swift type: `Outer.Album`.
  public var typeName: String
  /// The place in the sources.
  public var place: DeclarationPlace
  /// The table, with its known columns.
  public var table: TableSchema?
  /// Whether it is left out, because the schema contains another declaration of its name.
  public var isFormer = false
  /// The statements that create it; nil if they can't be known from the sources.
  public var createSQL: [String]?

  /// Whether the sources declare it completely.
  public var isKnown: Bool { createSQL != nil }
}

/// The options of the builds that sources are read for.
public struct ReadingOptions: Sendable, Hashable {
  /// The values of conditions of `#if` by name, such as `DEBUG`. For all other conditions, both
  /// branches are read, and a difference is a problem. The default is empty.
  public var flags: [String: Bool]
  /// The system by its name in `#if os()`. The default is the system that this program runs on.
  public var system: String
  /// The declarations to read if a target contains several versions of them: a type, such as `V2`,
  /// for the declarations in it, or a constant that is `Schema(of: …)` for the types that it lists.
  /// The default is nil, which means all.
  public var schema: String?

  /// Creates options.
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
