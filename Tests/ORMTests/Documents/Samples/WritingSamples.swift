import Foundation
import ORM
import Testing

/// The code of the guide to writes.
enum WritingSamples {
  @Table
  struct Artist: Hashable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Hashable {
    let id: Int
    @Column(unique: true) var title: String
    var artistID: Int = 1
    var plays: Int = 0
    var note: String?
  }

  @Table
  struct Ticket: Hashable {
    let id: Int
    var left: UInt8
    var price: Int = 100
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self, Ticket.self)
    try await db.insert(Ticket(id: 1, left: 1))
    try await db.insert([Artist(id: 1, name: "Sade"), Artist(id: 2, name: "Miles")])
    try await db.insert([
      Album(id: 1, title: "Promise", artistID: 1), Album(id: 2, title: "", artistID: 2),
    ])
    try await updating(db)
    try await inserting(db)
    try await upserting(db)

    let gone = try await db.fetch(Album.where { $0.plays == 0 }.delete().returning())
    // DELETE FROM "album" WHERE "plays" = $1 RETURNING "id", "title", "artistID", "plays", "note"
    let titles = gone.map(\.title)
    #expect(titles == ["PROMISE", "Miles", "Love Deluxe", "Promise", "Sade"])
  }

  static func updating(_ db: Database) async throws {
    let played = Album.where { $0.artistID == 1 }.update {
      $0.plays += 1
      $0.title = $0.title.upper()
      $0.note = nil
    }
    let count = try await db.run(played)
    // UPDATE "album" SET "plays" = "plays" + $1, "title" = upper("title"), "note" = $2 WHERE "artistID" = $3
    #expect(count == 1)

    let rows = try await db.fetch(played.returning { ($0.id, $0.plays) })
    // UPDATE "album" SET … WHERE "artistID" = $3 RETURNING "id", "plays"
    for (id, plays) in rows { print(id, plays) }
    #expect(rows.map(\.1) == [2])

    try await db.run(Ticket.where { $0.id == 1 }.update { $0.left -= 1 })
    // UPDATE "ticket" SET "left" = orm_integer("left" - $1, 0, 255, 'ticket', 'left') WHERE "id" = $2
    let again = Ticket.updateAll { $0.left -= 1 }
    await #expect(throws: DatabaseError.self) { try await db.run(again) }

    try await db.run(Ticket.updateAll { $0.price = $0.price * 107 / 100 })
    // UPDATE "ticket" SET "price" = orm_exact_integer("price" * $1 / $2, -9223372036854775808,
    //   9223372036854775807, 'ticket', 'price')
    #expect(try await db.find(Ticket.self, 1)?.price == 107)

    let before = try await db.fetch(Album.self)
    try await db.run(Album.updateAll { $0.title = $0.title + " (remaster)" })
    // UPDATE "album" SET "title" = "title" || $1
    let labels = try await db.fetch(Album.select { "Album: " + $0.title + ", " + $0.note })
    // SELECT $1 || "title" || $2 || "note" FROM "album"
    #expect(labels == [nil, nil])
    try await db.update(before)

    try await db.run(Album.updateAll { $0.plays = 0 })
    // UPDATE "album" SET "plays" = $1
    try await db.run(Album.order { $0.plays }.limit(10).update { $0.note = "rare" })
    // UPDATE "album" SET "note" = $1 WHERE "id" IN (SELECT "id" FROM "album" ORDER BY "plays" LIMIT $2)

    let named = Album.where { $0.title == "" }.update(from: Artist.self) { album, artist in
      album.title = artist.name
    } where: {
      $0.artistID == $1.id
    }
    try await db.run(named)
    // UPDATE "album" SET "title" = "artist"."name" FROM "artist"
    //   WHERE "album"."title" = $1 AND "album"."artistID" = "artist"."id"
    let titles = try await db.fetch(Album.order { $0.id }.select { $0.title })
    #expect(titles == ["PROMISE", "Miles"])
  }

  static let albums = [
    Album(id: 21, title: "Love Deluxe", artistID: 1), Album(id: 20, title: "Miles", artistID: 2),
  ]

  static func inserting(_ db: Database) async throws {
    try await db.run(Album.insert(albums, or: .ignore))
    // INSERT OR IGNORE INTO "album" ("title", "artistID", "plays", "note", "id") VALUES (?, ?, ?, ?, ?), …
    let id = try await db.first(Album.insert { $0.title = "Promise" }.returning { $0.id })
    // INSERT INTO "album" ("title") VALUES ($1) RETURNING "id"
    #expect(id == 22)

    let copied = Album.insert {
      ($0.title, $0.artistID)
    } select: {
      Artist.where { $0.name.like("S%") }.select { ($0.name, $0.id) }
    }
    try await db.run(copied)
    // INSERT INTO "album" ("title", "artistID") SELECT "name", "id" FROM "artist" WHERE "name" LIKE $1
  }

  static func upserting(_ db: Database) async throws {
    let merged = Album.insert(albums).onConflict {
      $0.title
    }.doUpdate { row, excluded in
      row.plays += excluded.plays
    } where: { row, excluded in
      excluded.plays > 0
    }
    try await db.run(merged)
    // INSERT INTO "album" … ON CONFLICT ("title") DO UPDATE SET "plays" = "plays" + "excluded"."plays"
    //   WHERE "excluded"."plays" > $11
    try await db.run(Album.insert(albums).onConflict().doNothing())
    // INSERT INTO "album" … ON CONFLICT DO NOTHING
  }
}
