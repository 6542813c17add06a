import Foundation
import ORM
import Testing

extension CookbookSamples {
  @Table
  struct Report: Identifiable {
    let id: Int
    var text: String
    var version = 1
  }

  @Selection
  struct Play {
    let albumID: Int
    let count: Int
  }

  static let writing: [Recipe] = [
    Recipe("Insert a row or update the existing one") { db in
      try await db.save(Artist(id: 1, name: "Sade Adu"))
      // INSERT INTO "artist" ("name", "id") VALUES ($1, $2)
      //   ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"

      let album = Album(title: "Promise", artistID: 1, plays: 8)
      let upsert = Album.insert(album).onConflict {
        $0.artistID
        $0.title
      }.doUpdate { row, new in
        row.plays = new.plays
      }
      try await db.run(upsert)
      // INSERT INTO "album" … ON CONFLICT ("artistID", "title") DO UPDATE SET "plays" = "excluded"."plays"

      #expect(try await db.find(Artist.self, 1)?.name == "Sade Adu")
      #expect(try await db.find(Album.self, 2)?.plays == 8)
    },
    Recipe("Insert rows and skip existing ones") { db in
      let albums = [
        Album(title: "Promise", artistID: 1), Album(title: "Lovers Rock", artistID: 1),
      ]
      let added = try await db.run(Album.insert(albums).onConflict().doNothing())
      // INSERT INTO "album" … ON CONFLICT DO NOTHING

      #expect(added == 1)
      #expect(try await db.count(Album.self) == 6)
    },
    Recipe("Find a row or create it") { db in
      let artist = try await db.findOrInsert(Artist.Draft(name: "Faust"), by: \.name)
      // SELECT "id", "name" FROM "artist" WHERE "name" = $1 LIMIT $2
      // INSERT INTO "artist" ("name") VALUES ($1)

      #expect(artist.id == 4)
    },
    Recipe("Increment a value without reading it") { db in
      let count = try await db.run(Album.where { $0.id == 2 }.update { $0.plays += 1 })
      // UPDATE "album" SET "plays" = "plays" + $1 WHERE "id" IS $2

      #expect(count == 1)
      #expect(try await db.find(Album.self, 2)?.plays == 8)
    },
    Recipe("Update only the changed columns") { db in
      guard let old = try await db.find(Album.self, 2) else { return }
      var album = old
      album.title = "Promise (remaster)"
      try await db.updateChanges(album, from: old)
      // UPDATE "album" SET "title" = $1 WHERE "id" = $2

      #expect(try await db.find(Album.self, 2)?.title == "Promise (remaster)")
    },
    Recipe("Update many rows and return them") { db in
      let played = Album.where { $0.artistID == 1 && $0.plays > 10 }
      let titles = try await db.fetch(played.update { $0.plays = 0 }.returning { $0.title })
      // UPDATE "album" SET "plays" = $1 WHERE "artistID" = $2 AND "plays" > $3 RETURNING "title"

      #expect(Set(titles) == ["Diamond Life", "Love Deluxe"])
    },
    Recipe("Update rows to different values") { db in
      let counts = [1: 4, 3: 1]
      let plays = TableExpression(values: counts, as: "plays") {
        Play.select(albumID: $0.key, count: $0.value)
      }
      let update = Album.all.update(source: plays) {
        $0.plays += $1.count
      } where: {
        $0.id == $1.albumID
      }
      try await db.run(update)
      // WITH "plays"("albumID", "count") AS (VALUES ($1, $2), ($3, $4))
      //   UPDATE "album" SET "plays" = "album"."plays" + "plays"."count" FROM "plays" WHERE "album"."id" IS "plays"."albumID"

      #expect(try await db.fetch(Album.order { $0.id }.select { $0.plays }) == [16, 7, 31, 3, 0])
    },
    Recipe("Delete all but the newest hundred rows") { db in
      let keep = 100
      let old = Album.order { $0.released.desc() }.limit(.max, offset: keep)
      try await db.run(old.delete())
      // DELETE FROM "album" WHERE "id" IN
      //   (SELECT "id" FROM "album" ORDER BY "released" DESC LIMIT $1 OFFSET $2)

      #expect(try await db.count(Album.self) == 5)
      try await db.run(Album.order { $0.released.desc() }.limit(.max, offset: 2).delete())
      #expect(try await db.fetch(Album.select { $0.id }.order { $0.id }) == [2, 3])
    },
    Recipe("Import a million rows") { db in
      let lines = (1...2_500).map { "take \($0)" }
      try await db.transaction { tx in
        var batch: [Album] = []
        for title in lines {
          batch.append(Album(title: title, artistID: 3))
          if batch.count == 1_000 {
            try tx.insert(batch)
            batch.removeAll(keepingCapacity: true)
          }
        }
        try tx.insert(batch)
      }
      // INSERT INTO "album" …

      #expect(try await db.count(Album.self, where: { $0.artistID == 3 }) == 2_500)
    },
    Recipe("Roll back part of a transaction") { db in
      try await db.transaction { tx in
        try tx.insert(Artist.Draft(name: "Cluster"))
        do {
          try tx.transaction {
            try tx.deleteAll(Album.self)
            try tx.insert(Artist(id: 1, name: "there already"))
          }
        } catch let error as DatabaseError where error.violation?.kind == .primaryKey {
          print("only what stands in the inner transaction is undone")
        }
      }
      // SAVEPOINT …
      // ROLLBACK TO …

      #expect(try await db.count(Artist.self) == 4)
      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Try a change and roll it back") { db in
      let count = try await db.transaction { tx in
        let count = try tx.delete(Album.self, where: { $0.plays == 0 })
        return tx.rollback(returning: count)
      }
      // DELETE FROM "album" WHERE "plays" = $1
      // ROLLBACK

      #expect(count == 1)
      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Distinguish a duplicate from other errors") { db in
      do {
        try await db.insert(Album(title: "Promise", artistID: 1))
      } catch let error as DatabaseError where error.kind == .unique {
        print("there is one already, by", error.violation?.columns ?? [])
      } catch let error as DatabaseError where error.kind == .foreignKey {
        print("there is no such artist")
      }
      // INSERT INTO "album" …

      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Undo and redo a user's changes") { db in
      let (_, step) = try await db.transaction { tx in
        try tx.recordChanges(of: Album.self) {
          try tx.delete(Album.self, where: { $0.artistID == 2 })
        }
      }
      let undo = try await db.transaction { tx in
        try tx.recordChanges(of: Album.self) { try tx.apply(step.inverted()) }.1
      }
      // DELETE FROM "album" WHERE "artistID" = $1

      #expect(try await db.count(Album.self) == 5)
      try await db.apply(undo.inverted())
      #expect(try await db.count(Album.self) == 3)
    },
    Recipe("Upsert rows and return them") { db in
      let played = [
        Album(title: "Promise", artistID: 1, plays: 2),
        Album(title: "Lovers Rock", artistID: 1, plays: 1),
      ]
      let upsert = Album.insert(played).onConflict {
        $0.artistID
        $0.title
      }.doUpdate { row, new in
        row.plays += new.plays
      }
      let albums = try await db.fetch(upsert.returning())
      // INSERT INTO "album" … DO UPDATE SET "plays" = "plays" + "excluded"."plays" RETURNING …

      #expect(albums.map(\.plays) == [9, 1])
      #expect(albums[0].id == 2)
    },
    Recipe("Refuse to overwrite someone else's change") { db in
      try await db.create(Report.self)
      let mine = try await db.insert(Report.Draft(text: "draft"))
      let unchanged = Report.where { $0.id == mine.id && $0.version == mine.version }
      let save = unchanged.update {
        $0.text = "final"
        $0.version += 1
      }
      if try await db.run(save) == 0 { print("someone else has changed the report") }
      // UPDATE "report" SET "text" = $1, "version" = "version" + $2 WHERE "id" = $3 AND "version" = $4

      #expect(try await db.find(Report.self, mine.id)?.version == 2)
      #expect(try await db.run(save) == 0)
      #expect(try await db.find(Report.self, mine.id)?.version == 2)
    },
  ]
}
