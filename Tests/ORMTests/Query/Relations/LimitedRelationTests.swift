import ORM
import Testing

/// Relations with a limit as conditions, and as parts of other relations.
@Suite("Limited relations")
struct LimitedRelationTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Tagging = Related.Tagging

  @Test("exists with a condition searches only the limited rows")
  func exists() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select {
        $0.albums.order { $0.id }.limit(1).exists { $0.title == "Diamond Life" }
      },
      #"SELECT EXISTS (SELECT 1 FROM (SELECT "album"."title" = $1 AS "orm:value" FROM "album" "#
        + #"WHERE "album"."artistID" = "artist"."id" ORDER BY "album"."id" LIMIT $2) "#
        + #"WHERE "orm:value") FROM "artist" ORDER BY "id""#,
      ["Diamond Life", 1], in: db, rows: [false, false, false])
    let newest = try await db.fetch(
      Artist.where {
        $0.albums.order { $0.id.desc() }.limit(1).exists { $0.title == "Diamond Life" }
      })
    #expect(newest.map(\.id) == [1])
    let distinct = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.tags.distinct().order { $0.name }.limit(1).exists { $0.name == "soul" }
      })
    #expect(distinct == [true, false, false])
  }

  @Test("A relation that is limited to no rows is empty")
  func isEmpty() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { ($0.albums.limit(0).isEmpty, $0.albums.limit(1).isEmpty) },
      #"SELECT NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id" LIMIT $1), "#
        + #"NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id" LIMIT $2) "#
        + #"FROM "artist" ORDER BY "id""#,
      [0, 1], in: db, rows: [(true, false), (true, false), (true, true)])
  }

  @Test("A limited relation does not contain a row outside its limit")
  func contains() async throws {
    let db = try await Related.database()
    let album = try #require(try await db.find(Album.self, 3))
    let contained = try await db.fetch(
      Artist.order { $0.id }.select {
        (
          $0.albums.order { $0.id }.limit(1).contains(album),
          $0.albums.order { $0.id }.limit(2).contains(album)
        )
      })
    #expect(contained.map(\.0) == [false, false, false])
    #expect(contained.map(\.1) == [true, false, false])
  }

  @Test("A relation to many rows can't continue a limited one, or lead to one")
  func continued() async throws {
    let db = try await Related.database()
    let limited = RelationError(table: "track", reason: .limited)
    await #expect(throws: limited) {
      try await db.fetch(Artist.select { $0.albums.limit(1).to { $0.tracks }.count() })
    }
    await #expect(throws: limited) {
      try await db.fetch(Artist.select { $0.longest.sum { $0.seconds } })
    }
    await #expect(throws: limited) { try await db.fetch(Artist.select { ($0.name, $0.longest) }) }
    await #expect(throws: limited) {
      try await db.fetch(Artist.where { $0.id == 1 }.select { $0.longest.first })
    }
    await #expect(throws: RelationError(table: "artist", reason: .limited)) {
      try await db.fetch(Artist.select { $0.albums.limit(1).to { $0.editor }.count() })
    }
    #expect(limited.description.contains("limit the relation that to { } returns"))
  }

  @Test("A limited relation can continue to a relation that always has a row")
  func toOne() async throws {
    let db = try await Related.database()
    let tags = try await db.fetch(
      Album.order { $0.id }.select {
        $0.taggings.order { $0.weight.desc() }.limit(1).to { $0.tag }.select { $0.name }
      })
    #expect(tags == [["soul"], ["afrobeat"], ["soul"]])
  }

  @Test("The orders of a path of relations apply one after the other")
  func orders() async throws {
    let db = try await Related.database()
    let query = Artist.order { $0.id }.select { artist in
      artist.albums.order { $0.title }.to { $0.tracks.order { $0.seconds.desc() } }
        .groupConcat { $0.title }
    }
    let text = try query.statement().sql
    #expect(text.contains(#"ORDER BY "album"."title", "track"."seconds" DESC"#))
    #expect(try await db.fetch(query) == ["Sally,Jezebel", "Zombie", nil])
    let longest = try await db.fetch(
      Artist.order { $0.id }.select { artist in
        artist.albums.to { $0.tracks.order { $0.seconds.desc() } }.limit(1).select { $0.title }
      })
    #expect(longest == [["Jezebel"], ["Zombie"], []])
  }

  @Test("A list can't select an aggregate")
  func aggregates() async throws {
    let db = try await Related.database()
    let refused = RelationError(table: "track", reason: .aggregateInList)
    await #expect(throws: refused) {
      try await db.fetch(Album.select { ($0.title, $0.tracks.select { $0.seconds.sum() }) })
    }
    await #expect(throws: refused) {
      try await db.fetch(Album.select { $0.tracks.select { ($0.title, $0.count()) } })
    }
    await #expect(throws: refused) {
      try await db.fetch(
        Album.select { $0.tracks.limit(2).select { ($0.title, $0.seconds.max()) } })
    }
    await #expect(throws: refused) {
      try await db.fetch(Album.select { $0.tracks.select { $0.seconds.sum() ?? 0 }.first })
    }
    let albums = try await db.fetch(Album.self)
    await #expect(throws: refused) {
      try await db.load(albums) { $0.tracks.select { $0.seconds.sum() } }
    }
    let counts = try await db.fetch(
      Artist.order { $0.id }.select { $0.albums.order { $0.id }.select { $0.tracks.count() } })
    #expect(counts == [[1, 1], [1], []])
    #expect(refused.description.contains(".sum { … }"))
  }
}

extension Related.Artist.Columns {
  fileprivate var longest: ToMany<Related.Track> {
    albums.to { $0.tracks.order { $0.seconds.desc() }.limit(1) }
  }
}
