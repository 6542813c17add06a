import Foundation
import ORM
import ORMSQLite

/// A database that is created once and copied for each test.
actor DatabaseTemplate {
  private let make: @Sendable () async throws -> Database
  private var content: Task<[UInt8], any Error>?

  init(make: @escaping @Sendable () async throws -> Database) { self.make = make }

  /// Calls `body` with a copy, which is deleted afterwards.
  nonisolated func withCopy(
    in storage: DatabaseStorage, configuration: Configuration,
    _ body: @Sendable (Database) async throws -> Void
  ) async throws {
    let content = try await bytes()
    switch storage {
    case .memory:
      let database = try Database.inMemory(configuration: configuration)
      try await database.withHandle { try DatabaseContent.replace(of: $0, with: content) }
      try await body(database)
    case .file:
      let files = FileManager.default
      let folder = files.temporaryDirectory.appending(path: "orm-test-\(UUID().uuidString)")
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? files.removeItem(at: folder) }
      let path = folder.appending(path: "test.sqlite").path
      try Data(content).write(to: URL(filePath: path))
      try await body(Database(path, configuration: configuration))
    }
  }

  /// The content of the database as a file.
  private func bytes() async throws -> [UInt8] {
    let task = content ?? Task { [make] in try await make().withHandle(DatabaseContent.read) }
    content = task
    return try await task.value
  }
}
