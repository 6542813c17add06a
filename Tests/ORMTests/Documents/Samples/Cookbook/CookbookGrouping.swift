import Foundation
import ORM
import Testing

extension CookbookSamples {
  static let grouping: [Recipe] = [
    Recipe("Count the rows of each group") { db in
      let counts = Album.group { $0.artistID }
        .select { ($0.artistID, $0.count()) }
        .order { $0.count().desc() }
      for (artist, albums) in try await db.fetch(counts) { print(artist, albums) }
      // SELECT "artistID", count(*) FROM "album" GROUP BY "artistID" ORDER BY count(*) DESC

      #expect(try await db.fetch(counts).map(\.1) == [3, 2])
    },
    Recipe("Count children, including zero") { db in
      let rows = try await db.fetch(
        Artist.order { $0.name }.select { ($0.name, $0.albums.count()) })
      // SELECT "name", (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id") FROM "artist" ORDER BY "name"

      #expect(rows.map(\.0) == ["Can", "Neu!", "Sade"] && rows.map(\.1) == [2, 0, 3])
    },
    Recipe("Keep only large groups") { db in
      let busy = Album.group { $0.artistID }
        .having { $0.count() > 2 && $0.plays.sum() > 10 }
        .select { $0.artistID }
      let artists = try await db.fetch(busy)
      // SELECT "artistID" FROM "album" GROUP BY "artistID" HAVING count(*) > $1 AND sum("plays") > $2

      #expect(artists == [1])
    },
    Recipe("Compute several totals at once") { db in
      let totals = Album.select {
        ($0.count(), $0.plays.sum(), $0.plays.average(), $0.plays.sum(where: $0.artistID == 1))
      }
      guard let (albums, plays, average, hers) = try await db.first(totals) else { return }
      print(albums, plays ?? 0, average ?? 0, hers ?? 0)
      // SELECT count(*), sum("plays"), avg("plays"), sum("plays") FILTER (WHERE "artistID" = $1) FROM "album" LIMIT $2

      #expect(albums == 5 && plays == 52 && average == 10.4 && hers == 49)
    },
    Recipe("Compute a running total") { db in
      let running = Album.where { $0.released != nil }.select {
        ($0.title, $0.plays.sum().over(order: $0.released))
      }
      let rows = try await db.fetch(running)
      // SELECT "title", sum("plays") OVER (ORDER BY "released") FROM "album" WHERE "released" IS NOT NULL

      #expect(rows.map(\.1) == [3, 15, 22, 52])
    },
    Recipe("Group by day, month or year") { db in
      let months = Album.where { $0.released != nil }
        .group { $0.released.strftime("%Y-%m") }
        .select { ($0.released.strftime("%Y-%m"), $0.count()) }
      for (month, albums) in try await db.fetch(months) { print(month ?? "", albums) }
      // SELECT strftime('%Y-%m', "released", 'unixepoch'), count(*) FROM "album"
      //   WHERE "released" IS NOT NULL GROUP BY strftime('%Y-%m', "released", 'unixepoch')

      #expect(try await db.fetch(months).count == 4)
    },
    Recipe("Find the rows of one day") { db in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      guard let day = calendar.dateInterval(of: .day, for: date("1985-11-04")) else { return }
      let albums = try await db.fetch(
        Album.self, where: { $0.released >= day.start && $0.released < day.end })
      // SELECT … FROM "album" WHERE "released" >= $1 AND "released" < $2

      #expect(albums.map(\.title) == ["Promise"])
    },
    Recipe("Classify rows") { db in
      let classes = Album.select {
        (
          $0.title,
          SQLCase.when($0.plays > 9, then: "hit").when($0.plays > 0, then: "heard").else("new")
        )
      }
      let rows = try await db.fetch(classes)
      // SELECT "title", CASE WHEN "plays" > $1 THEN $2 WHEN "plays" > $3 THEN $4 ELSE $5 END FROM "album"

      #expect(rows.map(\.1) == ["hit", "heard", "hit", "heard", "new"])
    },
  ]
}
