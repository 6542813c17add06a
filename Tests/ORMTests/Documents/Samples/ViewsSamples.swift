import ORM
import Testing

/// The code of the guide to views.
enum ViewsSamples {
  @Table
  struct Artist {
    let id: Int
    var name: String
  }

  @Table
  struct Album {
    let id: Int
    var title: String
    var artistID: Int
    var year: Int
  }

  @Selection
  struct ArtistTotal: DatabaseView {
    let artist: String
    let albums: Int

    static var definition: some SelectStatement<ArtistTotal> {
      Artist.leftJoin(Album.self) { $0.id == $1.artistID }
        .group { artist, _ in artist.id }
        .select { ArtistTotal.select(artist: $0.name, albums: $1.id.count()) }
    }
  }

  @Selection
  struct Decade: DatabaseView {
    let start: Int
    let albums: Int

    static var definition: SQLQuery<Decade> {
      SQLQuery("SELECT count(*) AS albums, year / 10 * 10 AS start FROM album GROUP BY start")
    }
  }

  @Selection
  struct Years: DatabaseView {
    let year: Int
    let albums: Int

    static var definition: SQLQuery<Years> {
      SQLQuery(verbatim: "SELECT year, count(*) AS albums FROM album GROUP BY year")
    }
  }

  @Selection
  struct SchemaEntry: TableOrView {
    let type: String
    let name: String

    static let tableName = "sqlite_schema"
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self, ArtistTotal.self)
    // CREATE VIEW IF NOT EXISTS "artistTotal" ("artist", "albums") AS SELECT "artist"."name" AS "artist", …

    try await db.insert(Artist(id: 1, name: "Sade"))
    try await db.insert(
      [1984, 1985, 1992, 2000].enumerated().map {
        Album(id: $0 + 1, title: "", artistID: 1, year: $1)
      })

    let busy = try await db.fetch(ArtistTotal.where { $0.albums > 3 }.order { $0.artist })
    // SELECT "artist", "albums" FROM "artistTotal" WHERE "albums" > $1 ORDER BY "artist"
    let total = try await db.first(ArtistTotal.self, where: { $0.artist == "Sade" })
    // SELECT "artist", "albums" FROM "artistTotal" WHERE "artist" = $1 LIMIT $2
    let pairs = try await db.fetch(Artist.join(ArtistTotal.self) { $0.name == $1.artist })
    // SELECT … FROM "artist" JOIN "artistTotal" ON "artist"."name" = "artistTotal"."artist"
    #expect(busy.map(\.artist) == ["Sade"] && total?.albums == 4 && pairs.count == 1)

    try await db.create(Decade.self)
    #expect(try await db.fetch(Decade.all).map(\.start) == [1980, 1990, 2000])
    #expect(try await db.fetch(Decade.all).map(\.albums) == [2, 1, 1])

    try await db.create(Years.self)
    #expect(try await db.fetch(Years.order { $0.year }).map(\.year) == [1984, 1985, 1992, 2000])
    try await db.drop(Years.self)

    try await db.recreate(ArtistTotal.self)
    // DROP VIEW IF EXISTS "artistTotal"
    // CREATE VIEW "artistTotal" ("artist", "albums") AS SELECT …

    let views = try await db.fetch(SchemaEntry.where { $0.type == "view" }.select { $0.name })
    // SELECT "name" FROM "sqlite_schema" WHERE "type" = $1
    #expect(Set(views) == ["artistTotal", "decade"])
  }
}
