import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Selection
private struct YearOfAlbum {
  let album: Int
  let year: Int
}

@Suite("Forms of a common table expression")
struct CommonTableFormTests {
  @Test("Each form of a common table expression renders the guide's SQL, and runs")
  func all() async throws {
    try await check(
      "WITH name AS",
      TableExpression(with: "recent", as: Album.where { $0.year > 1990 }).all.select { $0.title },
      """
      WITH "recent"("id", "title", "artistID", "year") AS (SELECT "id", "title", "artistID", \
      "year" FROM "album" WHERE "year" > $1) SELECT "title" FROM "recent"
      """, [1990],
      rows: """
        ["Love Deluxe", "Unknown"]
        """)
    try await check(
      "WITH name AS MATERIALIZED",
      TableExpression(with: "recent", as: Album.where { $0.year > 1990 }, materialized: true).all
        .select { $0.title },
      """
      WITH "recent"("id", "title", "artistID", "year") AS MATERIALIZED (SELECT "id", "title", \
      "artistID", "year" FROM "album" WHERE "year" > $1) SELECT "title" FROM "recent"
      """, [1990],
      rows: """
        ["Love Deluxe", "Unknown"]
        """)
    try await check(
      "WITH name AS NOT MATERIALIZED",
      TableExpression(with: "recent", as: Album.where { $0.year > 1990 }, materialized: false).all
        .select { $0.title },
      """
      WITH "recent"("id", "title", "artistID", "year") AS NOT MATERIALIZED (SELECT "id", \
      "title", "artistID", "year" FROM "album" WHERE "year" > $1) SELECT "title" FROM "recent"
      """, [1990],
      rows: """
        ["Love Deluxe", "Unknown"]
        """)
    try await check(
      "WITH of several tables",
      TableExpression(with: "recent", as: Album.where { $0.year > 1990 }).all
        .join(source: TableExpression(with: "first", as: Artist.where { $0.id == 1 })) {
          $0.artistID == $1.id
        }
        .select { ($0.title, $1.name) },
      """
      WITH "recent"("id", "title", "artistID", "year") AS (SELECT "id", "title", "artistID", \
      "year" FROM "album" WHERE "year" > $1), "first"("id", "name", "mentor") AS (SELECT \
      "id", "name", "mentor" FROM "artist" WHERE "id" = $2) SELECT "recent"."title", \
      "first"."name" FROM "recent" JOIN "first" ON "recent"."artistID" IS "first"."id"
      """, [1990, 1],
      rows: """
        [("Love Deluxe", "Sade")]
        """)
    try await check(
      "WITH name AS (VALUES …)",
      TableExpression(values: [(3, 1959), (4, 1992)], as: "year") {
        YearOfAlbum.select(album: $0.0, year: $0.1)
      }
      .all.order { $0.year.desc() },
      """
      WITH "year"("album", "year") AS (VALUES ($1, $2), ($3, $4)) SELECT "album", "year" FROM \
      "year" ORDER BY "year" DESC
      """, [3, 1959, 4, 1992],
      rows: """
        [YearOfAlbum(album: 4, year: 1992), YearOfAlbum(album: 3, year: 1959)]
        """)
    try await check(
      "WITH RECURSIVE … of values",
      TableExpression(
        recursive: "year", from: SelectQuery { YearOfAlbum.select(album: 3, year: 1959) }
      ) {
        $0.all.where { $0.year < 1961 }.select {
          YearOfAlbum.select(album: $0.album, year: $0.year + 1)
        }
      }.all.select { $0.year },
      """
      WITH RECURSIVE "year"("album", "year") AS (SELECT $1 AS "album", $2 AS "year" UNION ALL \
      SELECT "year"."album" AS "album", "year"."year" + $3 AS "year" FROM "year" WHERE \
      "year"."year" < $4) SELECT "year" FROM "year"
      """, [3, 1959, 1, 1961],
      rows: """
        [1959, 1960, 1961]
        """)
    try await check(
      "WITH RECURSIVE … UNION ALL",
      TableExpression(recursive: "line", from: Artist.where { $0.id == 3 }) { line in
        Artist.join(source: line) { $0.id == $1.mentor }.select { artist, _ in artist }
      }.all.select { $0.name },
      """
      WITH RECURSIVE "line"("id", "name", "mentor") AS (SELECT "id", "name", "mentor" FROM \
      "artist" WHERE "id" = $1 UNION ALL SELECT "artist"."id", "artist"."name", \
      "artist"."mentor" FROM "artist" JOIN "line" ON "artist"."id" IS "line"."mentor") SELECT \
      "name" FROM "line"
      """, [3],
      rows: """
        ["Nina", "Miles", "Sade"]
        """)
    try await check(
      "WITH RECURSIVE … UNION",
      TableExpression(recursive: "line", distinct: true, from: Artist.where { $0.id == 3 }) {
        line in
        Artist.join(source: line) { $0.id == $1.mentor }.select { artist, _ in artist }
      }.all.select { $0.name },
      """
      WITH RECURSIVE "line"("id", "name", "mentor") AS (SELECT "id", "name", "mentor" FROM \
      "artist" WHERE "id" = $1 UNION SELECT "artist"."id", "artist"."name", "artist"."mentor" \
      FROM "artist" JOIN "line" ON "artist"."id" IS "line"."mentor") SELECT "name" FROM "line"
      """, [3],
      rows: """
        ["Nina", "Miles", "Sade"]
        """)
    try await check(
      "WITH RECURSIVE … ORDER BY … LIMIT",
      TableExpression(recursive: "line", from: Artist.where { $0.id == 3 }) { line in
        Artist.join(source: line) { $0.id == $1.mentor }.order { artist, _ in artist.id }.limit(2)
          .select {
            artist, _ in artist
          }
      }.all.select { $0.name },
      """
      WITH RECURSIVE "line"("id", "name", "mentor") AS (SELECT "id", "name", "mentor" FROM \
      "artist" WHERE "id" = $1 UNION ALL SELECT "artist"."id", "artist"."name", \
      "artist"."mentor" FROM "artist" JOIN "line" ON "artist"."id" IS "line"."mentor" ORDER \
      BY "id" LIMIT $2) SELECT "name" FROM "line"
      """, [3, 2],
      rows: """
        ["Nina", "Miles"]
        """)
  }
}
