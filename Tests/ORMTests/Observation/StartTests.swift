import ORM
import Testing

/// Observations whose first value is available at once.
@Suite("Starting an observation", .timeLimit(.minutes(10)))
struct StartTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount()
  }

  private var ids: ValueObservation<[Int]> {
    db.observe(Account.select { $0.id }.order { $0.id })
  }

  private nonisolated func value<Value: Sendable>(
    after observation: ValueObservation<Value>
  ) async throws -> Value? {
    for try await value in observation { return value }
    return nil
  }

  @Test(
    "start returns the current value, and the observation its later values",
    arguments: [true, false])
  @MainActor
  func order(isBlocking: Bool) async throws {
    let (first, rest) = isBlocking ? try ids.startBlocking() : try await ids.start()
    #expect(first == [1])
    var values = rest.makeAsyncIterator()
    // No task has asked for more values yet, so there are no hooks.
    try await db.insert(Account(id: 2, balance: 2))
    #expect(try await values.next() == [1, 2])
    try await db.insert(Account(id: 3, balance: 3))
    #expect(try await values.next() == [1, 2, 3])
  }

  @Test("A started observation does not repeat its first value")
  func repeated() async throws {
    let (_, rest) = try await ids.start()
    try await db.insert(Account(id: 2, balance: 2))
    try await db.delete(Account.self, key: 2)
    let next = Task { try await value(after: rest) }
    try await db.insert(Account(id: 3, balance: 3))
    #expect(try await next.value == [1, 3])
    // It can be iterated again, and starts after the same value.
    #expect(try await value(after: rest) == [1, 3])
  }

  @Test("Closures, rows by their key and raw SQL can be started", arguments: [true, false])
  @MainActor
  func kinds(isBlocking: Bool) async throws {
    func start<Value: Sendable>(
      _ observation: ValueObservation<Value>
    ) async throws -> (first: Value, rest: ValueObservation<Value>) {
      isBlocking ? try observation.startBlocking() : try await observation.start()
    }
    let count = try await start(db.observe { try $0.count(Account.self) })
    let row = try await start(db.observe(Account.self, 1))
    let sum = try await start(db.observe(Int.self, sql: "SELECT sum(balance) FROM account"))
    #expect(count.first == 1 && row.first == Account(id: 1, balance: 1) && sum.first == [1])
    try await db.insert(Account(id: 2, balance: 2))
    try await db.update(Account(id: 1, balance: 7))
    #expect(try await value(after: count.rest) == 2)
    #expect(try await value(after: row.rest) == Account(id: 1, balance: 7))
    #expect(try await value(after: sum.rest) == [9])
  }

  @Test("A started observation misses no commit")
  func many() async throws {
    let db = db
    let writing = Task {
      for id in 2...300 { try await db.insert(Account(id: id, balance: id)) }
    }
    for _ in 0..<50 {
      let (first, rest) = try await db.observe { try $0.count(Account.self) }.start()
      var last = first
      if last < 300 {
        for try await count in rest {
          #expect(count > last)
          last = count
          if count == 300 { break }
        }
      }
      #expect(last == 300)
    }
    try await writing.value
  }

  @Test("start throws the query's error, and the observation ends with the database")
  func ends() async throws {
    await #expect(throws: DatabaseError.self) {
      try await db.observe(Int.self, sql: "SELECT nothing FROM account").start()
    }
    let (_, rest) = try await ids.start()
    try await db.close()
    #expect(try await value(after: rest) == nil)
    await #expect(throws: DatabaseError.self) { try await ids.start() }
  }
}
