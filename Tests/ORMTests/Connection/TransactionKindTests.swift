import CSQLite
import ORM
import Testing

@Suite("Transaction kinds and rollback", .timeLimit(.minutes(10)))
struct TransactionKindTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try await TwoDatabases.withAccount(busyTimeout: .milliseconds(40))
  }

  func committed() async throws -> [Int] {
    let own = try await db.fetch(Account.order { $0.id }).map(\.id)
    let seen = try await two.other.fetch(Account.order { $0.id }).map(\.id)
    #expect(own == seen)
    return seen
  }

  @Test(
    "A transaction begins with the SQL of its kind, even if its body suspends",
    arguments: [
      (TransactionKind.deferred, "BEGIN DEFERRED"), (.immediate, "BEGIN IMMEDIATE"),
      (.exclusive, "BEGIN EXCLUSIVE"),
    ])
  func begins(kind: TransactionKind, sql: String) async throws {
    let insert = #"INSERT INTO "account" ("balance", "id") VALUES ($1, $2)"#
    let trace = try await StatementTrace.start(on: db)
    try await db.transaction(kind: kind) { try $0.insert(Account(id: 2, balance: 2)) }
    #expect(trace.statements == [sql, insert, "COMMIT"])
    trace.removeAll()
    try await db.transaction(kind: kind) { tx in
      await Task.yield()
      try tx.insert(Account(id: 3, balance: 3))
    }
    #expect(trace.statements == [sql, insert, "COMMIT"])
    try await db.withHandle { _ = sqlite3_trace_v2($0, 0, nil, nil) }
    #expect(try await committed() == [1, 2, 3])
  }

  @Test(
    "Immediate and exclusive transactions lock at once; a deferred one locks at its first write")
  func lock() async throws {
    let held = try HeldLock(path: db.path)
    for kind in [TransactionKind.immediate, .exclusive] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.transaction(kind: kind) { _ in Issue.record("it has begun") }
      }
      #expect(error?.code == .busy)
    }
    try await db.transaction(kind: .deferred) { tx in
      let count = try tx.count(Account.self)
      #expect(count == 1)
      let error = #expect(throws: DatabaseError.self) {
        try tx.insert(Account(id: 2, balance: 2))
      }
      #expect(error?.code == .busy)
    }
    try held.end("ROLLBACK")
    #expect(try await committed() == [1])
  }

  @Test("A deferred transaction that has read an outdated snapshot throws at its first write")
  func snapshotIsOld() async throws {
    let path = db.path
    let error = await #expect(throws: DatabaseError.self) {
      try await db.transaction(kind: .deferred) { tx in
        _ = try tx.count(Account.self)
        try HeldLock(path: path, sql: "INSERT INTO account VALUES (5, 5)").end("COMMIT")
        try tx.insert(Account(id: 2, balance: 2))
      }
    }
    #expect(error?.extendedCode.rawValue == 517)
    #expect(try await committed() == [1, 5])
  }

  @Test("rollback rolls the transaction back, and the closure's value is returned")
  func rollback() async throws {
    let count = try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      return tx.rollback(returning: try tx.count(Account.self))
    }
    #expect(count == 2)
    #expect(try await committed() == [1])
    let async = try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      await Task.yield()
      tx.rollback()
      return try tx.count(Account.self)
    }
    #expect(async == 2)
    try await db.insert(Account(id: 3, balance: 3))
    #expect(try await committed() == [1, 3])
  }

  @Test("Writes after rollback throw")
  func afterRollback() async throws {
    try await db.transaction { tx in
      tx.rollback()
      let error = #expect(throws: DatabaseError.self) {
        try tx.insert(Account(id: 2, balance: 2))
      }
      #expect(error?.code == .abort)
      #expect(throws: DatabaseError.self) { try tx.transaction {} }
      let count = try tx.read { try tx.count(Account.self) }
      #expect(count == 1)
      #expect(throws: DatabaseError.self) { try tx.execute("DELETE FROM account") }
    }
    #expect(try await committed() == [1])
  }

  @Test("A rollback in a nested transaction undoes only the nested transaction")
  func nested() async throws {
    let trace = try await StatementTrace.start(on: db)
    try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      let count = try tx.transaction {
        try tx.insert(Account(id: 3, balance: 3))
        try tx.transaction { _ = try tx.insert(Account(id: 4, balance: 4)) }
        return tx.rollback(returning: try tx.count(Account.self))
      }
      #expect(count == 4)
      try tx.insert(Account(id: 5, balance: 5))
    }
    let sql = trace.statements
    try await db.withHandle { _ = sqlite3_trace_v2($0, 0, nil, nil) }
    let insert = #"INSERT INTO "account" ("balance", "id") VALUES ($1, $2)"#
    #expect(
      sql == [
        "BEGIN IMMEDIATE", insert, #"SAVEPOINT "orm_1""#, insert, #"SAVEPOINT "orm_2""#, insert,
        #"RELEASE "orm_2""#, #"SELECT count(*) FROM "account""#, #"ROLLBACK TO "orm_1""#,
        #"RELEASE "orm_1""#, insert, "COMMIT",
      ])
    #expect(try await committed() == [1, 2, 5])
  }

  @Test("A rollback in a read does nothing, and in a nested read it rolls back the transaction")
  func rollbackInRead() async throws {
    let count = try await db.read { db in db.rollback(returning: try db.count(Account.self)) }
    #expect(count == 1)
    try await db.transaction { tx in
      try tx.insert(Account(id: 2, balance: 2))
      try tx.read { tx.rollback() }
      #expect(throws: DatabaseError.self) { try tx.insert(Account(id: 3, balance: 3)) }
    }
    try await db.insert(Account(id: 4, balance: 4))
    #expect(try await committed() == [1, 4])
  }
}
