import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Committed rows are read through a second database, because the connection that writes also sees
/// what it has not committed.
@Suite("Transactions that await inside", .timeLimit(.minutes(10)))
struct AsyncTransactionTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount()
  }

  func committed() async throws -> [Int] {
    try await two.other.fetch(Account.order { $0.id }).map(\.id)
  }

  @Test("An asynchronous transaction commits its writes, with values of awaited tasks")
  func commits() async throws {
    let balance = try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 0))
      let balance = await Task.detached { 7 }.value
      try tx.transaction { try tx.update(Account(id: 2, balance: balance)) }
      return balance
    }
    #expect(balance == 7)
    #expect(try await two.other.find(Account.self, 2)?.balance == 7)
  }

  @Test("A transaction is rolled back by an error before or after an await")
  func throwing() async throws {
    for waits in [0, 1, 2] {
      await #expect(throws: Stop()) {
        try await db.transaction { tx in
          try tx.insert(Account(id: 2, balance: 2))
          for _ in 0..<waits { try await Task.sleep(for: .milliseconds(1)) }
          throw Stop()
        }
      }
      #expect(try await committed() == [1])
    }
    try await db.insert(Account(id: 3, balance: 3))
    #expect(try await committed() == [1, 3])
  }

  @Test(
    "A transaction blocks other tasks' writes, which then run in the order of their calls",
    arguments: [true, false])
  func fairness(isFile: Bool) async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .seconds(600)
    let db = isFile ? db : try Database.inMemory(configuration: configuration)
    if !isFile { try await db.create(Account.self) }
    try await db.execute(
      script: """
        CREATE TABLE log (id INTEGER PRIMARY KEY, accountID INTEGER);
        CREATE TRIGGER logged AFTER INSERT ON account BEGIN
          INSERT INTO log (accountID) VALUES (new.id);
        END;
        """)
    let writes = try await db.transaction { tx in
      var writes: [Task<Void, any Error>] = []
      for id in 10..<30 {
        writes.append(insert(id, into: db))
        while db.writers.line.waiting < writes.count { await Task.yield() }
      }
      let count = try tx.fetch(Account.where { $0.id >= 10 }).count
      #expect(count == 0)
      return writes
    }
    for write in writes { try await write.value }
    let order = try await db.fetch(
      Int.self, sql: "SELECT accountID FROM log WHERE accountID >= 10 ORDER BY id")
    #expect(order == Array(10..<30))
  }

  @Test("Other tasks read the state before a transaction while it runs")
  func reads() async throws {
    let db = db
    try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      let seen = try await Task.detached { try await db.count(Account.self) }.value
      #expect(seen == 1)
      // In the same task, only the transaction's own connection sees its writes.
      await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
      let own = try tx.count(Account.self)
      #expect(own == 2)
    }
  }

  @Test("A transaction of an in-memory database blocks reads, which see all or none of its writes")
  func memory() async throws {
    var configuration = Configuration()
    configuration.connectionTimeout = .seconds(600)
    let db = try Database.inMemory(configuration: configuration)
    try await db.create(Account.self)
    let reader = try await db.transaction { tx in
      try tx.insert(Account(id: 1, balance: 1))
      let reader = Task.detached { try await db.count(Account.self) }
      while db.writers.line.waiting == 0 { await Task.yield() }
      try tx.insert(Account(id: 2, balance: 2))
      return reader
    }
    #expect(try await reader.value == 2)
  }

  @Test(
    "A call that would wait for its task's own transaction throws a deadlock error",
    arguments: [true, false])
  func deadlock(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    let reads: [@Sendable () async throws -> Void] = [
      { _ = try await db.count(Account.self) },
      { for try await _ in db.stream(Account.all) {} },
    ]
    let writes: [@Sendable () async throws -> Void] = [
      { try await db.insert(Account(id: 2, balance: 2)) },
      { try await db.transaction { _ in } },
      { try await db.transaction { _ in await Task.yield() } },
      { _ = try await Task { try await db.insert(Account(id: 2, balance: 2)) }.value },
      {
        async let count = db.execute("DELETE FROM account")
        _ = try await count
      },
    ]
    for call in writes + (isFile ? [] : reads) {
      try await db.transaction { tx in
        try tx.insert(Account(id: 7, balance: 7))
        let error = await #expect(throws: DatabaseError.self) { try await call() }
        #expect(error?.extendedCode == .deadlock)
        #expect(error?.path == db.path)
        tx.rollback()
      }
    }
    #expect(try await db.count(Account.self) == (isFile ? 1 : 0))
    try await db.transaction { _ in
      let error = await #expect(throws: DatabaseError.self) { try await db.close() }
      #expect(error?.extendedCode == .deadlock)
    }
  }

  @Test("A task started in a transaction can write after the transaction has ended")
  func startedTask() async throws {
    let db = db
    let go = AsyncStream<Void>.makeStream()
    let task = try await db.transaction { tx in
      await Task.yield()
      return Task {
        for await _ in go.stream { break }
        try await db.insert(Account(id: 2, balance: 2))
      }
    }
    go.continuation.yield()
    try await task.value
    #expect(try await committed() == [1, 2])
  }

  @Test("A transaction of one database may use another database")
  func other() async throws {
    let second = try Database.inMemory()
    try await second.create(Account.self)
    let db = db
    try await db.transaction { tx in
      try await second.transaction { inner in
        try inner.insert(Account(id: 1, balance: 1))
        let error = await #expect(throws: DatabaseError.self) {
          try await db.insert(Account(id: 9, balance: 9))
        }
        #expect(error?.extendedCode == .deadlock)
      }
      try await second.insert(Account(id: 2, balance: 2))
      try tx.insert(Account(id: 2, balance: 2))
    }
    #expect(try await second.count(Account.self) == 2)
    #expect(try await committed() == [1, 2])
  }

  @Test("A cancelled transaction is rolled back, even if its body goes on")
  func cancelled() async throws {
    let db = db
    let isInside = AsyncStream<Void>.makeStream()
    let task = Task {
      try await db.transaction { tx in
        try tx.insert(Account(id: 2, balance: 2))
        isInside.continuation.yield()
        try? await Task.sleep(for: .seconds(3600))
        try tx.insert(Account(id: 3, balance: 3))
      }
    }
    for await _ in isInside.stream { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await committed() == [1])
    try await db.insert(Account(id: 4, balance: 4))
    #expect(try await committed() == [1, 4])
  }

  @Test("A transaction waits for a lock without blocking a thread, and then commits")
  func lock() async throws {
    let db = db
    let trace = try await StatementTrace.start(on: db)
    let held = try HeldLock(path: db.path)
    let task = Task {
      try await db.transaction { tx in
        await Task.yield()
        try tx.insert(Account(id: 2, balance: 2))
      }
    }
    await trace.wait(for: "BEGIN", times: 2)
    try held.end("COMMIT")
    try await task.value
    #expect(try await committed() == [1, 2])
  }

  /// Starts a detached task that inserts a row, in one of two ways.
  private func insert(_ id: Int, into db: Database) -> Task<Void, any Error> {
    Task.detached {
      if id % 2 == 0 {
        try await db.insert(Account(id: id, balance: id))
      } else {
        try await db.transaction { try $0.insert(Account(id: id, balance: id)) }
      }
    }
  }
}
