import Foundation
import ORM
import Testing

/// The code of the guide to queries.
enum QueriesSamples {
  @Table
  struct Artist: Hashable {
    let id: Int
    var name: String
    var born: Int
    var mentorID: Int?
  }

  @Table
  struct Album: Hashable {
    let id: Int
    var title: String
    var artistID: Int
    var year: Int?
  }

  @Selection
  struct Line: Hashable {
    let artist: String
    let albums: Int
  }

  @Selection
  struct Release: Hashable {
    let id: Int
    let year: Int
  }

  @Selection
  struct Decade: Hashable {
    let start: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self)
    try await db.create(Album.self)
    try await db.insert([
      Artist(id: 1, name: "Sade", born: 1959, mentorID: nil),
      Artist(id: 2, name: "Miles", born: 1926, mentorID: 1),
      Artist(id: 3, name: "Nina", born: 1933, mentorID: 2),
    ])
    try await db.insert([
      Album(id: 1, title: "Promise", artistID: 1, year: 1985),
      Album(id: 2, title: "Love Deluxe", artistID: 1, year: 1992),
      Album(id: 3, title: "Doo-Bop", artistID: 2, year: 1992),
    ])
    try await selecting(db)
    try await paging(db)
    try await joining(db)
    try await grouping(db)
    try await nesting(db)
    try await preparing(db)
    try await comparingRows(db)
    try await listing(db)
    try await typing(db)
    try await joiningValues(db)
  }

  /// The queries in the table of types, each as its type.
  static func typing(_ db: Database) async throws {
    func titles(since year: Int) -> some SelectStatement<String> {
      Album.where { $0.year >= year }.select { $0.title }
    }

    func only<Row>(_ query: some SelectStatement<Row>, in db: Database) async throws -> Row? {
      let rows = try await db.fetch(query)
      return rows.count == 1 ? rows[0] : nil
    }

    let recent: Select<Album> = Album.where { $0.year > 1990 }
    let pairs: Join2<Album.Columns, Artist.Columns> =
      Album.join(Artist.self) { $0.artistID == $1.id }
    let all: SelectQuery<Album.Columns, OneValue<String>> = Album.select { $0.title }
    let names: CompoundQuery<Album.Columns, OneValue<String>> =
      Album.select { $0.title }.union(Artist.select { $0.name })
    #expect(try await db.count(recent) == 2)
    #expect(try await db.count(pairs) == 3)
    #expect(try await db.count(Artist.where { $0.name.in(all) }) == 0)
    #expect(try await db.count(Artist.where { $0.name.in(names) }) == 3)
    let changes = try await db.transaction { db in
      let update: Update<Album> = Album.where { $0.id == 1 }.update { $0.year = 1990 }
      let delete: Delete<Album> = Album.where { $0.id == 1 }.delete()
      return db.rollback(returning: [try db.run(update), try db.run(delete)])
    }
    #expect(changes == [1, 1])
    #expect(try await only(titles(since: 1993), in: db) == nil)
    #expect(try await db.fetch(titles(since: 1992)).count == 2)
  }

  static func listing(_ db: Database) async throws {
    let words = ["Love", "Bop"]
    let found = try await db.fetch(Album.where { album in words.any { album.title.contains($0) } })
    // SELECT … FROM "album" WHERE instr("title", $1) > 0 OR instr("title", $2) > 0
    #expect(found.map(\.id) == [2, 3])

    let newest = try await db.fetch(Album.where { $0.isRecent }.newest(2).select { $0.title })
    // SELECT "title" FROM "album" WHERE "year" > $1 ORDER BY "year" DESC LIMIT $2
    #expect(newest.sorted() == ["Doo-Bop", "Love Deluxe"])
  }

  static func joiningValues(_ db: Database) async throws {
    let releases = TableExpression(values: [(1, 1985), (3, 1991)], as: "release") {
      Release.select(id: $0.0, year: $0.1)
    }
    let wrong = Album.join(source: releases) { $0.id == $1.id }.where { $0.year != $1.year }
    let titles = try await db.fetch(wrong.select { album, _ in album.title })
    // WITH "release"("id", "year") AS (VALUES ($1, $2), ($3, $4)) SELECT "album"."title" FROM "album"
    //   JOIN "release" ON "album"."id" = "release"."id" WHERE "album"."year" IS NOT "release"."year"
    let corrected = Album.all.update(source: releases) {
      $0.year = $1.year
    } where: {
      $0.id == $1.id
    }
    try await db.run(corrected)
    // WITH "release"("id", "year") AS (VALUES ($1, $2), ($3, $4))
    //   UPDATE "album" SET "year" = "release"."year" FROM "release" WHERE "album"."id" = "release"."id"
    let years = try await db.fetch(Album.order { $0.id }.select { $0.year })
    #expect(titles == ["Doo-Bop"] && years == [1985, 1992, 1991])

    let totals = SelectQuery {
      (Album.select { $0.count() }.scalar(), Artist.select { $0.count() }.scalar())
    }
    let counts = try await db.first(totals)
    // SELECT (SELECT count(*) FROM "album"), (SELECT count(*) FROM "artist") LIMIT $1
    #expect(counts?.0 == 3 && counts?.1 == 3)

    let decades = TableExpression(
      recursive: "decade", from: SelectQuery { Decade.select(start: 1980) }
    ) {
      $0.all.where { $0.start < 2000 }.select { Decade.select(start: $0.start + 10) }
    }
    let albumsByDecade = decades.all
      .leftJoin(Album.self) { $1.year >= $0.start && $1.year < $0.start + 10 }
      .group { decade, _ in decade.start }
    for (start, albums) in try await db.fetch(albumsByDecade.select { ($0.start, $1.id.count()) }) {
      print(start, albums)
    }
    // WITH RECURSIVE "decade"("start") AS (SELECT $1 AS "start" UNION ALL
    //   SELECT "decade"."start" + $2 AS "start" FROM "decade" WHERE "decade"."start" < $3)
    //   SELECT "decade"."start", count("album"."id") FROM "decade"
    //   LEFT JOIN "album" ON "album"."year" >= "decade"."start" AND "album"."year" < "decade"."start" + $4
    //   GROUP BY "decade"."start"
    #expect(try await db.fetch(albumsByDecade.select { $1.id.count() }) == [1, 2, 0])
  }

  static func selecting(_ db: Database) async throws {
    let recent = Album.where { $0.year > 1990 }.order { $0.title }
    let albums = try await db.fetch(recent.limit(10))
    // SELECT … FROM "album" WHERE "year" > $1 ORDER BY "title" LIMIT $2
    #expect(albums.map(\.id) == [3, 2])

    let titles = try await db.fetch(recent.select { $0.title })
    // SELECT "title" FROM "album" WHERE "year" > $1 ORDER BY "title"
    let pairs = try await db.fetch(recent.select { ($0, $0.title.upper()) })
    // SELECT "id", "title", "artistID", "year", upper("title") FROM "album" WHERE "year" > $1 ORDER BY "title"
    #expect(titles == ["Doo-Bop", "Love Deluxe"])
    #expect(pairs.map(\.1) == ["DOO-BOP", "LOVE DELUXE"])

    let sums = try await db.fetch(
      recent.select {
        $0.year - 1900
        $0.title.length() + $0.id * 2
      })
    // SELECT "year" - $1, length("title") + "id" * $2 FROM "album" WHERE "year" > $3 ORDER BY "title"
    #expect(sums.map(\.0) == [92, 92] && sums.map(\.1) == [13, 15])
  }

  static func paging(_ db: Database) async throws {
    let byYear = Artist.order { $0.born }.order { $0.name }
    let first = try await db.fetch(byYear.page(size: 2))
    // SELECT "id", "name", "born", "mentorID" FROM "artist" ORDER BY "born", "name", "id" LIMIT $1
    let second = try await db.fetch(byYear.page(after: first.next, size: 2))
    // SELECT … FROM "artist" WHERE ("born", "name", "id") > ($1, $2, $3) ORDER BY "born", "name", "id" LIMIT $4
    print(first.rows + second.rows, second.next == nil ? "and no more" : "and more")
    #expect(first.rows.map(\.id) == [2, 3] && second.rows.map(\.id) == [1])
  }

  static func joining(_ db: Database) async throws {
    let byArtist = Album.join(Artist.self) { $0.artistID == $1.id }
      .where { _, artist in artist.name.like("S%") }
    let rows = try await db.fetch(byArtist.select { album, artist in (artist.name, album) })
    // SELECT "artist"."name", … FROM "album" JOIN "artist" ON "album"."artistID" = "artist"."id"
    //   WHERE "artist"."name" LIKE $1
    for (name, album) in rows { print(name, album.title) }
    #expect(rows.map(\.1.id) == [1, 2])

    let silent = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .where { _, album in album.id == nil }
      .select { artist, _ in artist.name }
    let names = try await db.fetch(silent)
    // SELECT "artist"."name" FROM "artist" LEFT JOIN "album" ON "artist"."id" = "album"."artistID"
    //   WHERE "album"."id" IS NULL
    #expect(names == ["Nina"])
  }

  static func grouping(_ db: Database) async throws {
    let counts = Album.group { $0.artistID }
      .having { $0.count() > 1 }
      .select { ($0.artistID, $0.count(), $0.year.max()) }
    for (artist, albums, newest) in try await db.fetch(counts) {
      print(artist, albums, newest ?? 0)
    }
    // SELECT "artistID", count(*), max("year") FROM "album" GROUP BY "artistID" HAVING count(*) > $1

    let newest = try await db.first(Album.select { $0.year.max() })
    // SELECT max("year") FROM "album" LIMIT $1
    #expect(newest == 1992)

    let lines = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .group { artist, _ in artist.id }
      .select { artist, album in Line.select(artist: artist.name, albums: album.id.count()) }
    let all: [Line] = try await db.fetch(lines)
    // SELECT "artist"."name" AS "artist", count("album"."id") AS "albums" FROM "artist"
    //   LEFT JOIN "album" ON "artist"."id" = "album"."artistID" GROUP BY "artist"."id"
    #expect(all.map(\.albums) == [2, 1, 0])
  }

  static func nesting(_ db: Database) async throws {
    let names = Album.select { ($0.title, "album") }.union(Artist.select { ($0.name, "artist") })
    for (name, kind) in try await db.fetch(names.order { $0.title }) { print(name, kind) }
    // SELECT "title", $1 FROM "album" UNION SELECT "name", $2 FROM "artist" ORDER BY "title"

    let soul = Album.where { album in
      Artist.where { $0.id == album.artistID && $0.name == "Sade" }.exists()
    }
    let newest = Album.where { $0.year == Album.select { $0.year.max() }.scalar() }
    let either = soul.select { $0.title }.union(newest.select { $0.title }).order { $0.title }
    let found = try await db.fetch(either)
    // SELECT "title" FROM "album" WHERE EXISTS (SELECT 1 FROM "artist" WHERE "id" = "album"."artistID" AND "name" = $1)
    //   UNION SELECT "title" FROM "album" WHERE "year" IS (SELECT max("year") FROM "album") ORDER BY "title"
    #expect(found == ["Doo-Bop", "Love Deluxe", "Promise"])

    let line = TableExpression(recursive: "line", from: Artist.where { $0.id == 3 }) { line in
      Artist.join(source: line) { $0.id == $1.mentorID }.select { artist, _ in artist }
    }
    let masters = try await db.fetch(line.all.select { $0.name })
    #expect(masters == ["Nina", "Miles", "Sade"])
  }

  static func preparing(_ db: Database) async throws {
    let recent = PreparedQuery { (artist: Placeholder<Int>, year: Placeholder<Int>) in
      Album.where { $0.artistID == artist && $0.year > year }.select { $0.title }
    }
    let hers = try await db.fetch(recent(1, 1990))
    let his = try await db.fetch(recent(2, 1990))
    // SELECT "title" FROM "album" WHERE "artistID" = $1 AND "year" > $2
    #expect(hers == ["Love Deluxe"] && his == ["Doo-Bop"])
  }

  static func comparingRows(_ db: Database) async throws {
    let latest = Album.as("other").group { $0.artistID }.select { ($0.artistID, $0.year.max()) }
    let records = try await db.fetch(Album.where { RowValue($0.artistID, $0.year).in(latest) })
    // SELECT … FROM "album" WHERE ("artistID", "year") IN
    //   (SELECT "artistID", max("year") FROM "album" AS "other" GROUP BY "artistID")
    let some = try await db.fetch(
      Album.where { RowValue($0.artistID, $0.title).in([(1, "Promise"), (2, "Doo-Bop")]) })
    // SELECT … FROM "album" WHERE ("artistID", "title") IN (VALUES ($1, $2), ($3, $4))
    #expect(records.map(\.id) == [2, 3] && some.map(\.id) == [1, 3])
  }
}

// With this, the extensions read as in the guide. Other tests have tables of the same name.
private typealias Album = QueriesSamples.Album

extension Album.Columns {
  var isRecent: SQLExpression<Bool> { year > 1990 }
}

extension Select<Album> {
  func newest(_ count: Int) -> Self { order { $0.year.desc() }.limit(count) }
}
