import CSQLite
import Foundation
import ORM
import Testing

@Suite("Streams of rows", .serialized, .timeLimit(.minutes(10)))
struct StreamTests {
  /// A database with one reader, so that a task that keeps it blocks all other reads.
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases(readerCount: 1)
    try await two.db.create(Account.self, Band.self, Record.self)
    try await two.db.insert((1...1000).map { Account(id: $0, balance: $0 % 7) })
  }

  /// Numbers from 1, each with a text of a hundred characters.
  static func numbers(_ count: Int) -> SQL {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    SELECT i, printf('%.100c', 'x') AS text FROM n
    """
  }

  @Test("Streams return the rows of a query, of raw SQL, and values, in order")
  func rows() async throws {
    var ids: [Int] = []
    for try await account in db.stream(Account.where { $0.balance == 3 }.order { $0.id.desc() }) {
      #expect(account.balance == 3)
      ids.append(account.id)
    }
    let expected: [Int] = (1...1000).filter { $0 % 7 == 3 }.reversed()
    #expect(ids == expected)
    var accounts: [Account] = []
    for try await account in db.stream(Account.self, sql: "SELECT 1 AS x, balance, id FROM account")
    {
      accounts.append(account)
    }
    #expect(try await db.fetch(Account.self) == accounts)
    var values: [Int] = []
    for try await value in db.stream(Int.self, sql: "SELECT id FROM account WHERE id > \(500)") {
      values.append(value)
    }
    #expect(values == Array(501...1000))
    var rows = 0
    for try await row in db.stream(Row.self, sql: "SELECT * FROM account LIMIT 9") {
      rows += try row["id", as: Int.self] > 0 ? 1 : 0
    }
    #expect(rows == 9)
    for try await _ in db.stream(Account.where { $0.id > 5000 }) { Issue.record("there is none") }
  }

  @Test("A stream can be iterated over again, and then runs its query again")
  func again() async throws {
    let stream = db.stream(Int.self, sql: "SELECT count(*) FROM account")
    #expect(try await stream.first { _ in true } == 1000)
    try await db.insert(Account(id: 1001, balance: 0))
    #expect(try await stream.first { _ in true } == 1001)
  }

  @Test("Copies of a started iterator share its rows, and no row is returned twice")
  func copies() async throws {
    var rows = db.stream(Account.order { $0.id }).makeAsyncIterator()
    var ids = [try await rows.next()?.id]
    var copy = rows
    while let row = try await rows.next() {
      ids.append(row.id)
      guard let other = try await copy.next() else { break }
      ids.append(other.id)
    }
    #expect(ids == (1...ids.count).map(Optional.init))
    #expect(try await ids.count == db.count(Account.self))
    // The copy has reached the end and returned the connection.
    await #expect(throws: DatabaseError.self) { try await rows.next() }
  }

  @Test("The memory of a stream does not grow with its number of rows")
  func memory() async throws {
    func used() -> Int64 {
      var now: sqlite3_int64 = 0
      var most: sqlite3_int64 = 0
      sqlite3_status64(SQLITE_STATUS_MEMORY_USED, &now, &most, 0)
      return now
    }
    var count = 0
    var sqlite: Int64 = 0
    var resident = 0
    for try await row in db.stream(Row.self, sql: Self.numbers(1_000_000)) {
      count += 1
      if count == 1000 { (sqlite, resident) = (used(), Self.residentMemory) }
      if count % 100_000 == 0 {
        #expect(try row["i", as: Int.self] == count)
        // Other tests run in this process. The rows are 300 MB together.
        #expect(used() - sqlite < 30_000_000)
        #expect(Self.residentMemory - resident < 100_000_000)
      }
    }
    #expect(count == 1_000_000)
  }

  /// The resident memory of this process in bytes, or 0 if the system does not report it.
  static var residentMemory: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let numbers = line.prefix { $0 != 0 }.split(separator: CChar(UInt8(ascii: " ")))
    let pages = numbers.dropFirst().first.flatMap {
      Int(String(decoding: $0.map(UInt8.init), as: UTF8.self))
    }
    return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test(
    "A stream returns its reader after a break, its end, an error, or if it is not read"
  )
  func readerIsFree() async throws {
    for _ in 0..<20 {
      for try await row in db.stream(Row.self, sql: Self.numbers(1_000_000_000)) {
        if try row["i", as: Int.self] == 20 { break }
      }
      #expect(try await db.count(Account.self) == 1000)
    }
    for try await _ in db.stream(Account.all) {}
    #expect(try await db.count(Account.self) == 1000)
    _ = db.stream(Account.all).makeAsyncIterator()
    #expect(try await db.count(Account.self) == 1000)
    await #expect(throws: Stop.self) {
      for try await _ in db.stream(Account.all) { throw Stop() }
    }
    #expect(try await db.count(Account.self) == 1000)
  }

  @Test("A stream returns its reader when its task is cancelled, at any point")
  func cancelled() async throws {
    let db = db
    let isWaiting = AsyncStream<Void>.makeStream()
    let waiting = Task {
      for try await row in db.stream(Row.self, sql: Self.numbers(1_000_000_000)) {
        if try row["i", as: Int.self] == 3 {
          isWaiting.continuation.yield()
          try await Task.sleep(for: .seconds(3600))
        }
      }
    }
    for await _ in isWaiting.stream { break }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let beginning = Beginning()
    try beginning.add(to: db)
    await beginning.cancel {
      // This statement returns no row for minutes.
      Task { for try await _ in db.stream(Int.self, sql: Beginning.read) {} }
    }
    let between = Task {
      for try await _ in db.stream(Account.all) { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await between.value }
    #expect(try await db.count(Account.self) == 1000)
  }

  @Test("A stream reads one snapshot, regardless of later writes")
  func snapshot() async throws {
    var sum = 0
    var count = 0
    for try await account in db.stream(Account.order { $0.id }) {
      if count == 10 {
        try await db.execute("DELETE FROM account WHERE id > 500")
        try await two.other.execute("UPDATE account SET balance = 100")
        try await two.other.insert(Account(id: 5000, balance: 1))
      }
      count += 1
      sum += account.balance
    }
    #expect(count == 1000)
    #expect(sum == (1...1000).reduce(0) { $0 + $1 % 7 })
    #expect(try await db.count(Account.self) == 501)
  }

  @Test("A stream ends its read transaction after a break, so that the WAL can be truncated")
  func checkpoint() async throws {
    let truncate: SQL = "PRAGMA wal_checkpoint(TRUNCATE)"
    for try await _ in db.stream(Account.all) {
      try await db.insert(Account(id: 2000, balance: 0))
      #expect(try await two.other.first(Row.self, sql: truncate)?["busy", as: Int.self] == 1)
      break
    }
    // The read transaction ends after a moment.
    while try await two.other.first(Row.self, sql: truncate)?["busy", as: Int.self] == 1 {
      await Task.yield()
    }
  }

  @Test("A stream of an in-memory database is read at once, so writes can interleave")
  func inMemory() async throws {
    let db = try Database.inMemory()
    try await db.create(Account.self)
    try await db.insert((1...1000).map { Account(id: $0, balance: 0) })
    var ids: [Int] = []
    for try await account in db.stream(Account.order { $0.id }) {
      ids.append(account.id)
      try await db.delete(account)
      if account.id == 900 { break }
    }
    #expect(ids == Array(1...900))
    #expect(try await db.count(Account.self) == 100)
  }

  @Test("A stream throws a row's error when it reaches the row, and then ends")
  func errors() async throws {
    var iterator = db.stream(
      Int.self, sql: "SELECT iif(id = 3, NULL, id) AS n FROM account ORDER BY id"
    ).makeAsyncIterator()
    let error = await #expect(throws: RowDecodingError.self) {
      while try await iterator.next() != nil {}
    }
    #expect(error?.column == "n")
    #expect(try await iterator.next() == nil)
    await #expect(throws: RowDecodingError.self) {
      for try await _ in db.stream(Account.self, sql: "SELECT id FROM account") {}
    }
    await #expect(throws: DatabaseError.self) {
      for try await _ in db.stream(Int.self, sql: "SELECT nothing") {}
    }
    await #expect(throws: ValueEncodingError.self) {
      for try await _ in db.stream(Int.self, sql: "SELECT \(UInt64.max)") {}
    }
    await #expect(throws: DatabaseError.self) {
      for try await _ in db.stream(Int.self, sql: "DELETE FROM account RETURNING id") {}
    }
    #expect(try await db.count(Account.self) == 1000)
  }

  @Test("A stream can call a function that was added before it")
  func functions() async throws {
    try db.add(DatabaseFunction("plus") { (a: Int, b: Int) in a + b })
    let sum = try await db.stream(Int.self, sql: "SELECT plus(id, 1) FROM account LIMIT 2")
      .reduce(0, +)
    #expect(sum == 5)
  }

  @Test("A stream can be iterated over on the main actor")
  @MainActor
  func mainActor() async throws {
    var ids: [Int] = []
    for try await account in db.stream(Account.limit(20)) { ids.append(account.id) }
    #expect(ids == Array(1...20))
  }
}
