import CSQLite
import ORM
import Testing

@Suite("Locks of other connections", .timeLimit(.minutes(10)))
struct LockTests {
  @Test("A write waits for a lock without blocking a thread")
  func waits() async throws {
    let two = try TwoDatabases(busyTimeout: .seconds(600))
    let db = two.db
    try await db.create(Account.self)
    let trace = try await StatementTrace.start(on: db)
    let held = try HeldLock(path: two.folder.file(), sql: "INSERT INTO account VALUES (1, 1)")
    let writes = [
      Task { try await db.insert(Account(id: 2, balance: 2)).id },
      Task { try await db.transaction { try $0.insert(Account(id: 3, balance: 3)).id } },
      Task { try await db.insert([Account(id: 4, balance: 4), Account(id: 5, balance: 5)])[0].id },
    ]
    // Reads continue while the lock is held, and do not see the uncommitted row.
    for tries in 1...10 {
      while trace.statements.count < 2 * tries { await Task.yield() }
      #expect(try await db.count(Account.self) == 0)
    }
    try held.end("COMMIT")
    for (number, write) in writes.enumerated() { #expect(try await write.value == number + 2) }
    #expect(try await two.other.fetch(Account.order { $0.id }).map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test("A write throws a busy error after the busy timeout, and changes nothing")
  func timesOut() async throws {
    let two = try TwoDatabases(busyTimeout: .milliseconds(30))
    let db = two.db
    try await db.create(Account.self)
    let held = try HeldLock(path: two.folder.file())
    let insert = await #expect(throws: DatabaseError.self) {
      try await db.insert(Account(id: 1, balance: 1))
    }
    #expect(insert?.code == .busy)
    #expect(insert?.sql == #"INSERT INTO "account" ("balance", "id") VALUES ($1, $2)"#)
    #expect(insert?.path == two.folder.file())
    #expect((insert?.waited ?? .zero) >= .milliseconds(30))
    let transaction = await #expect(throws: DatabaseError.self) {
      try await db.transaction { _ in Issue.record("the transaction has not begun") }
    }
    #expect(transaction?.code == .busy)
    #expect(transaction?.path == two.folder.file())
    #expect(transaction?.sql == "BEGIN IMMEDIATE")
    #expect((transaction?.waited ?? .zero) >= .milliseconds(30))
    try held.end("ROLLBACK")
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await two.other.fetch(Account.self).map(\.id) == [2])
  }

  @Test("A cancelled task stops waiting for a lock")
  func cancelled() async throws {
    let two = try TwoDatabases(busyTimeout: .seconds(600))
    let db = two.db
    try await db.create(Account.self)
    let trace = try await StatementTrace.start(on: db)
    let held = try HeldLock(path: two.folder.file())
    let task = Task { try await db.insert(Account(id: 1, balance: 1)) }
    await trace.wait(for: "INSERT", times: 2)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try held.end("ROLLBACK")
    #expect(try await db.count(Account.self) == 0)
    try await db.insert(Account(id: 2, balance: 2))
  }

  /// A database without a write-ahead log, in which a reader blocks a commit.
  func withoutLog(busyTimeout: Duration) async throws -> TwoDatabases {
    let two = try TwoDatabases(busyTimeout: busyTimeout)
    try await two.other.close()
    try await two.db.create(Account.self)
    let mode = try await two.db.withHandle { handle in
      sqlite3_exec(handle, "PRAGMA journal_mode = DELETE", nil, nil, nil)
    }
    #expect(mode == SQLITE_OK)
    return two
  }

  @Test(
    "A commit waits for a lock, and the transaction's body runs once", arguments: [true, false])
  func atCommit(isAsync: Bool) async throws {
    let two = try await withoutLog(busyTimeout: .seconds(3600))
    let db = two.db
    let trace = try await StatementTrace.start(on: db)
    let reader = try HeldLock(path: db.path, begin: "BEGIN", sql: "SELECT * FROM account")
    let task = Task {
      let account = Account(id: 1, balance: 1)
      guard isAsync else { return try await db.transaction { try $0.insert(account) } }
      return try await db.transaction { tx in
        await Task.yield()
        return try tx.insert(account)
      }
    }
    await trace.wait(for: "COMMIT", times: 2)
    try reader.end("COMMIT")
    // The row would be there already if the body ran again.
    #expect(try await task.value == Account(id: 1, balance: 1))
    #expect(try await db.fetch(Account.self).map(\.id) == [1])
  }

  @Test("A commit throws a busy error after the busy timeout, and keeps nothing")
  func atCommitForTooLong() async throws {
    let two = try await withoutLog(busyTimeout: .milliseconds(30))
    let db = two.db
    let reader = try HeldLock(path: db.path, begin: "BEGIN", sql: "SELECT * FROM account")
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { try $0.insert(Account(id: 1, balance: 1)) }
    }
    #expect(error?.code == .busy)
    #expect(error?.sql == "COMMIT")
    #expect((error?.waited ?? .zero) >= .milliseconds(30))
    try reader.end("COMMIT")
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await db.fetch(Account.self).map(\.id) == [2])
  }

  @Test("A reader that is being opened waits for a lock without blocking a thread")
  func opening() async throws {
    let two = try await withoutLog(busyTimeout: .seconds(3600))
    let db = two.db
    let held = try HeldLock(path: db.path, begin: "BEGIN EXCLUSIVE")
    let reads = (0..<8).map { _ in Task { try await db.count(Account.self) } }
    // If each of the tasks blocked a thread, none would be left for this.
    for _ in 0..<10 { try await Task.sleep(for: .milliseconds(2)) }
    try held.end("COMMIT")
    for read in reads { #expect(try await read.value == 0) }
  }
}
