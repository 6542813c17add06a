import CSQLite
import ORM
import Testing

@Suite("Creating and dropping tables, and running SQL")
struct ExecuteTests {
  @Test("create creates missing tables and keeps existing ones")
  func create() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self)
    try await db.insert(Band.Draft(name: "Sade"))
    try await db.create(Band.self, Record.self)
    #expect(try await db.count(Band.self) == 1)
    #expect(try await db.count(Record.self) == 0)
    try await db.transaction { try $0.create(Seat.self) }
    #expect(try await db.count(Seat.self) == 0)
  }

  @Test("create with ifNotExists: false throws if a table exists, and creates none")
  func createNew() async throws {
    let db = try Database.inMemory()
    try await db.create(Record.self, ifNotExists: false)
    await #expect(throws: DatabaseError.self) {
      try await db.create(Band.self, Record.self, ifNotExists: false)
    }
    await #expect(throws: DatabaseError.self) { try await db.count(Band.self) }
  }

  @Test("drop ignores a missing table, and throws with ifExists: false")
  func drop() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self)
    try await db.insert(Record(title: "Promise"))
    #expect(try await db.count(Record.self) == 1)
    try await db.drop(Record.self)
    await #expect(throws: DatabaseError.self) { try await db.count(Record.self) }
    try await db.drop(Record.self)
    await #expect(throws: DatabaseError.self) { try await db.drop(Record.self, ifExists: false) }
    try await db.transaction { try $0.drop(Seat.self) }
    try await db.create(Band.self, Record.self)
    #expect(try await db.count(Record.self) == 0)
  }

  @Test("execute binds values and returns the number of changed rows")
  func execute() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    let title = "it's; DROP TABLE record; --"
    try await db.insert([Record(title: "a"), Record(title: "b"), Record(title: "c")])
    #expect(try await db.execute("UPDATE record SET title = \(title) WHERE id > \(1)") == 2)
    #expect(try await db.fetch(Record.self).map(\.title) == ["a", title, title])
    #expect(try await db.execute("SELECT 1") == 0)
    #expect(try await db.execute("UPDATE record SET plays = 1 WHERE id = 9") == 0)
    #expect(try await db.transaction { try $0.execute("DELETE FROM record") } == 3)
  }

  @Test("execute runs one statement, and refuses a second one before anything runs")
  func twoStatements() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    try await db.insert(Record(title: "a"))
    await #expect(throws: DatabaseError.self) {
      try await db.execute("DELETE FROM record; SELECT 1")
    }
    #expect(try await db.count(Record.self) == 1)
    #expect(try await db.execute("DELETE FROM record;  -- all of them\n") == 1)
    await #expect(throws: DatabaseError.self) { try await db.execute("") }
    await #expect(throws: DatabaseError.self) { try await db.execute("-- nothing") }
    await #expect(throws: DatabaseError.self) { try await db.execute("SELECT 1\0; SELECT 2") }
  }

  @Test("An error of a statement contains its SQL and SQLite's message")
  func error() async throws {
    let db = try Database.inMemory()
    let error = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
    #expect(error?.code == .error)
    #expect(error?.message == #"near "SELEKT": syntax error"#)
    #expect(error?.sql == "SELEKT 1")
    let quoted = await #expect(throws: DatabaseError.self) { try await db.execute(#"SELECT "x""#) }
    #expect(quoted?.message == "no such column: x")
  }

  @Test("A script runs all of its statements, or none if one of them fails")
  func script() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        -- Two tables; the second has a ; in a string.
        CREATE TABLE one (a TEXT DEFAULT ';');
        CREATE TABLE "two;" (b);;
        INSERT INTO one DEFAULT VALUES; INSERT INTO "two;" SELECT a FROM one
        """)
    #expect(try await db.execute(#"DELETE FROM "two;" WHERE b = ';'"#) == 1)
    await #expect(throws: DatabaseError.self) {
      try await db.execute(script: "DELETE FROM one; DELETE FROM three")
    }
    #expect(try await db.execute("DELETE FROM one") == 1)
    try await db.execute(script: "  -- nothing\n")
    try await db.execute(script: "")
  }

  @Test("A script with a parameter that has no value is refused", arguments: ["?", "$1", ":a"])
  func scriptWithParameter(parameter: String) async throws {
    let db = try Database.inMemory()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.execute(
        script: "CREATE TABLE one (a); INSERT INTO one VALUES (\(raw: parameter))")
    }
    #expect(
      error?.message
        == "\(parameter) is a parameter without a value; write the value in \\( )")
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("Values in a script are bound to the statements that contain them")
  func scriptWithValues() async throws {
    let db = try Database.inMemory()
    let (name, other) = ("it's '); DROP TABLE one; --", "\u{600}'b")
    try await db.execute(
      script: """
        CREATE TABLE one (a, b);
        INSERT INTO one VALUES (\(name), \(1)), (\(other), \(name));
        INSERT INTO one SELECT b, \(2) FROM one WHERE a = \(name);
        """)
    let rows = try await db.fetch(Row.self, sql: "SELECT a, b FROM one")
    let found = try rows.map { try [$0[0], $0[1]] }
    #expect(found == [[.text(name), 1], [.text(other), .text(name)], [1, 2]])
  }

  @Test("A script with a value inside quotes or a comment is refused before anything runs")
  func scriptWithQuotedValue() async throws {
    let db = try Database.inMemory()
    try await db.transaction { tx in
      for script: SQL in [
        "CREATE TABLE one (a); INSERT INTO one VALUES ('\("x")')",
        "CREATE TABLE one (a); SELECT 1 -- \("x")", "CREATE TABLE one (a, \"\("x")\")",
      ] {
        let error = #expect(throws: DatabaseError.self) { try tx.execute(script: script) }
        #expect(
          error?.message
            == "the value $1 is inside quotes or a comment: write it outside of them")
      }
    }
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("The error for a value where SQL allows no parameter suggests `literal:`")
  func parameterInPragma() async throws {
    let db = try Database.inMemory()
    let words = "; no parameter is allowed here: use \\(literal: ) to write the value into the SQL"
    for run: @Sendable () async throws -> Void in [
      { try await db.execute("PRAGMA user_version = \(7)") },
      { try await db.execute(script: "SELECT 1; PRAGMA user_version = \(7)") },
    ] {
      let error = await #expect(throws: DatabaseError.self) { try await run() }
      #expect(error?.message == "near \"$1\": syntax error" + words)
    }
    try await db.execute("PRAGMA user_version = \(literal: 7)")
    try await db.execute(script: "PRAGMA application_id = \(literal: -1); SELECT \(1)")
    #expect(try await db.value(Int.self, sql: "PRAGMA user_version") == 7)
    #expect(try await db.value(Int.self, sql: "PRAGMA application_id") == -1)
  }

  @Test("A script of ten thousand statements runs to its end")
  func longScript() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    let statement =
      "INSERT INTO record (title, note) VALUES ('t', '\(String(repeating: "é", count: 90))');\n"
    try await db.execute(script: "\(raw: String(repeating: statement, count: 10_000))")
    #expect(try await db.count(Record.self) == 10_000)
  }

  @Test("withHandle passes SQLite's connection handle")
  func handle() async throws {
    let db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    let before = try await db.withHandle { sqlite3_total_changes($0) }
    let code = try await db.withHandle { handle in
      sqlite3_exec(handle, "INSERT INTO record (title) VALUES ('from C')", nil, nil, nil)
    }
    #expect(code == SQLITE_OK)
    #expect(try await db.fetch(Record.self).map(\.title) == ["from C"])
    let count = try await db.transaction { tx in
      try tx.withHandle { sqlite3_total_changes($0) }
    }
    #expect(count == before + 1)
  }
}
