import Foundation
import Testing

@testable import ORM
@testable import ORMSQLite

@Table("parent") private struct Parent: Equatable {
  let id: Int
}

@Table("child") private struct Child: Equatable {
  let id: Int
  @Column(references: Parent.self) var parentID: Int
}

extension Connection {
  /// Returns the value of a pragma without setting the connection up first.
  fileprivate func untouchedSetting(_ pragma: String) throws -> String? {
    try text("PRAGMA \(pragma)", handle)
  }
}

/// If a file already has a write-ahead log, the writer is set up only at its first use, which must
/// not be noticeable.
@Suite("Writer set-up at the first use")
struct DeferredSetUpTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Parent.self, Child.self)
    try await db.insert(Parent(id: 1))
    try await db.close()
  }

  private static let pragmas = [
    "journal_mode", "synchronous", "foreign_keys", "trusted_schema", "temp_store", "cache_size",
    "journal_size_limit", "secure_delete", "query_only", "recursive_triggers", "mmap_size",
  ]

  private func settings(of db: Database) async throws -> [String?] {
    try await db.withHandle { handle in
      try Self.pragmas.map { try text("PRAGMA \($0)", handle) }
    }
  }

  @Test("A writer that is set up at its first use has the same settings as one of a new file")
  func settings() async throws {
    var configuration = Configuration()
    configuration.secureDelete = true
    configuration.cacheSize = 3 << 20
    let made = try Database(folder.file("new.sqlite"), configuration: configuration)
    let opened = try Database(folder.file(), configuration: configuration)
    #expect(try await settings(of: opened) == settings(of: made))
    #expect(try await settings(of: opened).first == "wal")
  }

  @Test("Reads do not set up the writer, and close deletes the WAL anyway")
  func reads() async throws {
    let db = try Database(folder.file())
    #expect(try await db.fetch(Parent.self) == [Parent(id: 1)])
    // Only the writer still has SQLite's defaults; a connection that is set up enforces foreign
    // keys.
    #expect(try await db.writer.untouchedSetting("foreign_keys") == "0")
    #expect(try await db.read { try $0.value(Int.self, sql: "PRAGMA foreign_keys") } == 1)
    try await db.close()
    #expect(!FileManager.default.fileExists(atPath: folder.file() + "-wal"))
  }

  @Test("The first write and the first transaction enforce foreign keys")
  func foreignKeys() async throws {
    for isTransaction in [false, true] {
      let db = try Database(folder.file())
      await #expect(throws: DatabaseError.self) {
        if isTransaction {
          try await db.transaction { try $0.insert(Child(id: 1, parentID: 7)) }
        } else {
          try await db.insert(Child(id: 1, parentID: 7))
        }
      }
      try await db.insert(Child(id: isTransaction ? 2 : 3, parentID: 1))
    }
  }

  @Test("The writer has functions that were added before and after its first use")
  func functions() async throws {
    let db = try Database(folder.file())
    try db.add(DatabaseFunction("twice") { (number: Int) in 2 * number })
    #expect(try await db.writing { try $0.value(Int.self, sql: "SELECT twice(21)") } == 42)
    try db.add(DatabaseFunction("thrice") { (number: Int) in 3 * number })
    #expect(try await db.writing { try $0.value(Int.self, sql: "SELECT thrice(twice(7))") } == 42)
  }

  @Test("The first write throws a busy error for a lock, and succeeds once the lock is released")
  func lock() async throws {
    var configuration = Configuration()
    configuration.busyTimeout = .milliseconds(1)
    let db = try Database(folder.file(), configuration: configuration)
    let lock = try HeldLock(path: folder.file(), sql: "INSERT INTO parent VALUES (5)")
    let error = await #expect(throws: DatabaseError.self) { try await db.insert(Parent(id: 2)) }
    #expect(error?.code == .busy)
    try lock.end("COMMIT")
    try await db.insert(Parent(id: 2))
    #expect(try await db.fetch(Parent.self).map(\.id) == [1, 2, 5])
  }

  @Test("An observation, migration, backup or integrity check can be the first use")
  func firstTasks() async throws {
    let observed = try Database(folder.file())
    for try await parents in observed.observe(Parent.all) {
      #expect(parents == [Parent(id: 1)])
      break
    }
    try await Database(folder.file()).migrate(to: Schema(of: Parent.self, Child.self))
    try await Database(folder.file()).backup(to: folder.file("copy.sqlite"))
    #expect(try await Database(folder.file("copy.sqlite")).count(Parent.self) == 1)
    #expect(try await Database(folder.file()).checkIntegrity().isEmpty)
  }

  @Test("A file that is not a database is refused when it is opened")
  func noDatabase() throws {
    var bytes = Data("no database at all, but 18 and 19".utf8.prefix(18))
    bytes.append(contentsOf: [2, 2])
    bytes.append(Data(repeating: 7, count: 4096))
    try bytes.write(to: URL(filePath: folder.file("other")))
    let error = #expect(throws: DatabaseError.self) { try Database(folder.file("other")) }
    #expect(error?.code == .notADatabase)
  }

  @Test("A damaged schema is reported by the first write, with the path")
  func damagedSchema() async throws {
    try run(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = 'CREATE TABLE child (' WHERE name = 'child'
      """, on: folder.file())
    let db = try Database(folder.file())
    for _ in 0..<2 {
      let error = await #expect(throws: DatabaseError.self) { try await db.insert(Parent(id: 9)) }
      #expect(error?.code == .corrupt)
      #expect(error?.path == folder.file())
    }
  }
}
