import CSQLite
import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

// Serialized: each statement keeps a thread busy, and there may be only two for all tasks.
@Suite("A cancelled task", .serialized, .timeLimit(.minutes(10)))
struct CancellationMatrixTests {
  /// Where a task is when it is cancelled.
  enum Place: CaseIterable {
    case waitingForConnection, waitingForLock, prepared, stepping, inTransaction, nested, suspended
    case atCommit, waitingForLockAtCommit
  }

  struct Case: CustomTestStringConvertible {
    let place: Place
    let isWriting: Bool
    let isFile: Bool

    var testDescription: String {
      "\(place), \(isWriting ? "writing" : "reading"), \(isFile ? "pool" : "memory")"
    }

    static let all = Place.allCases.flatMap { place in
      [true, false].flatMap { isWriting in
        [true, false].map { Case(place: place, isWriting: isWriting, isFile: $0) }
      }
    }.filter { $0.isPossible }

    var isPossible: Bool {
      switch place {
      // No other process uses an in-memory database, and a reader needs no lock.
      case .waitingForLock, .waitingForLockAtCommit: isWriting && isFile
      // The body of a read can't suspend.
      case .suspended: isWriting
      default: true
      }
    }
  }

  /// Reads for minutes.
  static let longRead: SQL = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    SELECT count(*) FROM n
    """

  let beginning = Beginning()

  @Test(
    "A cancelled task gets a CancellationError, and leaves no change and no open transaction",
    arguments: Case.all)
  func leavesNothing(_ test: Case) async throws {
    let two = try TwoDatabases(busyTimeout: .seconds(600), readerCount: 1)
    let db = test.isFile ? two.db : try Database.inMemory()
    if test.place == .waitingForLockAtCommit {
      // Without a write-ahead log, readers keep a commit waiting.
      try await two.other.close()
      let mode = "PRAGMA journal_mode = DELETE"
      try await db.withHandle { _ = sqlite3_exec($0, mode, nil, nil, nil) }
    }
    try beginning.add(to: db)
    try await db.create(Account.self)
    try await db.insert((1...500).map { Account(id: $0, balance: 0) })

    try await cancel(test, db)

    // No row is kept, no transaction is open, and all connections are available.
    let isOpen = try await db.withHandle { sqlite3_get_autocommit($0) == 0 }
    #expect(!isOpen)
    for _ in 0..<3 { #expect(try await db.count(Account.self) == 500) }
    try await db.transaction { try $0.insert(Account(id: 501, balance: 1)) }
    try await db.insert(Account(id: 502, balance: 1))
    #expect(try await db.read { try $0.count(Account.self) } == 502)
    if test.isFile && test.place != .waitingForLockAtCommit {
      #expect(try await two.other.count(Account.self) == 502)
    }
    try await db.close()
  }

  private func cancel(_ test: Case, _ db: Database) async throws {
    let new = Account(id: 1000, balance: 0)
    switch (test.place, test.isWriting) {
    case (.waitingForConnection, let isWriting):
      if test.isFile && !isWriting {
        var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
        _ = try await rows?.next()
        let readers = try #require(db.readers)
        try await expectCancelled(when: { readers.line.waiting >= 1 }) {
          _ = try await db.snapshot()
        }
        rows = nil
      } else {
        try await db.transaction { _ in
          // An unstructured task: a child task would wait for its own connection.
          try await expectCancelled(when: { db.writers.line.waiting >= 1 }) {
            if isWriting { try await db.insert(new) } else { _ = try await db.count(Account.self) }
          }
        }
      }
    case (.waitingForLock, _):
      let held = try HeldLock(path: db.path)
      let trace = try await StatementTrace.start(on: db)
      try await expectCancelled(when: { trace.count("INSERT") >= 2 }) { try await db.insert(new) }
      try await expectCancelled(when: { trace.count("BEGIN") >= 2 }) {
        try await db.transaction { try $0.insert(new) }
      }
      try await trace.stop(on: db)
      try held.end("ROLLBACK")
    case (.prepared, let isWriting):
      await expectThrown {
        withUnsafeCurrentTask { $0?.cancel() }
        try await db.execute(isWriting ? CancellationTests.long : Self.longRead)
      }
    case (.stepping, true):
      await expectCancelledWhenBegun { try await db.execute(Beginning.write) }
    case (.stepping, false):
      await expectCancelledWhenBegun {
        _ = try await db.value(Int.self, sql: Beginning.read)
      }
    case (.inTransaction, true):
      await expectCancelledWhenBegun {
        try await db.transaction { tx in
          try tx.insert(new)
          try tx.execute(Beginning.write)
        }
      }
    case (.inTransaction, false):
      await expectCancelledWhenBegun {
        try await db.read { db in
          _ = try db.count(Account.self)
          try db.execute(Beginning.read)
        }
      }
    case (.nested, true):
      await expectCancelledWhenBegun {
        try await db.transaction { tx in
          try tx.insert(new)
          try tx.transaction {
            try tx.update(Account(id: 1, balance: 7))
            try tx.transaction { _ = try tx.execute(Beginning.write) }
          }
        }
      }
    case (.nested, false):
      await expectCancelledWhenBegun {
        try await db.transaction { tx in
          try tx.insert(new)
          try tx.read { _ = try tx.execute(Beginning.read) }
        }
      }
    case (.suspended, _):
      await expectCancelledWhenBegun {
        try await db.transaction { tx in
          try tx.insert(new)
          try tx.execute("SELECT begun()")
          try await Task.sleep(for: .seconds(600))
        }
      }
    case (.atCommit, true):
      await expectThrown {
        try await db.transaction { tx in
          try tx.insert(new)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    case (.atCommit, false):
      await expectThrown {
        try await db.read { db in
          _ = try db.count(Account.self)
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    case (.waitingForLockAtCommit, _):
      let reader = try HeldLock(path: db.path, begin: "BEGIN", sql: "SELECT * FROM account")
      let trace = try await StatementTrace.start(on: db)
      try await expectCancelled(when: { trace.count("COMMIT") >= 2 }) {
        try await db.transaction { try $0.insert(new) }
      }
      try await trace.stop(on: db)
      try reader.end("COMMIT")
    }
  }

  /// Cancels a task that runs `body` once a condition is met, from a thread that no task can keep
  /// busy.
  private func expectCancelled(
    when isThere: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let task = Task.detached { try await body() }
    Thread.detachNewThread {
      while !isThere() { usleep(200) }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// Cancels a task that runs `body` once it has called `begun()`.
  private func expectCancelledWhenBegun(
    _ body: @escaping @Sendable () async throws -> Void
  ) async {
    await beginning.cancel { Task.detached { try await body() } }
  }

  /// Expects a task that cancels itself to throw.
  private func expectThrown(_ body: @escaping @Sendable () async throws -> Void) async {
    let task = Task.detached { try await body() }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "A cancelled task throws CancellationError only if its write was not kept",
    arguments: [true, false])
  func keptOrCancelled(isTransaction: Bool) async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    var cancelled = 0
    for id in 0..<3000 {
      let result = await Task {
        if isTransaction {
          try await db.transaction { tx in
            try tx.insert(Account(id: id, balance: 0))
            if id % 2 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
          }
        } else {
          withUnsafeCurrentTask { $0?.cancel() }
          try await db.insert(Account(id: id, balance: 0))
        }
      }.result
      var isKept = true
      if case .failure(let error) = result {
        #expect(error is CancellationError)
        isKept = false
        cancelled += 1
      }
      #expect(try await db.exists(Account.self, key: id) == isKept)
    }
    // An insert of one row has no point at which it could be stopped, so it is kept.
    #expect(cancelled > 0 || !isTransaction)
  }
}
