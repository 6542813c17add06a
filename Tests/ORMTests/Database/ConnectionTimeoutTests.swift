import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Connection timeouts", .timeLimit(.minutes(10)))
struct ConnectionTimeoutTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Account.self)
    try await db.insert((1...100).map { Account(id: $0, balance: 0) })
  }

  /// A database with one reader, in which calls do not wait unless `limit` is set.
  func database(_ name: String = "test.sqlite", limit: Duration? = .zero) throws -> Database {
    var configuration = Configuration(readerCount: 1)
    configuration.connectionTimeout = limit
    return try Database(folder.file(name), configuration: configuration)
  }

  static let nested: [@Sendable (Database) async throws -> Void] = [
    { db in
      let count = try await db.count(Account.self)
      #expect(count == 100)
    },
    { db in
      let count = try await db.read { try $0.count(Account.self) }
      #expect(count == 100)
    },
    { db in
      var count = 0
      for try await _ in db.stream(Account.all) { count += 1 }
      #expect(count == 100)
    },
    { db in
      let snapshot = try await db.snapshot()
      #expect(try await snapshot.read { try $0.count(Account.self) } == 100)
      #expect(try await db.count(Account.self) == 100)
      try await snapshot.close()
    },
    { db in
      for try await accounts in db.observe(Account.all) {
        #expect(accounts.count == 100)
        #expect(try await db.count(Account.self) == 100)
        break
      }
    },
    { db in
      async let child = db.count(Account.self)
      let count = try await child
      let detached = try await Task.detached { try await db.count(Account.self) }.value
      #expect([count, detached] == [100, 100])
    },
    { db in
      let count = try await db.transaction { tx in
        await Task.yield()
        return try tx.count(Account.self)
      }
      #expect(count == 100)
    },
    { db in
      let folder = try TemporaryFolder()
      try await db.backup(to: folder.file())
    },
  ]

  @Test(
    "Calls within a stream do not wait for a connection, even with one reader",
    arguments: nested.indices)
  func inStream(call: Int) async throws {
    let db = try database()
    for try await row in db.stream(Account.all) where row.id % 50 == 0 {
      try await Self.nested[call](db)
    }
    #expect(try await db.count(Account.self) == 100)
  }

  @Test(
    "Calls within an observation, with an open snapshot, do not wait for a connection",
    arguments: nested.indices)
  func inObservation(call: Int) async throws {
    let db = try database()
    for try await _ in db.observe(Account.all) {
      let snapshot = try await db.snapshot()
      try await Self.nested[call](db)
      try await snapshot.close()
      break
    }
  }

  @Test("More tasks than readers can iterate over streams and fetch without a deadlock")
  func manyStreams() async throws {
    let db = try database(limit: .seconds(600))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask {
          var sum = 0
          for try await row in db.stream(Account.where { $0.id <= 20 }) {
            sum += try await db.find(Account.self, row.id) == row ? 1 : 0
          }
          return sum
        }
      }
      for try await sum in group { #expect(sum == 20) }
    }
  }

  @Test("Surplus readers are closed when a stream ends")
  func surplus() async throws {
    let db = try database()
    let readers = try #require(db.readers)
    for try await row in db.stream(Account.all) where row.id == 100 {
      for try await row in db.stream(Account.all) where row.id == 100 {
        #expect(try await db.count(Account.self) == 100)
        #expect(readers.state.withLock { $0.count } == 3)
      }
      #expect(readers.state.withLock { $0.count } == 2)
    }
    #expect(readers.state.withLock { $0.count } == 1)
    #expect(readers.state.withLock { $0.keepers.count } == 0)
  }

  @Test("Calls pass streams that wait for a reader")
  func order() async throws {
    let db = try database(limit: nil)
    let readers = try #require(db.readers)
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let second = Task.detached {
      var count = 0
      for try await _ in db.stream(Account.all) { count += 1 }
      return count
    }
    while readers.line.waiting == 0 { await Task.yield() }
    for _ in 0..<10 {
      #expect(try await Task.detached { try await db.count(Account.self) }.value == 100)
    }
    rows = nil
    #expect(try await second.value == 100)
  }

  @Test("A timeout error names the holder of the connection: a transaction that waits")
  func transaction() async throws {
    for limit in [Duration.zero, .milliseconds(1)] {
      let db = try database(limit: limit)
      let (begun, go) = (Gate(), Gate())
      let holder = Task {
        try await db.transaction { tx in
          try tx.update(Account(id: 1, balance: 7))
          begun.open()
          try await go.wait()
        }
      }
      try await begun.wait()
      let account = Account(id: 2, balance: 2)
      let error = await #expect(throws: ConnectionTimeoutError.self) {
        try await db.update(account)
      }
      #expect(error?.holders.map(\.activity) == [.transaction])
      #expect(error?.holders.first?.duration ?? .zero > .zero)
      #expect(error?.limit == limit)
      #expect(error?.path == folder.file())
      #expect(error.map { "\($0)".contains("a transaction that waits for something for ") } == true)
      await #expect(throws: ConnectionTimeoutError.self) { try await db.transaction { _ in } }
      await #expect(throws: ConnectionTimeoutError.self) { try await db.close() }
      go.open()
      try await holder.value
      try await db.update(account)
      #expect(try await db.find(Account.self, 1)?.balance == 7)
    }
  }

  @Test("A timeout error names the holder of the connection: a call")
  func call() async throws {
    let db = try database()
    let lent = try await db.writers.take()
    let error = await #expect(throws: ConnectionTimeoutError.self) {
      try await db.delete(Account(id: 1, balance: 0))
    }
    #expect(error?.holders.map(\.activity) == [.call])
    db.writers.give(back: lent)
    #expect(try await db.delete(Account(id: 1, balance: 0)))
  }

  @Test("A timeout error names the holders of the readers: a stream and a snapshot")
  func keepers() async throws {
    let db = try database()
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let other = Task.detached { for try await _ in db.stream(Account.all) {} }
    let error = await #expect(throws: ConnectionTimeoutError.self) { try await other.value }
    #expect(error?.holders.map(\.activity) == [.stream])
    #expect(error?.holders.first?.sql?.contains("SELECT") == true)
    let snapshot = try await db.snapshot()
    let both = await #expect(throws: ConnectionTimeoutError.self) {
      try await Task.detached { try await db.snapshot() }.value
    }
    #expect(both?.holders.map(\.activity) == [.stream, .snapshot])
    try await snapshot.close()
    rows = nil
  }

  @Test(
    "Two tasks that wait for each other's databases time out, and are rolled back",
    arguments: [Duration.zero, .milliseconds(5)])
  func crosswise(limit: Duration) async throws {
    let (one, two) = (try database(limit: limit), try database("two.sqlite", limit: limit))
    try await two.create(Account.self)
    let (oneBegun, twoBegun) = (Gate(), Gate())
    func run(_ mine: Database, _ its: Database, id: Int, _ begun: Gate, _ other: Gate)
      -> Task<Bool, any Error>
    {
      Task {
        do {
          try await mine.transaction { tx in
            try tx.insert(Account(id: id, balance: 0))
            begun.open()
            try await other.wait()
            try await its.insert(Account(id: id, balance: 0))
          }
          return true
        } catch is ConnectionTimeoutError {
          return false
        }
      }
    }
    let tasks = [
      run(one, two, id: 1001, oneBegun, twoBegun), run(two, one, id: 1002, twoBegun, oneBegun),
    ]
    let isKept = [try await tasks[0].value, try await tasks[1].value]
    #expect(isKept != [true, true])
    for (id, isKept) in zip([1001, 1002], isKept) {
      #expect((try await one.find(Account.self, id) != nil) == isKept)
      #expect((try await two.find(Account.self, id) != nil) == isKept)
    }
    try await one.insert(Account(id: 2000, balance: 0))
    try await two.insert(Account(id: 2000, balance: 0))
  }
}
