import CSQLite
import Foundation
import Testing

@testable import ORM
@testable import ORMSQLite

@Suite("Read transactions kept open between calls", .timeLimit(.minutes(10)))
struct StandingReadTests {
  let folder: TemporaryFolder
  let reader: Connection
  /// A connection that the library does not know.
  let other: HeldLock

  init() async throws {
    folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Account.self)
    try await db.insert(Account(id: 1, balance: 1))
    other = try HeldLock(path: folder.file(), begin: "SELECT 1")
    reader = try Self.reader(folder.file())
  }

  static func reader(
    _ path: String, _ configuration: Configuration = Configuration()
  ) throws -> Connection {
    let reader = try Connection(
      path: path, role: .reader, configuration: configuration, extensions: ExtensionRegistry())
    reader.standing?.isWanted = true
    return reader
  }

  func balance() async throws -> Int? {
    try await reader.runUnlessLocked { try $0.find(Account.self, 1)?.balance }
  }

  var stands: Bool { reader.standing?.isOpen == true }

  /// Whether another connection can empty the log, which is impossible while one reads it.
  func logCanBeEmptied() throws -> Bool {
    var handle: OpaquePointer?
    try #require(sqlite3_open_v2(folder.file(), &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(handle) }
    // The first read makes the connection use the log.
    sqlite3_exec(handle, "SELECT * FROM account", nil, nil, nil)
    return sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }

  @Test("A kept read transaction does not continue if a database was attached")
  func attached() async throws {
    let elsewhere = folder.file("elsewhere")
    let writer = try Database(elsewhere)
    try await writer.execute("CREATE TABLE number (value INTEGER)")
    try await writer.execute("INSERT INTO number VALUES (0)")
    #expect(try await balance() == 1 && stands)
    // Attached with C code, because raw SQL must not attach a database to one connection of
    // several.
    _ = try await reader.runUnlessLocked { reader in
      try reader.withHandle {
        sqlite3_exec($0, "ATTACH '\(elsewhere)' AS elsewhere", nil, nil, nil) == SQLITE_OK
      }
    }
    for value in 1...3 {
      try await writer.execute("UPDATE number SET value = \(value)")
      let read = try await reader.runUnlessLocked {
        try $0.value(Int.self, sql: "SELECT value FROM elsewhere.number")
      }
      #expect(read == value)
    }
  }

  @Test("A kept read transaction has its lock until it ends")
  func locks() async throws {
    try other.run("UPDATE account SET balance = 2")
    #expect(try await balance() == 2)
    #expect(stands)
    #expect(try !logCanBeEmptied())
    reader.standing?.end()
    #expect(!stands)
    #expect(try logCanBeEmptied())
  }

  @Test("A kept read transaction sees every commit of another connection, and no open transaction")
  func commits() async throws {
    #expect(try await balance() == 1)
    for value in 2...500 {
      try other.run("BEGIN; UPDATE account SET balance = \(value)")
      let before = try await balance()
      try other.run("COMMIT")
      #expect(before == value - 1)
      #expect(try await balance() == value)
      #expect(stands)
      #expect(try await balance() == value)
    }
  }

  @Test("A kept read transaction sees a commit made while it begins")
  func commitsMeanwhile() async throws {
    let other = other
    try await reader.run { connection in
      try connection.withHandle { handle in
        // SQLite calls it after each step, before the row can be read.
        sqlite3_progress_handler(
          handle, 1,
          { other in
            let other = other.map { Unmanaged<HeldLock>.fromOpaque($0).takeUnretainedValue() }
            try? other?.run("UPDATE account SET balance = balance + 1")
            return 0
          }, Unmanaged.passUnretained(other).toOpaque())
      }
    }
    for _ in 1...5 {
      try await reader.runUnlessLocked { _ in }
      #expect(stands)
      let committed = try other.number("SELECT balance FROM account")
      #expect(try await Int64(balance() ?? 0) >= committed)
    }
  }

  @Test("A kept read transaction sees a restarted log and a changed schema")
  func checkpoints() async throws {
    for round in 2...20 {
      reader.standing?.end()
      try other.run("PRAGMA wal_checkpoint(TRUNCATE); UPDATE account SET balance = \(round)")
      if round % 5 == 0 {
        try other.run("ALTER TABLE account ADD COLUMN more\(round) INTEGER DEFAULT 1")
      }
      #expect(try await balance() == round)
      #expect(stands)
      #expect(try await balance() == round)
    }
  }

  @Test("No read transaction is kept while a long log is not checkpointed")
  func longLogs() async throws {
    try other.run(
      """
      PRAGMA wal_autocheckpoint = 0; CREATE TABLE filler (bytes); WITH RECURSIVE n(i) AS (SELECT 1 \
      UNION ALL SELECT i + 1 FROM n LIMIT 1200) INSERT INTO filler SELECT zeroblob(4000) FROM n
      """)
    for _ in 1...3 {
      #expect(try await balance() == 1)
      #expect(!stands)
    }
    try other.run("PRAGMA wal_checkpoint(PASSIVE)")
    #expect(try await balance() == 1)
    #expect(stands)
    // The log has no readers, so it restarts and is as short as one commit.
    try other.run("UPDATE account SET balance = 2")
    #expect(try other.number("PRAGMA wal_checkpoint(PASSIVE)") == 0)
    #expect(try await balance() == 2)
    #expect(stands)
  }

  @Test("No read transaction is kept while a statement of C code is stepping")
  func others() async throws {
    // Safe: the closure sets it before `run` returns, and does not escape.
    nonisolated(unsafe) var open: OpaquePointer?
    try await reader.run { connection in
      try connection.withHandle { handle in
        sqlite3_prepare_v2(handle, "SELECT * FROM account", -1, &open, nil)
        #expect(sqlite3_step(open) == SQLITE_ROW)
      }
    }
    #expect(try await balance() == 1)
    #expect(!stands)
    sqlite3_finalize(open)
    try other.run("UPDATE account SET balance = 2")
    #expect(try await balance() == 2)
    #expect(stands)
  }

  @Test("A kept read transaction ends if a call throws, and when C code gets the connection")
  func ends() async throws {
    #expect(try await balance() == 1)
    await #expect(throws: Stop.self) { try await reader.runUnlessLocked { _ in throw Stop() } }
    #expect(!stands)
    #expect(try await balance() == 1)
    let state = try await reader.runUnlessLocked { connection in
      try connection.withHandle { sqlite3_txn_state($0, "main") }
    }
    #expect(state == SQLITE_TXN_NONE)
    #expect(!stands)
  }

  @Test("A kept read transaction does not count as one: reads nest, and functions can be replaced")
  func transactions() async throws {
    #expect(try await balance() == 1)
    for _ in 1...3 {
      let twice = try await reader.runUnlessLocked { connection in
        try connection.read { (try connection.count(Account.self), connection.isInTransaction) }
      }
      #expect(twice == (1, true))
      #expect(stands)
      #expect(await !reader.isInTransaction)
    }
    for answer in 1...3 {
      #expect(try await balance() == 1)
      try await reader.extensions.add(.function(DatabaseFunction("answer") { answer }.definition))
      let value = try await reader.runUnlessLocked {
        try $0.value(Int.self, sql: "SELECT answer()")
      }
      #expect(value == answer)
    }
  }

  @Test("A kept read transaction ends with its connection")
  func closing() async throws {
    #expect(try await balance() == 1)
    try await reader.close()
    #expect(!stands)
    #expect(try logCanBeEmptied())
    await #expect(throws: DatabaseError.self) { try await balance() }
  }
}

@Suite("Configurations without kept read transactions", .timeLimit(.minutes(10)))
struct NoStandingReadTests {
  @Test("Without a write-ahead log, no read transaction is kept")
  func withoutLog() async throws {
    let folder = try TemporaryFolder()
    var configuration = Configuration()
    configuration.journalMode = .delete
    let db = try Database(folder.file(), configuration: configuration)
    try await db.create(Account.self)
    let reader = try StandingReadTests.reader(folder.file(), configuration)
    for _ in 1...3 {
      #expect(try await reader.runUnlessLocked { try $0.count(Account.self) } == 0)
      #expect(reader.standing?.isOpen == false)
    }
    try await db.insert(Account(id: 1, balance: 1))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasSuffix("-shm") } == [])
  }

  @Test("With ATTACH, a locking mode, a VFS or statement hooks, no read transaction is kept")
  func unusual() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Account.self)
    _ = try Database(folder.file("other"))
    var attaching = Configuration()
    attaching.prepareConnection = { try $0.execute("ATTACH \(folder.file("other")) AS other") }
    let reader = try StandingReadTests.reader(folder.file(), attaching)
    for _ in 1...3 {
      #expect(try await reader.runUnlessLocked { try $0.count(Account.self) } == 0)
      #expect(reader.standing?.isOpen == false)
    }
    var locking = Configuration()
    locking.prepareConnection = { try $0.execute("PRAGMA locking_mode = NORMAL") }
    var vfs = Configuration()
    vfs.vfs = "unix"
    var hooked = Configuration()
    hooked.statementHooks = [StatementHook(slowerThan: .zero) { _ in }]
    for configuration in [locking, vfs, hooked] {
      let reader = try StandingReadTests.reader(folder.file(), configuration)
      #expect(reader.standing == nil)
    }
  }
}
