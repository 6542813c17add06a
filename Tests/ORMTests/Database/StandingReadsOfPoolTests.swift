import Foundation
import Synchronization
import Testing

@testable import ORM
@testable import ORMSQLite

@Suite("Read transactions kept open between calls", .timeLimit(.minutes(10)))
struct StandingReadsOfPoolTests {
  @Test("A truncating checkpoint is not blocked by read transactions that are kept open")
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

  @Test("No read transaction is kept open while another task waits for a lock")
  func bans() async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 1)
    let readers = try #require(two.db.readers)
    readers.banStandingReads()
    for _ in 1...1000 {
      _ = try await two.db.find(Account.self, 1)
      #expect(readers.state.withLock { $0.idle.allSatisfy { $0.standing?.isOpen == false } })
    }
    readers.allowStandingReads()
    // The read transaction of a reader in use ends with its call.
    let reader = try await readers.take()
    reader.standing?.isWanted = true
    _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
    readers.banStandingReads()
    readers.give(back: reader)
    #expect(readers.state.withLock { $0.idle.allSatisfy { $0.standing?.isOpen == false } })
    readers.allowStandingReads()
  }

  @Test("A read transaction ends as its reader is returned if a checkpoint waits for it")
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

  @Test("An idle read transaction ends even if all cooperative threads are busy")
  func busyThreads() async throws {
    let two = try await TwoDatabases.withAccount()
    let readers = try #require(two.db.readers)
    let reader = try await readers.take()
    reader.standing?.isWanted = true
    _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
    #expect(reader.standing?.isOpen == true)
    let end = End()
    let isEnded = { @Sendable in readers.state.withLock { _ in reader.standing?.isOpen == false } }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0...ProcessInfo.processInfo.activeProcessorCount {
        group.addTask { while !end.isReached.load(ordering: .relaxed) { usleep(100) } }
      }
      readers.give(back: reader)
      for _ in 1...100_000 where !isEnded() { usleep(100) }
      #expect(isEnded())
      end.isReached.store(true, ordering: .relaxed)
    }
  }

  @Test("A read transaction ends with the call during which idle ones were looked for")
  func callsThatLast() async throws {
    let two = try await TwoDatabases.withAccount()
    let readers = try #require(two.db.readers)
    let reader = try await readers.take()
    reader.standing?.isWanted = true
    _ = try await reader.runUnlessLocked { try $0.count(Account.self) }
    _ = readers.state.withLock { $0.leaveIdleAlone() }
    #expect(reader.standing?.isOpen == true)
    readers.give(back: reader)
    #expect(readers.state.withLock { _ in reader.standing?.isOpen == false })
  }

  @Test("Snapshots and streams begin a new read transaction, even if one is kept open")
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

  @Test("A checkpoint completes while other tasks read continuously")
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

  @Test("An idle read transaction ends, so that another connection can truncate the WAL")
  func idle() async throws {
    let two = try await TwoDatabases.withAccount()
    let readers = try #require(two.db.readers)
    let reader = try await readers.take()
    let standing = try #require(reader.standing)
    readers.give(back: reader)
    // There are no other calls, so the connection stays in the pool between these calls.
    func stands() -> Bool { readers.state.withLock { _ in standing.isOpen } }
    while !stands() { _ = try await two.db.find(Account.self, 1) }
    let other = try HeldLock(path: two.folder.file(), begin: "SELECT * FROM account")
    // The pragma returns 1 while a connection has an open read transaction.
    while try other.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0 { await Task.yield() }
    #expect(!stands())
  }

  @Test(
    "Reads see the commits of another process while other tasks read continuously",
    .enabled("the sqlite3 shell is not installed") {
      try ShellCommand.errorOutput(of: ["sqlite3", "-version"]).isEmpty
    })
  func anotherProcess() async throws {
    let two = try await TwoDatabases.withAccount(readerCount: 1)
    let db = two.db
    let end = Reached()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !end.value.load(ordering: .relaxed) { _ = try await db.find(Account.self, 1) }
      }
      defer { end.value.store(true, ordering: .relaxed) }
      for round in 2...40 {
        let update = "PRAGMA busy_timeout = 60000; UPDATE account SET balance = \(round)"
        let error = try ShellCommand.errorOutput(of: ["sqlite3", two.folder.file(), update])
        #expect(error.isEmpty)
        #expect(try await db.find(Account.self, 1)?.balance == round)
      }
    }
  }

  @Test("Kept read transactions end before their connections close, so that the WAL is deleted")
  func closing() async throws {
    for _ in 1...50 {
      let folder = try TemporaryFolder()
      let db = try Database(folder.file())
      try await db.create(Account.self)
      let readers = try #require(db.readers)
      func stands() -> Bool {
        readers.state.withLock { $0.idle.contains { $0.standing?.isOpen == true } }
      }
      while !stands() { _ = try await db.count(Account.self) }
      try await db.close()
      #expect(readers.state.withLock { !$0.isStandingWatched })
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["test.sqlite"])
    }
  }

  @Test(
    "Each task sees earlier commits of all tasks, and of another connection",
    arguments: [false, true])
  func everyCommitIsSeen(isBesideAnother: Bool) async throws {
    let two = try TwoDatabases(readerCount: 3)
    let db = two.db
    try await db.create(Account.self)
    try await db.insert((0...8).map { Account(id: $0, balance: 0) })
    /// The last committed balance of each account.
    let committed = Committed()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0...8 {
        // The last account may be written through the other database, as another process would.
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
