import CSQLite
import Foundation
import Synchronization
import Testing

@testable import ORM
@testable import ORMSQLite

@Suite("Reads that stand open between calls", .timeLimit(.minutes(10)))
struct StandingReadTests {
  let folder: TemporaryFolder
  let reader: Connection
  /// A connection of someone else's.
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

  /// Whether someone else can empty the log, which no one may read for that.
  func logCanBeEmptied() throws -> Bool {
    var handle: OpaquePointer?
    try #require(sqlite3_open_v2(folder.file(), &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close_v2(handle) }
    // What is read first tells the connection that the file has a log.
    sqlite3_exec(handle, "SELECT * FROM account", nil, nil, nil)
    return sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
  }

  @Test("keep the lock until they are ended")
  func locks() async throws {
    try other.run("UPDATE account SET balance = 2")
    #expect(try await balance() == 2)
    #expect(stands)
    #expect(try !logCanBeEmptied())
    reader.standing?.end()
    #expect(!stands)
    #expect(try logCanBeEmptied())
  }

  @Test("see every commit of another connection, and none that is still open")
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

  @Test("see a commit that came while the read began")
  func commitsMeanwhile() async throws {
    let other = other
    try await reader.run { connection in
      try connection.withHandle { handle in
        // SQLite calls it behind each step, before the row is there to be looked at.
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

  @Test("see a log that has begun again, and a schema that has changed")
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

  @Test("do not begin where the log is long and not in the file: it would not begin again")
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
    // Nothing is read from the log: it begins again, and is as short as one commit.
    try other.run("UPDATE account SET balance = 2")
    #expect(try other.number("PRAGMA wal_checkpoint(PASSIVE)") == 0)
    #expect(try await balance() == 2)
    #expect(stands)
  }

  @Test("do not begin where a statement of someone else's is in the middle of its rows")
  func others() async throws {
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

  @Test("end where a call fails, and where C code gets the connection")
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

  @Test("are no transaction: one can begin, and end, and a function can be replaced")
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

  @Test("end with the connection")
  func closing() async throws {
    #expect(try await balance() == 1)
    try await reader.close()
    #expect(!stands)
    #expect(try logCanBeEmptied())
    await #expect(throws: DatabaseError.self) { try await balance() }
  }
}

@Suite("Where no read stands open", .timeLimit(.minutes(10)))
struct NoStandingReadTests {
  @Test("in a file without a log, of which no index is made")
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

  @Test("where the program attaches another file, has its own lock, or looks at statements")
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

@Suite("Reads that stand open, and those who write", .timeLimit(.minutes(10)))
struct StandingReadsOfDatabaseTests {
  @Test("are nobody's lock: what needs the log to itself has it at once")
  func checkpoints() async throws {
    let two = try await TwoDatabases.withAccount(busyTimeout: .zero, readerCount: 4)
    let db = two.db
    try await two.other.close()
    for round in 1...200 {
      for _ in 0..<20 { #expect(try await db.find(Account.self, 1)?.balance == round) }
      try await db.update(Account(id: 1, balance: round + 1))
      #expect(try await db.find(Account.self, 1)?.balance == round + 1)
      #expect(try await db.checkpoint(.truncate).isComplete)
    }
  }

  @Test("do not stand where someone waits for a lock")
  func bans() async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 1)
    let readers = try #require(two.db.readers)
    readers.banStandingReads()
    for _ in 1...1000 {
      _ = try await two.db.find(Account.self, 1)
      #expect(readers.state.withLock { $0.idle.allSatisfy { $0.standing?.isOpen == false } })
    }
    readers.allowStandingReads()
    // The one that is lent meanwhile ends with its call.
    let reader = try await readers.take()
    reader.standing?.isWanted = true
    _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
    readers.banStandingReads()
    readers.give(back: reader)
    #expect(readers.state.withLock { $0.idle.allSatisfy { $0.standing?.isOpen == false } })
    readers.allowStandingReads()
  }

  @Test("end as they come back where a checkpoint waits for them")
  func waitingCheckpoints() async throws {
    let two = try await TwoDatabases.withAccount()
    let db = two.db
    try await two.other.close()
    let readers = try #require(db.readers)
    let reader = try await readers.take()
    reader.standing?.isWanted = true
    _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
    async let checkpoint = db.checkpoint(.truncate)
    while readers.state.withLock({ $0.standingBans == 0 }) { await Task.yield() }
    readers.give(back: reader)
    #expect(readers.state.withLock { _ in reader.standing?.isOpen == false })
    #expect(try await checkpoint.isComplete)
    #expect(readers.state.withLock { $0.standingBans == 0 })
  }

  @Test("are not what a snapshot or a stream sees, which last for long")
  func keepers() async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 1)
    let readers = try #require(two.db.readers)
    let other = try HeldLock(path: two.folder.file(), begin: "SELECT 1")
    for round in 2...20 {
      let reader = try await readers.take()
      reader.standing?.isWanted = true
      _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
      readers.give(back: reader)
      try other.run("UPDATE account SET balance = \(round)")
      if round % 2 == 0 {
        let snapshot = try await two.db.snapshot()
        #expect(try await snapshot.read { try $0.find(Account.self, 1)?.balance } == round)
        try await snapshot.close()
      } else {
        for try await account in two.db.stream(Account.all) { #expect(account.balance == round) }
      }
    }
  }

  @Test("give way to a checkpoint beside tasks that read without end")
  func checkpointsBesideReads() async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 2)
    let db = two.db
    try await two.other.close()
    let end = Reached()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...3 {
        group.addTask {
          while !end.value.load(ordering: .relaxed) { _ = try await db.find(Account.self, 1) }
        }
      }
      defer { end.value.store(true, ordering: .relaxed) }
      for round in 1...20 {
        try await db.update(Account(id: 1, balance: round))
        #expect(try await db.checkpoint(.truncate).isComplete)
      }
    }
  }

  @Test("end when no calls come: another connection can empty the log")
  func idle() async throws {
    let two = try await TwoDatabases.withAccount()
    let readers = try #require(two.db.readers)
    let reader = try await readers.take()
    let standing = try #require(reader.standing)
    readers.give(back: reader)
    // Nobody else calls: the connection is its pool's between the calls.
    func stands() -> Bool { readers.state.withLock { _ in standing.isOpen } }
    while !stands() { _ = try await two.db.find(Account.self, 1) }
    let other = try HeldLock(path: two.folder.file(), begin: "SELECT * FROM account")
    // It says 1 as long as someone reads.
    while try other.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 { await Task.yield() }
    #expect(!stands())
  }

  @Test(
    "show each task what it and others have committed before, another process too",
    arguments: [false, true])
  func everyCommitIsSeen(isBesideAnother: Bool) async throws {
    let two = try TwoDatabases(readerCount: 3)
    let db = two.db
    try await db.create(Account.self)
    try await db.insert((0...8).map { Account(id: $0, balance: 0) })
    /// What was committed by now, of each account.
    let committed = Committed()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0...8 {
        // The last one may write by the other database, as another process does.
        let writer = id == 8 && isBesideAnother ? two.other : db
        group.addTask {
          for round in 1...300 {
            if round % 5 == 0 {
              try await writer.update(Account(id: id, balance: round))
              committed.note(round, of: id)
            }
            let account = (id + round) % 9
            let before = committed[account]
            let balance = try #require(try await db.find(Account.self, account)?.balance)
            #expect(balance >= before)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await db.fetch(Account.self).allSatisfy { $0.balance == 300 })
  }

  private final class Reached: Sendable {
    let value = Atomic(false)
  }

  private final class Committed: Sendable {
    final class Value: Sendable {
      let value = Atomic(0)
    }

    private let values = (0...8).map { _ in Value() }

    func note(_ value: Int, of account: Int) {
      values[account].value.store(value, ordering: .releasing)
    }

    subscript(account: Int) -> Int { values[account].value.load(ordering: .acquiring) }
  }
}
