import Foundation
import ORM
import Testing

struct SQLTests {
  @Test("a value is bound and never spliced")
  func values() throws {
    let text = "'; DROP TABLE song; --"
    let missing: Int? = nil
    let sql: SQL = "SELECT \(text), \(1), \(2.5), \(true), \(missing), \(SongGenre.jazz)"
    #expect(
      try sql.statement()
        == Statement(
          sql: "SELECT $1, $2, $3, $4, $5, $6", arguments: [.text(text), 1, 2.5, true, nil, "jazz"])
    )
  }

  @Test("a value is bound in the representation that is asked for")
  func representations() throws {
    let sql: SQL = "SELECT \(["a"], as: JSON.Of<[String]>.self), \(SQLValue.blob([1]))"
    #expect(
      try sql.statement() == Statement(sql: "SELECT $1, $2", arguments: [#"["a"]"#, .blob([1])]))
  }

  @Test("names are quoted; text is spliced only where it says so")
  func names() throws {
    let sql: SQL = """
      SELECT \(Song.columns.title) AS \(identifier: "a \"b\"") FROM \(Song.self) \(raw: "LIMIT 1")
      """
    #expect(try sql.statement().sql == #"SELECT "title" AS "a ""b""" FROM "song" LIMIT 1"#)
  }

  @Test("conditions and other SQL embed with their values, numbered in order")
  func fragments() throws {
    let limit: SQL = "LIMIT \(5)"
    let sql: SQL = "SELECT \(1) FROM \(Song.self) WHERE \(Song.columns.plays > 3) \(limit)"
    #expect(
      try sql.statement()
        == Statement(
          sql: #"SELECT $1 FROM "song" WHERE "plays" > $2 LIMIT $3"#, arguments: [1, 3, 5]))
  }

  @Test("raw SQL is a condition of a typed query")
  func inQueries() async throws {
    let query = Song.where {
      SQLExpression(sql: "length(\($0.title)) = \(7) OR \($0.id) = \(1)")
      $0.plays == 10
    }
    try await expect(
      query, #" WHERE (length("title") = $1 OR "id" = $2) AND "plays" = $3"#, [7, 1, 10], ids: [2])
  }

  @Test("a value that can't be stored throws when the statement is made")
  func unencodable() {
    let sql: SQL = "SELECT \(UInt64.max)"
    #expect(throws: ValueEncodingError(type: "UInt64", reason: .overflow)) { try sql.statement() }
  }

  @Test("it runs")
  func runs() async throws {
    let database = try await Song.database()
    let changed = try await database.execute(
      "UPDATE \(Song.self) SET \(Song.columns.plays) = \(7) WHERE \(Song.columns.isFavorite)")
    #expect(changed == 3)
    #expect(try await database.fetch(Song.where { $0.plays == 7 }).map(\.id) == [1, 4, 5])
  }
}
