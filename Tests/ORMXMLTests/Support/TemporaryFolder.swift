import Foundation
import ORM

/// A folder of its own for one test, gone with this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "orm-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  func file(_ name: String = "test.sqlite") -> String { path + "/" + name }
}

/// A database in a file of its own.
struct Fixture {
  let folder: TemporaryFolder
  let db: Database

  init(_ script: String = "") async throws {
    folder = try TemporaryFolder()
    db = try Database(folder.file(), configuration: Configuration(readerCount: 1))
    if !script.isEmpty { try await run(script) }
  }

  func run(_ script: String) async throws {
    try await db.execute(script: SQL(stringLiteral: script))
  }

  /// The rows of a query of one column, as texts.
  func texts(_ sql: String) async throws -> [String] {
    try await db.fetch(String?.self, sql: SQL(stringLiteral: sql)).map { $0 ?? "NULL" }
  }
}
