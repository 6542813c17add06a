import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

private let artistColumns = #""artist"."id", "artist"."name", "artist"."mentor""#
private let albumColumns = #""album"."id", "album"."title", "album"."artistID", "album"."year""#

@Suite("Joins")
struct JoinTests {
  @Test("A join returns whole rows of both tables, as a tuple")
  func inner() async throws {
    let query = Album.join(Artist.self) { $0.artistID == $1.id }.order { album, _ in album.id }
    try await expect(
      query,
      "SELECT \(albumColumns), \(artistColumns)"
        + #" FROM "album" JOIN "artist" ON "album"."artistID" IS "artist"."id""#
        + #" ORDER BY "album"."id""#,
      rows: [
        (Catalog.promise, Catalog.sade), (Catalog.deluxe, Catalog.sade),
        (Catalog.blue, Catalog.miles),
      ])
  }

  @Test("A left join returns nil if there is no match, but a row if the match contains NULL")
  func left() async throws {
    let query = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .order { artist, album in
        artist.id
        album.id
      }
    try await expect(
      query,
      "SELECT \(artistColumns), \(albumColumns)"
        + #" FROM "artist" LEFT JOIN "album" ON "artist"."id" IS "album"."artistID""#
        + #" ORDER BY "artist"."id", "album"."id""#,
      rows: [
        (Catalog.sade, Catalog.promise), (Catalog.sade, Catalog.deluxe),
        (Catalog.miles, Catalog.blue), (Catalog.nina, nil),
      ])
  }

  @Test("Columns of an optional side are optional, so nil finds the rows without a match")
  func unmatched() async throws {
    let query = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .where { _, album in album.title == nil }
      .select { artist, album in (artist.name, album.year) }
    try await expect(
      query,
      #"SELECT "artist"."name", "album"."year" FROM "artist" LEFT JOIN "album""#
        + #" ON "artist"."id" IS "album"."artistID" WHERE "album"."title" IS NULL"#,
      rows: [("Nina", nil as Int?)])
  }

  @Test("A right join makes the tables before it optional, and a full join both sides")
  func outer() async throws {
    let right = Artist.rightJoin(Album.self) { $0.id == $1.artistID }.order { $1.id }
      .select { artist, album in (artist.name, album.title) }
    let names = #"SELECT "artist"."name", "album"."title" FROM "artist""#
    let on = #""album" ON "artist"."id" IS "album"."artistID" ORDER BY "album"."id""#
    let matched: [(String?, String)] = [
      ("Sade", "Promise"), ("Sade", "Love Deluxe"), ("Miles", "Kind of Blue"), (nil, "Unknown"),
    ]
    try await expect(right, "\(names) RIGHT JOIN \(on)", rows: matched)
    let full = Artist.fullJoin(Album.self) { $0.id == $1.artistID }.order { $1.id }
    try await expect(
      full, "SELECT \(artistColumns), \(albumColumns) FROM \"artist\" FULL JOIN \(on)",
      rows: [
        (Catalog.nina, nil), (Catalog.sade, Catalog.promise), (Catalog.sade, Catalog.deluxe),
        (Catalog.miles, Catalog.blue), (nil, Catalog.unknown),
      ])
  }

  @Test("A cross join has no condition")
  func cross() async throws {
    let query = Artist.crossJoin(Track.self).where { $0.id == 1 && $1.seconds < 300 }
      .select { ($0.name, $1.title) }
    try await expect(
      query,
      #"SELECT "artist"."name", "track"."title" FROM "artist" CROSS JOIN "track""#
        + #" WHERE "artist"."id" = $1 AND "track"."seconds" < $2"#,
      [1, 300.0], rows: [("Sade", "Fear")])
  }

  @Test("A table that is joined to itself gets a number, or the alias that the caller gives it")
  func selfJoin() async throws {
    let numbered = Artist.join(Artist.self) { $0.mentor == $1.id }.order { pupil, _ in pupil.id }
      .select { ($0.name, $1.name) }
    try await expect(
      numbered,
      #"SELECT "artist"."name", "artist_2"."name" FROM "artist" JOIN "artist" AS "artist_2""#
        + #" ON "artist"."mentor" IS "artist_2"."id" ORDER BY "artist"."id""#,
      rows: [("Miles", "Sade"), ("Nina", "Miles")])
    let named = Artist.leftJoin(Artist.self, as: "mentor") { $0.mentor == $1.id }
      .where { artist, mentor in mentor.name == nil }.select { artist, _ in artist.name }
    try await expect(
      named,
      #"SELECT "artist"."name" FROM "artist" LEFT JOIN "artist" AS "mentor""#
        + #" ON "artist"."mentor" IS "mentor"."id" WHERE "mentor"."name" IS NULL"#,
      rows: ["Sade"])
  }

  @Test(
    "An alias that differs from another name only in the case of ASCII letters gets a number"
  )
  func sameNames() async throws {
    let database = try await Catalog.database()
    let shouted = CatalogAlbum.crossJoin(CatalogTrack.self, as: "ALBUM").select { _, track in
      track.id
    }
    #expect(
      try shouted.statement().sql
        == #"SELECT "ALBUM_2"."id" FROM "album" CROSS JOIN "track" AS "ALBUM_2""#)
    #expect(try await database.fetch(shouted.limit(1)).count == 1)
    // The case of other letters counts.
    let accented = CatalogAlbum.as("\u{E9}").crossJoin(CatalogTrack.self, as: "\u{C9}")
      .select { _, track in track.id }
    #expect(try accented.statement().sql.hasSuffix("AS \"\u{C9}\""))
    #expect(try await database.fetch(accented.limit(1)).count == 1)
  }

  @Test("A join keeps the conditions and orders before it, with qualified names")
  func composition() async throws {
    let nineties = Album.where { $0.year >= 1990 }.order { $0.title.desc() }
    let joined = nineties.join(Artist.self) { $0.artistID == $1.id }.select { ($0.title, $1.name) }
    try await expect(
      joined,
      #"SELECT "album"."title", "artist"."name" FROM "album" JOIN "artist""#
        + #" ON "album"."artistID" IS "artist"."id" WHERE "album"."year" >= $1"#
        + #" ORDER BY "album"."title" DESC"#,
      [1990], rows: [("Love Deluxe", "Sade")])
  }

  @Test("Six tables can be joined, and each row is decoded from its own columns")
  func sixTables() async throws {
    let query = Track.join(Album.self) { $0.albumID == $1.id }
      .join(Artist.self) { _, album, artist in album.artistID == artist.id }
      .leftJoin(Artist.self, as: "mentor") { _, _, artist, mentor in artist.mentor == mentor.id }
      .leftJoin(Album.self, as: "first") { _, _, _, mentor, first in
        first.artistID == mentor.id && first.year < 1990
      }
      .leftJoin(Track.self, as: "opener") { _, _, _, _, first, opener in
        opener.albumID == first.id && opener.title.like("J%")
      }
      .order { track, _, _, _, _, _ in track.id }
    let rows = try await Catalog.database().fetch(query)
    #expect(rows.map(\.0) == Catalog.tracks)
    #expect(rows.map(\.1) == [Catalog.promise, Catalog.promise, Catalog.blue])
    #expect(rows.map(\.2) == [Catalog.sade, Catalog.sade, Catalog.miles])
    #expect(rows.map(\.3) == [nil, nil, Catalog.sade])
    #expect(rows.map(\.4) == [nil, nil, Catalog.promise])
    #expect(rows.map(\.5) == [nil, nil, Catalog.tracks[0]])
  }

  @Test("count, exists and first apply to the joined rows")
  func counts() async throws {
    let database = try await Catalog.database()
    let query = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
    #expect(
      try query.countStatement().sql
        == #"SELECT count(*) FROM "artist" LEFT JOIN "album" ON "artist"."id" IS "album"."artistID""#
    )
    #expect(try await database.count(query) == 4)
    #expect(try await database.count(query.limit(9, offset: 1)) == 3)
    #expect(try await database.exists(query.where { $1.year == 1992 }))
    #expect(try await !database.exists(query.where { $1.year == 1993 }))
    let first = try await database.first(query.order { artist, _ in artist.name })
    #expect(first?.0 == Catalog.miles && first?.1 == Catalog.blue)
  }
}
