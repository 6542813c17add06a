import ORMCore
import ORMSQLite
import ORMSchema

/// The version of a program's history that a database is at. The rules and steps of a history are
/// in the program; the tool has only the names of the versions.
package struct HistoryState: Sendable {
  /// The name of the version.
  package let name: String
  /// The time of the migration to it, in ISO 8601.
  package let date: String
  /// The program that migrated the database to it.
  package let app: String
  /// Whether the version is a draft, which can still change.
  package let isDraft: Bool
  /// The schema that the last migration recorded.
  private let schema: Schema?

  /// - Returns: nil if the database was never at a version.
  init?(_ records: [MigrationRecord]) {
    guard let last = records.last(where: { $0.version != nil }), let name = last.version else {
      return nil
    }
    self.name = name
    (date, app) = (last.date, last.app)
    isDraft = last.kind == .draft
    schema = records.last.flatMap { try? Schema(json: $0.schema) }
  }

  /// Reads the state of a database; returns nil if it was never at a version.
  package static func read(_ file: DatabaseFile) async throws -> Self? {
    Self(try await file.database.migrationRecords())
  }

  /// Returns the names of the recorded versions after this one; nil if it is not among them.
  func versions(after folder: VersionFolder) -> [String]? {
    folder.versions.firstIndex { $0.name.hasSameBytes(as: name) }
      .map { folder.versions[($0 + 1)...].map(\.name) }
  }

  /// Returns the reason against a migration straight to a schema, which would skip versions; nil if
  /// the database has that schema and is at the newest known version.
  func obstacle(to wanted: Schema, versions folder: VersionFolder?) -> String? {
    let at = "the database is at version \(name.debugDescription) of a program's history"
    if let folder {
      guard let later = versions(after: folder) else {
        return "\(at), which \(folder.path) does not have"
      }
      if !later.isEmpty {
        let names = later.map(\.debugDescription).joined(separator: ", ")
        return "\(at), but not yet at \(later.count == 1 ? "version" : "versions") \(names)"
      }
    }
    if let schema, schema.isSameVersion(as: wanted) { return nil }
    return "\(at), which has a different schema"
  }

  /// - Throws: ``ToolError`` if a migration straight to a schema would skip rules and steps.
  package func check(_ wanted: Schema, versions folder: VersionFolder?) throws {
    guard let obstacle = obstacle(to: wanted, versions: folder) else { return }
    throw ToolError.data(
      "\(obstacle). The migration may need rules and steps, which only the program can run: open"
        + " the database with it. --ignore-history migrates straight to the schema, without them")
  }

  /// The state in one line.
  package var words: String {
    "version \(name)\(isDraft ? ", a draft," : "") since \(date), by \(app)"
  }

  package var json: JSONValue {
    .object([
      ("version", .text(name)), ("at", .text(date)), ("app", .text(app)),
      ("isDraft", .bool(isDraft)),
    ])
  }
}
