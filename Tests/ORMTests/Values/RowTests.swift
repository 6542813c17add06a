import Foundation
import ORM
import Testing

@Suite("Untyped rows")
struct RowTests {
  let db: Database
  static let sql: SQL = """
    SELECT 1 AS id, 'it''s' AS "a title", NULL AS note, x'0102' AS data, 2.5 AS rate, 'x' AS ID
    """

  init() throws { db = try Database.inMemory() }

  func row() async throws -> Row { try #require(try await db.first(Row.self, sql: Self.sql)) }

  @Test("An untyped row has the names and values of the result, in order")
  func order() async throws {
    let row = try await row()
    #expect(row.columnNames == ["id", "a title", "note", "data", "rate", "ID"])
    let values: [SQLValue] = [1, "it's", nil, .blob([1, 2]), 2.5, "x"]
    #expect(row.values == values)
    #expect(row.count == 6)
    #expect(row.map(\.column) == row.columnNames)
    #expect(row.map(\.value) == row.values)
    #expect(
      "\(row)" == "id: 1, a title: 'it''s', note: NULL, data: x'0102', rate: 2.5, ID: 'x'")
  }

  @Test("An untyped row returns values by position or name, as SQL values or as Swift types")
  func values() async throws {
    let row = try await row()
    #expect(try row[0] == 1)
    #expect(try row["A TITLE"] == "it's")
    #expect(try row["a title", as: String.self] == "it's")
    #expect(try row["note", as: String?.self] == nil)
    #expect(try row["data", as: Data.self] == Data([1, 2]))
    #expect(try row["rate", as: Double.self] == 2.5)
    #expect(try row[0, as: Double.self] == 1)
    #expect(try row[0, as: Int?.self] == 1)
    #expect(try row[0, as: UnixSeconds.self] == Date(timeIntervalSince1970: 1))
  }

  @Test("Errors of an untyped row name the column that is missing, ambiguous or of another type")
  func errors() async throws {
    let row = try await row()
    #expect(throws: RowDecodingError(column: "nome", reason: .missingColumn)) { try row["nome"] }
    #expect(throws: RowDecodingError(column: "6", reason: .missingColumn)) { try row[6] }
    #expect(throws: RowDecodingError(column: "-1", reason: .missingColumn)) {
      try row[-1, as: Int.self]
    }
    let ambiguous = #expect(throws: RowDecodingError.self) { try row["id", as: Int.self] }
    #expect(ambiguous == RowDecodingError(column: "id", reason: .ambiguousColumn))
    #expect(
      ambiguous?.description
        == #"column "id": the result has several columns of this name; name one of them with AS"#)
    let mismatch = RowDecodingError(
      column: "note", reason: .storageClass(expected: "TEXT", found: .null))
    #expect(throws: mismatch) { try row["note", as: String.self] }
    #expect(
      throws: RowDecodingError(
        column: "id", reason: .storageClass(expected: "BLOB", found: .integer))
    ) { try row[0, as: Data.self] }
    let large = try #require(try await db.first(Row.self, sql: "SELECT 1000 AS id"))
    #expect(throws: RowDecodingError(column: "id", reason: .overflow(type: "Int8"))) {
      try large["id", as: Int8.self]
    }
  }

  @Test("The dictionary of an untyped row has the first value of a repeated name")
  func dictionary() async throws {
    let row = try #require(try await db.first(Row.self, sql: "SELECT 1 AS a, 2 AS b, 3 AS a"))
    #expect(row.dictionary == ["a": 1, "b": 2])
    #expect(row.values == [1, 2, 3])
  }

  @Test("Untyped rows are equal if their names and values are equal")
  func equal() async throws {
    let rows = try await db.fetch(
      Row.self, sql: "SELECT 1 AS a UNION ALL SELECT 1 UNION ALL SELECT 2")
    #expect(rows[0] == rows[1] && rows[0] != rows[2])
    #expect(Set(rows).count == 2)
    #expect(try await db.first(Row.self, sql: "SELECT 1 AS b") != rows[0])
  }
}
