import ORM
import Synchronization
import Testing

@Suite("Concurrent tasks", .timeLimit(.minutes(10)))
struct ConcurrencyTests {
  @Test("Each read sees one state of the file while another task writes")
  func snapshots() async throws {
    let two = try TwoDatabases(readerCount: 4)
    let db = two.db
    try await db.create(Account.self)
    try await db.insert((1...10).map { Account(id: $0, balance: 100) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for round in 0..<200 {
          try await db.transaction { tx in
            let from = round % 10 + 1
            let to = (round * 7 + 3) % 10 + 1
            try tx.execute("UPDATE account SET balance = balance - 1 WHERE id = \(from)")
            try tx.execute("UPDATE account SET balance = balance + 1 WHERE id = \(to)")
          }
        }
      }
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let (first, second) = try await db.read { db in
              (try db.fetch(Account.self), try db.fetch(Account.self))
            }
            #expect(first == second)
            let total = first.reduce(0) { $0 + $1.balance }
            #expect(total == 1000)
          }
        }
      }
      try await group.waitForAll()
    }
    let total = try await two.other.fetch(Account.self).reduce(0) { $0 + $1.balance }
    #expect(total == 1000)
  }

  @Test("A writing task gets its turn among more reading tasks than cores")
  func turns() async throws {
    let two = try TwoDatabases()
    let db = two.db
    try await db.create(Account.self)
    try await db.insert(Account(id: 1, balance: 0))
    let end = End()
    let ends = 400_000
    let reads = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<2 * Configuration.defaultReaderCount + 4 {
        group.addTask {
          var reads = 0
          while reads < ends, !end.isReached.load(ordering: .relaxed) {
            _ = try await db.find(Account.self, 1)
            reads += 1
          }
          return reads
        }
      }
      group.addTask {
        for balance in 1...100 { try await db.update(Account(id: 1, balance: balance)) }
        end.isReached.store(true, ordering: .relaxed)
        return 0
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(!reads.contains(ends))
    #expect(try await db.find(Account.self, 1)?.balance == 100)
  }

  @Test("Concurrent writes are all kept, with one database and with two", arguments: [1, 2])
  func writers(databases: Int) async throws {
    let two = try TwoDatabases()
    try await two.db.create(Account.self)
    try await two.db.insert(Account(id: 1, balance: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let db = number % databases == 0 ? two.db : two.other
        group.addTask {
          for _ in 0..<10 {
            try await db.transaction { tx in
              var account = try #require(try tx.find(Account.self, 1))
              account.balance += 1
              try tx.update(account)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await two.other.find(Account.self, 1)?.balance == 200)
  }

  @Test("A write method throws within a read, on a file and in memory", arguments: [true, false])
  func readOnly(isFile: Bool) async throws {
    let two = try TwoDatabases()
    let db = isFile ? two.db : try Database.inMemory()
    try await db.create(Account.self)
    try await db.insert(Account(id: 1, balance: 0))
    let account = Account(id: 1, balance: 1)
    let writes: [@Sendable (isolated Connection) throws -> Void] = [
      { try $0.insert(Account(id: 2, balance: 0)) },
      { try $0.insert((2...600).map { Account(id: $0, balance: 0) }) },
      { try $0.insert(Account.self) { $0.balance = 1 } },
      { try $0.update(account) },
      { try $0.update(account, columns: \.balance) },
      { try $0.updateChanges(account, from: Account(id: 1, balance: 0)) },
      { try $0.save(account) },
      { try $0.delete(account) },
      { try $0.delete(Account.self, where: { $0.id == 1 }) },
      { try $0.deleteAll(Account.self) },
      { try $0.create(Seat.self) },
      { try $0.drop(Account.self) },
      { try $0.execute("DELETE FROM account") },
      { try $0.execute(script: "SELECT 1; DELETE FROM account") },
      { try $0.transaction {} },
    ]
    for write in writes {
      let error = await #expect(throws: DatabaseError.self) { try await db.read(write) }
      #expect(error?.code == .readOnly)
    }
    #expect(try await db.fetch(Account.self) == [Account(id: 1, balance: 0)])
    // In memory, the reads used the writer, which can write again.
    try await db.update(account)
    #expect(try await db.find(Account.self, 1) == account)
  }

  @Test("Tasks wait for a reader if all readers are in use", arguments: [1, 2, 5])
  func pool(readerCount: Int) async throws {
    let two = try TwoDatabases(readerCount: readerCount)
    try await two.db.create(Account.self)
    try await two.db.insert(Account(id: 1, balance: 7))
    let gauge = Gauge()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await two.db.read { db in
            gauge.enter()
            defer { gauge.leave() }
            return try db.find(Account.self, 1)?.balance ?? 0
          }
        }
      }
      for try await balance in group { #expect(balance == 7) }
    }
    #expect(gauge.most <= readerCount)
  }

  @Test("If no reader can be opened, every task that waits for one throws")
  func poolWithoutFile() async throws {
    for _ in 0..<20 {
      let two = try TwoDatabases(readerCount: 1)
      let db = two.db
      try await db.create(Account.self)
      try two.folder.empty()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            await #expect(throws: DatabaseError.self) { try await db.fetch(Account.self) }
          }
        }
      }
    }
  }

  @Test("Tasks cancelled while they wait for a reader do not affect other tasks")
  func cancelledWaiters() async throws {
    let two = try TwoDatabases(readerCount: 1)
    let db = two.db
    try await db.create(Account.self)
    try await db.insert(Account(id: 1, balance: 7))
    for _ in 0..<10 {
      let tasks = (0..<40).map { _ in
        Task { try await db.read { try $0.find(Account.self, 1)?.balance } }
      }
      for (number, task) in tasks.enumerated() where number % 2 == 0 { task.cancel() }
      for (number, task) in tasks.enumerated() {
        switch await task.result {
        case .success(let balance): #expect(balance == 7)
        case .failure(let error):
          #expect(error is CancellationError)
          #expect(number % 2 == 0)
        }
      }
    }
    #expect(try await db.find(Account.self, 1)?.balance == 7)
  }
}

/// Counts the tasks that are inside at the same time.
private final class Gauge: Sendable {
  private let state = Mutex((now: 0, most: 0))

  var most: Int { state.withLock { $0.most } }

  func enter() {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}
