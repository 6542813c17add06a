import CSQLite
import ORM
import Testing

@Suite("An authorizer set through withHandle")
struct AuthorizerTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Letter.self, Postcard.self)
  }

  /// Refuses every function, and allows everything else.
  func refuseFunctions() async throws {
    try await db.withHandle { handle in
      _ = sqlite3_set_authorizer(
        handle,
        { _, action, _, _, _, _ in action == SQLITE_FUNCTION ? SQLITE_DENY : SQLITE_OK }, nil)
    }
  }

  @Test("An authorizer of the program stays set, and writes return the rows that a fetch returns")
  func stays() async throws {
    let before = try await db.insert(Letter(id: 1, text: "one"))
    try await db.insert([Letter(id: 2, text: "two")])
    try await refuseFunctions()
    // SQLite calls it for the next statement, and for statements that were prepared before.
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute("UPDATE letter SET text = hex(text)")
    }
    #expect(error?.code == .authorization || error?.code == .error)
    try await db.execute(
      script: """
        CREATE TRIGGER shouting AFTER INSERT ON letter BEGIN
          UPDATE letter SET text = new.text || '!' WHERE id = new.id;
        END
        """)
    let one = try await db.insert(Letter(id: 3, text: "three"))
    let more = try await db.insert([Letter.Draft(text: "four")])
    let saved = try await db.save(Letter(id: 5, text: "five"))
    #expect([one] + more + [saved] == (try await db.fetch(Letter.self)).suffix(3))
    #expect(one.text == "three!")
    try await db.update(before)
    #expect(try await db.insert(Postcard(text: "a")) == Postcard(id: 1, text: "a"))
  }

  @Test("An authorizer is noticed even if an observer runs first")
  func seenByObserver() async throws {
    var first = db.observe(Postcard.self, 1).makeAsyncIterator()
    #expect(try await first.next() == .some(nil))
    // From here on the statement is cached.
    try await db.insert(Letter(id: 1, text: "one"))
    try await refuseFunctions()
    var second = db.observe { try $0.fetch(Postcard.self).count }.makeAsyncIterator()
    #expect(try await second.next() == 0)
    try await db.execute(
      script: """
        CREATE TRIGGER shouting AFTER INSERT ON letter BEGIN
          UPDATE letter SET text = new.text || '!' WHERE id = new.id;
        END
        """)
    #expect(try await db.insert(Letter(id: 2, text: "two")).text == "two!")
  }

  @Test("A withHandle that changes nothing keeps the cached statements")
  func onlyLooking() async throws {
    try await db.insert(Postcard(text: "a"))
    let trace = try await StatementTrace.start(on: db)
    let isAutocommit = try await db.withHandle { sqlite3_get_autocommit($0) }
    #expect(isAutocommit == 1)
    try await db.insert(Postcard(text: "b"))
    #expect(trace.statements == [#"INSERT INTO "postcard" ("text") VALUES ($1)"#])
  }

  @Test("The connection's last error is available in the next withHandle")
  func error() async throws {
    let code = try await db.withHandle { sqlite3_exec($0, "SELECT nowhere", nil, nil, nil) }
    #expect(code == SQLITE_ERROR)
    let message = try await db.withHandle { String(cString: sqlite3_errmsg($0)) }
    #expect(message == "no such column: nowhere")
  }
}
