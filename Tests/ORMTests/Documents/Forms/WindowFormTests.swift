import ORM
import Testing

private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Forms of a window")
struct WindowFormTests {
  @Test("Each form of a window renders the guide's SQL, and runs")
  func all() async throws {
    try await check(
      "WINDOW name AS",
      Album.all.window("years") { WindowDefinition(order: $0.year) }
        .select { ($0.title, SQLFunction.rank().over("years")) },
      """
      SELECT "title", rank() OVER "years" FROM "album" WINDOW "years" AS (ORDER BY "year")
      """,
      rows: """
        [("Kind of Blue", 1), ("Promise", 2), ("Love Deluxe", 3), ("Unknown", 3)]
        """)
    try await check(
      "OVER ()",
      Track.select { ($0.title, $0.seconds.sum().over()) },
      """
      SELECT "title", sum("seconds") OVER () FROM "track"
      """,
      rows: """
        [("Jezebel", Optional(1125.5)), ("Fear", Optional(1125.5)), ("So What", \
        Optional(1125.5))]
        """)
    try await check(
      "PARTITION BY, ORDER BY",
      Track.select {
        ($0.title, SQLFunction.rank().over(partition: $0.albumID, order: $0.seconds))
      },
      """
      SELECT "title", rank() OVER (PARTITION BY "albumID" ORDER BY "seconds") FROM "track"
      """,
      rows: """
        [("Fear", 1), ("Jezebel", 2), ("So What", 1)]
        """)
    try await check(
      "ROWS BETWEEN",
      Track.select {
        $0.seconds.sum().over(order: $0.id, frame: .rows(from: .preceding(1), to: .currentRow))
      },
      """
      SELECT sum("seconds") OVER (ORDER BY "id" ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) \
      FROM "track"
      """,
      rows: """
        [Optional(330.0), Optional(580.0), Optional(795.5)]
        """)
    try await check(
      "RANGE BETWEEN",
      Track.select {
        $0.seconds.sum().over(
          order: $0.seconds, frame: .range(from: .preceding(100), to: .following(100)))
      },
      """
      SELECT sum("seconds") OVER (ORDER BY "seconds" RANGE BETWEEN 100.0 PRECEDING AND 100.0 \
      FOLLOWING) FROM "track"
      """,
      rows: """
        [Optional(580.0), Optional(580.0), Optional(545.5)]
        """)
    try await check(
      "GROUPS BETWEEN",
      Track.select {
        $0.id.count().over(order: $0.albumID, frame: .groups(from: .currentRow, to: .following(1)))
      },
      """
      SELECT count("id") OVER (ORDER BY "albumID" GROUPS BETWEEN CURRENT ROW AND 1 FOLLOWING) \
      FROM "track"
      """,
      rows: """
        [3, 3, 1]
        """)
    try await check(
      "EXCLUDE",
      Track.select { $0.id.count().over(order: $0.albumID, frame: .groups(excluding: .ties)) },
      """
      SELECT count("id") OVER (ORDER BY "albumID" GROUPS BETWEEN UNBOUNDED PRECEDING AND \
      CURRENT ROW EXCLUDE TIES) FROM "track"
      """,
      rows: """
        [1, 1, 3]
        """)
  }
}
