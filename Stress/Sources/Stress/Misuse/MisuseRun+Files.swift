import Foundation
import ORM

/// Paths, files and settings that no database has.
extension MisuseRun {
  /// Paths at which there is no database, and can't be one.
  private func wrongPaths() throws -> [String] {
    let text = folder.file("text")
    try Data(repeating: 65, count: 5_000).write(to: URL(filePath: text))
    return [
      "", folder.path, folder.file("none/x.sqlite"), text, folder.file("a\0b"),
      folder.file(String(repeating: "x", count: 5_000)), "/", "/dev/null/x", text + "/x",
    ]
  }

  mutating func openings() async throws -> String {
    let path = pick(try wrongPaths())
    let name = "openings: \(path.prefix(80).debugDescription)"
    let calls: [(String, (String) async throws -> Void)] = [
      ("Database(_:)", { try await Self.use(Database($0, configuration: Self.configuration)) }),
      (
        "read-only",
        { path in
          var configuration = Self.configuration
          configuration.isReadOnly = true
          try await Self.use(Database(path, configuration: configuration))
        }
      ),
      (
        "immutable",
        { path in
          var configuration = Self.configuration
          configuration.isReadOnly = true
          configuration.isImmutable = true
          try await Self.use(Database(path, configuration: configuration))
        }
      ),
      ("URI", { try await Self.use(Database(uri: "file:\($0)?mode=rw")) }),
      ("no URI", { try await Self.use(Database(uri: $0)) }),
      (
        "open(copying:to:)",
        { path in
          try await Self.use(Database.open(copying: path + ".seed", to: path).0)
        }
      ),
    ]
    let call = pick(calls)
    try await attempt("\(name), \(call.0)") { try await call.1(path) }
    let uri = pick([
      "", "file", "file:", "http://example.org", "file:x?mode=memory", "file::memory:?cache=shared",
      "file:%00", "file:///?vfs=none", "file:x?mode=none",
    ])
    try await attempt("openings: the URI \(uri.debugDescription)") {
      try await Self.use(Database(uri: uri))
    }
    let file = pick(try wrongPaths())
    if file != folder.file("text") {
      try await attempt(
        "openings: delete(at: \(file.prefix(80).debugDescription))", .anErrorOrNothing
      ) {
        try Database.delete(at: file)
      }
    }
    try promise(FileManager.default.fileExists(atPath: folder.path), "a folder is left alone")
    return name
  }

  /// Whether one can do with a database what one does.
  private static func use(_ database: Database) async throws {
    try await database.execute("CREATE TABLE IF NOT EXISTS used (x)")
    _ = try await database.value(Int.self, sql: "SELECT count(*) FROM used")
    try await database.close()
  }

  mutating func copies() async throws -> String {
    let there = other.path
    let path = pick(try wrongPaths() + [there])
    let db = db
    let name = "copies: to \(path.prefix(80).debugDescription)"
    let isBackup = Bool.random(using: &random)
    // An empty name is a temporary database's, which is gone at once.
    try await attempt("\(name), \(isBackup ? "backup" : "vacuum")") {
      try await isBackup ? db.backup(to: path) : db.vacuum(into: path)
    }
    try promise(try await other.count(Parcel.self) == 0, "a file that is there is left alone")
    try await attempt("\(name), in the own transaction", .anErrorOrNothing) {
      try await db.transaction { _ in _ = try await db.checkpoint(.truncate) }
    }
    let copy = folder.file("copy.sqlite")
    try await attempt("\(name), of no pages", .anErrorOrNothing) {
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try await db.backup(to: copy, pagesPerStep: .min)
    }
    return name
  }

  mutating func configurations() async throws -> String {
    let changes: [(String, (inout Configuration) -> Void)] = [
      ("no readers", { $0.readerCount = 0 }), ("less than no readers", { $0.readerCount = -3 }),
      ("no patience", { $0.connectionTimeout = .zero }),
      ("less than no patience", { $0.connectionTimeout = .seconds(-1) }),
      ("no wait", { $0.busyTimeout = .zero }),
      ("less than no wait", { $0.busyTimeout = .seconds(-1) }),
      ("a long wait", { $0.busyTimeout = .seconds(Int64.max) }),
      ("a long patience", { $0.connectionTimeout = .seconds(Int64.max) }),
      ("no VFS", { $0.vfs = "none" }), ("an empty VFS", { $0.vfs = "" }),
      ("no cache", { $0.cacheSize = 0 }), ("less than no cache", { $0.cacheSize = .min }),
      ("a huge cache", { $0.cacheSize = .max }), ("less than no map", { $0.mmapSize = -1 }),
      ("a huge map", { $0.mmapSize = .max }),
      ("no statements", { $0.statementCacheCapacity = 0 }),
      ("less than no statements", { $0.statementCacheCapacity = -1 }),
      ("at once", { $0.observationInterval = .zero }),
      ("before", { $0.observationInterval = .seconds(-1) }),
      ("no length", { $0.limits.length = 0 }), ("less than no length", { $0.limits.length = -1 }),
      ("huge limits", { $0.limits.parameters = .max }),
      ("no parameters", { $0.limits.parameters = 0 }),
      ("no columns", { $0.limits.columns = 0 }), ("no depth", { $0.limits.expressionDepth = 1 }),
      ("no SQL", { $0.limits.sqlLength = 1 }),
      (
        "a preparation that throws",
        {
          $0.prepareConnection = { _ in throw DatabaseError(extendedCode: .error, message: "no") }
        }
      ),
      ("a preparation that is wrong", { $0.prepareConnection = { try $0.execute("SELEC 1") } }),
    ]
    let (change, apply) = pick(changes)
    let name = "configurations: \(change)"
    var configuration = Self.configuration
    apply(&configuration)
    let path = folder.file("configured.sqlite")
    let isInMemory = Bool.random(using: &random)
    try await attempt(name, .anErrorOrNothing) {
      let database =
        try isInMemory
        ? Database.inMemory(configuration: configuration)
        : Database(path, configuration: configuration)
      do {
        try await database.create(Parcel.self)
        try await database.insert((1...40).map { Parcel(id: $0, name: "\($0)", amount: $0) })
        _ = try await database.fetch(Parcel.where { $0.id > 3 })
        for try await _ in database.observe(Parcel.all) { break }
        for try await _ in database.stream(Parcel.all) { break }
      } catch {
        try await database.close()
        throw error
      }
      try await database.close()
    }
    try Database.delete(at: path)
    return name
  }
}
