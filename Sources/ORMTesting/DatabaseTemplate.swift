import CSQLite
import Foundation
import ORM

/// A database that is made once, and copied for each test.
actor DatabaseTemplate {
  private let make: @Sendable () async throws -> Database
  private var content: Task<[UInt8], any Error>?

  init(make: @escaping @Sendable () async throws -> Database) { self.make = make }

  /// Calls `body` with a copy, which is gone afterwards.
  nonisolated func withCopy(
    in storage: DatabaseStorage, configuration: Configuration,
    _ body: @Sendable (Database) async throws -> Void
  ) async throws {
    let content = try await bytes()
    switch storage {
    case .memory:
      let database = try Database.inMemory(configuration: configuration)
      try await database.withHandle { try Self.fill($0, with: content) }
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

  /// What the database's file would hold.
  private func bytes() async throws -> [UInt8] {
    let task = content ?? Task { [make] in try await make().withHandle(Self.content) }
    content = task
    return try await task.value
  }

  private static func content(of connection: OpaquePointer) throws -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(connection, "main", &size, 0) else {
      // A database in which nothing was made has no pages.
      if size == 0 { return [] }
      throw DatabaseError(extendedCode: .outOfMemory, message: "no memory for the test's database")
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
  }

  /// Makes `content` what the connection's database in memory holds; see
  /// <https://www.sqlite.org/c3ref/deserialize.html>.
  private static func fill(_ connection: OpaquePointer, with content: [UInt8]) throws {
    if content.isEmpty { return }
    let size = sqlite3_int64(content.count)
    guard let memory = sqlite3_malloc64(sqlite3_uint64(content.count)) else {
      throw DatabaseError(extendedCode: .outOfMemory, message: "no memory for the test's database")
    }
    UnsafeMutableRawBufferPointer(start: memory, count: content.count).copyBytes(from: content)
    let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE
    // SQLite frees the memory, where it fails too.
    let code = sqlite3_deserialize(
      connection, "main", memory.assumingMemoryBound(to: UInt8.self), size, size, UInt32(flags))
    guard code == SQLITE_OK else {
      throw DatabaseError(
        extendedCode: ResultCode(rawValue: code), message: "the test's database can't be copied")
    }
  }
}
