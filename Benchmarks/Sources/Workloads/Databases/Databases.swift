import CBaseline
import Foundation
import GRDB
import ORM

/// Databases with the same pages, one for each contestant, in memory or in a folder that goes with this
/// value.
final class Databases: Sendable {
  typealias Filling = @Sendable (CConnection) throws -> Void

  let place: Place
  private let folder: URL
  private var original: String { folder.appending(path: "original.sqlite").path }

  init(place: Place, fill: Filling) throws {
    self.place = place
    folder = URL.temporaryDirectory.appending(path: "orm-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let db = try CConnection(original)
    try fill(db)
    try db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func openC() throws -> CConnection {
    guard place == .memory else { return try CConnection(copyOfFile(), in: self) }
    let db = try CConnection(":memory:")
    try SQLiteFailure.check(baseline_load(db.pointer, original))
    return db
  }

  /// Connections of C's to one file.
  func openC(_ count: Int) throws -> [CConnection] {
    let file = try copyOfFile()
    return try (0..<count).map { _ in try CConnection(file, in: self) }
  }

  func openORM() async throws -> ORMConnection {
    guard place == .memory else {
      return ORMConnection(database: try ORM.Database(copyOfFile()), databases: self)
    }
    let db = try ORM.Database.inMemory()
    try await db.withHandle { [original] in try SQLiteFailure.check(baseline_load($0, original)) }
    return ORMConnection(database: db, databases: self)
  }

  func openGRDB() throws -> GRDBConnection {
    guard place == .memory else {
      var configuration = GRDB.Configuration()
      configuration.journalMode = .wal
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
      let queue = try DatabaseQueue(path: copyOfFile(), configuration: configuration)
      return GRDBConnection(queue: queue, databases: self)
    }
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { [original] db in
      try SQLiteFailure.check(baseline_load(db.sqliteConnection, original))
    }
    return GRDBConnection(queue: queue, databases: self)
  }

  /// A pool of GRDB's, one connection of which writes.
  func openGRDBPool() throws -> GRDBPool {
    var configuration = GRDB.Configuration()
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    let pool = try DatabasePool(path: copyOfFile(), configuration: configuration)
    return GRDBPool(pool: pool, databases: self)
  }

  /// Makes a copy of the file what it was at first.
  func restore(_ path: String) throws {
    for file in [path, path + "-wal", path + "-shm"] {
      try? FileManager.default.removeItem(atPath: file)
    }
    try FileManager.default.copyItem(atPath: original, toPath: path)
  }

  func copyOfFile() throws -> String {
    let copy = folder.appending(path: "\(UUID().uuidString).sqlite").path
    try FileManager.default.copyItem(atPath: original, toPath: copy)
    return copy
  }
}

/// The library's database, which keeps its file.
struct ORMConnection: Sendable {
  let database: ORM.Database
  fileprivate let databases: Databases
}

/// GRDB's database, which keeps its file.
struct GRDBConnection: Sendable {
  let queue: DatabaseQueue
  fileprivate let databases: Databases
}

/// GRDB's pool of connections, which keeps its file.
struct GRDBPool: Sendable {
  let pool: DatabasePool
  fileprivate let databases: Databases
}
