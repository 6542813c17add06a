import ORM
import Synchronization
import Testing

@Suite("Actions after a commit")
struct AfterCommitTests {
  let two: TwoDatabases
  var db: Database { two.db }
  let said = Said()

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
  }

  final class Said: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func callAsFunction(_ text: String) { texts.withLock { $0.append(text) } }
  }

  @Test("Actions run once, in their order, when the transaction has committed")
  func committed() async throws {
    let said = said
    try await db.transaction { tx in
      try tx.insert(Record(title: "a"))
      tx.afterCommit { said("first") }
      tx.afterCommit { said("second") }
      #expect(said.all == [])
    }
    #expect(said.all == ["first", "second"])
    try await db.transaction { tx in _ = try tx.insert(Record(title: "b")) }
    #expect(said.all == ["first", "second"])
  }

  @Test("Actions run when other connections can see the commit")
  func seen() async throws {
    let (said, path) = (said, two.folder.file())
    try await db.transaction { tx in
      try tx.insert(Record(title: "a"))
      tx.afterCommit {
        do {
          try run("UPDATE record SET plays = plays + 5", on: path)
          said("seen")
        } catch {
          said("\(error)")
        }
      }
    }
    #expect(said.all == ["seen"])
    #expect(try await db.fetch(Record.self).map(\.plays) == [5])
  }

  @Test("Actions run outside of the transaction, so that their writes and new actions take effect")
  func areOutside() async throws {
    let said = said
    @Sendable func act(on tx: Connection) {
      tx.assumeIsolated { tx in
        tx.afterCommit { said("at once") }
        do {
          try tx.insert(Record(title: "written"))
        } catch {
          said("\(error)")
        }
      }
      said("end")
    }
    try await db.transaction { tx in
      try tx.insert(Record(title: "a"))
      tx.afterCommit { act(on: tx) }
    }
    #expect(said.all == ["at once", "end"])
    try await db.transaction { tx in
      try tx.insert(Record(title: "b"))
      await Task.yield()
      tx.afterCommit { act(on: tx) }
    }
    #expect(said.all == ["at once", "end", "at once", "end"])
    let titles = try await two.other.fetch(Record.order { $0.id }).map(\.title)
    #expect(titles == ["a", "written", "b", "written"])
  }

  @Test("Actions are dropped with their transaction or nested transaction if it is rolled back")
  func undone() async throws {
    let said = said
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        tx.afterCommit { said("thrown") }
        throw Stop()
      }
    }
    try await db.transaction { tx in
      tx.afterCommit { said("rolled back") }
      tx.rollback()
    }
    try await db.transaction { tx in
      tx.afterCommit { said("before") }
      try? tx.transaction {
        tx.afterCommit { said("in a nested one that throws") }
        throw Stop()
      }
      try tx.transaction {
        tx.afterCommit { said("in a nested one that rolls back") }
        tx.rollback()
      }
      try tx.transaction {
        tx.afterCommit { said("nested") }
        try? tx.transaction {
          tx.afterCommit { said("in a deeper one that throws") }
          throw Stop()
        }
      }
      tx.afterCommit { said("behind") }
    }
    #expect(said.all == ["before", "nested", "behind"])
  }

  @Test("Actions are dropped if the commit fails or SQLite has rolled back")
  func failed() async throws {
    let said = said
    await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        try tx.execute("PRAGMA defer_foreign_keys = ON")
        try tx.execute("INSERT INTO record (title, bandID) VALUES ('a', 7)")
        tx.afterCommit { said("refused") }
      }
    }
    await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        tx.afterCommit { said("rolled back by SQLite") }
        try tx.execute("INSERT INTO record (id, title) VALUES (1, 'a')")
        _ = try? tx.execute("INSERT OR ROLLBACK INTO record (id, title) VALUES (1, 'b')")
      }
    }
    await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        tx.afterCommit { said("rolled back by SQLite, and not committed by a read behind it") }
        try tx.execute("INSERT INTO record (id, title) VALUES (1, 'a')")
        _ = try? tx.execute("INSERT OR ROLLBACK INTO record (id, title) VALUES (1, 'b')")
        _ = try tx.read { try tx.count(Record.self) }
      }
    }
    try await db.transaction { tx in tx.afterCommit { said("later") } }
    #expect(said.all == ["later"])
  }

  @Test("Actions wait for the commit of a transaction that suspends")
  func suspended() async throws {
    let said = said
    try await db.transaction { tx in
      tx.afterCommit { said("a") }
      await Task.yield()
      #expect(said.all == [])
      tx.afterCommit { said("b") }
    }
    #expect(said.all == ["a", "b"])
  }

  @Test("Actions of a snapshot's read run when it has returned, but not if it throws")
  func ofSnapshots() async throws {
    struct Stop: Error {}
    let said = said
    let snapshot = try await db.snapshot()
    await #expect(throws: Stop.self) {
      try await snapshot.read { tx in
        tx.afterCommit { said("thrown") }
        throw Stop()
      }
    }
    for read in ["a", "b"] {
      let count = try await snapshot.read { tx in
        tx.afterCommit { said(read) }
        return said.all.count
      }
      #expect(count == (read == "a" ? 0 : 1))
    }
    try await snapshot.close()
    #expect(said.all == ["a", "b"])
  }
}
