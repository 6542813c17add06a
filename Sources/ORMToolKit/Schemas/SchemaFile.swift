import ORMCore
import ORMSQLite
import ORMSchema

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A schema that a command was given: the schema of a database or of a package's sources, or a
/// JSON, XML or SQL file.
package struct SchemaFile: Sendable {
  package let schema: Schema
  /// The names of declarations that could not be read completely. They are not compared.
  package var unknown: [String]
  /// The names of triggers that could not be read.
  package var unknownTriggers: [String]
  /// Whether there are triggers without a known name, which could be any trigger of a database.
  package var hasUnnamedTriggers: Bool
  /// The parts that are not known, with the reasons and places.
  package var problems: [String]
  /// The problems that leave parts of tables unknown.
  package var obstacles: [String]
  /// Whether the schema was read from a database.
  package var isOfDatabase: Bool
  /// The views of the database that can't be read, with the reasons.
  package var brokenViews: [BrokenView] = []

  package init(
    schema: Schema, unknown: [String] = [], unknownTriggers: [String] = [],
    hasUnnamedTriggers: Bool = false, problems: [String] = [], obstacles: [String] = [],
    isOfDatabase: Bool = false
  ) {
    self.isOfDatabase = isOfDatabase
    self.schema = schema
    self.unknown = unknown
    self.unknownTriggers = unknownTriggers
    self.hasUnnamedTriggers = hasUnnamedTriggers
    self.problems = problems
    self.obstacles = obstacles
  }

  /// Reads a schema. The first bytes of a file determine its kind, not its name; a folder is a
  /// package.
  ///
  /// - Parameters:
  ///   - part: The part of a package to read.
  ///   - reader: The reader of packages and XML.
  /// - Throws: ``ToolError`` if there is no such file, or it is of another kind; ``DatabaseError``
  ///   if the database can't be read.
  package static func read(
    _ path: String, _ part: SourcePart = SourcePart(), by reader: SourceReader = SourceReader()
  ) async throws -> Self {
    switch FileStart(path) {
    case .folder:
      let read = try reader.package(path, part)
      var schema = read.schema
      schema.declared.areInSources = true
      return Self(
        schema: schema, unknown: read.unknown, unknownTriggers: read.unknownTriggers,
        hasUnnamedTriggers: read.hasUnnamedTriggers, problems: read.problems,
        obstacles: read.obstacles)
    case .xml: return Self(schema: try reader.schema(ofXML: path))
    case .json:
      let text = try text(of: path)
      do {
        return Self(schema: try Schema(json: text))
      } catch {
        throw ToolError.data("\(path) is not a schema: \(error)")
      }
    case .text:
      let text = try text(of: path)
      do {
        return Self(schema: try SchemaScript.schema(of: text))
      } catch let error as DatabaseError {
        throw ToolError.data("\(path) is neither a database nor a schema as SQL: \(error.message)")
      }
    case .other:
      // It also reports errors of the path.
      return try await Self.database(DatabaseFile(path))
    }
  }

  /// Reads the schema of a database.
  static func database(_ file: DatabaseFile) async throws -> Self {
    let schema = try await file.database.schema()
    var read = Self(schema: schema, isOfDatabase: true)
    read.brokenViews = try await file.reading { try BrokenView.all(of: schema.views, asking: $0) }
    return read
  }

  private static func text(of path: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validating: data, as: UTF8.self)
    else { throw ToolError.data("\(path) can't be read as UTF-8") }
    return text
  }

  /// Returns the schema with the parts that the sources leave open taken from a database: a table,
  /// view, virtual table or trigger that could not be read is neither created nor dropped.
  package func completed(by database: Schema) -> Schema {
    var schema = schema
    let names = Set(unknown.map { SQLName($0) })
    let triggers = Set(unknownTriggers.map { SQLName($0) })
    func isThere(_ name: String) -> Bool { names.contains(SQLName(name)) }
    schema.tables += database.tables.filter { isThere($0.name) && schema.table($0.name) == nil }
    schema.views += database.views.filter { isThere($0.name) }
    schema.virtualTables += database.virtualTables.filter { isThere($0.name) }
    schema.indexes += database.indexes.filter { isThere($0.table) }
    let known = Set(schema.triggers.map { SQLName($0.name) })
    // A trigger of a table that is dropped or renamed can't stay unchanged.
    let owners = schema.tables.map(\.name) + schema.views.map(\.name)
    let tables = Set(owners.map { SQLName($0) })
    schema.triggers += database.triggers.filter { trigger in
      let name = SQLName(trigger.name)
      let isOpen = hasUnnamedTriggers || triggers.contains(name) || isThere(trigger.table)
      return isOpen && !known.contains(name) && tables.contains(SQLName(trigger.table))
    }
    // This initializer sorts the objects by name.
    var sorted = Schema(
      tables: schema.tables, indexes: schema.indexes, views: schema.views,
      triggers: schema.triggers, virtualTables: schema.virtualTables,
      unreadable: schema.unreadable)
    (sorted.kept, sorted.declared) = (schema.kept, schema.declared)
    return sorted
  }

  /// Whether the schema was read from the structs in a package's sources.
  var isOfSources: Bool { schema.declared.areInSources }

  /// Writes the problems as warnings.
  package func warn(_ output: ByteOutput) throws {
    for problem in problems {
      try output.write("\(output.style.yellow("warning:")) \(SafeText.line(problem))\n")
    }
    try output.flush()
  }
}

/// The kind of a file, by its first bytes.
private enum FileStart {
  case folder, json, xml, text
  /// A database, or a file that can't be read.
  case other

  init(_ path: String) {
    self = .other
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    if isFolder {
      self = .folder
      return
    }
    // The bytes of a pipe can be read only once, and reading would wait for a program that writes.
    guard FileFacts.isRegular(path), var bytes = FileFacts.start(of: path, count: 256) else {
      return
    }
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    if bytes.starts(with: Array("SQLite format 3".utf8)) { return }
    // Names and values in SQL may contain any character except NUL.
    let isText = !bytes.contains(0)
    switch bytes.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"): self = .json
    case UInt8(ascii: "<"): self = .xml
    case .some where isText: self = .text
    default: return
    }
  }
}
