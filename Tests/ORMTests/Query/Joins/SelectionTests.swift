import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Selection
struct AlbumLine: Hashable {
  let title: String
  @Column("n") var tracks: Int
  var year: Int?
}

@Suite("Selected structs")
struct SelectionTests {
  /// A struct in another one, and in a namespace.
  @Selection struct Nested: Hashable { let name: String }

  private static let lines = Album.leftJoin(Track.self) { $0.id == $1.albumID }
    .group { album, _ in album.id }
    .select { album, track in
      AlbumLine.select(title: album.title, tracks: track.id.count(), year: album.year)
    }

  @Test("A query fills the properties of a selected struct, each from a column with its name")
  func select() async throws {
    try await expect(
      Self.lines.order { album, track in
        track.id.count().desc()
        album.title
      },
      #"SELECT "album"."title" AS "title", count("track"."id") AS "n", "album"."year" AS "year""#
        + #" FROM "album" LEFT JOIN "track" ON "album"."id" = "track"."albumID""#
        + #" GROUP BY "album"."id" ORDER BY count("track"."id") DESC, "album"."title""#,
      rows: [
        AlbumLine(title: "Promise", tracks: 2, year: 1985),
        AlbumLine(title: "Kind of Blue", tracks: 1, year: nil),
        AlbumLine(title: "Love Deluxe", tracks: 0, year: 1992),
        AlbumLine(title: "Unknown", tracks: 0, year: 1992),
      ])
  }

  @Test("A column that is not optional can fill an optional property")
  func optional() async throws {
    let query = Artist.where { $0.id == 1 }
      .select { AlbumLine.select(title: $0.name, tracks: $0.id, year: $0.id.optional()) }
    try await expect(
      query,
      #"SELECT "artist"."name" AS "title", "artist"."id" AS "n", "artist"."id" AS "year""#
        + #" FROM "artist" WHERE "artist"."id" = $1"#,
      [1], rows: [AlbumLine(title: "Sade", tracks: 1, year: 1)])
  }

  @Test("An order by a column is not mistaken for one by a result with the same name")
  func order() async throws {
    let query = Album.order { $0.title }
      .select { AlbumLine.select(title: $0.title.lower(), tracks: $0.id * -1, year: $0.year) }
    #expect(try await Catalog.database().fetch(query).map(\.tracks) == [-3, -2, -1, -4])
  }

  @Test("A selection can be a subquery or a common table expression")
  func source() async throws {
    let counted = TableExpression(Self.lines, as: "counted")
    let columns = #""counted"."title", "counted"."n", "counted"."year""#
    let inner =
      #"SELECT "album"."title" AS "title", count("track"."id") AS "n", "album"."year" AS "year""#
      + #" FROM "album" LEFT JOIN "track" ON "album"."id" = "track"."albumID""#
      + #" GROUP BY "album"."id""#
    try await expect(
      counted.all.where { $0.tracks == 2 },
      #"SELECT "title", "n", "year" FROM (\#(inner)) AS "counted" WHERE "n" = $1"#,
      [2], rows: [AlbumLine(title: "Promise", tracks: 2, year: 1985)])
    let common = TableExpression(with: "counted", as: Self.lines)
    try await expect(
      Artist.join(source: common) { $0.id == $1.tracks }.order { artist, _ in artist.id },
      #"WITH "counted"("title", "n", "year") AS (\#(inner)) SELECT "artist"."id", "#
        + #""artist"."name", "artist"."mentor", \#(columns) FROM "artist" JOIN "counted""#
        + #" ON "artist"."id" = "counted"."n" ORDER BY "artist"."id""#,
      rows: [
        (Catalog.sade, AlbumLine(title: "Kind of Blue", tracks: 1, year: nil)),
        (Catalog.miles, AlbumLine(title: "Promise", tracks: 2, year: 1985)),
      ])
  }

  @Test("Raw SQL fills a selected struct by column names")
  func raw() async throws {
    let database = try await Catalog.database()
    let lines = try await database.fetch(
      AlbumLine.self, sql: "SELECT 7 AS n, 'x' AS other, NULL AS year, 'a' AS title")
    #expect(lines == [AlbumLine(title: "a", tracks: 7, year: nil)])
    await #expect(throws: RowDecodingError.self) {
      try await database.fetch(AlbumLine.self, sql: "SELECT 7 AS n, 'a' AS title")
    }
  }

  @Test("A struct that is nested in another type can be selected")
  func nested() async throws {
    try await expect(
      Artist.where { $0.id == 3 }.select { Nested.select(name: $0.name) },
      #"SELECT "artist"."name" AS "name" FROM "artist" WHERE "artist"."id" = $1"#, [3],
      rows: [Nested(name: "Nina")])
  }
}
