import Foundation
import ORM
import Testing

@Suite("Rows and values of raw SQL")
struct RawFetchTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Poster.self, Seat.self)
    try await db.insert(Band.Draft(name: "Sade"))
    try await db.insert([
      Record(title: "Diamond Life", bandID: 1, plays: 3),
      Record(title: "it's; DROP TABLE record; --", plays: 7, note: "n"),
    ])
  }

  @Test("A value in raw SQL is bound as a parameter")
  func bound() async throws {
    let title = "it's; DROP TABLE record; --"
    let trace = try await StatementTrace.start(on: db)
    let records = try await db.fetch(
      Record.self, sql: "SELECT * FROM record WHERE title = \(title)")
    #expect(records == [Record(id: 2, title: title, plays: 7, note: "n")])
    #expect(trace.statements == ["SELECT * FROM record WHERE title = $1"])
  }

  @Test("Columns are matched by name, in any order and case, among other columns")
  func byName() async throws {
    let sql: SQL = """
      SELECT 'x' AS other, Note, PLAYS * 2 AS pLaYs, 9 AS more, bandID, title, id
      FROM record ORDER BY id
      """
    let records = try await db.fetch(Record.self, sql: sql)
    #expect(
      records == [
        Record(id: 1, title: "Diamond Life", bandID: 1, plays: 6),
        Record(id: 2, title: "it's; DROP TABLE record; --", plays: 14, note: "n"),
      ])
    #expect(try await db.first(Record.self, sql: sql) == records[0])
    #expect(try await db.read { try $0.fetch(Record.self, sql: sql) } == records)
  }

  @Test("Column names that differ in the case of non-ASCII letters are different names")
  func caseOutsideASCII() async throws {
    let row = try #require(try await db.first(Row.self, sql: #"SELECT 1 AS "é", 2 AS "É""#))
    #expect(try row["é"] == 1)
    #expect(try row["É"] == 2)
  }

  @Test("A missing column is reported even if the result has no rows", arguments: [0, 2])
  func missing(limit: Int) async throws {
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Record.self, sql: "SELECT id, title, bandID, note FROM record LIMIT \(limit)")
    }
    #expect(error == RowDecodingError(table: "record", column: "plays", reason: .missingColumn))
    #expect("\(try #require(error))" == #""record"."plays": the result has no such column"#)
  }

  @Test("A column that occurs twice is an error only if it is decoded")
  func ambiguous() async throws {
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Record.self, sql: "SELECT * FROM band JOIN record ON record.bandID = band.id")
    }
    #expect(error == RowDecodingError(table: "record", column: "id", reason: .ambiguousColumn))
    let records = try await db.fetch(
      Record.self, sql: "SELECT record.*, 1 AS x, 2 AS x FROM record WHERE id = 1")
    #expect(records.map(\.id) == [1])
  }

  @Test("A decoding error of raw SQL names the table, the column and the key")
  func wrongValue() async throws {
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Record.self, sql: "SELECT id, bandID, plays, note, NULL AS title FROM record")
    }
    #expect(
      error
        == RowDecodingError(
          table: "record", column: "title",
          reason: .storageClass(expected: "TEXT", found: .null), key: [1]))
  }

  @Test("Embedded structs are matched by column name, and are nil if all columns are NULL")
  func embedded() async throws {
    try await db.create(EmbeddedTests.Customer.self)
    let home = EmbeddedTests.Address(
      streetName: "Main", city: "Ely", place: .init(latitude: 1, longitude: 2),
      since: Date(timeIntervalSince1970: 3))
    let one = try await db.insert(EmbeddedTests.Customer.Draft(home: home, work: nil, name: "Ada"))
    let two = try await db.insert(EmbeddedTests.Customer.Draft(home: home, work: home, name: "Bea"))
    let columns = EmbeddedTests.Customer.schema.columns.map(\.name)
      .reversed().map { "\"\($0)\"" }.joined(separator: ", ")
    let customers = try await db.fetch(
      EmbeddedTests.Customer.self,
      sql: "SELECT 0 AS x, \(raw: columns) FROM \(EmbeddedTests.Customer.self) ORDER BY id")
    #expect(customers == [one, two])
  }

  @Test("A lazy column stays unloaded, and can be absent from the result")
  func lazy() async throws {
    try await db.insert(Poster(id: 1, caption: "c", image: .loaded([1, 2])))
    let all = try await db.fetch(Poster.self, sql: "SELECT * FROM poster")
    let some = try await db.fetch(Poster.self, sql: "SELECT caption, id FROM poster")
    #expect(all == [Poster(id: 1, caption: "c", image: .unloaded)])
    #expect(some == all)
  }

  @Test("A result follows the schema after another connection changed it")
  func schemaChange() async throws {
    let two = try TwoDatabases(readerCount: 1)
    try await two.db.execute("CREATE TABLE seat (line TEXT, number INT, x INT)")
    try await two.db.execute("INSERT INTO seat VALUES ('A', 1, 0)")
    let sql: SQL = "SELECT * FROM seat"
    await #expect(throws: RowDecodingError(table: "seat", column: "guest", reason: .missingColumn))
    {
      try await two.db.fetch(Seat.self, sql: sql)
    }
    #expect(
      try await two.db.fetch(Row.self, sql: sql).map(\.columnNames) == [["line", "number", "x"]])
    try await two.other.execute("ALTER TABLE seat DROP COLUMN x")
    try await two.other.execute("ALTER TABLE seat ADD COLUMN guest TEXT DEFAULT 'g'")
    #expect(try await two.db.fetch(Seat.self, sql: sql) == [Seat(line: "A", number: 1, guest: "g")])
    try await two.other.execute("ALTER TABLE seat DROP COLUMN line")
    try await two.other.execute("ALTER TABLE seat ADD COLUMN line TEXT DEFAULT 'L'")
    #expect(try await two.db.fetch(Seat.self, sql: sql) == [Seat(line: "L", number: 1, guest: "g")])
    #expect(
      try await two.db.fetch(Row.self, sql: sql).map(\.columnNames) == [
        ["number", "guest", "line"]
      ])
    try await two.other.execute("DELETE FROM seat")
    try await two.other.execute("ALTER TABLE seat DROP COLUMN line")
    await #expect(throws: RowDecodingError(table: "seat", column: "line", reason: .missingColumn)) {
      try await two.db.first(Seat.self, sql: sql)
    }
  }

  @Test("Values of one column are decoded by a type or a representation")
  func values() async throws {
    #expect(try await db.fetch(Int.self, sql: "SELECT plays FROM record ORDER BY id") == [3, 7])
    #expect(
      try await db.fetch(String?.self, sql: "SELECT note FROM record ORDER BY id") == [nil, "n"])
    #expect(try await db.first(Int.self, sql: "SELECT plays FROM record WHERE id = \(2)") == 7)
    #expect(try await db.first(Int.self, sql: "SELECT plays FROM record WHERE id = \(9)") == nil)
    let dates = try await db.fetch(UnixSeconds.self, sql: "SELECT plays FROM record ORDER BY id")
    #expect(dates == [Date(timeIntervalSince1970: 3), Date(timeIntervalSince1970: 7)])
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(String.self, sql: "SELECT note FROM record")
    }
  }

  @Test("value returns the first value; a missing row counts as NULL")
  func value() async throws {
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM record") == 2)
    #expect(try await db.value(Int?.self, sql: "SELECT max(plays) FROM record") == 7)
    #expect(try await db.value(Int?.self, sql: "SELECT max(number) FROM seat") == nil)
    #expect(try await db.value(Int?.self, sql: "SELECT number FROM seat") == nil)
    #expect(try await db.value(Int.self, sql: "SELECT plays FROM record ORDER BY id") == 3)
    let error = RowDecodingError(
      column: "number", reason: .storageClass(expected: "INTEGER", found: .null))
    await #expect(throws: error) { try await db.value(Int.self, sql: "SELECT number FROM seat") }
  }

  @Test("A single value can't be read from a result with two columns")
  func twoColumns() async throws {
    for read in [
      { try $0.fetch(Int.self, sql: "SELECT id, plays FROM record").count },
      { try $0.value(Int.self, sql: "SELECT id, plays FROM record") },
    ] as [@Sendable (isolated Connection) throws -> Int] {
      let error = await #expect(throws: DatabaseError.self) { try await db.read(read) }
      #expect(error?.code == .mismatch)
      #expect(error?.message == "a value is read from one column, but the result has 2; select one")
    }
  }

  @Test("Rows of RETURNING are fetched through the writer connection")
  func returning() async throws {
    let two = try TwoDatabases()
    try await two.db.create(Band.self, Record.self)
    let sql: SQL = """
      INSERT INTO record (title, plays) VALUES (\("a"), \(1)), (\("b"), \(2)) RETURNING plays, *
      """
    await #expect(throws: RowDecodingError.self) { try await two.db.fetch(Record.self, sql: sql) }
    #expect(try await two.other.count(Record.self) == 0, "its rows could not be decoded")
    let added = try await two.db.first(
      Record.self, sql: "INSERT INTO record (title) VALUES (\("a")), (\("b")) RETURNING *")
    #expect(added == Record(id: 1, title: "a"))
    #expect(try await two.other.count(Record.self) == 2)
    let ids = try await two.db.transaction {
      try $0.fetch(Int.self, sql: "UPDATE record SET plays = 5 RETURNING id")
    }
    #expect(ids.sorted() == [1, 2])
    await #expect(throws: DatabaseError.self) {
      try await two.db.read { try $0.fetch(Int.self, sql: "DELETE FROM record RETURNING id") }
    }
    #expect(try await two.other.fetch(Record.self).map(\.plays) == [5, 5])
    let checkpoint: SQL = "PRAGMA wal_checkpoint(TRUNCATE)"
    #expect(try await two.db.fetch(Row.self, sql: checkpoint).count == 1)
  }

  @Test("An error at the end of a write is thrown although its first row was read")
  func lateError() async throws {
    try await db.execute(
      """
      CREATE TABLE child (id INTEGER PRIMARY KEY,
        band INTEGER REFERENCES band (id) DEFERRABLE INITIALLY DEFERRED)
      """)
    await #expect(throws: DatabaseError.self) {
      try await db.first(Int.self, sql: "INSERT INTO child (band) VALUES (99) RETURNING id")
    }
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM child") == 0)
  }

  @Test("A statement without rows, and two statements, are refused before anything runs")
  func noRows() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: "DELETE FROM record")
    }
    #expect(error?.code == .misuse)
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: "DELETE FROM record RETURNING id; SELECT 1")
    }
    #expect(try await db.count(Record.self) == 2)
  }
}
