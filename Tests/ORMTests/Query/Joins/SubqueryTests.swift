import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Subqueries")
struct SubqueryTests {
  @Test("exists tests for a row that depends on the outer row")
  func exists() async throws {
    let query = Artist.where { artist in
      !Album.where { $0.artistID == artist.id && $0.year > 1990 }.exists()
    }.select { $0.name }
    try await expect(
      query,
      #"SELECT "name" FROM "artist" WHERE NOT EXISTS (SELECT 1 FROM "album""#
        + #" WHERE "artistID" IS "artist"."id" AND "year" > $1)"#,
      [1990], rows: ["Miles", "Nina"])
  }

  @Test("A subquery on the outer query's table has an alias")
  func alias() async throws {
    let later = Album.as("later")
    let query = Album.where { album in later.where { $0.year > album.year }.exists() }
      .select { $0.title }
    try await expect(
      query,
      #"SELECT "title" FROM "album" WHERE EXISTS (SELECT 1 FROM "album" AS "later""#
        + #" WHERE "year" > "album"."year")"#,
      rows: ["Promise"])
  }

  @Test("in accepts a query, and NULL is not in any query")
  func inQuery() async throws {
    let ids = Artist.where { $0.name.like("%e") }.select { $0.id }
    try await expect(
      Album.where { $0.artistID.in(ids) }.order { $0.id }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE "artistID" IN (SELECT "id" FROM "artist""#
        + #" WHERE "name" LIKE $1) ORDER BY "id""#,
      ["%e"], rows: [1, 2])
    try await expect(
      Album.where { !$0.artistID.in(ids) }.order { $0.id }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE ("artistID" IN (SELECT "id" FROM "artist""#
        + #" WHERE "name" LIKE $1)) IS NOT TRUE ORDER BY "id""#,
      ["%e"], rows: [3, 4])
  }

  @Test("A value is not in a query that has NULL among its rows, if no row equals the value")
  func notInQueryWithNull() async throws {
    let mentors = Artist.as("other").select { $0.mentor }
    try await expect(
      Artist.where { _ in !SQLExpression<Int?>.value(99).in(mentors) }.order { $0.id }
        .select { $0.id },
      #"SELECT "id" FROM "artist" WHERE ($1 IN (SELECT "mentor" FROM "artist" AS "other"))"#
        + #" IS NOT TRUE ORDER BY "id""#,
      [99], rows: [1, 2, 3])
  }

  @Test("An embedded statement keeps its arguments next to those of a common table expression")
  func embeddedStatement() async throws {
    struct OwnQuery: SelectStatement {
      typealias Output = Int
      let sql: String

      func statement() throws -> Statement { Statement(sql: sql, arguments: [2, "Promise"]) }

      func decode<Row: RowReader & ~Copyable>(_ row: borrowing Row) throws -> Int {
        try Int.read(from: row, at: 0)
      }
    }
    let early = TableExpression(with: "early", as: Album.where { $0.id < 100 })
    for sql in [
      "SELECT id FROM album WHERE artistID = $1 OR title = $2 OR title = $2",
      "SELECT id FROM album WHERE artistID = ? OR title = ?",
    ] {
      let own = OwnQuery(sql: sql)
      let query = early.all.where { _ in .everyRow }
        .where { SQLExpression<Bool>(sql: "\($0.id) IN \(own)") }.order { $0.id }
      let rows = try await Catalog.database().fetch(query.select { $0.id })
      #expect(rows == [1, 3])
    }
  }

  @Test("A scalar subquery is a value, and nil if it has no row")
  func scalar() async throws {
    let newest = Album.select { $0.year.max() }
    try await expect(
      Album.where { $0.year == newest.scalar() }.order { $0.id }.select { $0.id },
      #"SELECT "id" FROM "album" WHERE "year" IS (SELECT max("year") FROM "album") ORDER BY "id""#,
      rows: [2, 4])
    let query = Artist.order { $0.id }.select { artist in
      (artist.name, Album.where { $0.artistID == artist.id }.select { $0.title }.scalar())
    }
    try await expect(
      query,
      #"SELECT "name", (SELECT "title" FROM "album" WHERE "artistID" IS "artist"."id")"#
        + #" FROM "artist" ORDER BY "id""#,
      rows: [("Sade", "Promise"), ("Miles", "Kind of Blue"), ("Nina", nil)])
  }

  @Test("Compounds unite, intersect and subtract rows, and their order applies to the result")
  func compounds() async throws {
    let titles = Album.select { $0.title }
    let names = Artist.select { $0.name }
    try await expect(
      titles.where { $0.id == 1 }.union(names).order { $0.title }.limit(3),
      #"SELECT "title" FROM "album" WHERE "id" = $1 UNION SELECT "name" FROM "artist""#
        + #" ORDER BY "title" LIMIT $2"#,
      [1, 3], rows: ["Miles", "Nina", "Promise"])
    try await expect(
      names.unionAll(names).except(names.where { $0.id > 1 }),
      #"SELECT "name" FROM "artist" UNION ALL SELECT "name" FROM "artist""#
        + #" EXCEPT SELECT "name" FROM "artist" WHERE "id" > $1"#,
      [1], rows: ["Sade"])
    try await expect(
      names.intersect(names.unionAll(titles).limit(2)),
      #"SELECT "name" FROM "artist" INTERSECT SELECT * FROM (SELECT "name" FROM "artist""#
        + #" UNION ALL SELECT "title" FROM "album" LIMIT $1)"#,
      [2], rows: ["Miles", "Sade"])
    try await expect(
      titles.order { $0.id }.limit(1).unionAll(names.order { $0.id.desc() }.limit(1))
        .order { $0.title },
      #"SELECT * FROM (SELECT "title" FROM "album" ORDER BY "id" LIMIT $1) UNION ALL"#
        + #" SELECT * FROM (SELECT "name" FROM "artist" ORDER BY "id" DESC LIMIT $2)"#
        + #" ORDER BY "title""#,
      [1, 1], rows: ["Nina", "Promise"])
    #expect(try await Catalog.database().count(names.union(titles)) == 7)
  }

  @Test("A query can be joined as a subquery, with the column names of its struct")
  func subqueryAsTable() async throws {
    let recent = TableExpression(Album.where { $0.year > 1990 }, as: "recent")
    try await expect(
      Artist.join(source: recent) { $0.id == $1.artistID }.select { ($0.name, $1.title) },
      #"SELECT "artist"."name", "recent"."title" FROM "artist" JOIN (SELECT "id", "title", "#
        + #""artistID", "year" FROM "album" WHERE "year" > $1) AS "recent""#
        + #" ON "artist"."id" IS "recent"."artistID""#,
      [1990], rows: [("Sade", "Love Deluxe")])
  }

  @Test("A common table expression is defined once, even if it is read twice")
  func commonTable() async throws {
    let recent = TableExpression(with: "recent", as: Album.where { $0.year > 1990 })
    let query = recent.all.join(source: recent, as: "other") { $0.year == $1.year && $0.id < $1.id }
      .select { ($0.title, $1.title) }
    try await expect(
      query,
      #"WITH "recent"("id", "title", "artistID", "year") AS (SELECT "id", "title", "artistID", "#
        + #""year" FROM "album" WHERE "year" > $1) SELECT "recent"."title", "other"."title""#
        + #" FROM "recent" JOIN "recent" AS "other""#
        + #" ON "recent"."year" IS "other"."year" AND "recent"."id" < "other"."id""#,
      [1990], rows: [("Love Deluxe", "Unknown")])
  }

  @Test("The arguments of a common table expression come before those of the query")
  func commonTableArguments() async throws {
    let recent = TableExpression(with: "recent", as: Album.where { $0.year > 1990 })
    let query = recent.all.where { $0.id > 1 }.select { $0.id + 70 }
    try await expect(
      query,
      #"WITH "recent"("id", "title", "artistID", "year") AS (SELECT "id", "title", "artistID", "#
        + #""year" FROM "album" WHERE "year" > $1) SELECT "id" + $2"#
        + #" FROM "recent" WHERE "id" > $3"#,
      [1990, 70, 1], rows: [72, 74])
  }

  @Test("A recursive common table expression continues from the rows that it has found")
  func recursive() async throws {
    let line = TableExpression(recursive: "line", from: Artist.where { $0.id == 3 }) { line in
      Artist.join(source: line) { $0.id == $1.mentor }.select { artist, _ in artist }
    }
    try await expect(
      line.all.select { $0.name },
      #"WITH RECURSIVE "line"("id", "name", "mentor") AS (SELECT "id", "name", "mentor""#
        + #" FROM "artist" WHERE "id" = $1 UNION ALL SELECT "artist"."id", "artist"."name", "#
        + #""artist"."mentor" FROM "artist" JOIN "line" ON "artist"."id" IS "line"."mentor")"#
        + #" SELECT "name" FROM "line""#,
      [3], rows: ["Nina", "Miles", "Sade"])
  }
}
