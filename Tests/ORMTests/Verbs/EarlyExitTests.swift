import Foundation
import ORM
import Testing

@testable import ORMSQLite

/// Rows that are iterated over are decoded in code of the user's module, and their statement is
/// cached. An iteration that ends early has seen the rows until then, and leaves no statement open.
///
/// Run these tests in release, too: the compiler merges the steps of a loop there.
@Suite("Ending iterations early", .serialized, .timeLimit(.minutes(5)))
struct EarlyExitTests {
  let two: TwoDatabases
  var db: Database { two.db }

  struct Stop: Error {}

  init() async throws {
    two = try TwoDatabases(readerCount: 2)
    try await two.db.create(Account.self)
    try await two.db.insert((1...1000).map { Account(id: $0, balance: $0 % 7) })
  }

  private var all: Select<Account> { Account.order { $0.id } }

  @Test("A stream left after n rows has returned n rows, and the next one starts at the first row")
  func breaks() async throws {
    for count in [1, 1, 2, 7, 8, 9, 24, 25, 256, 999, 1000] {
      var ids: [Int] = []
      for try await account in db.stream(all) {
        ids.append(account.id)
        if ids.count == count { break }
      }
      #expect(ids == Array(1...count))
    }
    for _ in 0..<50 {
      var first: Account?
      for try await account in db.stream(all) {
        first = account
        break
      }
      #expect(first == Account(id: 1, balance: 1))
      #expect(try await db.stream(all).first { _ in true }?.id == 1)
    }
  }

  @Test("An error thrown while iterating over a stream frees its reader")
  func throwing() async throws {
    for count in [1, 2, 300] {
      var ids: [Int] = []
      await #expect(throws: Stop.self) {
        for try await account in db.stream(all) {
          ids.append(account.id)
          if ids.count == count { throw Stop() }
        }
      }
      #expect(ids == Array(1...count))
    }
    #expect(try await db.read { try $0.fetch(Account.self).count } == 1000)
  }

  @Test("Nested streams of the same query use separate statements")
  func nested() async throws {
    var sum = 0
    for try await outer in db.stream(all) {
      if outer.id > 3 { break }
      for try await inner in db.stream(all) {
        if inner.id > 2 { break }
        sum += 10 * outer.id + inner.id
      }
    }
    #expect(sum == 3 * (1 + 2) + 2 * (10 + 20 + 30))
  }

  @Test("A cancelled stream ends after the current row, and the next one starts at the first row")
  func cancelling() async throws {
    for count in [1, 8, 9, 300] {
      let database = db
      let query = all
      let task = Task { () -> [Int] in
        var ids: [Int] = []
        do {
          for try await account in database.stream(query) {
            ids.append(account.id)
            if ids.count == count { withUnsafeCurrentTask { $0?.cancel() } }
          }
        } catch is CancellationError {
          return ids
        }
        return []
      }
      #expect(try await task.value == Array(1...count))
    }
    #expect(try await db.stream(all).first { _ in true }?.id == 1)
  }

  @Test("The body of forEach can run the same query with other values, and throw")
  func bodies() async throws {
    try await db.read { (db: isolated Connection) throws in
      for _ in 0..<3 {
        var pairs: [[Int]] = []
        try db.forEach(Account.where { $0.id <= 3 }.order { $0.id }) { outer in
          try db.forEach(Account.where { $0.id <= outer.id }.order { $0.id }) { inner in
            pairs.append([outer.id, inner.id])
            let same = try db.fetch(Account.where { $0.id <= inner.id }.order { $0.id })
            #expect(same.map(\.id) == Array(1...inner.id))
          }
        }
        #expect(pairs == [[1, 1], [2, 1], [2, 2], [3, 1], [3, 2], [3, 3]])
        var seen = 0
        #expect(throws: Stop.self) {
          try db.forEach(Account.where { $0.id <= 3 }.order { $0.id }) { _ in
            seen += 1
            throw Stop()
          }
        }
        #expect(seen == 1)
      }
    }
  }

  @Test("Long texts bound to a query stay valid while other statements run")
  func texts() async throws {
    let other = try Database.inMemory()
    try await other.create(Band.self)
    try await other.insert(["a", "b", "c", "d"].map { Band.Draft(name: $0 + longText) })
    try await other.read { db in
      for _ in 0..<2 {
        var names: [String] = []
        try db.forEach(Band.where { $0.name < "c" + longText }.order { $0.name }) { band in
          names.append(String(band.name.prefix(1)))
          let others = Band.where { $0.name > "b" + longText && $0.name != "x" + longText }
          #expect(try db.fetch(others).count == 2)
          try db.forEach(Band.where { $0.name < "b" + longText }) { inner in
            names.append(String(inner.name.prefix(1)))
          }
        }
        #expect(names == ["a", "a", "b", "a"])
      }
    }
  }

  private var longText: String { String(repeating: "x", count: 300_000) }

  @Test("Leaving a cursor, or a row that can't be decoded, does not affect other cursors")
  func cursors() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      for _ in 0..<2 {
        try tx.withCursor(all) { outer in
          let first = try outer.next()?.id
          let inner = try tx.withCursor(all) { inner in try inner.next()?.id }
          let second = try outer.next()?.id
          #expect([first, inner, second] == [1, 1, 2])
        }
      }
      try tx.execute("CREATE TABLE band (id INTEGER PRIMARY KEY, name ANY, founded INTEGER) STRICT")
      try tx.execute("INSERT INTO band VALUES (1, 'a', 1), (2, NULL, 2), (3, 'c', 3)")
      for _ in 0..<2 {
        var names: [String] = []
        let error = #expect(throws: RowDecodingError.self) {
          try tx.forEach(Band.order { $0.id }) { names.append($0.name) }
        }
        #expect(names == ["a"])
        #expect(error?.table == "band" && error?.column == "name")
      }
      try tx.execute("UPDATE band SET name = 'b' WHERE id = 2")
      var names: [String] = []
      try tx.forEach(Band.order { $0.id }) { names.append($0.name) }
      #expect(names == ["a", "b", "c"])
    }
  }

  @Test("Leaving a stream returns its reader at once")
  func readers() async throws {
    let readers = try #require(db.readers)
    for round in 1...200 {
      for try await account in db.stream(all) {
        #expect(account.id == 1)
        break
      }
      #expect(readers.state.withLock { ($0.count, $0.idle.count, $0.keepers.count) } == (1, 1, 0))
      // The next read sees the current state, not that of the stream.
      let changed = Account(id: 1000, balance: round)
      try await db.update(changed)
      #expect(try await db.find(Account.self, 1000) == changed)
    }
    #expect(readers.state.withLock { $0.count } == 1)
  }

  @Test("The next write closes the read transaction of a stream that was left, without a timer")
  func leftBeforeWrite() async throws {
    let readers = try #require(db.readers)
    // No timer ends what was left.
    ConnectionPool.timers.suspend()
    defer { ConnectionPool.timers.resume() }
    let truncate: SQL = "PRAGMA wal_checkpoint(TRUNCATE)"
    for round in 1...20 {
      for try await _ in db.stream(all) { break }
      #expect(readers.state.withLock { $0.leftIdle().count } == 1)
      // The WAL can't be truncated while a read transaction is open on an earlier state.
      try await db.update(Account(id: 1, balance: 10 + round))
      while try await two.other.first(Row.self, sql: truncate)?["busy", as: Int.self] == 1 {
        await Task.yield()
      }
      #expect(readers.state.withLock { $0.leftIdle().isEmpty })
    }
    #expect(try await db.stream(all).first { _ in true } == Account(id: 1, balance: 30))
  }

  @Test("Without a write-ahead log, a write succeeds after a stream was left early")
  func leftBeforeWriteWithoutLog() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration(readerCount: 2)
    configuration.journalMode = .delete
    configuration.busyTimeout = .seconds(600)
    configuration.connectionTimeout = .seconds(600)
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Account.self)
    try await db.insert((1...1000).map { Account(id: $0, balance: $0 % 7) })
    // No timer ends what was left, and the writer can commit only if there are no open reads.
    ConnectionPool.timers.suspend()
    defer { ConnectionPool.timers.resume() }
    for round in 1...20 {
      for try await _ in db.stream(all) { break }
      try await db.update(Account(id: 1, balance: 10 + round))
      for try await _ in db.stream(all) { break }
      try await db.transaction { try $0.update(Account(id: 2, balance: 10 + round)) }
    }
    #expect(try await db.stream(all).first { _ in true } == Account(id: 1, balance: 30))
    #expect(try await db.find(Account.self, 2)?.balance == 30)
  }

  @Test("A released snapshot frees its connection, and later reads see the current rows")
  func snapshots() async throws {
    let readers = try #require(db.readers)
    for round in 1...50 {
      var snapshot: Snapshot? = try await db.snapshot()
      #expect(try await snapshot?.read { try $0.count(Account.self) } == 1000)
      let changed = Account(id: 1000, balance: round)
      try await db.update(changed)
      snapshot = nil
      #expect(readers.state.withLock { ($0.count, $0.idle.count, $0.keepers.count) } == (1, 1, 0))
      #expect(try await db.find(Account.self, 1000) == changed)
    }
  }

  @Test("A stream uses the current schema after its table was altered, replaced or dropped")
  func schemaChanges() async throws {
    for _ in 0..<2 { #expect(try await db.stream(all).first { _ in true }?.balance == 1) }
    try await db.execute("ALTER TABLE account ADD COLUMN more TEXT")
    #expect(try await db.stream(all).first { _ in true }?.balance == 1)
    try await db.execute(
      script: """
        DROP TABLE account;
        CREATE TABLE account (balance TEXT, id INTEGER PRIMARY KEY);
        INSERT INTO account VALUES ('x', 1);
        """)
    await #expect(throws: RowDecodingError.self) {
      for try await _ in db.stream(all) {}
    }
    try await db.execute("DROP TABLE account")
    let error = await #expect(throws: DatabaseError.self) {
      for try await _ in db.stream(all) {}
    }
    #expect(error?.message.contains("no such table") == true)
    try await db.create(Account.self)
    for try await _ in db.stream(all) { Issue.record("there is none") }
  }

  @Test("A stream refuses SQL that writes, and changes no rows")
  func refusals() async throws {
    await #expect(throws: DatabaseError.self) {
      for try await _ in db.stream(Row.self, sql: "DELETE FROM account RETURNING id") {}
    }
    #expect(try await db.count(Account.self) == 1000)
  }
}
