import Foundation
import ORM
import Testing

@Suite("Raw SQL into Decodable types")
struct DecodableRowTests {
  enum Kind: String, Decodable { case studio, live }
  enum Level: Int, Codable { case low = 1, high }

  struct Total: Decodable, Equatable {
    var name: String
    var count: Int
    var average: Double?
    var kind: Kind
    var level: Level?
    var first: Date
    var id: UUID
    var cover: Data?
    var price: Decimal
    var link: URL?
    var isHit: Bool
    var small: UInt8
    var bytes: [UInt8]

    enum CodingKeys: String, CodingKey {
      case name, count, average, kind, level, first, id, cover, price, link, small, bytes
      case isHit = "is_hit"
    }
  }

  let db: Database
  private static let id = UUID()
  /// All columns of ``Total``.
  private static func select(_ name: SQL = "'Sade'", kind: SQL = "'live'", small: SQL = "7") -> SQL
  {
    """
    SELECT \(name) AS name, 3 AS COUNT, 1.5 AS average, \(kind) AS kind, 2 AS level,
      100.25 AS first, \(id) AS id, x'00ff' AS cover, '12.5' AS price, NULL AS link, 1 AS is_hit,
      \(small) AS small, x'01' AS bytes, 'more' AS other
    """
  }

  init() throws { db = try Database.inMemory() }

  @Test("A single value is decoded from its default representation, as a property is")
  func singleValues() async throws {
    let date = Date(timeIntervalSince1970: 3)
    #expect(try await db.fetch(decoding: Date.self, sql: "SELECT 3") == [date])
    #expect(
      try await db.fetch(decoding: Date?.self, sql: "SELECT 3 UNION ALL SELECT NULL")
        == [date, nil])
    #expect(try await db.fetch(decoding: UUID.self, sql: "SELECT \(Self.id)") == [Self.id])
    #expect(try await db.fetch(decoding: Data.self, sql: "SELECT x'00ff'") == [Data([0, 255])])
    #expect(
      try await db.fetch(decoding: Decimal.self, sql: "SELECT '12.5'").map { "\($0)" } == ["12.5"])
    let url = try await db.first(decoding: URL.self, sql: "SELECT 'https://sqlite.org'")
    #expect(url?.host() == "sqlite.org")
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(decoding: Date.self, sql: "SELECT 3, 4")
    }
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(decoding: Date.self, sql: "SELECT x'00'")
    }
  }

  @Test("Each property is decoded from the column that its coding key names")
  func all() async throws {
    let expected = Total(
      name: "Sade", count: 3, average: 1.5, kind: .live, level: .high,
      first: Date(timeIntervalSince1970: 100.25), id: Self.id, cover: Data([0, 255]),
      price: Decimal(string: "12.5") ?? 0, link: nil, isHit: true, small: 7, bytes: [1])
    let sql: SQL = "\(Self.select()) UNION ALL \(Self.select())"
    #expect(try await db.fetch(decoding: Total.self, sql: sql) == [expected, expected])
    #expect(try await db.first(decoding: Total.self, sql: sql) == expected)
    #expect(try await db.firstOrThrow(decoding: Total.self, sql: sql) == expected)
    let none: SQL = "SELECT * FROM (\(sql)) WHERE count = 9"
    #expect(try await db.first(decoding: Total.self, sql: none) == nil)
    await #expect(throws: RowNotFoundError.self) {
      try await db.firstOrThrow(decoding: Total.self, sql: none)
    }
    let synchronous = try await db.read { db in
      try [
        db.fetch(decoding: Total.self, sql: sql).count,
        db.first(decoding: Total.self, sql: none) == nil ? 0 : 1,
        db.firstOrThrow(decoding: Total.self, sql: sql).count,
      ]
    }
    #expect(synchronous == [2, 0, 3])
  }

  @Test("A row is decoded into a dictionary by column name, and a single column into a value")
  func dynamicKeys() async throws {
    #expect(
      try await db.fetch(decoding: [String: Int].self, sql: "SELECT 1 AS a, 2 AS b")
        == [["a": 1, "b": 2]])
    #expect(
      try await db.fetch(decoding: Kind.self, sql: "SELECT 'live' UNION ALL SELECT 'studio'")
        == [.live, .studio])
    #expect(try await db.fetch(decoding: Int?.self, sql: "SELECT NULL") == [nil])
  }

  struct Line: Decodable {
    struct Inner: Decodable { var a: Int }

    var title: String
    var plays: Int?
    var inner: Inner?
    var list: [Int]?
    var kind: Kind?
  }

  @Test(
    "A decoding error names the type, the column and the reason",
    arguments: [
      (
        "SELECT 'x' AS title, NULL AS plays, NULL AS inner, NULL AS list, 'secret' AS kind",
        "kind", "not a valid Kind: its init(from:) refused the stored value"
      ),
      (
        "SELECT NULL AS title, NULL AS plays, NULL AS inner, NULL AS list, NULL AS kind",
        "title", "expected TEXT, found NULL"
      ),
      (
        "SELECT 'x' AS title, 'secret' AS plays, NULL AS inner, NULL AS list, NULL AS kind",
        "plays", "expected INTEGER, found TEXT"
      ),
      (
        "SELECT 'x' AS title, NULL AS inner, NULL AS list, NULL AS kind",
        "plays", "the result has no such column"
      ),
      (
        "SELECT 'x' AS title, 1 AS plays, 2 AS plays, NULL AS inner, NULL AS list, NULL AS kind",
        "plays", "the result has several columns of this name; name one of them with AS"
      ),
      (
        "SELECT 'x' AS title, NULL AS plays, '{\"a\":1}' AS inner, NULL AS list, NULL AS kind",
        "inner",
        "not a valid Inner: it has its own keys, but a column has one value; select its columns"
          + " into a @Selection"
      ),
      (
        "SELECT 'x' AS title, NULL AS plays, NULL AS inner, '[1]' AS list, NULL AS kind", "list",
        "not a valid Array<Int>: it is an array, but a column has one value; select its columns"
          + " into a @Selection"
      ),
    ])
  func errors(sql: String, column: String, words: String) async throws {
    let error = await #expect(throws: RowDecodingError.self) {
      try await db.fetch(decoding: Line.self, sql: "\(raw: sql)")
    }
    #expect(error?.table == "Line" && error?.column == column)
    #expect(error?.description == #""Line"."\#(column)": \#(words)"#)
  }

  @Test("A row can't be decoded into an array, or several columns into a single value")
  func shapes() async throws {
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(decoding: [Int].self, sql: "SELECT 1")
    }
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(decoding: Kind.self, sql: "SELECT 'live', 2")
    }
  }

  @Test("A write whose rows can't be decoded is rolled back")
  func writes() async throws {
    try await db.execute("CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT)")
    struct Word: Decodable { var id: Int, text: String }
    let words = try await db.fetch(
      decoding: Word.self, sql: "INSERT INTO word (text) VALUES (\("a")) RETURNING *")
    #expect(words.map(\.text) == ["a"])
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        decoding: Word.self, sql: "INSERT INTO word (text) VALUES (NULL) RETURNING *")
    }
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM word") == 1)
  }
}
