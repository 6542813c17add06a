import ORM
import Testing

// Scopes as the guide has them: conditions on the columns, and methods of a table's queries.

extension Related.Track.Columns {
  fileprivate var isLong: SQLExpression<Bool> { seconds > 325 }
}

extension Select<Related.Track> {
  fileprivate func long() -> Self { self.where { $0.isLong } }
  fileprivate func longest(_ count: Int) -> Self { order { $0.seconds.desc() }.limit(count) }
}

extension ToMany<Related.Track> {
  fileprivate func long() -> Self { self.where { $0.isLong } }
}

extension Join2<Related.Track.Columns, Related.Album.Columns> {
  fileprivate func long() -> Self { self.where { track, _ in track.isLong } }
}

@Suite("Scopes")
struct ScopeTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track

  @Test("Scopes can be methods of a table's queries, in any order")
  func ofTables() async throws {
    let db = try await Related.database()
    try await expect(
      Track.all.long().longest(1).select { $0.title },
      #"SELECT "title" FROM "track" WHERE "seconds" > $1 ORDER BY "seconds" DESC LIMIT $2"#,
      [325, 1], in: db, rows: ["Zombie"])
    try await expect(
      Track.where { $0.albumID == 1 || !$0.isLong }.longest(2).select { $0.title },
      #"SELECT "title" FROM "track" WHERE "albumID" IS $1 OR NOT ("seconds" > $2) "#
        + #"ORDER BY "seconds" DESC LIMIT $3"#,
      [1, 325, 2], in: db, rows: ["Jezebel", "Sally"])
    #expect(try await db.run(Track.all.long().update { $0.seconds = 325 }) == 2)
    #expect(try await db.run(Track.all.long().delete()) == 0)
  }

  @Test("Scopes filter relations and joins")
  func ofRelations() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { ($0.name, $0.tracks.long().count()) },
      #"SELECT "name", (SELECT count(*) FROM "album" JOIN "track" ON "track"."albumID" = "album"."id" "#
        + #"WHERE "album"."artistID" = "artist"."id" AND "track"."seconds" > $1) "#
        + #"FROM "artist" ORDER BY "id""#,
      [325], in: db, rows: [("Sade", 1), ("Fela", 1), ("Nina", 0)])
    try await expect(
      Artist.where { $0.tracks.exists { $0.isLong } }.select { $0.name },
      #"SELECT "name" FROM "artist" WHERE EXISTS (SELECT 1 FROM "album" "#
        + #"JOIN "track" ON "track"."albumID" = "album"."id" "#
        + #"WHERE "album"."artistID" = "artist"."id" AND "track"."seconds" > $1)"#,
      [325], in: db, rows: ["Sade", "Fela"])
    let lists = try await db.fetch(Artist.order { $0.id }.select { ($0.name, $0.tracks.long()) })
    #expect(lists.map { $0.1.map(\.title) } == [["Jezebel"], ["Zombie"], []])
    try await expect(
      Track.join(Album.self) { $0.albumID == $1.id }.long()
        .select { track, album in (track.title, album.title) },
      #"SELECT "track"."title", "album"."title" FROM "track" "#
        + #"JOIN "album" ON "track"."albumID" IS "album"."id" WHERE "track"."seconds" > $1"#,
      [325], in: db, rows: [("Jezebel", "Promise"), ("Zombie", "Zombie")])
  }
}
