import ORM
import Testing

/// Rows that a relation through two other relations reaches in several ways.
@Suite("Distinct related rows")
struct DistinctRelationTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Tag = Related.Tag

  private static let path =
    #"FROM "album" JOIN "tagging" ON "tagging"."albumID" = "album"."id" "#
    + #"JOIN "tag" ON "tag"."id" = "tagging"."tagID" WHERE "album"."artistID" = "artist"."id""#

  @Test("Distinct lists contain each row once, for one row or several, limited or not")
  func lists() async throws {
    let db = try await Related.database()
    let all = try await db.fetch(
      Artist.order { $0.id }.select { ($0.name, $0.tags, $0.tags.distinct()) })
    #expect(all.map { $0.1.map(\.id).sorted() } == [[1, 1], [1, 2], []])
    #expect(all.map { $0.2.map(\.id).sorted() } == [[1], [1, 2], []])
    let one = try await db.first(Artist.where { $0.id == 1 }.select { $0.tags.distinct() })
    #expect(one?.map(\.id) == [1])
    let limited = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.tags.distinct().order { $0.name.desc() }.limit(2).select { $0.name }
      })
    #expect(limited == [["soul"], ["soul", "afrobeat"], []])
    let artists = try await db.fetch(Artist.order { $0.id })
    let loaded = try await db.load(artists) { ($0.tags.distinct(), $0.tags.distinct().count()) }
    #expect(loaded.map(\.1.0.count) == [1, 2, 0] && loaded.map(\.1.1) == [1, 2, 0])
  }

  @Test("Aggregates of a distinct relation count each row once")
  func aggregates() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { ($0.tags.count(), $0.tags.distinct().count()) },
      #"SELECT (SELECT count(*) "# + Self.path + #"), (SELECT count(*) FROM "#
        + #"(SELECT DISTINCT "tag"."id", "tag"."name" "# + Self.path
        + #")) FROM "artist" ORDER BY "id""#,
      in: db, rows: [(2, 1), (2, 2), (0, 0)])
    try await expect(
      Artist.order { $0.id }.select { $0.tags.distinct().sum { $0.id } },
      #"SELECT (SELECT sum("orm:value") FROM (SELECT DISTINCT "tag"."id", "tag"."name", "#
        + #""tag"."id" AS "orm:value" "# + Self.path + #")) FROM "artist" ORDER BY "id""#,
      in: db, rows: [1, 3, nil])
    let ids = try await db.fetch(
      Artist.order { $0.id }.select {
        ($0.tags.distinct().max { $0.name }, $0.tags.select { $0.name }.distinct().count())
      })
    #expect(ids.map(\.0) == ["soul", "soul", nil] && ids.map(\.1) == [1, 2, 0])
    #expect(try await db.count(Artist.where { $0.tags.distinct().exists { $0.id == 2 } }) == 1)
    #expect(try await db.count(Artist.where { $0.tags.distinct().isEmpty }) == 1)
  }

  @Test("groupConcat joins the values of related rows in the relation's order")
  func texts() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { $0.albums.groupConcat { $0.title } },
      #"SELECT (SELECT group_concat("title") FROM "album" WHERE "artistID" = "artist"."id") "#
        + #"FROM "artist" ORDER BY "id""#,
      in: db, rows: ["Promise,Diamond Life", "Zombie", nil])
    try await expect(
      Artist.order { $0.id }.select {
        $0.tags.distinct().order { $0.name.desc() }.groupConcat(separator: " + ") { $0.name }
      },
      #"SELECT (SELECT group_concat("orm:value", $1) FROM (SELECT DISTINCT "tag"."id", "tag"."name", "#
        + #""tag"."name" AS "orm:value" "# + Self.path
        + #" ORDER BY "tag"."name" DESC)) FROM "artist" ORDER BY "id""#,
      [" + "], in: db, rows: ["soul", "soul + afrobeat", nil])
    try await expect(
      Artist.order { $0.id }.select {
        $0.tracks.order { $0.seconds }.groupConcat(separator: "; ") { $0.title.upper() }
      },
      #"SELECT (SELECT group_concat("orm:value", $1) FROM (SELECT upper("track"."title") "#
        + #"AS "orm:value" FROM "album" JOIN "track" ON "track"."albumID" = "album"."id" "#
        + #"WHERE "album"."artistID" = "artist"."id" ORDER BY "track"."seconds")) "#
        + #"FROM "artist" ORDER BY "id""#,
      ["; "], in: db, rows: ["SALLY; JEZEBEL", "ZOMBIE", nil])
  }

  @Test("An aggregate of a limited relation covers only the limited rows")
  func limits() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select {
        ($0.albums.limit(1).count(), $0.albums.order { $0.title }.limit(1).groupConcat { $0.title })
      },
      #"SELECT (SELECT count(*) FROM (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id" LIMIT $1)), "#
        + #"(SELECT group_concat("orm:value") FROM (SELECT "album"."title" AS "orm:value" FROM "album" "#
        + #"WHERE "album"."artistID" = "artist"."id" ORDER BY "album"."title" LIMIT $2)) "#
        + #"FROM "artist" ORDER BY "id""#,
      [1, 1], in: db, rows: [(1, "Diamond Life"), (1, "Zombie"), (0, nil)])
  }

  @Test("Aggregates work on a relation of a related row, and inside other aggregates")
  func ofRelations() async throws {
    let db = try await Related.database()
    let texts = try await db.fetch(
      Album.order { $0.id }.select {
        ($0.title, $0.artist.tags.distinct().order { $0.name }.groupConcat { $0.name })
      })
    #expect(texts.map(\.1) == ["soul", "afrobeat,soul", "soul"])
    let nested = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.albums.order { $0.id }.groupConcat(separator: "/") {
          $0.tags.order { $0.name }.groupConcat { $0.name } ?? "-"
        }
      })
    #expect(nested == ["soul/soul", "afrobeat,soul", nil])
  }

  @Test("A relation that continues to a distinct one is distinct, and can't be linked")
  func continued() async throws {
    let db = try await Related.database()
    let tags = try await db.fetch(
      Artist.order { $0.id }.select { $0.albums.to { $0.tags.distinct() }.select { $0.id } })
    #expect(tags.map { $0.sorted() } == [[1], [1, 2], []])
    let album = try #require(try await db.find(Album.self, 1))
    await #expect(throws: RelationError.self) {
      try await db.link(album, to: [Tag(id: 2, name: "afrobeat")], by: \.distinctTags)
    }
    await #expect(throws: RelationError.self) {
      _ = try await db.fetch(
        Artist.select { $0.albums.distinct().select { ($0.title, $0.tracks) } })
    }
  }

  @Test("Alternating queries on one connection return their own rows")
  func turns() async throws {
    let db = try await Related.database()
    try await db.read { db in
      for _ in 0..<3 {
        for separator in ["+", "/"] {
          let all = try db.fetch(
            Artist.where { $0.id == 2 }.select {
              $0.tags.order { $0.id }.groupConcat(separator: separator) { $0.name }
            })
          #expect(all == ["soul\(separator)afrobeat"])
          let distinct = try db.fetch(
            Artist.where { $0.id == 1 }.select {
              $0.tags.distinct().groupConcat(separator: separator) { $0.name }
            })
          #expect(distinct == ["soul"])
          let twice = try db.fetch(
            Artist.where { $0.id == 1 }.select {
              $0.tags.groupConcat(separator: separator) { $0.name }
            })
          #expect(twice == ["soul\(separator)soul"])
        }
      }
    }
  }
}

extension Related.Album.Columns {
  fileprivate var distinctTags: ToMany<Related.Tag> { tags.distinct() }
}
