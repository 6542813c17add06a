import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Suite("Compounds: their order, and their use as a source of rows")
struct CompoundOrderTests {
  private let limited = Album.join(Artist.self) { $0.artistID == $1.id.optional() }
    .order { album, _ in album.id }.limit(10).select { ($0.id, $1.id) }
  private let limitedSQL =
    #"SELECT * FROM (SELECT "album"."id", "artist"."id" FROM "album" JOIN "artist""#
    + #" ON "album"."artistID" IS "artist"."id" ORDER BY "album"."id" LIMIT $1)"#

  @Test("An order term of a compound is a column number if two columns have the same name")
  func place() async throws {
    let db = try await Catalog.database()
    let query = limited.union(Album.where { $0.id == 4 }.select { ($0.id, $0.id) })
      .order { _, artist in artist.id.desc() }.order { album, _ in album.id }
    try await expect(
      query,
      limitedSQL
        + #" UNION SELECT "id", "id" FROM "album" WHERE "id" = $2 ORDER BY 2 DESC, 1"#,
      [10, 4], in: db, rows: [(4, 4), (3, 2), (1, 1), (2, 1)])
  }

  @Test("An order term of a compound can be an expression that its first query selects")
  func expression() async throws {
    let titles = Album.select { $0.title.upper() }
    let names = Artist.limit(2).select { $0.name.upper() }
    try await expect(
      names.union(titles).order { $0.name.upper().desc() }.limit(2),
      #"SELECT * FROM (SELECT upper("name") FROM "artist" LIMIT $1)"#
        + #" UNION SELECT upper("title") FROM "album" ORDER BY 1 DESC LIMIT $2"#,
      [2, 2], rows: ["UNKNOWN", "SADE"])
    try await expect(
      titles.union(names).order { $0.title.upper().desc() }.limit(1),
      #"SELECT upper("title") FROM "album" UNION SELECT * FROM (SELECT upper("name") FROM "artist""#
        + #" LIMIT $1) ORDER BY upper("title") DESC LIMIT $2"#,
      [2, 1], rows: ["UNKNOWN"])
  }

  @Test("An order term of a compound keeps its collation")
  func collation() async throws {
    let names = Artist.limit(2).select { $0.name }.union(Album.select { $0.title })
    try await expect(
      names.order { $0.name.collate(.noCase).desc() }.limit(1),
      #"SELECT * FROM (SELECT "name" FROM "artist" LIMIT $1) UNION SELECT "title" FROM "album""#
        + #" ORDER BY "name" COLLATE NOCASE DESC LIMIT $2"#,
      [2, 1], rows: ["Unknown"])
  }

  @Test("A compound can be a subquery or a common table expression")
  func source() async throws {
    let both = Album.where { $0.id == 1 }.union(Album.order { $0.year.desc() }.limit(1))
    let columns = #""id", "title", "artistID", "year""#
    let compound =
      #"SELECT \#(columns) FROM "album" WHERE "id" = $1 UNION SELECT * FROM"#
      + #" (SELECT \#(columns) FROM "album" ORDER BY "year" DESC LIMIT $2)"#
    try await expect(
      TableExpression(both, as: "some").all.order { $0.id }.select { $0.id },
      #"SELECT "id" FROM (\#(compound)) AS "some" ORDER BY "id""#, [1, 1], rows: [1, 2])
    try await expect(
      TableExpression(with: "some", as: both).all.order { $0.id }.select { $0.id },
      #"WITH "some"(\#(columns)) AS (\#(compound)) SELECT "id" FROM "some" ORDER BY "id""#,
      [1, 1], rows: [1, 2])
  }

  @Test("A recursive common table expression can start with a compound")
  func recursive() async throws {
    let start = Artist.where { $0.id == 2 }.union(Artist.where { $0.name == "Nina" })
    let chain = TableExpression(recursive: "chain", distinct: true, from: start) { chain in
      Artist.join(source: chain) { $0.id.optional() == $1.mentor }.select { artist, _ in artist }
    }
    let rows = try await Catalog.database().fetch(chain.all.order { $0.id }.select { $0.id })
    #expect(rows == [1, 2, 3])
  }
}
