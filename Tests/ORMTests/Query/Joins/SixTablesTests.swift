import Foundation
import ORM
import Testing

@Suite("A query of six tables")
struct SixTablesTests {
  @Test("A query of six tables with ten conditions finds the row that meets them")
  func rows() async throws {
    let db = try Database.inMemory()
    try await db.create(
      SixTables.Artist.self, SixTables.Album.self, SixTables.Track.self, SixTables.Play.self,
      SixTables.Listener.self, SixTables.Country.self)
    let day = Date(timeIntervalSince1970: 1_000)
    try await db.transaction { db in
      try db.insert(SixTables.Artist(id: 1, name: "Sade", born: 1959))
      try db.insert(
        SixTables.Album(id: 1, title: "Promise", artistID: 1, year: 1985, price: 9.5))
      for (id, title) in [(1, "Intro"), (2, "Jezebel"), (3, "Fear")] {
        try db.insert(SixTables.Track(id: id, title: title, albumID: 1, seconds: 90))
        try db.insert(SixTables.Play(id: id, trackID: id, listenerID: 1, at: day + Double(id - 2)))
      }
      try db.insert(SixTables.Listener(id: 1, name: "Ann", countryID: 1, email: "a@b.c"))
      try db.insert(SixTables.Country(id: 1, name: "Nigeria", isMember: true))
    }
    let query = SixTables.query(since: day, listener: "Ann")
    #expect(
      try query.statement()
        == Statement(
          sql: """
            SELECT "track"."title" FROM "artist" JOIN "album" ON "artist"."id" = "album"."artistID" \
            JOIN "track" ON "album"."id" = "track"."albumID" \
            JOIN "play" ON "track"."id" = "play"."trackID" \
            JOIN "listener" ON "play"."listenerID" = "listener"."id" \
            JOIN "country" ON "listener"."countryID" = "country"."id" \
            WHERE "artist"."name" LIKE $1 AND "artist"."born" IS NOT NULL \
            AND "album"."year" > $2 AND "album"."price" < $3 AND "track"."seconds" > $4 \
            AND "track"."title" <> $5 AND "play"."at" > $6 AND "listener"."email" IS NOT NULL \
            AND "listener"."name" = $7 AND "country"."isMember" \
            ORDER BY "artist"."name", "album"."year" DESC
            """,
          arguments: ["S%", 1980, 12.5, 60.0, "Intro", 1000.0, "Ann"]))
    #expect(try await db.fetch(query) == ["Fear"])
  }
}
