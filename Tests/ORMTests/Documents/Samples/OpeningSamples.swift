import Foundation
import ORM
import Testing

/// The code of the guide to opening databases.
enum OpeningSamples {
  static func walk() async throws {
    let temporary = try TemporaryFolder()
    try places(temporary.path)
    let path = temporary.file("music.sqlite")
    try await Database(path).create(Label.self)
    try run("PRAGMA journal_mode = DELETE", on: path)
    let copy = temporary.file("copy.sqlite")
    for isFirst in [true, false] {
      let (db, wasCopied) = try copies(of: path, to: copy)
      #expect(wasCopied == isFirst)
      #expect(try await db.count(Label.self) == 0)
    }
    #expect(try await inMemory(path).count(Label.self) == 0)
    let limited = try limited(path)
    await #expect(throws: DatabaseError.self) { try await limited.execute("ATTACH '' AS other") }
    try await limited.close()
    try run("PRAGMA journal_mode = DELETE", on: path)
    #expect(try await immutable(path).count(Label.self) == 0)
    try await several(temporary)
    try deletes(copy)
    #expect(!FileManager.default.fileExists(atPath: copy))
  }

  /// Compiled and not run: it would leave a file where programs keep their data.
  static func named() throws -> Database {
    let db = try Database.open(named: "music.sqlite", program: "org.example.music")
    return db
  }

  static func places(_ folder: String) throws {
    var configuration = Configuration()
    configuration.createsDirectories = true
    let archive = try Database(folder + "/2026/11/music.sqlite", configuration: configuration)
    #expect(FileManager.default.fileExists(atPath: archive.path))

    let there = try Database(uri: "file:\(folder)/2026/11/music.sqlite?mode=rw")
    #expect(there.path == archive.path)
  }

  private static func several(_ folder: TemporaryFolder) async throws {
    let (path, archive) = (folder.file("now.sqlite"), folder.file("archive.sqlite"))
    try await Database(path).create(Label.self)
    try run("CREATE TABLE album (title); INSERT INTO album VALUES ('Promise')", on: archive)
    try await attaches(path, archive)
    #expect(try await doubleQuotes(path).value(String.self, sql: #"SELECT "none""#) == "none")
  }

  static func doubleQuotes(_ legacy: String) throws -> Database {
    var configuration = Configuration()
    configuration.allowsDoubleQuotedStrings = true
    let db = try Database(legacy, configuration: configuration)
    return db
  }

  static func attaches(_ path: String, _ archive: String) async throws {
    var configuration = Configuration()
    configuration.prepareConnection = { try $0.execute("ATTACH \(archive) AS archive") }
    let db = try Database(path, configuration: configuration)
    let old = try await db.value(Int.self, sql: "SELECT count(*) FROM archive.album")
    #expect(old == 1)
    try await db.close()
  }

  static func deletes(_ path: String) throws {
    let wasThere = try Database.delete(at: path)
    #expect(wasThere)
  }

  static func copies(of seed: String, to path: String) throws -> (Database, Bool) {
    let (db, wasCopied) = try Database.open(copying: seed, to: path)
    if wasCopied { print("a new copy") }
    return (db, wasCopied)
  }

  static func inMemory(_ seed: String) throws -> Database {
    let db = try Database.inMemory(copying: seed)
    return db
  }

  static func immutable(_ seed: String) throws -> Database {
    var configuration = Configuration()
    configuration.isImmutable = true
    let db = try Database(seed, configuration: configuration)
    return db
  }

  static func limited(_ upload: String) throws -> Database {
    var configuration = Configuration()
    configuration.limits.length = 1 << 20
    configuration.limits.attachedDatabases = 0
    let db = try Database(upload, configuration: configuration)
    return db
  }

  /// Compiled and not run: it needs SQLCipher.
  static func encrypted(_ path: String, passphrase: @escaping @Sendable () -> String) throws
    -> Database
  {
    var configuration = Configuration()
    configuration.prepareConnection = { connection in
      try connection.key(passphrase())
      try connection.execute("PRAGMA cipher_memory_security = ON")
    }
    let db = try Database(path, configuration: configuration)
    return db
  }
}
