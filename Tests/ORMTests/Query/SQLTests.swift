import Foundation
import ORM
import Testing

struct SQLTests {
  @Test("A value is bound, and is never part of the SQL")
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

  @Test("A value is bound in the representation that the caller names")
  func representations() throws {
    let sql: SQL = "SELECT \(["a"], as: JSON.Of<[String]>.self), \(SQLValue.blob([1]))"
    #expect(
      try sql.statement() == Statement(sql: "SELECT $1, $2", arguments: [#"["a"]"#, .blob([1])]))
  }

  @Test("A literal is quoted, and does not merge with the SQL around it")
  func literals() async throws {
    let text = "it's '; DROP TABLE x; --\u{600}' "
    let sql: SQL = """
      SELECT \(literal: text), -\(literal: -1)x, x\(literal: "00"), \(literal: 1)\(literal: 2), \
      \(literal: 1.5)e1, 'a'\(literal: "b"), \(literal: [1, 255] as [UInt8]), \(literal: true), \(3)
      """
    #expect(
      try sql.statement()
        == Statement(
          sql: """
            SELECT 'it''s ''; DROP TABLE x; --\u{600}'' ', - -1 x, x '00', 1 2, 1.5 e1, 'a' 'b', \
            x'01ff', 1, $1
            """, arguments: [3]))
    let db = try Database.inMemory()
    let whole = "a\0b'"
    for value in [text, "", "'", "''", "\\", whole] {
      #expect(try await db.value(String.self, sql: "SELECT \(literal: value)") == value)
    }
  }

  @Test(
    "A literal in quotes or in a comment is refused, because it could end them",
    arguments: [
      ("'", "'"), ("\"", "\""), ("`", "`"), ("[", "]"), ("-- ", ""), ("/* ", " */"),
      ("'it''s ", "'"),
    ])
  func literalsInQuotes(before: String, after: String) throws {
    for sql: SQL in [
      "SELECT \(raw: before)\(literal: "x")\(raw: after)",
      "SELECT \(literal: 1), \(raw: before)\(literal: "x")\(raw: after)",
    ] {
      let error = #expect(throws: DatabaseError.self) { try sql.statement() }
      #expect(error?.code == .misuse && error?.message.hasPrefix("\\(literal: )") == true)
    }
    let fine: SQL = "SELECT \(raw: before)x\(raw: after)\n, \(literal: "x")"
    #expect(try fine.statement().sql.hasSuffix("\n, 'x'"))
  }

  @Test("Names are quoted, and only raw: inserts text into the SQL")
  func names() throws {
    let sql: SQL = """
      SELECT \(Song.columns.title) AS \(identifier: "a \"b\"") FROM \(Song.self) \(raw: "LIMIT 1")
      """
    #expect(try sql.statement().sql == #"SELECT "title" AS "a ""b""" FROM "song" LIMIT 1"#)
  }

  @Test("Conditions and other SQL are embedded with their values, numbered in order")
  func fragments() throws {
    let limit: SQL = "LIMIT \(5)"
    let sql: SQL = "SELECT \(1) FROM \(Song.self) WHERE \(Song.columns.plays > 3) \(limit)"
    #expect(
      try sql.statement()
        == Statement(
          sql: #"SELECT $1 FROM "song" WHERE "plays" > $2 LIMIT $3"#, arguments: [1, 3, 5]))
  }

  @Test("Several values are a list for IN, no values an empty list, and bytes a single value")
  func lists() async throws {
    let ids = [1, 3]
    let sql: SQL = "SELECT id FROM song WHERE id IN \(ids) OR title IN \(Set(["So What"]))"
    #expect(
      try sql.statement()
        == Statement(
          sql: "SELECT id FROM song WHERE id IN ($1, $2) OR title IN ($3)",
          arguments: [1, 3, "So What"]))
    let db = try await Song.database()
    #expect(try await db.fetch(Int.self, sql: sql).sorted() == [1, 2, 3])
    let written: SQL =
      "SELECT id FROM song WHERE id IN \([1, 2]) AND x'0102' = \([1, 2] as [UInt8])"
    #expect(
      try written.statement()
        == Statement(
          sql: "SELECT id FROM song WHERE id IN ($1, $2) AND x'0102' = $3",
          arguments: [1, 2, .blob([1, 2])]))
    #expect(try await db.fetch(Int.self, sql: written) == [1, 2])
    let none: [Int] = []
    #expect(try await db.fetch(Int.self, sql: "SELECT id FROM song WHERE id IN \(none)") == [])
    let many: SQL = "SELECT count(*) FROM song WHERE id IN \(2...20)"
    #expect(
      try many.statement()
        == Statement(
          sql: "SELECT count(*) FROM song WHERE id IN (SELECT +value FROM json_each($1))",
          arguments: ["[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]"]))
    #expect(try await db.value(Int.self, sql: many) == 4)
    let bytes: SQL = "SELECT \([1, 2] as [UInt8]), \(Data([3]))"
    #expect(
      try bytes.statement()
        == Statement(sql: "SELECT $1, $2", arguments: [.blob([1, 2]), .blob([3])]))
  }

  @Test("Several values are a list in the representation that the caller names")
  func listsOfRepresentations() throws {
    let dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2)]
    let sql: SQL = "IN \(dates, as: UnixSeconds.self)"
    #expect(try sql.statement() == Statement(sql: "IN ($1, $2)", arguments: [1, 2]))
    let bad: SQL = "IN \([1, UInt64.max])"
    #expect(throws: ValueEncodingError(type: "UInt64", reason: .overflow)) { try bad.statement() }
  }

  @Test("A query is embedded as a subquery with its values, numbered in order")
  func subqueries() async throws {
    let hits = Song.where { $0.plays > 3 && $0.title != "it's $1" }.order { $0.id }.limit(2)
    let sql: SQL = "SELECT max(id) + \(100) FROM \(hits) WHERE id IN \(hits) OR id < \(0)"
    let inner = try hits.statement().sql
    #expect(inner.hasSuffix(#" WHERE "plays" > $1 AND "title" <> $2 ORDER BY "id" LIMIT $3"#))
    let first = inner.replacing("$3", with: "$4").replacing("$2", with: "$3")
      .replacing("$1", with: "$2")
    let second = inner.replacing("$3", with: "$7").replacing("$2", with: "$6")
      .replacing("$1", with: "$5")
    #expect(
      try sql.statement()
        == Statement(
          sql: "SELECT max(id) + $1 FROM (\(first)) WHERE id IN (\(second)) OR id < $8",
          arguments: [100, 3, "it's $1", 2, 3, "it's $1", 2, 0]))
    let count: SQL = "SELECT count(*) FROM \(hits) WHERE plays > \(9)"
    #expect(try await Song.database().value(Int.self, sql: count) == 1)
  }

  /// A handwritten query, with text that looks like a parameter.
  struct Handwritten: SelectStatement {
    func statement() -> Statement {
      Statement(
        sql: """
          SELECT '$1 '' $2', "a$1", [b $1 c], `$2`, x$1, -- $1
          /* $2 * / */ $2, $1, ?2, $a FROM "it's"
          """, arguments: ["one", "two"])
    }

    func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Int { 1 }
  }

  @Test("Only the parameters of a subquery are renumbered, and a repeated parameter stays one")
  func parameters() throws {
    let sql: SQL = "\(0) \(Handwritten()) \(9)"
    #expect(
      try sql.statement()
        == Statement(
          sql: """
            $1 (SELECT '$1 '' $2', "a$1", [b $1 c], `$2`, x$1, -- $1
            /* $2 * / */ $2, $3, $2, $a FROM "it's") $4
            """, arguments: [0, "two", "one", 9]))
  }

  @Test(
    "A handwritten parameter throws, and does not take another parameter's value",
    arguments: [
      ("SELECT $1 AS a, \(5) AS b", "$1"), ("SELECT \(5), ?1", "?1"),
      ("SELECT \(raw: "$2")", "$2"), ("SELECT '\(raw: "'")$1", "$1"),
      ("SELECT $\(raw: "1"), \(5)", "$1"), ("SELECT \(5)0", "$10"),
    ] as [(SQL, String)])
  func handwrittenParameters(sql: SQL, parameter: String) throws {
    let error = #expect(throws: DatabaseError.self) { try sql.statement() }
    #expect(
      error?.message
        == "\(parameter) is a parameter without a value; write the value in \\( )")
    let query = Song.where { SQLExpression(sql: "\($0.plays) > \(1) AND \(sql)") }
    #expect(throws: DatabaseError.self) { try query.statement() }
  }

  @Test("Text that looks like a parameter in a string, a name or a comment is not one")
  func noParameters() async throws {
    let sql: SQL = """
      SELECT '$1 ?1', \(5) AS "$1", json_extract('{"1": 2}', '$.\(raw: "1")') AS x$1 -- $1
      """
    let row = try await Song.database().first(Row.self, sql: sql)
    #expect(row?.values == ["$1 ?1", 5, 2])
    let names = row?.columnNames.dropFirst()
    #expect(names == ["$1", "x$1"])
  }

  @Test("A subquery with a value that can't be stored throws when the statement is made")
  func unencodableSubquery() {
    let query = Song.where { $0.rating == .nan }
    let sql: SQL = "SELECT count(*) FROM \(query)"
    #expect(throws: ValueEncodingError.self) { try sql.statement() }
  }

  @Test("Raw SQL can be an order of a typed query")
  func inOrders() async throws {
    let query = Song.order {
      SQLExpression(sql: "abs(\($0.id) - \(3))", as: Int.self).desc(); $0.id
    }
    try await expect(query, #" ORDER BY abs("id" - $1) DESC, "id""#, [3], ids: [1, 5, 2, 4, 3])
  }

  @Test("Raw SQL can be a condition of a typed query")
  func inQueries() async throws {
    let query = Song.where {
      SQLExpression(sql: "length(\($0.title)) = \(7) OR \($0.id) = \(1)")
      $0.plays == 10
    }
    try await expect(
      query, #" WHERE (length("title") = $1 OR "id" = $2) AND "plays" = $3"#, [7, 1, 10], ids: [2])
  }

  @Test("A value that can't be stored throws when the statement is made")
  func unencodable() {
    let sql: SQL = "SELECT \(UInt64.max)"
    #expect(throws: ValueEncodingError(type: "UInt64", reason: .overflow)) { try sql.statement() }
  }

  @Test("execute runs raw SQL, and returns the number of changed rows")
  func runs() async throws {
    let database = try await Song.database()
    let changed = try await database.execute(
      "UPDATE \(Song.self) SET \(Song.columns.plays) = \(7) WHERE \(Song.columns.isFavorite)")
    #expect(changed == 3)
    let query = Song.where { $0.plays == 7 }
    let ids = try await database.fetch(query).map(\.id)
    #expect(ids == [1, 4, 5])
  }
}
