import ORM
import Testing

@Suite("Locks that others hold", .timeLimit(.minutes(2)))
struct LockTests {
  @Test("are waited for, by a transaction and by a verb, without blocking a thread")
  func waits() async throws {
    let two = try TwoDatabases()
    let db = two.db
    try await db.create(Account.self)
    let held = try HeldLock(path: two.folder.file(), sql: "INSERT INTO account VALUES (1, 1)")
    let writes = [
      Task { try await db.insert(Account(id: 2, balance: 2)).id },
      Task { try await db.transaction { try $0.insert(Account(id: 3, balance: 3)).id } },
      Task { try await db.insert([Account(id: 4, balance: 4), Account(id: 5, balance: 5)])[0].id },
    ]
    // Reads go on meanwhile, and see nothing of it.
    for _ in 0..<20 {
      #expect(try await db.count(Account.self) == 0)
      try await Task.sleep(for: .milliseconds(1))
    }
    try held.end("COMMIT")
    for (number, write) in writes.enumerated() { #expect(try await write.value == number + 2) }
    #expect(try await two.other.fetch(Account.order { $0.id }).map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test("are an error once the configuration's time is up, and nothing was done")
  func timesOut() async throws {
    let two = try TwoDatabases(busyTimeout: .milliseconds(30))
    let db = two.db
    try await db.create(Account.self)
    let held = try HeldLock(path: two.folder.file())
    let insert = await #expect(throws: DatabaseError.self) {
      try await db.insert(Account(id: 1, balance: 1))
    }
    #expect(insert?.code == .busy)
    let transaction = await #expect(throws: DatabaseError.self) {
      try await db.transaction { _ in Issue.record("the transaction has not begun") }
    }
    #expect(transaction?.code == .busy)
    #expect(transaction?.path == two.folder.file())
    try held.end("ROLLBACK")
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await two.other.fetch(Account.self).map(\.id) == [2])
  }

  @Test("stop being waited for when the task is cancelled")
  func cancelled() async throws {
    let two = try TwoDatabases(busyTimeout: .seconds(600))
    let db = two.db
    try await db.create(Account.self)
    let held = try HeldLock(path: two.folder.file())
    let task = Task { try await db.insert(Account(id: 1, balance: 1)) }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try held.end("ROLLBACK")
    #expect(try await db.count(Account.self) == 0)
    try await db.insert(Account(id: 2, balance: 2))
  }
}
