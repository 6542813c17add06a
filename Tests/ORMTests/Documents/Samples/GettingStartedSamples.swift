import Foundation
import ORM
import Testing

/// The code of the guide for a start.
enum GettingStartedSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
    var lastPlayed: Date?
  }

  static func open() throws -> Database {
    let db = try Database("music.sqlite")
    return db
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self)
    // CREATE TABLE IF NOT EXISTS "artist" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL) STRICT
    // CREATE TABLE IF NOT EXISTS "album" (…) STRICT

    let sade = try await db.insert(Artist.Draft(name: "Sade"))
    // INSERT INTO "artist" ("name") VALUES ($1)

    var album = try await db.insert(Album(title: "Diamond Life", artistID: sade.id))
    // INSERT INTO "album" ("title", "artistID", "lastPlayed") VALUES ($1, $2, $3)

    let albums = try await db.fetch(Album.self, where: { $0.artistID == sade.id })
    // SELECT "id", "title", "artistID", "lastPlayed" FROM "album" WHERE "artistID" = $1
    #expect(albums.map(\.title) == ["Diamond Life"])

    let unplayed = Album.where { $0.lastPlayed == nil }.order { $0.title }
    let next = try await db.fetch(unplayed.limit(10))
    // SELECT … FROM "album" WHERE "lastPlayed" IS NULL ORDER BY "title" LIMIT $1
    #expect(next.count == 1)

    album.lastPlayed = .now
    try await db.update(album)
    // UPDATE "album" SET "title" = $1, "artistID" = $2, "lastPlayed" = $3 WHERE "id" = $4

    try await db.delete(album)
    // DELETE FROM "album" WHERE "id" = $1
    #expect(try await db.count(Album.self) == 0)

    let statement = try Album.where { $0.title.like("D%") }.statement()
    print(statement.sql, statement.arguments)
    #expect(statement.arguments == [.text("D%")])
  }
}
