import Foundation
import ORM
import Testing

/// The code of the guide to what is kept.
enum DurabilitySamples {
  static func walk() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("music.sqlite")
    try run("CREATE TABLE t (a)", on: path)
    #expect(try await settings(asFound(path)) == ["delete", "2"])
    #expect(try await settings(full(path)) == ["wal", "2"])
    #expect(try await settings(prepared(path)) == ["wal", "2"])
    #expect(try await settings(withoutLog(path)) == ["truncate", "2"])
  }

  /// The journal mode, and what is brought to the disk.
  private static func settings(_ db: Database) async throws -> [String?] {
    let settings = try await db.withHandle { handle in
      try ["journal_mode", "synchronous"].map { try text("PRAGMA \($0)", handle) }
    }
    try await db.close()
    return settings
  }

  static func full(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.synchronous = .full
    let orders = try Database(path, configuration: configuration)
    return orders
  }

  static func withoutLog(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.journalMode = .truncate
    let shared = try Database(path, configuration: configuration)
    return shared
  }

  static func asFound(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.journalMode = nil
    let found = try Database(path, configuration: configuration)
    return found
  }

  static func prepared(_ path: String) throws -> Database {
    var configuration = Configuration()
    configuration.prepareConnection = { try $0.execute("PRAGMA synchronous = FULL") }
    let prepared = try Database(path, configuration: configuration)
    return prepared
  }
}
