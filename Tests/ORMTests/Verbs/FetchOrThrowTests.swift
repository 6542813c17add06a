import ORM
import Testing

@Suite("findOrThrow and firstOrThrow")
struct FetchOrThrowTests {
  let db: Database
  private static let columns = #""id", "title", "bandID", "plays", "note""#
  private static let select = "SELECT \(columns) FROM \"record\""

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    try await db.insert(Record(title: "Promise", plays: 3))
  }

  @Test("An existing row is returned by key, condition, query and SQL")
  func found() async throws {
    let promise = Record(id: 1, title: "Promise", plays: 3)
    let trace = try await StatementTrace.start(on: db)
    #expect(try await db.findOrThrow(Record.self, 1) == promise)
    #expect(try await db.firstOrThrow(Record.self, where: { $0.plays > 2 }) == promise)
    #expect(try await db.firstOrThrow(Record.order { $0.title }) == promise)
    #expect(try await db.firstOrThrow(Record.self, sql: "SELECT * FROM record") == promise)
    #expect(try await db.firstOrThrow(Int.self, sql: "SELECT plays FROM record") == 3)
    #expect(
      trace.written == [
        Self.select + #" WHERE "id" = $1"#, Self.select + #" WHERE "plays" > $1 LIMIT $2"#,
        Self.select + #" ORDER BY "title" LIMIT $1"#, "SELECT * FROM record",
        "SELECT plays FROM record",
      ])
    let rows = try await db.read { db in
      [
        try db.findOrThrow(Record.self, 1),
        try db.firstOrThrow(Record.self, where: { $0.plays > 2 }),
        try db.firstOrThrow(Record.all),
        try db.firstOrThrow(Record.self, sql: "SELECT * FROM record"),
      ]
    }
    #expect(rows == [promise, promise, promise, promise])
  }

  @Test("A NULL is a result, not a missing row")
  func null() async throws {
    let note = try await db.firstOrThrow(Record.select { $0.note })
    #expect(note == nil)
    #expect(try await db.firstOrThrow(String?.self, sql: "SELECT note FROM record") == nil)
    await #expect(throws: RowNotFoundError.self) {
      try await db.firstOrThrow(Record.where { $0.id == 2 }.select { $0.note })
    }
    await #expect(throws: RowNotFoundError.self) {
      try await db.firstOrThrow(String?.self, sql: "SELECT note FROM record WHERE id = 2")
    }
  }

  @Test("A missing row is an error that names the table and the SQL, without values")
  func missing() async throws {
    var errors: [RowNotFoundError?] = []
    errors.append(
      await #expect(throws: RowNotFoundError.self) { try await db.findOrThrow(Record.self, 2) })
    errors.append(
      await #expect(throws: RowNotFoundError.self) {
        try await db.firstOrThrow(Record.self, where: { $0.title == "secret" })
      })
    errors.append(
      await #expect(throws: RowNotFoundError.self) {
        try await db.firstOrThrow(Record.self, sql: "SELECT * FROM record WHERE id = \(7)")
      })
    errors.append(
      await #expect(throws: RowNotFoundError.self) {
        try await db.read { try $0.firstOrThrow(Int.self, sql: "SELECT 1 WHERE 2 = \(7)") }
      })
    let condition = Self.select + #" WHERE "title" = $1"#
    #expect(
      errors == [
        RowNotFoundError(table: "record"), RowNotFoundError(table: "record", sql: condition),
        RowNotFoundError(table: "", sql: "SELECT * FROM record WHERE id = $1"),
        RowNotFoundError(table: "", sql: "SELECT 1 WHERE 2 = $1"),
      ])
    #expect(
      errors.map { $0?.description } == [
        #""record": there is no row with this key"#,
        #""record": the statement returned no row in: "# + condition,
        "the statement returned no row in: SELECT * FROM record WHERE id = $1",
        "the statement returned no row in: SELECT 1 WHERE 2 = $1",
      ])
  }

  @Test("A write returns its row, or throws if it has written none")
  func returning() async throws {
    let insert = Record.insert { $0.title = "Lovers Rock" }.returning { $0.id }
    #expect(try await db.firstOrThrow(insert) == 2)
    let update = Record.where { $0.id == 9 }.update { $0.plays += 1 }.returning { $0.plays }
    let error = await #expect(throws: RowNotFoundError.self) { try await db.firstOrThrow(update) }
    #expect(error?.table == "record" && error?.sql?.hasPrefix("UPDATE") == true)
    try await db.transaction { tx in
      #expect(throws: RowNotFoundError.self) { try tx.firstOrThrow(update) }
    }
  }

  @Test("A row is returned with its lists; if there is none, an error is thrown")
  func lists() async throws {
    let db = try await Related.database()
    let query = Related.Artist.order { $0.id }.select { ($0.name, $0.albums.order { $0.id }) }
    let (name, albums) = try await db.firstOrThrow(query)
    #expect(name == "Sade" && albums.map(\.id) == [1, 3])
    let error = await #expect(throws: RowNotFoundError.self) {
      try await db.firstOrThrow(query.where { $0.id == 99 })
    }
    #expect(error?.table == "artist")
  }
}
