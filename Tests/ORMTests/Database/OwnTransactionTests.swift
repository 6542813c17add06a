import ORM
import Testing

/// A method of the database that a task calls in its own transaction.
private struct OwnCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Database) async throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Database) async throws -> Void) {
    testDescription = name
    self.run = run
  }

  static let all: [OwnCall] = [
    OwnCall("count") { _ = try await $0.count(Account.self) },
    OwnCall("fetch") { _ = try await $0.fetch(Account.self) },
    OwnCall("find") { _ = try await $0.find(Account.self, 1) },
    OwnCall("fetch of SQL") { _ = try await $0.fetch(Row.self, sql: "SELECT 1") },
    OwnCall("value") { _ = try await $0.value(Int.self, sql: "SELECT 1") },
    OwnCall("read") { _ = try await $0.read { try $0.count(Account.self) } },
    OwnCall("stream") { for try await _ in $0.stream(Account.all) {} },
    OwnCall("snapshot") { _ = try await $0.snapshot() },
    OwnCall("observe") { for try await _ in $0.observe(Account.all) { return } },
    OwnCall("schema") { _ = try await $0.schema() },
    OwnCall("plan") { _ = try await $0.plan(to: Schema(of: Account.self)) },
    OwnCall("check") { _ = try await $0.checkIntegrity() },
    OwnCall("backup") { try await $0.backup(to: $0.path + "-copy") },
    OwnCall("insert") { try await $0.insert(Account(id: 2, balance: 2)) },
    OwnCall("transaction") { try await $0.transaction { _ in } },
    OwnCall("a task that it starts") { db in
      _ = try await Task { try await db.count(Account.self) }.value
    },
    OwnCall("a child task") { db in
      async let count = db.count(Account.self)
      _ = try await count
    },
  ]
}

@Suite("Calls of a database in its own transaction")
struct OwnTransactionTests {
  @Test(
    "Each method throws within its task's own transaction, and the error says what to use",
    arguments: [true, false], OwnCall.all)
  fileprivate func refused(isFile: Bool, _ call: OwnCall) async throws {
    let folder = try TemporaryFolder()
    let db = isFile ? try Database(folder.file()) : try Database.inMemory()
    try await db.create(Account.self)
    try await db.transaction { tx in
      try tx.insert(Account(id: 1, balance: 1))
      await Task.yield()
      let error = await #expect(throws: DatabaseError.self) { try await call.run(db) }
      #expect(error?.extendedCode == .deadlock)
      #expect(error?.message.contains("use the connection that is passed to its body") == true)
      #expect(try tx.count(Account.self) == 1)
    }
    #expect(try await db.count(Account.self) == 1)
  }

  @Test("Other tasks can read during a transaction, and tasks it started can read after it")
  func others() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Account.self)
    let go = AsyncStream<Void>.makeStream()
    let (started, detached) = try await db.transaction { tx in
      try tx.insert(Account(id: 1, balance: 1))
      await Task.yield()
      let detached = try await Task.detached { try await db.count(Account.self) }.value
      let started = Task {
        for await _ in go.stream { break }
        return try await db.count(Account.self)
      }
      return (started, detached)
    }
    go.continuation.yield()
    #expect(detached == 0)
    #expect(try await started.value == 1)
  }

  @Test("A transaction of one database does not affect calls of another database")
  func another() async throws {
    let folder = try TemporaryFolder()
    let (db, second) = (try Database(folder.file()), try Database(folder.file("second")))
    try await db.create(Account.self)
    try await second.create(Account.self)
    try await db.transaction { tx in
      try tx.insert(Account(id: 1, balance: 1))
      try await second.insert(Account(id: 2, balance: 2))
      #expect(try await second.count(Account.self) == 1)
      let found = try await second.transaction { inner in
        await Task.yield()
        await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
        await #expect(throws: DatabaseError.self) { try await second.count(Account.self) }
        return try inner.fetch(Account.self)
      }
      #expect(found.map(\.id) == [2])
      #expect(try await second.count(Account.self) == 1)
    }
  }
}
