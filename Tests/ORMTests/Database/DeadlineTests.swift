import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

// The tests run one at a time: each statement keeps a thread busy, and there may be only two
// threads for all tasks.
@Suite("Deadlines", .serialized, .timeLimit(.minutes(10)))
struct DeadlineTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount(readerCount: 1)
  }

  /// Expects that a deadline stops `body` at this activity.
  ///
  /// On a busy machine the deadline may pass before `body` gets there, so it is doubled until it
  /// does not.
  func expectDeadline(
    _ activity: DeadlineError.Activity, within first: Duration = .milliseconds(20),
    in db: Database? = nil, _ body: (Database) async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> DeadlineError? {
    var limit = first
    var error: DeadlineError?
    repeat {
      if error != nil { limit *= 2 }
      error = await #expect(throws: DeadlineError.self, sourceLocation: sourceLocation) {
        try await (db ?? self.db).within(limit, body)
      }
    } while error != nil && error?.activity != activity && limit < .seconds(60)
    #expect(error?.limit == limit, sourceLocation: sourceLocation)
    #expect(error?.activity == activity, sourceLocation: sourceLocation)
    if let error { #expect(error.elapsed >= limit, sourceLocation: sourceLocation) }
    return error
  }

  @Test(
    "A deadline interrupts statements that write and statements that read",
    arguments: [true, false])
  func running(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    let count = try await db.count(Account.self)
    let write = await expectDeadline(.running, in: db) {
      try await $0.execute(CancellationTests.long)
    }
    let sql = write?.sql ?? ""
    #expect(sql.hasPrefix("WITH RECURSIVE"))
    _ = await expectDeadline(.running, in: db) {
      _ = try await $0.value(
        Int.self,
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
          SELECT count(*) FROM n
          """)
    }
    _ = await expectDeadline(.running, in: db) { db in
      while true { _ = try await db.find(Account.self, 1) }
    }
    #expect(try await db.count(Account.self) == count)
    try await db.insert(Account(id: 2, balance: 2))
  }

  @Test("A deadline rolls a transaction back, even if its body goes on", arguments: [true, false])
  func transaction(goesOn: Bool) async throws {
    _ = await expectDeadline(.running) { db in
      try await db.transaction { tx in
        try tx.insert(Account(id: 2, balance: 2))
        do {
          try tx.execute(CancellationTests.long)
        } catch  where goesOn {}
        _ = try? tx.insert(Account(id: 3, balance: 3))
      }
    }
    _ = await expectDeadline(.running) { db in
      try await db.transaction { tx in
        try tx.insert(Account(id: 2, balance: 2))
        // The deadline may have become long.
        while !Deadline.hasPassed { try await Task.sleep(for: .milliseconds(1)) }
      }
    }
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1])
    try await db.insert(Account(id: 4, balance: 4))
    #expect(try await two.other.fetch(Account.self).map(\.id) == [1, 4])
  }

  @Test("A deadline ends a wait for a reader, for the writer, and for close")
  func waitingForConnection() async throws {
    let db = db
    try await db.insert((2...1000).map { Account(id: $0, balance: 0) })
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let reader = await Task.detached {
      await expectDeadline(.waitingForConnection) { _ = try await $0.snapshot() }
    }.value
    #expect(reader?.path == db.path)
    try await db.transaction { _ in
      let writing = Task.detached {
        await expectDeadline(.waitingForConnection) { try await $0.execute("DELETE FROM account") }
      }
      #expect(await writing.value?.path == db.path)
    }
    #expect(try await two.other.count(Account.self) == 1000)
    _ = await expectDeadline(.waitingForConnection) { try await $0.close() }
    rows = nil
    try await db.close()
  }

  @Test("A deadline ends a wait for a lock, and its error contains the statement")
  func retryWhileLocked() async throws {
    let held = try HeldLock(path: db.path)
    let insert = await expectDeadline(.waitingForLock) {
      try await $0.insert(Account(id: 2, balance: 2))
    }
    #expect(insert?.sql == #"INSERT INTO "account" ("balance", "id") VALUES ($1, $2)"#)
    #expect(insert?.path == db.path)
    let transaction = await expectDeadline(.waitingForLock) { try await $0.transaction { _ in } }
    #expect(transaction?.sql == "BEGIN IMMEDIATE")
    try held.end("ROLLBACK")
    try await db.insert(Account(id: 2, balance: 2))
  }

  @Test("A deadline does not affect other tasks")
  func others() async throws {
    let db = db
    let worker = Task {
      for id in 100..<300 { try await db.insert(Account(id: id, balance: id)) }
    }
    for _ in 0..<5 {
      _ = await expectDeadline(.running, within: .milliseconds(5)) {
        try await $0.execute(CancellationTests.long)
      }
    }
    try await worker.value
    #expect(try await two.other.count(Account.self) == 201)
  }

  @Test("Of nested deadlines, the one that passes first ends the call")
  func nested() async throws {
    let error = await expectDeadline(.running, within: .milliseconds(30)) { db in
      try await db.within(.seconds(3600)) { _ = try await $0.execute(CancellationTests.long) }
    }
    #expect(error.map { $0.limit < .seconds(60) } == true)
    try await db.within(.seconds(3600)) { db in
      _ = await expectDeadline(.running, within: .milliseconds(30)) {
        try await $0.execute(CancellationTests.long)
      }
      let count = try await db.count(Account.self)
      #expect(count == 1)
    }
  }

  @Test("A deadline that does not pass has no effect, and its body may capture non-Sendable values")
  func inTime() async throws {
    final class Box { var value = 0 }
    let box = Box()
    let count = try await db.within(.seconds(3600)) { db in
      box.value += 1
      return try await db.count(Account.self) + box.value
    }
    #expect(count == 2)
    // The deadline is not in effect any more.
    try await Task.sleep(for: .milliseconds(5))
    #expect(try await db.count(Account.self) == 1)
  }
}
