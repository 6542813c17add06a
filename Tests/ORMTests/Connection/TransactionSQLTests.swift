import CSQLite
import ORM
import Testing

/// The effect of raw SQL on a transaction, as a second database sees it afterwards.
@Suite("Raw SQL that begins or ends transactions", .timeLimit(.minutes(10)))
struct TransactionSQLTests {
  let two: TwoDatabases
  var db: Database { two.db }

  init() async throws {
    two = try TwoDatabases()
    try await two.db.create(Account.self)
  }

  func committed() async throws -> [Int] {
    try await two.other.fetch(Account.order { $0.id }).map(\.id)
  }

  static let statements: [(sql: String, word: String)] = [
    ("BEGIN", "transaction { }"), ("begin deferred transaction", "transaction { }"),
    ("/* now */ BEGIN IMMEDIATE", "transaction { }"), ("BEGIN EXCLUSIVE", "transaction { }"),
    ("COMMIT", "transaction { }"), ("END TRANSACTION", "transaction { }"),
    ("ROLLBACK", "rollback()"), ("SAVEPOINT s", "transaction { }"),
    ("SAVEPOINT \"orm_1\"", "transaction { }"), ("RELEASE s", "transaction { }"),
    ("RELEASE \"orm_1\"", "transaction { }"), ("ROLLBACK TO s", "rollback()"),
    ("ROLLBACK TRANSACTION TO SAVEPOINT \"orm_1\"", "rollback()"),
  ]

  /// All methods that run raw SQL on a connection.
  static let waysIn: [@Sendable (isolated Connection, String) throws -> Void] = [
    { try $0.execute("\(raw: $1)") },
    { try $0.execute(script: "\(raw: $1)") },
    { try $0.execute(script: "SELECT 1; \(raw: $1); SELECT 1") },
    { _ = try $0.fetch(Row.self, sql: "\(raw: $1)") },
    { _ = try $0.fetch(Int.self, sql: "\(raw: $1)") },
    { _ = try $0.first(Row.self, sql: "\(raw: $1)") },
    { _ = try $0.value(Int.self, sql: "\(raw: $1)") },
    { try $0.forEach(Row.self, sql: "\(raw: $1)") { _ in } },
    { try $0.withCursor(Int.self, sql: "\(raw: $1)") { _ in } },
    { _ = try $0.explain("\(raw: $1)") },
  ]

  @Test(
    "BEGIN, COMMIT and the like are refused in a transaction by each API, and it goes on",
    arguments: statements)
  func inTransaction(sql: String, word: String) async throws {
    try await db.transaction { tx in
      try tx.insert(Account(id: 1, balance: 1))
      try tx.transaction {
        for (number, run) in Self.waysIn.enumerated() {
          let error = #expect(throws: DatabaseError.self, "\(number)") { try run(tx, sql) }
          #expect(error?.code == .authorization, "\(number): \(error as Any)")
          #expect(error?.message.contains(word) == true, "\(number)")
        }
        let isOpen = tx.isInTransaction
        #expect(isOpen)
        try tx.insert(Account(id: 2, balance: 2))
      }
    }
    #expect(try await committed() == [1, 2])
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        try tx.insert(Account(id: 3, balance: 3))
        for run in Self.waysIn { _ = try? run(tx, sql) }
        throw Stop()
      }
    }
    #expect(try await committed() == [1, 2])
  }

  @Test(
    "BEGIN, COMMIT and the like are refused in a read, and the read keeps its snapshot",
    arguments: statements)
  func inRead(sql: String, word: String) async throws {
    let other = two.folder.file()
    try await db.insert(Account(id: 1, balance: 1))
    try await db.read { db in
      #expect(try db.count(Account.self) == 1)
      try HeldLock(path: other, sql: "INSERT INTO account VALUES (2, 2)").end("COMMIT")
      for (number, run) in Self.waysIn.enumerated() {
        let error = #expect(throws: DatabaseError.self, "\(number)") { try run(db, sql) }
        #expect(error?.code == .authorization, "\(number): \(error as Any)")
      }
      #expect(try db.count(Account.self) == 1)
    }
    let snapshot = try await db.snapshot()
    try await snapshot.read { db in
      for run in Self.waysIn { #expect(throws: DatabaseError.self) { try run(db, sql) } }
      let count = try db.count(Account.self)
      #expect(count == 2)
    }
    try await snapshot.close()
  }

  @Test("BEGIN, COMMIT and the like are refused outside of a transaction", arguments: statements)
  func outside(sql: String, word: String) async throws {
    let db = db
    let calls: [@Sendable () async throws -> Void] = [
      { try await db.execute("\(raw: sql)") },
      { try await db.execute(script: "\(raw: sql)") },
      { _ = try await db.fetch(Row.self, sql: "\(raw: sql)") },
      { _ = try await db.value(Int.self, sql: "\(raw: sql)") },
      { for try await _ in db.stream(Row.self, sql: "\(raw: sql)") {} },
      { for try await _ in db.observe(Row.self, sql: "\(raw: sql)") {} },
    ]
    for (number, call) in calls.enumerated() {
      let error = await #expect(throws: DatabaseError.self, "\(number)") { try await call() }
      #expect(error?.code == .authorization, "\(number): \(error as Any)")
      #expect(error?.message.contains(word) == true, "\(number): \(error as Any)")
    }
    for id in 1...3 { try await db.insert(Account(id: id, balance: id)) }
    #expect(try await committed() == [1, 2, 3])
    try await db.close()
    #expect(try await committed() == [1, 2, 3])
  }

  @Test("A script with BEGIN is refused; the error explains that a script is one transaction")
  func dump() async throws {
    let dump = "BEGIN TRANSACTION; INSERT INTO account VALUES (1, 1); COMMIT;"
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute(script: "\(raw: dump)")
    }
    #expect(error?.message.hasSuffix("leave such statements out of it") == true)
    #expect(error?.sql == "BEGIN TRANSACTION")
    #expect(try await committed() == [])
  }

  @Test("The library's own transactions are accepted, even after their statements are recompiled")
  func compiledAnew() async throws {
    for id in 1...3 {
      try await db.transaction { tx in
        try tx.transaction { try tx.insert(Account(id: id, balance: 0)) }
        try? tx.transaction {
          try tx.insert(Account(id: 100, balance: 0))
          throw Stop()
        }
        try tx.execute("CREATE TABLE more\(raw: "\(id)") (x)")
      }
      // A new function makes SQLite recompile every statement.
      try db.add(DatabaseFunction("f\(id)") { (number: Int) in number })
      #expect(try await db.read { try $0.count(Account.self) } == id)
    }
    #expect(try await committed() == [1, 2, 3])
  }

  @Test("VACUUM, changesets and FTS4 can run their internal transaction statements")
  func nested() async throws {
    try await db.insert(Account(id: 1, balance: 1))
    try await db.execute("VACUUM")
    try await db.vacuum(into: two.folder.file("copy.sqlite"))
    try await db.execute("CREATE VIRTUAL TABLE old USING fts4 (text)")
    try await db.execute("INSERT INTO old VALUES ('one')")
    try await db.execute("INSERT INTO old (old) VALUES ('optimize')")
    _ = try await db.transaction { try $0.value(String.self, sql: "SELECT optimize(old) FROM old") }
    let (_, changes) = try await db.transaction { tx in
      try tx.recordChanges { try tx.insert(Account(id: 2, balance: 2)) }
    }
    try await db.delete(Account(id: 2, balance: 2))
    try await db.apply(changes)
    #expect(try await committed() == [1, 2])
  }

  @Test("A transaction that C code leaves open is rolled back, and an error is thrown")
  func byCode() async throws {
    for sql in ["BEGIN", "SAVEPOINT s", "BEGIN; SAVEPOINT s"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.withHandle { handle in
          _ = sqlite3_exec(handle, "\(sql); INSERT INTO account VALUES (9, 9)", nil, nil, nil)
        }
      }
      #expect(error?.code == .abort)
      await #expect(throws: Stop()) {
        try await db.withHandle { handle in
          _ = sqlite3_exec(handle, sql, nil, nil, nil)
          throw Stop()
        }
      }
      try await db.save(Account(id: 1, balance: 1))
      #expect(try await committed() == [1])
    }
    try await db.withHandle { handle in
      _ = sqlite3_exec(handle, "BEGIN; INSERT INTO account VALUES (2, 2); COMMIT", nil, nil, nil)
    }
    #expect(try await committed() == [1, 2])
  }

  @Test("C code can't end a transaction of the library, but may use savepoints inside it")
  func byCodeInTransaction() async throws {
    await #expect(throws: Stop()) {
      try await db.transaction { tx in
        try tx.insert(Account(id: 1, balance: 1))
        for sql in ["COMMIT", "ROLLBACK", "END", "COMMIT; BEGIN", "BEGIN"] {
          let code = try tx.withHandle { sqlite3_exec($0, sql, nil, nil, nil) }
          #expect(code == SQLITE_AUTH)
        }
        let sql = "SAVEPOINT s; INSERT INTO account VALUES (2, 2); ROLLBACK TO s; RELEASE s"
        let code = try tx.withHandle { sqlite3_exec($0, sql, nil, nil, nil) }
        #expect(code == SQLITE_OK)
        let count = try tx.count(Account.self)
        #expect(count == 1)
        throw Stop()
      }
    }
    #expect(try await committed() == [])
    let code = try await db.read { try $0.withHandle { sqlite3_exec($0, "COMMIT", nil, nil, nil) } }
    #expect(code == SQLITE_AUTH)
  }

  @Test("Without the library's authorizer, BEGIN and COMMIT in raw SQL are detected afterwards")
  func otherAuthorizer() async throws {
    try await db.withHandle { handle in
      _ = sqlite3_set_authorizer(handle, { _, _, _, _, _, _ in SQLITE_OK }, nil)
    }
    for sql in ["BEGIN", "SAVEPOINT s"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.execute("\(raw: sql)")
      }
      #expect(error?.code == .abort)
    }
    try await db.insert(Account(id: 1, balance: 1))
    #expect(try await committed() == [1])
    for sql in ["COMMIT", "ROLLBACK"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.transaction { tx in
          try tx.execute("\(raw: sql)")
          _ = try? tx.insert(Account(id: 2, balance: 2))
        }
      }
      #expect(error?.code == .abort)
      #expect(error?.message.contains("may have been committed") == true)
    }
    #expect(try await committed() == [1])
  }
}
