import ORM
import Testing

private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Forms of an expression")
struct ExpressionFormTests {
  @Test("Each form of an expression renders the guide's SQL, and runs")
  func all() async throws {
    try await check(
      "FILTER (WHERE …)",
      Track.select { $0.seconds.sum(where: $0.albumID == 1) },
      """
      SELECT sum("seconds") FILTER (WHERE "albumID" = $1) FROM "track"
      """, [1],
      rows: """
        [Optional(580.0)]
        """)
    try await check(
      "aggregate(DISTINCT …)",
      Album.select { $0.year.count(distinct: true) },
      """
      SELECT count(DISTINCT "year") FROM "album"
      """,
      rows: """
        [2]
        """)
    try await check(
      "BETWEEN",
      Album.where { $0.year.between(1985...1990) }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "year" BETWEEN $1 AND $2
      """, [1985, 1990],
      rows: """
        ["Promise"]
        """)
    try await check(
      "IN (…)",
      Album.where { $0.id.in([1, 3]) }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "id" IN ($1, $2)
      """, [1, 3],
      rows: """
        ["Promise", "Kind of Blue"]
        """)
    try await check(
      "IS NULL",
      Album.where { $0.year == nil }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "year" IS NULL
      """,
      rows: """
        ["Kind of Blue"]
        """)
    try await check(
      "IS NOT DISTINCT FROM",
      Album.where { $0.year == $0.artistID }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "year" IS "artistID"
      """,
      rows: """
        []
        """)
    try await check(
      "LIKE … ESCAPE",
      Album.where { $0.title.like("%#%%", escape: "#") }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "title" LIKE $1 ESCAPE '#'
      """, ["%#%%"],
      rows: """
        []
        """)
    try await check(
      "GLOB",
      Album.where { $0.title.glob("K*") }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "title" GLOB $1
      """, ["K*"],
      rows: """
        ["Kind of Blue"]
        """)
    try await check(
      "CASE WHEN",
      Track.select { SQLCase.when($0.seconds > 300, then: "long").else("short") },
      """
      SELECT CASE WHEN "seconds" > $1 THEN $2 ELSE $3 END FROM "track"
      """, [300.0, "long", "short"],
      rows: """
        ["long", "short", "long"]
        """)
    try await check(
      "CASE column WHEN",
      Track.select { $0.albumID.case(when: 1, then: "first").else("other") },
      """
      SELECT CASE "albumID" WHEN $1 THEN $2 ELSE $3 END FROM "track"
      """, [1, "first", "other"],
      rows: """
        ["first", "first", "other"]
        """)
    try await check(
      "CAST",
      Track.select { $0.seconds.cast(as: Int.self) },
      """
      SELECT CAST("seconds" AS INTEGER) FROM "track"
      """,
      rows: """
        [330, 250, 545]
        """)
    try await check(
      "COLLATE",
      Album.where { $0.title.collate(.noCase) == "promise" }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "title" COLLATE NOCASE = $1
      """, ["promise"],
      rows: """
        ["Promise"]
        """)
    try await check(
      "row values",
      Track.where { RowValue($0.albumID, $0.id).isGreater(than: 1, 1) }.select { $0.title },
      """
      SELECT "title" FROM "track" WHERE ("albumID", "id") > ($1, $2)
      """, [1, 1],
      rows: """
        ["Fear", "So What"]
        """)
    try await check(
      "arithmetic",
      Track.select { $0.seconds / 60 + 1 },
      """
      SELECT "seconds" / $1 + $2 FROM "track"
      """, [60.0, 1.0],
      rows: """
        [6.5, 5.166666666666667, 10.091666666666667]
        """)
    try await check(
      "concatenation",
      Track.select { $0.title + "!" },
      """
      SELECT "title" || $1 FROM "track"
      """, ["!"],
      rows: """
        ["Jezebel!", "Fear!", "So What!"]
        """)
    try await check(
      "bits",
      Track.select { $0.id.bitwiseAnd(1).shiftedLeft(by: 2) },
      """
      SELECT ("id" & $1) << $2 FROM "track"
      """, [1, 2],
      rows: """
        [4, 0, 4]
        """)
    try await check(
      "AND, OR, NOT",
      Track.where { !($0.id == 1 || $0.seconds > 300) }.select { $0.title },
      """
      SELECT "title" FROM "track" WHERE NOT ("id" = $1 OR "seconds" > $2)
      """, [1, 300.0],
      rows: """
        ["Fear"]
        """)
    try await check(
      "SQL in a query",
      Album.where { SQLExpression(sql: "\($0.title) NOT LIKE \("P%")") }.select { $0.title },
      """
      SELECT "title" FROM "album" WHERE "title" NOT LIKE $1
      """, ["P%"],
      rows: """
        ["Love Deluxe", "Kind of Blue", "Unknown"]
        """)
  }
}
