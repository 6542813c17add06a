import Foundation
import ORM
import Testing

/// The code of the guide to reading, writing and transactions.
enum ReadingAndWritingSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int?
    var lastPlayed: Date?
    var plays = 0
    var isListed: Bool?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self)
    let sade = try await db.insert(Artist.Draft(name: "Sade"))
    let inserted = try await db.insert([Album(title: "Promise"), Album(title: "Love Deluxe")])
    #expect(inserted.map(\.id) == [1, 2])

    try await reading(db, sade)
    try await writing(db)
    try await transactions(db)
    try await errors(db)
  }

  static func reading(_ db: Database, _ artist: Artist) async throws {
    let all = try await db.fetch(Album.self)
    let one = try await db.find(Album.self, 1)
    let first = try await db.first(Album.order { $0.title })
    let count = try await db.count(Album.self, where: { $0.plays > 10 })
    let isThere = try await db.exists(Album.self, where: { $0.title == "Promise" })
    #expect(all.count == 2 && one?.title == "Promise" && first?.title == "Love Deluxe")
    #expect(count == 0 && isThere)

    let promise = try await db.findOrThrow(Album.self, 1)
    let plays = try await db.firstOrThrow(Album.where { $0.title == "Promise" }.select { $0.plays })
    // SELECT "plays" FROM "album" WHERE "title" = $1 LIMIT $2
    #expect(promise.title == "Promise" && plays == 0)

    let onlyUnplayed = true
    let albums = try await db.fetch(
      Album.where {
        if onlyUnplayed { $0.lastPlayed == nil }
        $0.artistID != artist.id
        $0.title.like("P%") || $0.plays.between(1...9)
      }
      .order {
        $0.plays.desc(); $0.title
      }
      .limit(20))
    // SELECT … FROM "album" WHERE "lastPlayed" IS NULL AND "artistID" IS NOT $1
    //   AND ("title" LIKE $2 OR "plays" BETWEEN $3 AND $4) ORDER BY "plays" DESC, "title" LIMIT $5
    #expect(albums.count == 1)

    let found = Album.where { $0.title.contains("Love") && $0.plays.in(1...) }.order(\.title)
    // SELECT … FROM "album" WHERE instr("title", $1) > 0 AND "plays" >= $2 ORDER BY "title"
    let listed = Album.where { $0.title.hasPrefix("P") || $0.isListed }
      .order { ($0.plays.desc(), $0.title) }
    // SELECT … FROM "album" WHERE "title" GLOB $1 OR "isListed" ORDER BY "plays" DESC, "title"
    #expect(try await db.fetch(found).isEmpty)
    #expect(try await db.fetch(listed).map(\.title) == ["Promise"])

    let pattern = "^P"
    let query = Album.where { SQLExpression(sql: "\($0.title) GLOB \(pattern)") }
    #expect(try query.statement().arguments == [.text("^P")])
  }

  static func writing(_ db: Database) async throws {
    var album = try await db.insert(Album(title: "Stronger Than Pride"))
    album.plays += 1
    try await db.update(album)
    try await db.update(album, columns: \.plays)
    // UPDATE "album" SET "plays" = $1 WHERE "id" = $2

    let old = album
    album.title = "Stronger than Pride"
    try await db.updateChanges(album, from: old)
    // UPDATE "album" SET "title" = $1 WHERE "id" = $2

    try await db.save(album)
    // INSERT INTO "album" ("title", "artistID", "lastPlayed", "plays", "isListed", "id")
    //   VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT ("id") DO UPDATE SET …

    let partial = try await db.insert(Album.self) { $0.title = "Lovers Rock" }
    // INSERT INTO "album" ("title") VALUES ($1)
    // SELECT … FROM "album" WHERE rowid = $1
    #expect(partial.plays == 0)

    let sade = try await db.findOrInsert(Artist.Draft(name: "Sade"), by: \.name)
    // BEGIN IMMEDIATE
    // SELECT "id", "name" FROM "artist" WHERE "name" = $1 LIMIT $2
    // INSERT INTO "artist" ("name") VALUES ($1)
    // COMMIT
    #expect(sade.id == 1)

    try await db.delete(Album.self, where: { $0.title == "Lovers Rock" })
    try await db.execute("UPDATE album SET plays = plays + \(1) WHERE title LIKE \("P%")")
    // UPDATE album SET plays = plays + $1 WHERE title LIKE $2
    #expect(try await db.find(Album.self, 1)?.plays == 1)
  }

  static func transactions(_ db: Database) async throws {
    let (albums, artists) = try await db.read { db in
      (try db.fetch(Album.self), try db.fetch(Artist.self))
    }
    // BEGIN
    // COMMIT
    #expect(albums.count == 3 && artists.count == 1)

    try await db.transaction { tx in
      for var album in albums {
        album.plays = 0
        try tx.update(album)
      }
      do {
        try tx.transaction { try tx.insert(Artist.Draft(name: "Sade")) }
      } catch {
        print("only the savepoint is undone: \(error)")
      }
    }
    // BEGIN IMMEDIATE
    // SAVEPOINT …
    // ROLLBACK TO …
    #expect(try await db.count(Artist.self) == 1)
  }

  static func errors(_ db: Database) async throws {
    do {
      try await db.insert(Artist.Draft(name: "Sade"))
    } catch let error as DatabaseError where error.kind == .unique {
      print(error.violation?.table ?? "", error.violation?.columns ?? [])
    }
    try await Request.$current.withValue(Request(path: "/albums")) { try await callSites() }
  }

  private struct Request {
    @TaskLocal static var current: Request?
    let path: String
  }

  private static func callSites() async throws {
    var configuration = Configuration()
    configuration.callSites = CallSiteFinder {
      let request = Request.current
      return { request?.path }
    }
    let db = try Database.inMemory(configuration: configuration)
    let error = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
    #expect(error?.callSite == "/albums")
  }
}
