import Foundation
import ORM
import Testing

private enum FO {
  @Table("batter")
  struct Batter: Equatable {
    @Column(primaryKey: true) var team: String
    @Column(primaryKey: true) var number: Int
    var name: String?
    var average: Double = 0
    var birth: Date?
    var photo: Data?
    @Column(default: .database("'none'")) var note: String?
  }

  @Selection
  struct Line: Equatable {
    var name: String
    var total: Int
  }

  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Batter.self)
    return db
  }
}

@Suite("FOMapping")
struct FOMappingTests {
  @Test("FOMapping: a struct names its table")
  func table() { #expect(FO.Batter.tableName == "batter") }

  @Test("FOMapping: a table is compared with its struct, and each difference is named")
  func verified() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE batter (team TEXT, number INTEGER, more TEXT)")
    let error = await #expect(throws: SchemaMismatchError.self) {
      try await db.verify(Schema(of: FO.Batter.self))
    }
    let words = try #require(error).description
    #expect(words.contains("key") && words.contains("average"))
  }

  @Test("FOMapping: integers, reals, texts, data and dates round-trip")
  func types() async throws {
    let db = try await FO.database()
    let batter = FO.Batter(
      team: "A", number: 1, name: "x", average: 0.25, birth: Date(timeIntervalSince1970: -5),
      photo: Data([0, 255]), note: "n")
    try await db.insert(batter)
    #expect(try await db.find(FO.Batter.self, ("A", 1)) == batter)
  }

  @Test("FOMapping: a date is seconds since 1970, or text as the column declares")
  func dates() async throws {
    let db = try await FO.database()
    try await db.insert(FO.Batter(team: "A", number: 1, birth: Date(timeIntervalSince1970: 5)))
    #expect(try await db.value(Double.self, sql: "SELECT birth FROM batter") == 5)
    let text = "SELECT '1970-01-01 00:00:07'" as SQL
    await #expect(throws: RowDecodingError.self) { try await db.value(Date.self, sql: text) }
    #expect(try await db.value(DateTimeText.self, sql: text).timeIntervalSince1970 == 7)
  }

  @Test("FOMapping: a result is read as values; an empty one has none, and NULL is nil")
  func results() async throws {
    let db = try await FO.database()
    #expect(try await db.fetch(FO.Batter.self, sql: "SELECT * FROM batter") == [])
    try await db.insert(FO.Batter(team: "A", number: 1))
    let rows = try await db.fetch(FO.Batter.self, sql: "SELECT *, 1 AS alias FROM batter")
    #expect(rows.count == 1 && rows[0].name == nil)
  }

  @Test("FOMapping: insert inserts, update updates, and save does either")
  func writes() async throws {
    let db = try await FO.database()
    var batter = try await db.insert(FO.Batter(team: "A", number: 1))
    await #expect(throws: DatabaseError.self) { try await db.insert(batter) }
    batter.name = "x"
    try await db.save(batter)
    try await db.save(FO.Batter(team: "A", number: 2))
    #expect(try await db.fetch(FO.Batter.order { $0.number }).map(\.name) == ["x", nil])
  }

  @Test("FOMapping: only changed columns are written, and nothing if none changed")
  func changed() async throws {
    let db = try await FO.database()
    let old = try await db.insert(FO.Batter(team: "A", number: 1, name: "a"))
    #expect(try await db.updateChanges(old, from: old) == false)
    try await db.execute("UPDATE batter SET average = 0.5")
    var new = old
    new.name = "b"
    #expect(try await db.updateChanges(new, from: old))
    let stored = try #require(try await db.first(FO.Batter.all))
    #expect(stored.name == "b" && stored.average == 0.5)
  }

  @Test("FOMapping: a key can change: the row is found by its former key")
  func keyChanged() async throws {
    let db = try await FO.database()
    let old = try await db.insert(FO.Batter(team: "A", number: 1, name: "a"))
    var new = old
    new.number = 7
    #expect(try await db.updateChanges(new, from: old))
    #expect(try await db.find(FO.Batter.self, ("A", 7))?.name == "a")
    #expect(try await db.count(FO.Batter.self) == 1)
  }

  @Test(
    "FOMapping: an insert leaves nil to the database's default, an update writes NULL"
  )
  func nils() async throws {
    let db = try await FO.database()
    var batter = try await db.insert(FO.Batter(team: "A", number: 1))
    #expect(batter.note == "none" && batter.name == nil)
    batter.note = nil
    try await db.update(batter)
    #expect(try await db.find(FO.Batter.self, ("A", 1))?.note == nil)
  }

  @Test("FOMapping: a row is deleted by its key, and can be inserted again")
  func remove() async throws {
    let db = try await FO.database()
    let batter = FO.Batter(team: "A", number: 1)
    #expect(try await db.delete(batter) == false)
    try await db.insert(batter)
    #expect(try await db.delete(batter))
    try await db.insert(batter)
  }

  @Test("FOMapping: a result without a struct is read as rows, by name and position")
  func rows() async throws {
    let db = try await FO.database()
    let row = try #require(
      try await db.first(Row.self, sql: "SELECT 1 AS name1, 'x' AS name2, NULL AS none, 2 AS name1")
    )
    #expect(try row["name2"] == "x" && row[0] == 1 && row[3] == 2)
    #expect(try row["none"] == .null && row.dictionary["name1"] == 1)
  }

  @Test("FOMapping: a struct without a table is read from any result")
  func selections() async throws {
    let db = try await FO.database()
    try await db.insert([FO.Batter(team: "A", number: 1), FO.Batter(team: "A", number: 2)])
    let lines = try await db.fetch(
      FO.Line.self, sql: "SELECT team AS name, count(*) AS total FROM batter GROUP BY team")
    #expect(lines == [FO.Line(name: "A", total: 2)])
  }

  @Test("FOMapping: a copy is an independent value with a description")
  func copies() {
    let batter = FO.Batter(team: "A", number: 1)
    var copy = batter
    copy.name = "x"
    #expect(batter.name == nil && "\(copy)".contains("team"))
  }
}
