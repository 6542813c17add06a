import Foundation
import ORM
import Testing

/// The questions on which the five mappers disagree, and this package's rules.
@Suite("Disagreements of older mappers")
struct DisagreementTests {
  @Table("order")
  struct Odd: Equatable {
    @Column("group", primaryKey: true) var id: Int?
    @Column("a b") var space: String?
    @Column(#"quo"te"#) var quote: String?
    @Column(nullAsDefault: true) var count: Int = 4
  }

  @Table struct Pair: Equatable {
    @Column(primaryKey: true) var a: Int
    @Column(primaryKey: true) var b: String
    var value: String
    @Column(default: .database("'given'")) var note: String?
    var at: Date?
  }

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Odd.self, Pair.self)
    return db
  }

  @Test("All: an insert generates a nil key; other calls refuse it before any SQL")
  func nilKey() async throws {
    let db = try await database()
    #expect(try await db.insert(Odd()).id == 1)
    #expect(try await db.save(Odd()).id == 2)
    await #expect(throws: MissingPrimaryKeyError.self) { try await db.update(Odd()) }
    await #expect(throws: MissingPrimaryKeyError.self) { try await db.delete(Odd()) }
    await #expect(throws: MissingPrimaryKeyError.self) { try await db.refresh(Odd()) }
  }

  @Test("All: without a row, update throws, delete returns false, and save inserts")
  func noRow() async throws {
    let db = try await database()
    await #expect(throws: RowNotFoundError.self) { try await db.update(Odd(id: 7)) }
    #expect(try await db.delete(Odd(id: 7)) == false)
    #expect(try await db.save(Odd(id: 7)).id == 7)
  }

  @Test("All: nil is written as NULL, or left out if the database has the default")
  func nilWritten() async throws {
    let db = try await database()
    let pair = try await db.insert(Pair(a: 1, b: "x", value: "v"))
    #expect(pair.note == "given" && pair.at == nil)
    try await db.update(Pair(a: 1, b: "x", value: "v"))
    #expect(try await db.find(Pair.self, (1, "x"))?.note == nil)
  }

  @Test(
    "All: NULL for a non-optional property is an error, unless read as its default")
  func nullRead() async throws {
    let db = try await database()
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Pair.self, sql: "SELECT 1 AS a, 'x' AS b, NULL AS value, NULL AS note, NULL AS at")
    }
    #expect(error?.column == "value")
    let odd = try await db.first(
      Odd.self, sql: #"SELECT 1 AS "group", NULL AS "a b", NULL AS "quo""te", NULL AS count"#)
    #expect(odd?.count == 4)
  }

  @Test("All: a missing column is an error, an additional one is ignored; verify reports both")
  func columns() async throws {
    let db = try await database()
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(Pair.self, sql: "SELECT 1 AS a, 'x' AS b")
    }
    try await db.execute("ALTER TABLE pair DROP COLUMN at")
    try await db.execute("ALTER TABLE pair ADD COLUMN more TEXT")
    let changes = Schema(of: Pair.self).changes(from: try await db.schema()).map { "\($0)" }
    #expect(changes.contains { $0.contains("at") && $0.contains("added") })
    #expect(changes.contains { $0.contains("more") })
    await #expect(throws: SchemaMismatchError.self) { try await db.verify(Schema(of: Pair.self)) }
  }

  @Test("All: names are always quoted: order, group, a space, a quotation mark")
  func names() async throws {
    let db = try await database()
    let odd = try await db.insert(Odd(space: "a", quote: "b"))
    #expect(try await db.fetch(Odd.where { $0.quote == "b" && $0.space == "a" }) == [odd])
    #expect(try odd.updateStatement.sql.contains(#""quo""te" = $"#))
    try await db.update(odd, columns: \.space)
    #expect(try await db.delete(Odd.self, where: { $0.id == 1 }) == 1)
  }

  @Test(
    "All: dates are seconds since 1970; text in another form is refused with its column",
    arguments: [
      ("5", nil), ("5.5", nil), ("'1970-01-01T00:00:05Z'", "ISO8601Seconds"),
      ("'1970-01-01T00:00:05.250Z'", "ISO8601"), ("'1970-01-01 00:00:05'", "DateTimeText"),
      ("'1970-01-02'", "DateText"),
    ])
  func dates(sql: String, representation: String?) async throws {
    let db = try await database()
    try await db.execute("CREATE TABLE d (at)")
    try await db.execute("INSERT INTO d VALUES (\(raw: sql))")
    guard let representation else {
      let date = try await db.value(Date.self, sql: "SELECT at FROM d")
      try await db.insert(Pair(a: 1, b: "x", value: "v", at: date))
      let seconds = try await db.value(Double.self, sql: "SELECT at FROM d")
      #expect(try await db.value(Double.self, sql: "SELECT at FROM pair") == seconds)
      return
    }
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.value(Date.self, sql: "SELECT at FROM d")
    }
    #expect(error.map { "\($0)" }?.contains("`@Column(as: \(representation).self)`") == true)
  }

  @Test("All: keys can have several columns, and can change")
  func keys() async throws {
    let db = try await database()
    let old = try await db.insert(Pair(a: 1, b: "x", value: "v"))
    var new = old
    (new.a, new.b) = (2, "y")
    #expect(try await db.updateChanges(new, from: old))
    #expect(try await db.fetch(Pair.self) == [new])
  }

  @Test("All: every error is thrown with its type, and none is only logged")
  func errors() async throws {
    let db = try await database()
    try await db.insert(Pair(a: 1, b: "x", value: "v"))
    await #expect(throws: DatabaseError.self) {
      try await db.insert(Pair(a: 1, b: "x", value: "v"))
    }
    await #expect(throws: DatabaseError.self) { try await db.execute("NONSENSE") }
    #expect(throws: DatabaseError.self) { try Database("/nowhere/at/all.sqlite") }
  }
}
