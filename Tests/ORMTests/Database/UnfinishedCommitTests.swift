import Foundation
import Synchronization
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// Reads of a file in which another connection is committing, or has crashed while committing, by a
/// connection that can't write.
@Suite("Hot rollback journals", .timeLimit(.minutes(10)))
struct UnfinishedCommitTests {
  let folder: TemporaryFolder
  /// A database with one row, and the journal of an unfinished commit.
  let path: String

  init() async throws {
    folder = try TemporaryFolder()
    path = folder.file("left.sqlite")
    let whole = folder.file("whole.sqlite")
    var configuration = Configuration()
    configuration.journalMode = .delete
    let db = try Database(whole, configuration: configuration)
    try await db.execute("CREATE TABLE label (id INTEGER PRIMARY KEY)")
    try await db.execute("INSERT INTO label VALUES (1)")
    try await db.close()
    // The cache is so small that pages are written to the file before the commit.
    let commit = try HeldLock(
      path: whole, begin: "PRAGMA cache_size = 1; BEGIN IMMEDIATE",
      sql: """
        INSERT INTO label
        WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT i FROM n
        """)
    for end in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: whole + end, toPath: path + end)
    }
    try commit.end("ROLLBACK")
  }

  /// - Parameter opening: Called before each time that the reader is opened.
  private func pool(
    busyTimeout: Duration, opening: @escaping @Sendable () throws -> Void = {}
  ) -> ConnectionPool {
    var configuration = Configuration(readerCount: 1)
    configuration.busyTimeout = busyTimeout
    let (path, setUp) = (path, configuration)
    return ConnectionPool(path: path, setUp, capacity: 1) {
      try opening()
      return try Connection(
        path: path, role: .reader, configuration: setUp, extensions: ExtensionRegistry(),
        waitsForLocks: false)
    }
  }

  private func labels(by pool: ConnectionPool) async throws -> Int {
    let reader = try await pool.take()
    defer { pool.give(back: reader) }
    return try await reader.runUnlessLocked {
      try $0.value(Int.self, sql: "SELECT count(*) FROM label")
    }
  }

  @Test("A reader that opens a database with a hot journal waits until the writer rolls back")
  func waitsToOpen() async throws {
    let attempts = Mutex(0)
    let path = path
    let pool = pool(busyTimeout: .seconds(600)) {
      let attempt = attempts.withLock { count in
        count += 1
        return count
      }
      if attempt == 2 { try HeldLock(path: path).end("ROLLBACK") }
    }
    #expect(try await labels(by: pool) == 1)
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test("An open reader that meets a hot journal waits until the writer rolls back")
  func waitsToRead() async throws {
    let pool = pool(busyTimeout: .seconds(600))
    let journal = path + "-journal"
    let left = try Data(contentsOf: URL(fileURLWithPath: journal))
    try FileManager.default.removeItem(atPath: journal)
    let reader = try await pool.take()
    try left.write(to: URL(fileURLWithPath: journal))
    var attempts = 0
    let count = try await pool.waitingForLock {
      attempts += 1
      if attempts == 2 { try HeldLock(path: path).end("ROLLBACK") }
      return try await reader.runUnlessLocked {
        try $0.value(Int.self, sql: "SELECT count(*) FROM label")
      }
    }
    pool.give(back: reader)
    #expect(count == 1)
    #expect(attempts == 2)
  }

  @Test("A read of a database with a hot journal throws an explaining error after the busy timeout")
  func timesOut() async throws {
    let pool = pool(busyTimeout: .milliseconds(30))
    let error = await #expect(throws: DatabaseError.self) { try await labels(by: pool) }
    #expect(error?.extendedCode == .readOnlyRollback)
    #expect(error?.path == path)
    #expect(error?.message.hasPrefix("a commit was left unfinished") == true)
    #expect((error?.waited ?? .zero) >= .milliseconds(30))
  }
}
