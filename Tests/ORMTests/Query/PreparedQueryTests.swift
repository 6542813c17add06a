import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Suite("Prepared queries")
struct PreparedQueryTests {
  @Test("A prepared query has the same SQL for each call, with other values")
  func values() async throws {
    let query = PreparedQuery { (year: Placeholder<Int>, name: Placeholder<String>) in
      Album.join(Artist.self) { $0.artistID == $1.id }
        .where { album, artist in artist.name == name && album.year > year && album.id < 100 }
        .select { album, artist in (album.title, artist.name) }
    }
    let sql =
      #"SELECT "album"."title", "artist"."name" FROM "album" JOIN "artist""#
      + #" ON "album"."artistID" IS "artist"."id" WHERE "artist"."name" = $1 AND "album"."year" > $2"#
      + #" AND "album"."id" < $3"#
    let db = try await Catalog.database()
    try await expect(
      query(1990, "Sade"), sql, ["Sade", 1990, 100], in: db, rows: [("Love Deluxe", "Sade")])
    try await expect(
      query(1980, "Sade"), sql, ["Sade", 1980, 100], in: db,
      rows: [("Promise", "Sade"), ("Love Deluxe", "Sade")])
    try await expect(query(1980, "Nina"), sql, ["Nina", 1980, 100], in: db, rows: [])
  }

  @Test("A placeholder can be nil, and can be used in several places")
  func null() async throws {
    let query = PreparedQuery { (year: Placeholder<Int?>) in
      Album.where { $0.year == year }.select { ($0.title, $0.id + year.coalesce(10)) }
    }
    let sql =
      #"SELECT "title", "id" + coalesce($1, $2) FROM "album" WHERE "year" IS $3"#
    let db = try await Catalog.database()
    try await expect(query(nil), sql, [.null, 10, .null], in: db, rows: [("Kind of Blue", 13)])
    try await expect(query(1985), sql, [1985, 10, 1985], in: db, rows: [("Promise", 1986)])
  }

  @Test("A placeholder can be used in a common table expression and in a subquery")
  func inside() async throws {
    let query = PreparedQuery {
      (first: Placeholder<Int>, least: Placeholder<Double>, year: Placeholder<Int>) in
      let line = TableExpression(recursive: "line", from: Artist.where { $0.id == first }) { line in
        Artist.join(source: line) { $0.id == $1.mentor }.select { artist, _ in artist }
      }
      let long = Track.where { $0.seconds > least }.select { $0.albumID }
      return Album.join(source: line) { $0.artistID == $1.id }
        .where { album, _ in album.id.in(long) || album.year == year }
        .order { album, _ in album.id }
        .select { album, _ in album.title }
    }
    let sql =
      #"WITH RECURSIVE "line"("id", "name", "mentor") AS (SELECT "id", "name", "mentor""#
      + #" FROM "artist" WHERE "id" = $1 UNION ALL SELECT "artist"."id", "artist"."name","#
      + #" "artist"."mentor" FROM "artist" JOIN "line" ON "artist"."id" IS "line"."mentor")"#
      + #" SELECT "album"."title" FROM "album" JOIN "line" ON "album"."artistID" IS "line"."id""#
      + #" WHERE "album"."id" IN (SELECT "albumID" FROM "track" WHERE "seconds" > $2)"#
      + #" OR "album"."year" IS $3 ORDER BY "album"."id""#
    let db = try await Catalog.database()
    try await expect(
      query(2, 500, 1992), sql, [2, 500.0, 1992], in: db, rows: ["Love Deluxe", "Kind of Blue"])
    try await expect(query(1, 300, 0), sql, [1, 300.0, 0], in: db, rows: ["Promise"])
  }

  @Test("A placeholder's value is bound wherever it is used, among the query's own values")
  func places() async throws {
    // Of a query of any kind, the values are bound as a list.
    func rows<Query: SelectStatement>(of query: Query, in db: Database) async throws
      -> [Query.Output]
    {
      try await db.fetch(query)
    }
    let query = PreparedQuery {
      (year: Placeholder<Int?>, unused: Placeholder<String>, id: Placeholder<Int>) in
      Album.where { ($0.year == year || $0.id == id) && $0.id < 100 && $0.id >= id }
        .order { $0.id + id }
    }
    let db = try await Catalog.database()
    for (year, id, count) in [(1985, 1, 1), (nil, 1, 2), (1992, 2, 2), (1985, 3, 1), (1985, 5, 0)] {
      let albums = try await db.fetch(query(year, "", id))
      #expect(albums.count == count)
      #expect(try await rows(of: query(year, "", id), in: db) == albums)
      #expect(try await db.first(query(year, "", id)) == albums.first)
      #expect(try await db.read { try $0.fetch(query(year, "", id)) } == albums)
    }
  }

  @Test("A prepared query can be streamed and observed, and its first row can be fetched")
  func verbs() async throws {
    let db = try await Catalog.database()
    let query = PreparedQuery { (artist: Placeholder<Int>) in
      Album.where { $0.artistID == artist }.order { $0.id }
    }
    #expect(try await db.first(query(1)) == Catalog.promise)
    #expect(try await db.first(query(3)) == nil)
    var streamed: [CatalogAlbum] = []
    for try await album in db.stream(query(1)) { streamed.append(album) }
    #expect(streamed == [Catalog.promise, Catalog.deluxe])
    var observed = db.observe(query(2)).makeAsyncIterator()
    #expect(try await observed.next() == [Catalog.blue])
    try await db.delete(Catalog.blue)
    #expect(try await observed.next() == [])
  }

  @Test("A query without placeholders can be prepared")
  func none() async throws {
    let query = PreparedQuery { Artist.all.order { $0.id }.limit(1) }
    try await expect(
      query(), #"SELECT "id", "name", "mentor" FROM "artist" ORDER BY "id" LIMIT $1"#, [1],
      in: Catalog.database(), rows: [Catalog.sade])
  }

  @Test("A prepared query throws when it runs if a value can't be stored")
  func unstorable() async throws {
    let query = PreparedQuery { (least: Placeholder<Double>) in
      Track.where { $0.seconds > least }
    }
    let db = try await Catalog.database()
    await #expect(throws: ValueEncodingError(type: "Double", reason: .notANumber)) {
      try await db.fetch(query(.nan))
    }
    #expect(try await db.fetch(query(500)).map(\.id) == [3])
    let wrong = PreparedQuery { Track.where { $0.seconds > Double.nan } }
    await #expect(
      throws: ValueEncodingError(
        table: "track", column: "seconds", type: "Double", reason: .notANumber)
    ) { try await db.fetch(wrong()) }
  }

  @Test("A placeholder has no value outside its own query")
  func outside() async throws {
    var taken: [Placeholder<Int>] = []
    _ = PreparedQuery { (id: Placeholder<Int>) in
      taken.append(id)
      return Artist.where { $0.id == id }
    }
    let id = try #require(taken.first)
    #expect(
      throws: ValueEncodingError(
        table: "artist", type: "Placeholder",
        reason: .invalid(description: "it has a value only in its own PreparedQuery"))
    ) { try Artist.where { $0.id == id }.statement() }
    // It does not get the value that another query has in the same place, either.
    let other = PreparedQuery { (name: Placeholder<String>) in
      Artist.where { $0.id == id && $0.name == name }
    }
    #expect(throws: ValueEncodingError.self) { try other("Sade").statement() }
  }
}
