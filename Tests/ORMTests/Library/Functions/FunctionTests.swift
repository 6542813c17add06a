import CSQLite
import Foundation
import ORM
import Synchronization
import Testing

extension SongGenre: FunctionArgument {}

@Suite("Functions written in Swift", .timeLimit(.minutes(10)))
struct FunctionTests {
  let two: TwoDatabases
  var db: Database { two.db }

  static let slug = DatabaseFunction("slug", .deterministic) { (text: String) in
    text.lowercased().replacing(" ", with: "-")
  }

  init() async throws {
    two = try TwoDatabases(readerCount: 2)
    try await two.db.create(Band.self, Record.self)
    try await two.db.insert([
      Record(title: "Love Deluxe", plays: 3, note: "n"), Record(title: "Promise", plays: 7),
    ])
  }

  @Test("A function can be called in typed queries, with columns and values")
  func typed() async throws {
    try db.add(Self.slug)
    let query = Record.where { Self.slug($0.title) == "love-deluxe" }
    let statement = try query.statement()
    #expect(statement.sql.hasSuffix(#" FROM "record" WHERE "slug"("title") = $1"#))
    #expect(statement.arguments == ["love-deluxe"])
    let found = try await db.fetch(query)
    #expect(found.map(\.id) == [1])

    let within = DatabaseFunction("within") { (value: Int, least: Int, most: Double?) in
      value >= least && Double(value) <= most ?? .infinity
    }
    try db.add(within)
    let some = Record.where { within($0.plays, 4, SQLExpression(sql: "\(9.5)", as: Double?.self)) }
    #expect(
      try some.statement().sql.hasSuffix(#" WHERE "within"("plays", $1, $2)"#))
    let foundWithin = try await db.fetch(some)
    #expect(foundWithin.map(\.id) == [2])

    let now = DatabaseFunction("answer") { 42 }
    try db.add(now)
    #expect(try await db.count(Record.where { $0.plays < now() }) == 2)
  }

  @Test(
    "A function with optional types receives and returns NULL")
  func optional() async throws {
    let shout = DatabaseFunction("shout") { (text: String?) in text.map { $0.uppercased() } }
    try db.add(shout)
    let noted = try await db.fetch(Record.where { shout($0.note) == "N" })
    let silent = try await db.fetch(Record.where { shout($0.note) == nil })
    let promise = try await db.fetch(Record.where { shout($0.title) == "PROMISE" })
    #expect(noted.map(\.id) == [1])
    #expect(silent.map(\.id) == [2])
    #expect(promise.map(\.id) == [2])
  }

  @Test("A function can have arguments of any column type, including optionals")
  func values() async throws {
    let describe = DatabaseFunction("describe") {
      (genre: SongGenre, real: Float, number: Int32, bytes: [UInt8], url: URL) in
      "\(genre) \(real) \(number) \(bytes) \(url)"
    }
    try db.add(describe)
    let url = try #require(URL(string: "a:b"))
    let query = Record.where { $0.plays == 3 }
      .select { _ in describe(SongGenre.jazz, 1.5 as Float, 7 as Int32, [1] as [UInt8], url) }
    try await expect(
      query, #"SELECT "describe"($1, $2, $3, $4, $5) FROM "record" WHERE "plays" = $6"#,
      ["jazz", 1.5, 7, .blob([1]), "a:b", 3], in: db, rows: ["jazz 1.5 7 [1] a:b"])
    let either = DatabaseFunction("either") { (a: Decimal?, b: Date?) in a == nil && b == nil }
    try db.add(either)
    let none = Record.limit(1).select { _ in either(nil as Decimal?, nil as Date?) }
    try await expect(
      none, #"SELECT "either"($1, $2) FROM "record" LIMIT $3"#, [nil, nil, 1], in: db, rows: [true])
  }

  @Test("A function can mix optional and non-optional columns")
  func mixedOptionals() async throws {
    let label = DatabaseFunction("label") { (note: String?, plays: Int?) in
      "\(note ?? "-") \(plays ?? 0)"
    }
    try db.add(label)
    try await expect(
      Record.order { $0.id }.select { label($0.note, $0.plays) },
      #"SELECT "label"("note", "plays") FROM "record" ORDER BY "id""#, in: db,
      rows: ["n 3", "- 7"])
    let number = DatabaseFunction("numbered") { (text: String?, plays: Int) in
      "\(text ?? "-") \(plays)"
    }
    try db.add(number)
    try await expect(
      Record.order { $0.id }.select {
        (number($0.note, $0.plays), number($0.title.cast(as: String?.self), $0.plays))
      },
      #"SELECT "numbered"("note", "plays"), "numbered"(CAST("title" AS TEXT), "plays")"#
        + #" FROM "record" ORDER BY "id""#,
      in: db, rows: [("n 3", "Love Deluxe 3"), ("- 7", "Promise 7")])
  }

  @Test("A function can read and return every storage class")
  func storageClasses() async throws {
    try db.add(DatabaseFunction("bytes") { (data: Data?) in data })
    try db.add(DatabaseFunction("twice") { (number: Double) in number * 2 })
    try db.add(DatabaseFunction("text") { (text: String) in text })
    try db.add(DatabaseFunction("later") { (date: Date) in date.addingTimeInterval(1) })
    let row = try #require(
      try await db.first(
        Row.self,
        sql: """
          SELECT bytes(x'0001'), bytes(x''), bytes(NULL), twice(1.5), twice(2), text(\("a\0é")), text(''),
            later(1.0)
          """))
    let values: [SQLValue] = [
      .blob([0, 1]), .blob([]), nil, 3.0, 4.0, .text("a\0é"), "", 2.0,
    ]
    #expect(row.values == values)
  }

  @Test("A function is available on the writer and on every reader")
  func everyConnection() async throws {
    let db = db
    // Both readers are open.
    async let first = db.read { try $0.count(Record.self) }
    async let second = db.read { try $0.count(Record.self) }
    _ = try await (first, second)
    try db.add(Self.slug)
    let sql: SQL = "SELECT slug(title) FROM record ORDER BY id"
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<20 {
        group.addTask { try await db.read { try $0.fetch(String.self, sql: sql) } }
      }
      for try await slugs in group { #expect(slugs == ["love-deluxe", "promise"]) }
    }
    #expect(try await db.execute("UPDATE record SET title = slug(title)") == 2)
    let written = try await db.transaction { try $0.fetch(String.self, sql: sql) }
    #expect(written == ["love-deluxe", "promise"])

    // Here no reader is open yet.
    let new = try Database(two.folder.file(), configuration: Configuration(readerCount: 1))
    try new.add(Self.slug)
    #expect(try await new.fetch(String.self, sql: sql) == ["love-deluxe", "promise"])
    let memory = try Database.inMemory()
    try memory.add(Self.slug)
    #expect(try await memory.value(String.self, sql: "SELECT slug('A b')") == "a-b")
  }

  @Test("A function replaces only one with the same name and number of arguments")
  func replaced() async throws {
    try db.add(DatabaseFunction("f") { 1 })
    try db.add(DatabaseFunction("f") { (x: Int) in x })
    #expect(try await db.value(Int.self, sql: "SELECT f() + f(10)") == 11)
    try db.add(DatabaseFunction("F") { 2 })
    #expect(try await db.value(Int.self, sql: "SELECT f() + f(10)") == 12)
    try db.add(DatabaseFunction("é") { 1 })
    try db.add(DatabaseFunction("É") { 2 })
    #expect(try await db.value(Int.self, sql: "SELECT 10 * é() + É()") == 12)
  }

  @Test("A function's error reaches the caller, and its message contains no values")
  func throwing() async throws {
    try db.add(DatabaseFunction("fail") { (_: Int) -> Int in throw Stop() })
    try db.add(Self.slug)
    for sql in ["SELECT fail(plays) FROM record", "SELECT id FROM record WHERE fail(id) = 1"] {
      let error = await #expect(throws: DatabaseError.self) {
        try await db.fetch(Int.self, sql: "\(raw: sql)")
      }
      #expect(error?.underlyingError as? Stop == Stop())
      #expect(error?.message == "fail() threw Stop")
      #expect(error?.description == "fail() threw Stop [SQLITE_ERROR] in: \(sql)")
      #expect(error?.code == .error)
      #expect(error?.sql == sql)
    }
    let write = await #expect(throws: DatabaseError.self) {
      try await db.execute("UPDATE record SET plays = fail(plays)")
    }
    #expect(write?.underlyingError is Stop)
    let script = await #expect(throws: DatabaseError.self) {
      try await db.execute(script: "UPDATE record SET plays = fail(plays)")
    }
    #expect(script?.underlyingError is Stop)
    // Errors of other statements don't have that error.
    let other = await #expect(throws: DatabaseError.self) {
      try await db.execute("INSERT INTO record (id, title) VALUES (1, 'x')")
    }
    #expect(other != nil && other?.underlyingError == nil)
    #expect(try await db.fetch(Record.self).map(\.plays) == [3, 7])
  }

  @Test("A function refuses an argument of another type, and names it")
  func wrongArgument() async throws {
    try db.add(DatabaseFunction("both") { (a: Int, b: String) in a + b.count })
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT both(1, NULL)")
    }
    #expect(
      error?.underlyingError as? RowDecodingError
        == RowDecodingError(
          column: "argument 2 of both()",
          reason: .storageClass(expected: "TEXT", found: .null)))
    #expect(
      error?.description == """
        both() threw RowDecodingError: column "argument 2 of both()": expected TEXT, found NULL [SQLITE_ERROR] \
        in: SELECT both(1, NULL)
        """)
    await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT both(1)")
    }
    await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT both(1, CAST(x'ff' AS TEXT))")
    }
    await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT both(2.5, '')")
    }
  }

  @Test("A function refuses a result that can't be stored")
  func wrongResult() async throws {
    try db.add(DatabaseFunction("large") { UInt64.max })
    let error = await #expect(throws: DatabaseError.self) {
      try await db.value(Int.self, sql: "SELECT large()")
    }
    #expect(error?.underlyingError is ValueEncodingError)
    #expect(
      error?.description == """
        large() threw ValueEncodingError: the UInt64 does not fit into a 64-bit signed INTEGER \
        [SQLITE_ERROR] in: SELECT large()
        """)
  }

  @Test("A variadic function has any number of arguments")
  func variadic() async throws {
    let firstText = VariadicFunction("first_text") { values -> String? in
      for case .text(let text) in values { return text }
      return nil
    }
    try db.add(firstText)
    let row = try await db.first(
      Row.self, sql: "SELECT first_text(), first_text(1, NULL), first_text(1, 'a', 'b')")
    #expect(row?.values == [nil, nil, "a"])
    let query = Record.where { firstText($0.plays, $0.note, $0.title, "x") == "Promise" }
    #expect(
      try query.statement().sql.hasSuffix(
        #"WHERE "first_text"("plays", "note", "title", $1) IS $2"#))
    let found = try await db.fetch(query)
    #expect(found.map(\.id) == [2])
  }

  @Test("A function in an index must be deterministic, and innocuous unless the schema is trusted")
  func options() async throws {
    try db.add(DatabaseFunction("plain") { (x: Int) in x })
    try db.add(DatabaseFunction("known", .deterministic) { (x: Int) in x })
    try db.add(DatabaseFunction("good", [.deterministic, .innocuous]) { (x: Int) in x })
    try db.add(DatabaseFunction("direct", [.deterministic, .directOnly]) { (x: Int) in x })
    for name in ["plain", "known", "direct"] {
      await #expect(throws: DatabaseError.self, "\(name)") {
        try await db.execute("CREATE INDEX \(identifier: name) ON record (\(raw: name)(plays))")
      }
      #expect(try await db.value(Int.self, sql: "SELECT \(raw: name)(1)") == 1)
    }
    try await db.execute("CREATE INDEX good ON record (good(plays))")
    // SQLite would allow it with its default settings.
    try await db.withHandle { _ = sqlite3_exec($0, "PRAGMA trusted_schema = ON", nil, nil, nil) }
    await #expect(throws: DatabaseError.self) {
      try await db.execute("CREATE INDEX known ON record (known(plays))")
    }
    var configuration = Configuration()
    configuration.trustedSchema = true
    let trusting = try Database.inMemory(configuration: configuration)
    try trusting.add(DatabaseFunction("known", .deterministic) { (x: Int) in x })
    try trusting.add(DatabaseFunction("direct", [.deterministic, .directOnly]) { (x: Int) in x })
    try await trusting.execute(script: "CREATE TABLE t (a); CREATE INDEX known ON t (known(a));")
    await #expect(throws: DatabaseError.self) {
      try await trusting.execute("CREATE INDEX direct ON t (direct(a))")
    }
  }

  @Test("A function can have any name that SQLite allows, including keywords")
  func names() async throws {
    for name in ["", "a\0b", String(repeating: "x", count: 256)] {
      #expect(throws: DatabaseError.self) { try db.add(DatabaseFunction(name) { 1 }) }
    }
    let odd = DatabaseFunction("order \"by\"") { (x: Int) in x }
    try db.add(odd)
    #expect(try await db.count(Record.where { odd($0.plays) == 7 }) == 1)
  }

  @Test("A function can check for the cancellation of its task")
  func cancelled() async throws {
    try db.add(
      DatabaseFunction("checked") { () throws in
        try Task.checkCancellation()
        return 1
      })
    let db = db
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await db.transaction { try $0.value(Int.self, sql: "SELECT checked()") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("A function is released with its database, or when it is replaced")
  func released() async throws {
    let count = Count()
    do {
      let two = try TwoDatabases(readerCount: 1)
      func add() throws {
        let counted = Counted(count)
        try two.db.add(DatabaseFunction("f") { counted.value })
      }
      try add()
      for _ in 0..<3 {
        #expect(try await two.db.value(Int.self, sql: "SELECT f()") == 1)
        #expect(try await two.db.transaction { try $0.value(Int.self, sql: "SELECT f()") } == 1)
        try add()
      }
      #expect(try await two.db.value(Int.self, sql: "SELECT f()") == 1)
      #expect(try await two.db.transaction { try $0.value(Int.self, sql: "SELECT f()") } == 1)
      #expect(count.alive == 1)
    }
    #expect(count.alive == 0)
    #expect(count.made == 4)
  }
}

/// The number of `Counted` values that were created and that exist.
final class Count: Sendable {
  private let state = Mutex((made: 0, alive: 0))

  var made: Int { state.withLock(\.made) }
  var alive: Int { state.withLock(\.alive) }

  fileprivate func begin() {
    state.withLock {
      $0.made += 1
      $0.alive += 1
    }
  }

  fileprivate func end() { state.withLock { $0.alive -= 1 } }
}

/// A value that counts itself while it exists.
final class Counted: Sendable {
  let value = 1
  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.begin()
  }

  deinit { count.end() }
}
