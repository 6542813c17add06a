import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Suite("Closing a database", .timeLimit(.minutes(10)))
struct CloseTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount()
  }

  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: two.folder.path).sorted()
  }

  @Test("A closed database refuses every call, and names its path", arguments: [true, false])
  func refuses(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    try await db.close()
    let account = Account(id: 2, balance: 2)
    let folder = two.folder
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await db.fetch(Account.self) },
      { _ = try await db.find(Account.self, 1) },
      { try await db.insert(account) },
      { try await db.insert([account]) },
      { try await db.execute("DELETE FROM account") },
      { try await db.execute(script: "DELETE FROM account") },
      { try await db.read { _ in } },
      { try await db.transaction { _ in } },
      { for try await _ in db.stream(Account.all) {} },
      { try await db.withHandle { _ in } },
      { try await db.backup(to: folder.file("copy.sqlite")) },
      { try await db.checkpoint() },
    ]
    for call in calls {
      let error = await #expect(throws: DatabaseError.self) { try await call() }
      #expect(error?.extendedCode == .closed)
      #expect(error?.code == .misuse)
      #expect(error?.path == db.path)
    }
    try await two.other.update(Account(id: 1, balance: 5))
  }

  @Test("close checkpoints and deletes the WAL if no other connection has the file open")
  func log() async throws {
    for _ in 0..<4 { _ = try await db.fetch(Account.self) }
    try await two.other.insert(Account(id: 2, balance: 2))
    try await two.other.close()
    #expect(try files() == ["test.sqlite", "test.sqlite-shm", "test.sqlite-wal"])
    try await db.close()
    #expect(try files() == ["test.sqlite"])
    let again = try Database(two.folder.file())
    #expect(try await again.fetch(Account.self).map(\.id) == [1, 2])
  }

  @Test("A released database checkpoints and deletes its WAL without close")
  func letGo() async throws {
    let folder = try TemporaryFolder()
    do {
      let db = try Database(folder.file())
      try await db.create(Account.self)
      _ = try await db.fetch(Account.self)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["test.sqlite"])
  }

  @Test("close can be called again, and concurrently", arguments: [true, false])
  func again(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    try await two.other.close()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await db.close()
          if isFile { #expect(try self.files() == ["test.sqlite"]) }
        }
      }
      try await group.waitForAll()
    }
    try await db.close()
  }

  @Test("close waits for a write that waits for a lock, and for the writes after it")
  func writes() async throws {
    let db = db
    let held = try HeldLock(path: db.path)
    let writes = (2...5).map { id in
      Task { try await db.transaction { try $0.insert(Account(id: id, balance: id)) } }
    }
    // One task has the connection, and the other tasks wait for it.
    while db.writers.line.waiting < 3 { await Task.yield() }
    let closing = Task { try await db.close() }
    while db.writers.line.closing < 1 { await Task.yield() }
    await #expect(throws: DatabaseError.self) { try await db.insert(Account(id: 6, balance: 6)) }
    try held.end("COMMIT")
    try await closing.value
    for write in writes { _ = try await write.value }
    #expect(try await two.other.fetch(Account.order { $0.id }).map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test("close waits for a stream that is iterated over")
  func stream() async throws {
    let db = db
    try await db.insert((2...1000).map { Account(id: $0, balance: 0) })
    var rows = db.stream(Account.all).makeAsyncIterator()
    #expect(try await rows.next()?.id == 1)
    let closing = Task { try await db.close() }
    var count = 1
    while try await rows.next() != nil {
      count += 1
      while count == 500, db.readers?.line.closing == 0 { await Task.yield() }
    }
    #expect(count == 1000)
    try await closing.value
  }

  @Test("A cancelled close leaves the database open, and a later close succeeds")
  func cancelled() async throws {
    let db = db
    try await two.other.close()
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let closing = Task { try await db.close() }
    while db.readers?.line.closing == 0 { await Task.yield() }
    closing.cancel()
    await #expect(throws: CancellationError.self) { try await closing.value }
    #expect(try await db.count(Account.self) == 1)
    try await db.insert(Account(id: 2, balance: 2))
    // The stream is not affected, and ends when it is released.
    rows = nil
    try await db.close()
    #expect(try files() == ["test.sqlite"])
  }

  @Test(
    "close throws within the database's own transaction, and leaves it open",
    arguments: [true, false])
  func ownTransaction(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    try await db.transaction { tx in
      try tx.insert(Account(id: 7, balance: 7))
      let error = await #expect(throws: DatabaseError.self) { try await db.close() }
      #expect(error?.extendedCode == .deadlock)
      try tx.insert(Account(id: 8, balance: 8))
    }
    #expect(try await db.fetch(Account.where { $0.id > 6 }).count == 2)
    try await db.close()
    await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
  }

  @Test(
    "close throws at its deadline or connection timeout, and leaves the database open")
  func tooLong() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.connectionTimeout = .zero
    let db = try Database(two.folder.file(), configuration: configuration)
    for try await _ in db.stream(Account.all) {
      let error = await #expect(throws: ConnectionTimeoutError.self) { try await db.close() }
      #expect(error?.holders.map(\.activity) == [.stream])
    }
    let snapshot = try await db.snapshot()
    await #expect(throws: ConnectionTimeoutError.self) { try await db.close() }
    await #expect(throws: DeadlineError.self) {
      try await two.db.within(.zero) { try await $0.close() }
    }
    let stream = two.db.stream(Account.all)
    for try await _ in stream {
      await #expect(throws: DeadlineError.self) {
        try await two.db.within(.milliseconds(1)) { try await $0.close() }
      }
    }
    #expect(try await two.db.count(Account.self) == 1)
    #expect(try await snapshot.read { try $0.count(Account.self) } == 1)
    try await snapshot.close()
    try await db.insert(Account(id: 3, balance: 3))
    try await db.close()
  }

  @Test("closeWhenIdle waits for a running stream regardless of the connection timeout")
  func patient() async throws {
    var configuration = Configuration(readerCount: 1)
    configuration.connectionTimeout = .zero
    let db = try Database(two.folder.file(), configuration: configuration)
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let ended = Ends()
    let closing = Task {
      defer { ended.add() }
      try await db.closeWhenIdle()
    }
    while db.readers?.line.closing != 1 && ended.number == 0 { await Task.yield() }
    #expect(ended.number == 0)
    rows = nil
    try await closing.value
    let error = await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
    #expect(error?.extendedCode == .closed)
  }

  @Test("Of two calls of close, one can be cancelled while the other still closes")
  func several() async throws {
    let db = db
    var rows: RowStream<Account>.Iterator? = db.stream(Account.all).makeAsyncIterator()
    _ = try await rows?.next()
    let closing = (0..<2).map { _ in Task { try await db.close() } }
    while db.readers?.line.closing != 2 { await Task.yield() }
    closing[0].cancel()
    await #expect(throws: CancellationError.self) { try await closing[0].value }
    await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
    rows = nil
    try await closing[1].value
    await #expect(throws: DatabaseError.self) { try await db.count(Account.self) }
  }

  @Test("A connection kept beyond its closure refuses calls after close", arguments: [true, false])
  func keptConnection(isFile: Bool) async throws {
    let db = isFile ? db : try Database.inMemory()
    if !isFile { try await db.create(Account.self) }
    let kept = try await db.transaction { tx in
      try tx.insert(Account(id: 9, balance: 9))
      return tx
    }
    try await db.close()
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await kept.fetch(Account.self) },
      { try await kept.insert(Account(id: 2, balance: 2)) },
      { try await kept.execute("DELETE FROM account") },
      { try await kept.execute(script: "DELETE FROM account") },
      { try await kept.transaction { _ = Issue.record("it has begun") } },
      { try await kept.read { _ = Issue.record("it has begun") } },
    ]
    for call in calls {
      let error = await #expect(throws: DatabaseError.self) { try await call() }
      #expect(error?.extendedCode == .closed)
      #expect(error?.path == db.path)
    }
    #expect(await !kept.isInTransaction)
    await #expect(throws: DatabaseError.self) { try await kept.withHandle { handle in _ = handle } }
  }
}
