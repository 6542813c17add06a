import CSQLite
import ORM
import Synchronization
import Testing

/// Committed rows are read through a second database, because the connection that wrote them also
/// sees uncommitted rows.
@Suite("Transactions")
struct TransactionTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
  }

  func committed() async throws -> [String] {
    let own = try await db.fetch(Record.order { $0.id }).map(\.title)
    let seen = try await two.other.fetch(Record.order { $0.id }).map(\.title)
    #expect(own == seen)
    return seen
  }

  @Test("A transaction's rows are visible to other connections when it returns")
  func commits() async throws {
    let id = try await db.transaction { tx in
      try tx.insert(Record(title: "a"))
      let isInTransaction = tx.isInTransaction
      #expect(isInTransaction)
      return try tx.insert(Record(title: "b")).id
    }
    #expect(id == 2)
    #expect(try await committed() == ["a", "b"])
  }

  @Test("An error thrown by the body rolls the transaction back, and is rethrown unchanged")
  func rollsBack() async throws {
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        try tx.insert(Record(title: "a"))
        throw Stop()
      }
    }
    #expect(try await committed() == [])
    try await db.insert(Record(title: "after"))
    #expect(try await committed() == ["after"])
  }

  @Test("An error in a nested transaction undoes only the nested transaction")
  func savepoint() async throws {
    try await db.transaction { tx in
      try tx.insert(Record(title: "before"))
      #expect(throws: Stop()) {
        try tx.transaction {
          try tx.insert(Record(title: "inner"))
          throw Stop()
        }
      }
      try tx.insert(Record(title: "after"))
    }
    #expect(try await committed() == ["before", "after"])
  }

  @Test("If a nested transaction can't be rolled back by itself, the outer one is rolled back")
  func lostSavepoint() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        try tx.insert(Record(title: "before"))
        #expect(throws: Stop()) {
          try tx.transaction {
            try tx.insert(Record(title: "inner"))
            // After this there is no savepoint to roll back to.
            try tx.withHandle { _ = sqlite3_exec($0, "RELEASE orm_1", nil, nil, nil) }
            throw Stop()
          }
        }
        let isInTransaction = tx.isInTransaction
        #expect(!isInTransaction)
      }
    }
    #expect(error?.code == .abort)
    #expect(try await committed() == [])
  }

  @Test("Nested transactions that return are committed with the outer one")
  func nestedCommit() async throws {
    let depth = try await db.transaction { tx in
      try tx.insert(Record(title: "one"))
      return try tx.transaction {
        try tx.insert(Record(title: "two"))
        #expect(throws: Stop()) {
          try tx.transaction {
            try tx.insert(Record(title: "three"))
            try tx.transaction { try tx.insert(Record(title: "four")) }
            throw Stop()
          }
        }
        try tx.transaction { try tx.insert(Record(title: "five")) }
        return 2
      }
    }
    #expect(depth == 2)
    #expect(try await committed() == ["one", "two", "five"])
  }

  @Test("Transactions can be nested deeply, and each can be rolled back alone")
  func deep() async throws {
    try await db.transaction { (tx: isolated Connection) throws in
      // Nested transactions of the same depths are created and rolled back in between.
      for failing in [12, 9, 8, 1] {
        try tx.nest(1, of: 12, failingAt: failing)
        let kept = (1..<failing).map(String.init)
        #expect(try tx.fetch(Record.self).map(\.title) == kept)
        try tx.deleteAll(Record.self)
      }
      try tx.nest(1, of: 12, failingAt: 13)
    }
    #expect(try await committed() == (1...12).map(String.init))
  }

  @Test("An error of the outer transaction undoes nested transactions that have returned")
  func outerThrow() async throws {
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        try tx.transaction { try tx.insert(Record(title: "inner")) }
        throw Stop()
      }
    }
    #expect(try await committed() == [])
  }

  @Test("A failed verb is undone alone, and the transaction can go on")
  func failedVerb() async throws {
    try await db.transaction { tx in
      try tx.insert(Record(id: 1, title: "a"))
      #expect(throws: DatabaseError.self) {
        try tx.insert([Record(id: 2, title: "b"), Record(id: 1, title: "again")])
      }
      try tx.insert(Record(id: 3, title: "c"))
    }
    #expect(try await committed() == ["a", "c"])
  }

  @Test("After an error that ended the transaction, nothing that its body writes is kept")
  func endedInside() async throws {
    await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        try tx.insert(Record(title: "before"))
        _ = try? tx.execute("INSERT OR ROLLBACK INTO record (id) VALUES (1)")
        let isOpen = tx.isInTransaction
        #expect(!isOpen)
        _ = try? tx.insert(Record(title: "lost one"))
        _ = try? tx.insert([Record(title: "lost too")])
        _ = try? tx.execute("INSERT INTO record (title) VALUES ('lost as well')")
        _ = try? tx.transaction { try tx.insert(Record(title: "and this")) }
        _ = try? tx.execute(script: "INSERT INTO record (title) VALUES ('and that')")
      }
    }
    #expect(try await committed() == [])
    try await db.insert(Record(title: "after"))
    #expect(try await committed() == ["after"])
  }

  @Test("A read in a transaction that an error ended allows no writes and no after-commit actions")
  func readAfterEnd() async throws {
    let said = Mutex<[String]>([])
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        tx.afterCommit { said.withLock { $0.append("before") } }
        try tx.insert(Record(title: "before"))
        _ = try? tx.execute("INSERT OR ROLLBACK INTO record (id) VALUES (1)")
        #expect(try tx.read { try tx.count(Record.self) } == 0)
        let refusal = #expect(throws: DatabaseError.self) { try tx.insert(Record(title: "lost")) }
        #expect(refusal?.code == .abort)
      }
    }
    #expect(error?.code == .abort)
    #expect(try await committed() == [])
    #expect(said.withLock { $0 } == [])
  }

  @Test(
    "A nested transaction can be left after an error ended the outer one", arguments: [true, false])
  func nestedAfterEnd(rollsBack: Bool) async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        tx.afterCommit { Issue.record("nothing was committed") }
        try tx.insert(Record(title: "before"))
        try? tx.transaction {
          _ = try? tx.execute("INSERT OR ROLLBACK INTO record (id) VALUES (1)")
          try tx.read {}
          if rollsBack { tx.rollback() } else { throw Stop() }
        }
        let refusal = #expect(throws: DatabaseError.self) { try tx.insert(Record(title: "lost")) }
        #expect(refusal?.code == .abort)
      }
    }
    #expect(error?.code == .abort)
    #expect(try await committed() == [])
  }

  @Test("Other connections see no uncommitted rows")
  func isolation() async throws {
    let other = two.other
    try await db.insert(Record(title: "before"))
    let held = try HeldLock(path: two.folder.file(), sql: "INSERT INTO record (title) VALUES ('x')")
    #expect(try await other.fetch(Record.self).map(\.title) == ["before"])
    #expect(try await db.fetch(Record.self).map(\.title) == ["before"])
    try held.end("COMMIT")
    #expect(try await committed() == ["before", "x"])
  }

  @Test("A failed commit throws, and keeps nothing")
  func failedCommit() async throws {
    try await db.execute(
      script: """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
        """)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction { tx in
        try tx.insert(Record(title: "lost"))
        try tx.execute("INSERT INTO child VALUES (1)")
      }
    }
    #expect(error?.violation?.kind == .foreignKey)
    #expect(try await committed() == [])
    try await db.insert(Record(title: "after"))
    #expect(try await committed() == ["after"])
  }

  @Test("A read sees one snapshot, whatever is committed while it runs")
  func snapshot() async throws {
    let path = two.folder.file()
    try await db.insert(Record(title: "before"))
    let counts = try await db.read { db in
      let first = try db.count(Record.self)
      let other = try HeldLock(path: path, sql: "INSERT INTO record (title) VALUES ('x')")
      try other.end("COMMIT")
      return (first, try db.count(Record.self))
    }
    #expect(counts == (1, 1))
    #expect(try await db.count(Record.self) == 2)
  }

  @Test("A read in a transaction sees the transaction's writes, and can't write")
  func readInTransaction() async throws {
    try await db.transaction { tx in
      try tx.insert(Record(title: "a"))
      #expect(try tx.read { try tx.count(Record.self) } == 1)
      let error = #expect(throws: DatabaseError.self) {
        try tx.read { try tx.insert(Record(title: "b")) }
      }
      #expect(error?.code == .readOnly)
      try tx.insert(Record(title: "c"))
    }
    #expect(try await committed() == ["a", "c"])
  }
}

extension Connection {
  /// Inserts a row at each depth, each in a nested transaction, one of which fails with those
  /// inside it.
  fileprivate func nest(_ depth: Int, of last: Int, failingAt failing: Int) throws {
    try? transaction {
      try insert(Record(title: "\(depth)"))
      if depth < last { try nest(depth + 1, of: last, failingAt: failing) }
      if depth == failing { throw Stop() }
    }
  }
}
