import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Selection
private struct AlbumCount: Hashable {
  let artistID: Int?
  let albums: Int
}

@Suite("Forms of a select")
struct SelectFormTests {
  @Test("Each form of a select renders the guide's SQL, and runs")
  func all() async throws {
    try await check(
      "SELECT columns",
      Album.select { ($0.title, $0.year) },
      """
      SELECT "title", "year" FROM "album"
      """,
      rows: """
        [("Promise", Optional(1985)), ("Love Deluxe", Optional(1992)), ("Kind of Blue", nil), \
        ("Unknown", Optional(1992))]
        """)
    try await check(
      "SELECT expression",
      Album.select { $0.title.upper() },
      """
      SELECT upper("title") FROM "album"
      """,
      rows: """
        ["PROMISE", "LOVE DELUXE", "KIND OF BLUE", "UNKNOWN"]
        """)
    try await check(
      "SELECT expression AS name",
      Album.group { $0.artistID }.select {
        AlbumCount.select(artistID: $0.artistID, albums: $0.count())
      },
      """
      SELECT "album"."artistID" AS "artistID", count(*) AS "albums" FROM "album" GROUP BY \
      "album"."artistID"
      """,
      rows: """
        [AlbumCount(artistID: nil, albums: 1), AlbumCount(artistID: Optional(1), albums: 2), \
        AlbumCount(artistID: Optional(2), albums: 1)]
        """)
    try await check(
      "SELECT table.*",
      Artist.where { $0.id == 1 }.select { ($0, $0.name.length()) },
      """
      SELECT "id", "name", "mentor", length("name") FROM "artist" WHERE "id" = $1
      """, [1],
      rows: """
        [(CatalogArtist(id: 1, name: "Sade", mentor: nil), 4)]
        """)
    try await check(
      "SELECT DISTINCT",
      Album.select { $0.year }.distinct(),
      """
      SELECT DISTINCT "year" FROM "album"
      """,
      rows: """
        [Optional(1985), Optional(1992), nil]
        """)
    try await check(
      "SELECT without FROM",
      SelectQuery { (SQLFunction.pi().round(2), "pi") },
      """
      SELECT round(pi(), $1), $2
      """, [2, "pi"],
      rows: """
        [(3.14, "pi")]
        """)
    try await check(
      "FROM table",
      Artist.all,
      """
      SELECT "id", "name", "mentor" FROM "artist"
      """,
      rows: """
        [CatalogArtist(id: 1, name: "Sade", mentor: nil), CatalogArtist(id: 2, name: "Miles", \
        mentor: Optional(1)), CatalogArtist(id: 3, name: "Nina", mentor: Optional(2))]
        """)
    try await check(
      "FROM table AS alias",
      Artist.as("singer").where { $0.id > 1 },
      """
      SELECT "id", "name", "mentor" FROM "artist" AS "singer" WHERE "id" > $1
      """, [1],
      rows: """
        [CatalogArtist(id: 2, name: "Miles", mentor: Optional(1)), CatalogArtist(id: 3, name: \
        "Nina", mentor: Optional(2))]
        """)
    try await check(
      "FROM (SELECT …) AS alias",
      TableExpression(Artist.where { $0.id > 1 }, as: "later").all,
      """
      SELECT "id", "name", "mentor" FROM (SELECT "id", "name", "mentor" FROM "artist" WHERE \
      "id" > $1) AS "later"
      """, [1],
      rows: """
        [CatalogArtist(id: 2, name: "Miles", mentor: Optional(1)), CatalogArtist(id: 3, name: \
        "Nina", mentor: Optional(2))]
        """)
    try await check(
      "JOIN … ON",
      Album.join(Artist.self) { $0.artistID == $1.id }.select { ($0.title, $1.name) },
      """
      SELECT "album"."title", "artist"."name" FROM "album" JOIN "artist" ON \
      "album"."artistID" IS "artist"."id"
      """,
      rows: """
        [("Promise", "Sade"), ("Love Deluxe", "Sade"), ("Kind of Blue", "Miles")]
        """)
    try await check(
      "LEFT JOIN",
      Artist.leftJoin(Album.self) { $0.id == $1.artistID }.select { ($0.name, $1.title) },
      """
      SELECT "artist"."name", "album"."title" FROM "artist" LEFT JOIN "album" ON \
      "artist"."id" IS "album"."artistID"
      """,
      rows: """
        [("Sade", Optional("Love Deluxe")), ("Sade", Optional("Promise")), ("Miles", \
        Optional("Kind of Blue")), ("Nina", nil)]
        """)
    try await check(
      "RIGHT JOIN",
      Artist.rightJoin(Album.self) { $0.id == $1.artistID }.select { ($0.name, $1.title) },
      """
      SELECT "artist"."name", "album"."title" FROM "artist" RIGHT JOIN "album" ON \
      "artist"."id" IS "album"."artistID"
      """,
      rows: """
        [(Optional("Sade"), "Promise"), (Optional("Sade"), "Love Deluxe"), (Optional("Miles"), \
        "Kind of Blue"), (nil, "Unknown")]
        """)
    try await check(
      "FULL JOIN",
      Artist.fullJoin(Album.self) { $0.id == $1.artistID }.select { ($0.name, $1.title) },
      """
      SELECT "artist"."name", "album"."title" FROM "artist" FULL JOIN "album" ON \
      "artist"."id" IS "album"."artistID"
      """,
      rows: """
        [(Optional("Sade"), Optional("Promise")), (Optional("Sade"), Optional("Love Deluxe")), \
        (Optional("Miles"), Optional("Kind of Blue")), (Optional("Nina"), nil), (nil, \
        Optional("Unknown"))]
        """)
    try await check(
      "CROSS JOIN",
      Artist.crossJoin(Track.self).where { $0.id == $1.id }.select { ($0.name, $1.title) },
      """
      SELECT "artist"."name", "track"."title" FROM "artist" CROSS JOIN "track" WHERE \
      "artist"."id" = "track"."id"
      """,
      rows: """
        [("Sade", "Jezebel"), ("Miles", "Fear"), ("Nina", "So What")]
        """)
    try await check(
      "a table joined to itself",
      Artist.join(Artist.self, as: "mentor") { $0.mentor == $1.id }.select { ($0.name, $1.name) },
      """
      SELECT "artist"."name", "mentor"."name" FROM "artist" JOIN "artist" AS "mentor" ON \
      "artist"."mentor" IS "mentor"."id"
      """,
      rows: """
        [("Miles", "Sade"), ("Nina", "Miles")]
        """)
    try await check(
      "JOIN (SELECT …) AS alias",
      Artist.join(source: TableExpression(Album.where { $0.year > 1990 }, as: "recent")) {
        $0.id == $1.artistID
      }
      .select { ($0.name, $1.title) },
      """
      SELECT "artist"."name", "recent"."title" FROM "artist" JOIN (SELECT "id", "title", \
      "artistID", "year" FROM "album" WHERE "year" > $1) AS "recent" ON "artist"."id" IS \
      "recent"."artistID"
      """, [1990],
      rows: """
        [("Sade", "Love Deluxe")]
        """)
    try await check(
      "WHERE",
      Album.where { $0.year > 1990 && $0.artistID != nil },
      """
      SELECT "id", "title", "artistID", "year" FROM "album" WHERE "year" > $1 AND "artistID" \
      IS NOT NULL
      """, [1990],
      rows: """
        [CatalogAlbum(id: 2, title: "Love Deluxe", artistID: Optional(1), year: Optional(1992))]
        """)
    try await check(
      "GROUP BY",
      Album.group { $0.artistID }.select { ($0.artistID, $0.count()) },
      """
      SELECT "artistID", count(*) FROM "album" GROUP BY "artistID"
      """,
      rows: """
        [(nil, 1), (Optional(1), 2), (Optional(2), 1)]
        """)
    try await check(
      "HAVING",
      Album.group { $0.year }.having { $0.count() > 1 }.select { $0.year },
      """
      SELECT "year" FROM "album" GROUP BY "year" HAVING count(*) > $1
      """, [1],
      rows: """
        [Optional(1992)]
        """)
    try await check(
      "ORDER BY … ASC, … DESC",
      Album.order { ($0.year.desc()) }.order { $0.title }.select { $0.title },
      """
      SELECT "title" FROM "album" ORDER BY "year" DESC, "title"
      """,
      rows: """
        ["Love Deluxe", "Unknown", "Promise", "Kind of Blue"]
        """)
    try await check(
      "ORDER BY … NULLS FIRST, NULLS LAST",
      Album.order { $0.year.asc(nulls: .last) }.select { $0.title },
      """
      SELECT "title" FROM "album" ORDER BY "year" NULLS LAST
      """,
      rows: """
        ["Promise", "Love Deluxe", "Unknown", "Kind of Blue"]
        """)
    try await check(
      "ORDER BY … COLLATE",
      Album.order { $0.title.collate(.noCase).desc() }.select { $0.title },
      """
      SELECT "title" FROM "album" ORDER BY "title" COLLATE NOCASE DESC
      """,
      rows: """
        ["Unknown", "Promise", "Love Deluxe", "Kind of Blue"]
        """)
    try await check(
      "LIMIT",
      Album.order { $0.id }.limit(2).select { $0.id },
      """
      SELECT "id" FROM "album" ORDER BY "id" LIMIT $1
      """, [2],
      rows: """
        [1, 2]
        """)
    try await check(
      "LIMIT … OFFSET",
      Album.order { $0.id }.limit(2, offset: 1).select { $0.id },
      """
      SELECT "id" FROM "album" ORDER BY "id" LIMIT $1 OFFSET $2
      """, [2, 1],
      rows: """
        [2, 3]
        """)
    try await check(
      "UNION",
      Artist.select { $0.name }.union(Album.select { $0.title }).order { $0.name }.limit(3),
      """
      SELECT "name" FROM "artist" UNION SELECT "title" FROM "album" ORDER BY "name" LIMIT $1
      """, [3],
      rows: """
        ["Kind of Blue", "Love Deluxe", "Miles"]
        """)
    try await check(
      "UNION ALL",
      Artist.select { $0.id }.unionAll(Track.select { $0.id }),
      """
      SELECT "id" FROM "artist" UNION ALL SELECT "id" FROM "track"
      """,
      rows: """
        [1, 2, 3, 1, 2, 3]
        """)
    try await check(
      "INTERSECT",
      Album.select { $0.id }.intersect(Artist.select { $0.id }),
      """
      SELECT "id" FROM "album" INTERSECT SELECT "id" FROM "artist"
      """,
      rows: """
        [1, 2, 3]
        """)
    try await check(
      "EXCEPT",
      Album.select { $0.id }.except(Artist.select { $0.id }),
      """
      SELECT "id" FROM "album" EXCEPT SELECT "id" FROM "artist"
      """,
      rows: """
        [4]
        """)
    try await check(
      "(SELECT …) as a value",
      Artist.select { artist in
        (artist.name, Album.where { $0.artistID == artist.id }.select { $0.year.max() }.scalar())
      },
      """
      SELECT "name", (SELECT max("year") FROM "album" WHERE "artistID" IS "artist"."id") FROM \
      "artist"
      """,
      rows: """
        [("Sade", Optional(1992)), ("Miles", nil), ("Nina", nil)]
        """)
    try await check(
      "EXISTS",
      Artist.where { artist in Album.where { $0.artistID == artist.id }.exists() }
        .select { $0.name },
      """
      SELECT "name" FROM "artist" WHERE EXISTS (SELECT 1 FROM "album" WHERE "artistID" IS \
      "artist"."id")
      """,
      rows: """
        ["Sade", "Miles"]
        """)
    try await check(
      "IN (SELECT …)",
      Track.where { $0.albumID.in(Album.where { $0.year == nil }.select { $0.id }) }
        .select { $0.title },
      """
      SELECT "title" FROM "track" WHERE "albumID" IN (SELECT "id" FROM "album" WHERE "year" \
      IS NULL)
      """,
      rows: """
        ["So What"]
        """)
    try await check(
      "an aggregate of all rows",
      Track.select { ($0.count(), $0.seconds.total()) },
      """
      SELECT count(*), total("seconds") FROM "track"
      """,
      rows: """
        [(3, 1125.5)]
        """)
    try await check(
      "a bare column beside max()",
      Track.select { ($0.title, $0.seconds.max()) },
      """
      SELECT "title", max("seconds") FROM "track"
      """,
      rows: """
        [("So What", Optional(545.5))]
        """)
  }
}
