import ORMCore
import ORMSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder with an SQL file for each step of a program's migrations. They run in the order of
/// their names.
package struct StepFolder: Sendable {
  package let path: String
  package let migrations: MigrationList

  /// Reads the files whose names end with `.sql`; see `MigrationFile.all(in:)`.
  ///
  /// - Throws: ``ToolError`` if there is no such folder; ``DatabaseError`` if a file can't be read;
  ///   ``StepError`` if one begins with an unknown mark.
  package init(_ path: String) throws {
    guard (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil else {
      throw ToolError.use("there is no folder \(path)")
    }
    self.path = path
    migrations = try MigrationList { try MigrationFile.all(in: URL(filePath: path)) }
  }

  /// - Throws: ``ToolError`` if a pending step has a place that is not filled in; ``StepError``,
  ///   ``DatabaseError``.
  func checkFilled(in file: DatabaseFile) async throws {
    let pending = try await file.database.pendingSteps(of: migrations)
    for step in migrations.steps where pending.contains(where: { $0.hasSameBytes(as: step.name) }) {
      guard let place = step.sql.flatMap({ StepLint.openPlace(in: $0) }) else { continue }
      throw ToolError.data(
        "step \(step.name) has a place that is not filled in, so nothing has run: \(place)")
    }
  }

  /// Creates the file of a new step. Its name begins with the time, so that it is after all others.
  ///
  /// - Parameters:
  ///   - name: A short description of the step.
  ///   - date: The time that its name begins with, in UTC.
  /// - Returns: The path of the file.
  /// - Throws: ``ToolError`` if the name has no letter or digit, or the file exists.
  package static func add(
    _ name: String, in folder: String, sql: String, at date: Date = Date()
  ) throws -> String {
    let words = name.utf8.map { $0.isWordByte ? $0 : UInt8(ascii: "-") }
    guard words.contains(where: { $0 != UInt8(ascii: "-") }) else {
      throw ToolError.use("\(name) has no letter or digit, so it can't name a step")
    }
    let time = try DateTimeText.encode(date).utf8.prefix(19).filter(\.isDigit)
    let path =
      "\(folder)/\(String(decoding: time, as: UTF8.self))-"
      + "\(String(decoding: words, as: UTF8.self)).sql"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard !FileManager.default.fileExists(atPath: path) else {
      throw ToolError.use("\(path) already exists")
    }
    do {
      try Data(sql.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      throw ToolError.use("\(path) can't be written")
    }
    return path
  }
}

extension UInt8 {
  /// Whether the byte is kept in the name of a step's file: letters, digits, underscores, and
  /// everything outside of ASCII.
  fileprivate var isWordByte: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80
      || self == UInt8(ascii: "_")
  }
}
