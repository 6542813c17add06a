import Foundation
import ORM
import Testing

extension CookbookSamples {
  enum AlbumOrder { case title, newest, plays }

  static let reading: [Recipe] = [
    Recipe("Filter by optional criteria") { db in
      var (artist, from, text) = (Optional(1), Optional(date("1985-01-01")), "")
      let query = Album.where {
        if let artist { $0.artistID == artist }
        if let from { $0.released >= from }
        if !text.isEmpty { $0.title.contains(text, ignoringCase: true) }
      }
      let albums = try await db.fetch(query.order { $0.title })
      // SELECT … FROM "album" WHERE "artistID" = $1 AND "released" >= $2 ORDER BY "title"

      #expect(albums.map(\.id) == [3, 2])
      (artist, from, text) = (nil, nil, "")
    },
    Recipe("Search for any of several words") { db in
      let words = ["life", "love"]
      let albums = try await db.fetch(
        Album.where { album in words.any { album.title.contains($0, ignoringCase: true) } })
      // SELECT … FROM "album" WHERE instr(lower("title"), $1) > 0 OR instr(lower("title"), $2) > 0

      #expect(albums.map(\.title) == ["Diamond Life", "Love Deluxe"])
    },
    Recipe("Sort by a user's choice") { db in
      func sorted(by order: AlbumOrder) -> Select<Album> {
        switch order {
        case .title: Album.order { $0.title.collate(.noCase) }
        case .newest: Album.order { $0.released.desc() }
        case .plays:
          Album.order {
            $0.plays.desc()
            $0.title
          }
        }
      }
      let albums = try await db.fetch(sorted(by: .newest))
      // SELECT … FROM "album" ORDER BY "released" DESC

      #expect(albums.map(\.id) == [3, 2, 1, 4, 5])
    },
    Recipe("Fetch rows by a list of keys") { db in
      let ids = [1, 2, 4]
      let albums = try await db.fetch(Album.self, where: { $0.id.in(ids) })
      // SELECT … FROM "album" WHERE "id" IN ($1, $2, $3)

      #expect(albums.count == 3)
    },
    Recipe("Page through a list with a cursor") { db in
      let byTitle = Album.order { $0.title }
      let first = try await db.fetch(byTitle.page(size: 2))
      // SELECT … FROM "album" ORDER BY "title", "id" LIMIT $1
      if let next = first.next {
        let second = try await db.fetch(byTitle.page(after: next, size: 2))
        // SELECT … FROM "album" WHERE ("title", "id") > ($1, $2) ORDER BY "title", "id" LIMIT $3
        print(second.rows.map(\.title))
      }

      #expect(first.rows.map(\.title) == ["Diamond Life", "Ege Bamyasi"])
    },
    Recipe("Show page three of seven") { db in
      let (number, size) = (3, 2)
      let (albums, total) = try await db.read { db in
        (
          try db.fetch(Album.order { $0.title }.limit(size, offset: (number - 1) * size)),
          try db.count(Album.self)
        )
      }
      print("page \(number) of \((total + size - 1) / size)", albums.map(\.title))
      // SELECT … FROM "album" ORDER BY "title" LIMIT $1 OFFSET $2

      #expect(albums.count == 1 && total == 5)
    },
    Recipe("Fetch distinct values") { db in
      let artists = try await db.fetch(Album.select { $0.artistID }.distinct())
      // SELECT DISTINCT "artistID" FROM "album"

      #expect(Set(artists) == [1, 2])
    },
    Recipe("Fetch a random row") { db in
      let album = try await db.first(Album.order { _ in SQLFunction.random() })
      // SELECT … FROM "album" ORDER BY random() LIMIT $1

      #expect(album != nil)
    },
    Recipe("Check whether a row exists") { db in
      let isThere = try await db.exists(Album.self, where: { $0.title == "Promise" })
      // SELECT EXISTS (SELECT 1 FROM "album" WHERE "title" = $1)

      #expect(isThere)
    },
    Recipe("Fetch only some columns") { db in
      let titles = try await db.fetch(Album.select { ($0.id, $0.title) })
      // SELECT "id", "title" FROM "album"
      for (id, title) in titles { print(id ?? 0, title) }

      #expect(titles.count == 5)
    },
    Recipe("Read more rows than fit into memory") { db in
      for try await album in db.stream(Album.order { $0.id }) {
        if album.title == "Tago Mago" { break }
      }
      // SELECT … FROM "album" ORDER BY "id"

      #expect(try await db.count(Album.self) == 5)
    },
    Recipe("Read several tables in one consistent state") { db in
      let (artists, albums) = try await db.read { db in
        (try db.fetch(Artist.self), try db.fetch(Album.self))
      }
      // BEGIN

      #expect(artists.count == 3 && albums.count == 5)
    },
    Recipe("Write raw SQL") { db in
      let least = 5
      let albums = try await db.fetch(
        Album.self, sql: "SELECT * FROM album WHERE plays >= \(least) ORDER BY title")
      // SELECT * FROM album WHERE plays >= $1 ORDER BY title
      let longest = try await db.value(Int?.self, sql: "SELECT max(length(title)) FROM album")
      let ids = [1, 2]
      try await db.execute("UPDATE album SET plays = 0 WHERE id IN \(ids)")
      // UPDATE album SET plays = 0 WHERE id IN ($1, $2)

      #expect(albums.map(\.id) == [1, 3, 2] && longest == 12)
    },
    Recipe("Send a page's cursor to a client") { db in
      let byTitle = Album.order { $0.title }
      let first = try await db.fetch(byTitle.page(size: 2))
      let link = first.next.map { "/albums?after=\($0)" }

      let text = try #require(link).replacing("/albums?after=", with: "")
      #expect(
        text.utf8.allSatisfy {
          "-_".utf8.contains($0) || UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "z")
        })
      guard let cursor = Page<Album>.Cursor(text) else { return }
      let page = try await db.fetch(byTitle.page(after: cursor, size: 2))
      // SELECT … FROM "album" WHERE ("title", "id") > ($1, $2) ORDER BY "title", "id" LIMIT $3

      #expect(page.rows.map(\.title) == ["Love Deluxe", "Promise"])
    },
  ]
}
