import ORM
import Testing

@Suite("A connection used after its closure has returned", .timeLimit(.minutes(10)))
struct KeptConnectionTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount(readerCount: 1)
  }

  static let calls: [@Sendable (Connection) async throws -> Void] = [
    { try await $0.insert(Account(id: 2, balance: 2)) },
    { try await $0.insert([Account(id: 2, balance: 2), Account(id: 3, balance: 3)]) },
    { try await $0.update(Account(id: 1, balance: 2)) },
    { try await $0.save(Account(id: 1, balance: 2)) },
    { try await $0.delete(Account(id: 1, balance: 1)) },
    { _ = try await $0.find(Account.self, 1) },
    { _ = try await $0.fetch(Account.self) },
    { _ = try await $0.fetch(Account.where { $0.id == 1 }) },
    { _ = try await $0.count(Account.self) },
    { try await $0.run(Account.deleteAll()) },
    { try await $0.execute("DELETE FROM account") },
    { try await $0.execute(script: "DELETE FROM account") },
    { _ = try await $0.value(Int.self, sql: "SELECT 1") },
    { try await $0.forEach(Account.all) { _ in } },
    { try await $0.transaction { _ = Issue.record("it has begun") } },
    { try await $0.read { _ = Issue.record("it has begun") } },
    { try await $0.withHandle { _ in _ = Issue.record("C has it") } },
    { _ = try await $0.explain("SELECT 1") },
    { try await $0.create(Band.self) },
  ]

  func expectRefusal(
    _ kept: Connection, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    for (number, call) in Self.calls.enumerated() {
      let error = await #expect(
        throws: DatabaseError.self, "\(number)", sourceLocation: sourceLocation
      ) {
        try await call(kept)
      }
      #expect(
        error?.extendedCode == .connectionExpired, "\(number)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "Each call on an expired connection throws while no task has the connection",
    arguments: [true, false])
  func idle(isReader: Bool) async throws {
    let kept = try await isReader ? db.read { $0 } : db.transaction { $0 }
    await expectRefusal(kept)
    #expect(try await db.fetch(Account.self) == [Account(id: 1, balance: 1)])
  }

  @Test("An expired connection can't write into, or roll back, another task's transaction")
  func otherTransaction() async throws {
    let db = db
    let kept = try await db.transaction { tx in
      try tx.insert(Account(id: 9, balance: 9))
      return tx
    }
    let (begun, go) = (Gate(), Gate())
    let transaction = Task {
      try await db.transaction { tx in
        try tx.insert(Account(id: 5, balance: 5))
        begun.open()
        try await go.wait()
        // A task that the closure awaits may use the connection, too.
        try await insert(6, tx)
        try await Task { try await insert(7, tx) }.value
        async let child: Void = insert(8, tx)
        try await child
      }
    }
    try await begun.wait()
    await expectRefusal(kept)
    await kept.rollback()
    go.open()
    try await transaction.value
    #expect(try await two.other.fetch(Account.order { $0.id }).map(\.id) == [1, 5, 6, 7, 8, 9])
  }

  @Test("A connection is refused in a task that outlives the closure that started it")
  func outlivingTask() async throws {
    let db = db
    let go = Gate()
    let late = try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      await Task.yield()
      return Task {
        try await go.wait()
        try await insert(3, tx)
      }
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { _ in
        go.open()
        try await late.value
      }
    }
    #expect(error?.extendedCode == .connectionExpired)
    #expect(try await db.count(Account.self) == 2)
  }

  @Test("An expired connection of an in-memory database or a snapshot is refused")
  func memory() async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    await expectRefusal(try await db.read { $0 })
    let snapshot = try await db.snapshot()
    await expectRefusal(try await snapshot.read { $0 })
    let fileSnapshot = try await two.db.snapshot()
    await expectRefusal(try await fileSnapshot.read { $0 })
  }

  @Test("A copy of a stream's iterator can't take rows of another stream")
  func iteratorCopy() async throws {
    try await db.insert((2...100).map { Account(id: $0, balance: 0) })
    var first = db.stream(Account.all).makeAsyncIterator()
    _ = try await first.next()
    var copy = first
    while try await first.next() != nil {}
    // The connection is lent again, for the same type of rows.
    var other = db.stream(Account.all).makeAsyncIterator()
    _ = try await other.next()
    let error = await #expect(throws: DatabaseError.self) {
      while try await copy.next() != nil {}
    }
    #expect(error?.extendedCode == .connectionExpired)
    var count = 1
    while try await other.next() != nil { count += 1 }
    #expect(count == 100)
  }
}

/// Inserts a row from code outside of the connection's isolation.
private nonisolated func insert(_ id: Int, _ connection: Connection) async throws {
  try await connection.insert(Account(id: id, balance: id))
}
