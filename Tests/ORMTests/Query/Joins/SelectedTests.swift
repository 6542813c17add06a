import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Selected results")
struct SelectedTests {
  @Test("A single selected column returns a value for each row")
  func oneColumn() async throws {
    try await expect(
      Album.select { $0.title }.order { $0.title },
      #"SELECT "title" FROM "album" ORDER BY "title""#,
      rows: ["Kind of Blue", "Love Deluxe", "Promise", "Unknown"])
    try await expect(
      Album.where { $0.id < 3 }.select { $0.year }.distinct().limit(1),
      #"SELECT DISTINCT "year" FROM "album" WHERE "id" < $1 LIMIT $2"#, [3, 1], rows: [1985])
  }

  @Test("Columns, expressions and whole rows can be selected together")
  func mixed() async throws {
    let query = Album.where { $0.id == 2 }.select { ($0.year, $0, $0.id + 40) }
    try await expect(
      query,
      #"SELECT "year", "id", "title", "artistID", "year", "id" + $1 FROM "album" WHERE "id" = $2"#,
      [40, 2], rows: [(1992, Catalog.deluxe, 42)])
  }

  @Test("Calculations can be selected together, and can use a constant of the closure")
  func calculations() async throws {
    let query = Album.where { $0.id == 2 }.select { album in
      let next = album.id + 1
      (next * 2, album.id / 2 + 1, next - album.id * 3)
    }
    try await expect(
      query,
      #"SELECT ("id" + $1) * $2, "id" / $3 + $4, "id" + $5 - "id" * $6 FROM "album""#
        + #" WHERE "id" = $7"#,
      [1, 2, 2, 1, 1, 3, 2], rows: [(6, 2, -3)])
  }

  @Test("Ten selected results are decoded, each from its own columns")
  func ten() async throws {
    let query = Album.where { $0.id == 1 }.select {
      ($0.id, $0.title, $0.id, $0.year, $0.id, $0, $0.id, $0.title, $0.year, $0.artistID)
    }
    let rows = try await Catalog.database().fetch(query)
    let row = try #require(rows.first)
    #expect(row.1 == "Promise" && row.3 == 1985 && row.5 == Catalog.promise)
    #expect(row.7 == "Promise" && row.8 == 1985 && row.9 == 1)
  }

  @Test("Groups can be counted, filtered by HAVING, and ordered by an aggregate")
  func groups() async throws {
    let query = Album.group { $0.artistID }.having { $0.count() > 1 || $0.artistID == nil }
      .order { $0.count().desc() }.select { ($0.artistID, $0.count(), $0.year.min()) }
    try await expect(
      query,
      #"SELECT "artistID", count(*), min("year") FROM "album" GROUP BY "artistID""#
        + #" HAVING count(*) > $1 OR "artistID" IS NULL ORDER BY count(*) DESC"#,
      [1], rows: [(1, 2, 1985), (nil, 1, 1992)])
    let database = try await Catalog.database()
    #expect(try await database.count(query) == 2)
    #expect(try await database.exists(query))
  }

  @Test("Aggregates of no rows are nil, except count and total")
  func aggregates() async throws {
    let none = Track.where { $0.id > 99 }
    let sums = none.select { ($0.seconds.sum(), $0.seconds.total(), $0.count()) }
    try await expect(
      sums, #"SELECT sum("seconds"), total("seconds"), count(*) FROM "track" WHERE "id" > $1"#,
      [99], rows: [(nil as Double?, 0, 0)])
    #expect(try await Catalog.database().count(sums) == 1)
    let query = Album.select {
      (
        $0.year.count(distinct: true), $0.year.average(where: $0.id < 3),
        $0.count(where: $0.title.like("%e%"))
      )
    }
    try await expect(
      query,
      #"SELECT count(DISTINCT "year"), avg("year") FILTER (WHERE "id" < $1), "#
        + #"count(*) FILTER (WHERE "title" LIKE $2) FROM "album""#,
      [3, "%e%"], rows: [(2, 1988.5, 3)])
  }

  @Test("A stored value of a wrong type throws, with its table, its column and the row's key")
  func strict() async throws {
    let database = try await Catalog.database()
    try await database.execute("ALTER TABLE album RENAME TO strict")
    try await database.execute("CREATE TABLE album (id, title, artistID, year)")
    try await database.execute("INSERT INTO album VALUES (3, x'00', 2, NULL)")
    let expected = RowDecodingError(
      table: "album", column: "title", reason: .storageClass(expected: "TEXT", found: .blob),
      key: [3])
    await #expect(throws: expected) {
      try await database.fetch(Artist.join(Album.self) { $0.id == $1.artistID })
    }
  }
}
