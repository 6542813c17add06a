import ORM
import Testing

/// The code of the guide to relations.
enum RelationsSamples {
  @Table
  struct Artist: Hashable {
    let id: Int
    var name: String
    var born: Int
  }

  @Table
  struct Album: Hashable {
    let id: Int
    var title: String
    @Column(references: Artist.self) var artistID: Int
  }

  @Table
  struct Track: Hashable {
    let id: Int
    var title: String
    @Column(references: Album.self, onDelete: .setNull) var albumID: Int?
    var plays = 0
  }

  @Table
  struct Tag: Hashable {
    let id: Int
    var name: String
  }

  @Table
  struct Tagging: Hashable {
    @Column(primaryKey: true, references: Album.self, onDelete: .cascade) let albumID: Int
    @Column(primaryKey: true, references: Tag.self) let tagID: Int
  }

  @Table
  struct Employee: Hashable {
    let id: Int
    var name: String
    @Column(references: Employee.self) var bossID: Int?
  }

  @Table
  struct Shelf: Hashable {
    @Column(primaryKey: true) let room: String
    @Column(primaryKey: true) let number: Int
  }

  @Table
  struct Book: Hashable {
    let id: Int
    var room: String
    var shelfNumber: Int
  }

  @Selection
  struct AlbumLine {
    @Embedded let album: Album
    let tracks: [Track]
  }

  @Selection
  struct ArtistPage {
    @Embedded let artist: Artist
    let albums: [AlbumLine]
    let count: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(
      Artist.self, Album.self, Track.self, Tag.self, Tagging.self, Employee.self, Shelf.self,
      Book.self)
    try await db.insert([
      Artist(id: 1, name: "Sade", born: 1959), Artist(id: 2, name: "Fela", born: 1938),
    ])
    try await db.insert([
      Album(id: 1, title: "Promise", artistID: 1), Album(id: 2, title: "Zombie", artistID: 2),
      Album(id: 3, title: "Love Deluxe", artistID: 1),
    ])
    try await db.insert([
      Track(id: 1, title: "Jezebel", albumID: 1), Track(id: 2, title: "Zombie", albumID: 2),
      Track(id: 3, title: "Pearls", albumID: 3), Track(id: 4, title: "Hum", albumID: nil),
    ])
    try await db.insert([
      Employee(id: 1, name: "Ada", bossID: nil), Employee(id: 2, name: "Bea", bossID: 1),
      Employee(id: 3, name: "Cy", bossID: 2),
    ])
    try await db.insert(Tag(id: 1, name: "soul"))
    try await db.insert([Tagging(albumID: 1, tagID: 1), Tagging(albumID: 3, tagID: 1)])
    try await db.insert(Shelf(room: "A", number: 2))
    try await db.insert(Book(id: 1, room: "A", shelfNumber: 2))
    try await naming(db)
    try await asking(db)
    try await listing(db)
    try await writing(db)
    try await inserting(db)
    try await synchronizing(db)
    try await linking(db)
  }

  static func naming(_ db: Database) async throws {
    let loved = try await db.fetch(
      Album.where { $0.artist.name == "Sade" && $0.artist.born > 1950 }.order { $0.title })
    // SELECT "album"."id", "album"."title", "album"."artistID" FROM "album"
    //   JOIN "artist" ON "artist"."id" = "album"."artistID"
    //   WHERE "artist"."name" = $1 AND "artist"."born" > $2 ORDER BY "album"."title"
    let lines = try await db.fetch(Track.select { ($0.title, $0.album.artist.name, $0.album) })
    // SELECT "track"."title", "artist"."name", "album"."id", "album"."title", "album"."artistID" FROM "track"
    //   LEFT JOIN "album" ON "album"."id" = "track"."albumID"
    //   LEFT JOIN "artist" ON "artist"."id" = "album"."artistID"
    for (title, artist, album) in lines { print(title, artist ?? "-", album?.title ?? "-") }
    #expect(loved.map(\.id) == [3, 1])
    #expect(lines.map(\.1) == ["Sade", "Fela", "Sade", nil])
    #expect(lines.map { $0.2?.id } == [1, 2, 3, nil])

    let bosses = try await db.fetch(
      Employee.where { $0.boss.name == "Ada" }.select { ($0.name, $0.boss.boss.name) })
    // SELECT "employee"."name", "employee_3"."name" FROM "employee"
    //   LEFT JOIN "employee" AS "employee_2" ON "employee_2"."id" = "employee"."bossID"
    //   LEFT JOIN "employee" AS "employee_3" ON "employee_3"."id" = "employee_2"."bossID"
    //   WHERE "employee_2"."name" IS $1
    #expect(bosses.map(\.0) == ["Bea"] && bosses.map(\.1) == [nil])
    #expect(try await db.fetch(Book.select { $0.shelf.number }) == [2])

    let counts = try await db.fetch(
      Album.group { $0.artist.name }.select { ($0.artist.name, $0.count()) })
    // SELECT "artist"."name", count(*) FROM "album"
    //   JOIN "artist" ON "artist"."id" = "album"."artistID" GROUP BY "artist"."name"
    #expect(counts.map(\.0) == ["Fela", "Sade"] && counts.map(\.1) == [1, 2])
  }

  static func asking(_ db: Database) async throws {
    try await db.insert(Artist(id: 3, name: "Nina", born: 1933))
    try await db.update(Track(id: 1, title: "Jezebel", albumID: 1, plays: 200))
    let silent = try await db.fetch(Artist.where { $0.albums.isEmpty })
    // SELECT "id", "name", "born" FROM "artist"
    //   WHERE NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id")
    let played = try await db.fetch(
      Album.where { $0.tracks.exists { $0.plays > 100 } && $0.artist.name == "Sade" }
        .select { ($0.title, $0.tracks.count(), $0.tracks.sum { $0.plays }) })
    // SELECT "album"."title", (SELECT count(*) FROM "track" WHERE "albumID" = "album"."id"),
    //   (SELECT sum("plays") FROM "track" WHERE "albumID" = "album"."id") FROM "album"
    //   JOIN "artist" ON "artist"."id" = "album"."artistID"
    //   WHERE EXISTS (SELECT 1 FROM "track" WHERE "albumID" = "album"."id" AND "plays" > $1)
    //   AND "artist"."name" = $2
    let busiest = try await db.first(Artist.order { $0.tracks.count().desc() })
    // SELECT "id", "name", "born" FROM "artist" ORDER BY (SELECT count(*) FROM "album"
    //   JOIN "track" ON "track"."albumID" = "album"."id" WHERE "album"."artistID" = "artist"."id") DESC LIMIT $1
    #expect(silent.map(\.name) == ["Nina"] && busiest?.name == "Sade")
    #expect(played.map(\.0) == ["Promise"] && played.map(\.1) == [1] && played.map(\.2) == [200])

    let tag = Tag(id: 1, name: "soul")
    let soul = try await db.fetch(Album.where { $0.tags.contains(tag) })
    // SELECT "id", "title", "artistID" FROM "album" WHERE EXISTS (SELECT 1 FROM "tagging"
    //   JOIN "tag" ON "tag"."id" = "tagging"."tagID"
    //   WHERE "tagging"."albumID" = "album"."id" AND "tag"."id" = $1)
    let heard = try await db.fetch(
      Album.select { ($0.title, $0.tracks.where { $0.plays > 0 }.count()) })
    // SELECT "title", (SELECT count(*) FROM "track" WHERE "albumID" = "album"."id" AND "plays" > $1) FROM "album"
    #expect(soul.map(\.id) == [1, 3] && heard.map(\.1).reduce(0, +) == 1)

    let tagged = try await db.fetch(
      Artist.select {
        $0.name
        $0.tags.count()
        $0.tags.order { $0.name }.groupConcat(separator: ", ") { $0.name }
      })
    // SELECT "name", (SELECT count(*) FROM (SELECT DISTINCT "tag"."id", "tag"."name" FROM "album" JOIN …)),
    //   (SELECT group_concat("orm:value", $1) FROM (SELECT DISTINCT "tag"."id", "tag"."name", "tag"."name" AS "orm:value"
    //   FROM "album" JOIN … ORDER BY "tag"."name")) FROM "artist"
    for (name, count, tags) in tagged { print(name, count, tags ?? "-") }
    #expect(tagged.map(\.1) == [1, 0, 0] && tagged.map(\.2) == ["soul", nil, nil])

    let heads = try await db.fetch(
      Employee.where { $0.reports.exists { $0.reports.exists() } }.select { $0.name })
    // SELECT "name" FROM "employee" WHERE EXISTS (SELECT 1 FROM "employee" AS "employee_2"
    //   WHERE "bossID" = "employee"."id" AND EXISTS (SELECT 1 FROM "employee" AS "employee_3"
    //   WHERE "bossID" = "employee_2"."id"))
    #expect(heads == ["Ada"])
  }

  static func listing(_ db: Database) async throws {
    let shelves = try await db.fetch(
      Artist.where { $0.born < 1960 }.order { $0.name }
        .select { ($0, $0.albums.order { $0.title }.select { ($0.title, $0.tracks) }) })
    // SELECT "id", "name", "born", "id" FROM "artist" WHERE "born" < $1 ORDER BY "name"
    // SELECT "title", "id", "artistID" FROM "album" WHERE "artistID" IN ($1, $2, $3) ORDER BY "artistID", "title"
    // SELECT "id", "title", "albumID", "plays", "albumID" FROM "track" WHERE "albumID" IN ($1, $2, $3)
    for (artist, albums) in shelves {
      for (title, tracks) in albums { print(artist.name, title, tracks.map(\.title)) }
    }
    #expect(shelves.map(\.0.id) == [2, 3, 1])
    #expect(shelves.map { $0.1.map(\.0) } == [["Zombie"], [], ["Love Deluxe", "Promise"]])

    let newest = try await db.fetch(
      Artist.order { $0.name }.select {
        $0.name
        $0.tracks.where { $0.plays > 0 }.order { $0.plays.desc() }.limit(3)
        $0.albums.order { $0.id.desc() }.first
      })
    for (name, tracks, album) in newest { print(name, tracks.count, album?.title ?? "-") }
    #expect(newest.map(\.1.count) == [0, 0, 1] && newest.map { $0.2?.id } == [2, nil, 3])

    let pages: [ArtistPage] = try await db.fetch(
      Artist.order { $0.name }.select {
        ArtistPage.select(
          artist: $0, albums: $0.albums.select { AlbumLine.select(album: $0, tracks: $0.tracks) },
          count: $0.albums.count())
      })
    for page in pages { print(page.artist.name, page.count, page.albums.map(\.album.title)) }
    #expect(pages.map(\.count) == [1, 0, 2] && pages.map { $0.albums.count } == pages.map(\.count))

    let artists = try await db.fetch(Artist.order { $0.id })
    let more = try await db.load(artists) { ($0.albums, $0.tracks.count()) }
    for (artist, (albums, tracks)) in more { print(artist.name, albums.count, tracks) }
    #expect(more.map { $0.1.0.count } == [2, 1, 0] && more.map(\.1.1) == [2, 1, 0])

    let (albums, tracks) = try await db.load(of: artists[0]) { ($0.albums, $0.tracks.count()) }
    #expect(albums.count == 2 && tracks == 2)

    let rows = db.stream(Artist.order { $0.id }.select { ($0.name, $0.albums) })
    for try await (name, albums) in rows { print(name, albums.count) }
    // SELECT "name", "id" FROM "artist" ORDER BY "id"
    // SELECT "id", "title", "artistID", "artistID" FROM "album" WHERE "artistID" IN ($1, $2, $3)

    let deleting = Task { try await db.delete(Artist.self, where: { $0.albums.isEmpty }) }
    let changing = db.observe(Artist.order { $0.id }.select { ($0.name, $0.albums) })
    for try await shelves in changing {
      for (name, albums) in shelves { print(name, albums.map(\.title)) }
      if shelves.count < 3 { break }
    }
    #expect(try await deleting.value == 1)

    let known = PreparedQuery { (born: Placeholder<Int>, plays: Placeholder<Int>) in
      Artist.where { $0.born < born }.order { $0.id }
        .select { ($0.name, $0.tracks.where { $0.plays > plays }) }
    }
    let played = try await db.fetch(known(1960, 0))
    for (name, tracks) in played { print(name, tracks.map(\.title)) }
    #expect(played.map(\.1.count) == [1, 0])

    let plan = try await db.explain(Artist.where { $0.born < 1960 }.select { ($0.name, $0.albums) })
    print(plan)
    for list in plan.lists { print(list.table, list.plan.scans) }
    #expect(plan.lists.map(\.table) == ["album"] && plan.scans == ["artist", "album"])
  }

  static func writing(_ db: Database) async throws {
    try await db.run(Track.where { $0.album.artist.name == "Sade" }.update { $0.plays += 1 })
    // UPDATE "track" SET "plays" = "plays" + $1 WHERE "id" IN (SELECT "track"."id" FROM "track"
    //   LEFT JOIN "album" ON "album"."id" = "track"."albumID"
    //   LEFT JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" IS $2)
    try await db.run(Album.where { $0.artist.name == "Fela" }.delete())
    // DELETE FROM "album" WHERE "id" IN (SELECT "album"."id" FROM "album"
    //   JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" = $1)
    #expect(try await db.fetch(Album.order { $0.id }).map(\.id) == [1, 3])
    #expect(try await db.fetch(Track.order { $0.id }).map(\.plays) == [201, 0, 1, 0])
  }
}

extension RelationsSamples {
  static func inserting(_ db: Database) async throws {
    let tag = Tag(id: 1, name: "soul")
    let (artist, albums) = try await db.insert(parent: Artist.Draft(name: "Miriam", born: 1932)) {
      [Album.Draft(title: "Pata Pata", artistID: $0.id)]
    }
    // INSERT INTO "artist" ("name", "born") VALUES ($1, $2)
    // INSERT INTO "album" ("title", "artistID") VALUES ($1, $2)
    let (album, tracks, taggings) = try await db.insert(
      parent: Album.Draft(title: "Sangoma", artistID: artist.id)
    ) { album in
      ["Emavungwini", "Baya"].map { Track.Draft(title: $0, albumID: album.id) }
    } and: { album in
      [Tagging(albumID: album.id, tagID: tag.id)]
    }
    #expect(albums.map(\.artistID) == [artist.id] && album.artistID == artist.id)
    #expect(tracks.map(\.albumID) == [album.id, album.id])
    #expect(taggings.map(\.albumID) == [album.id])
  }
}

extension RelationsSamples {
  static func synchronizing(_ db: Database) async throws {
    let artist = try #require(try await db.first(Artist.where { $0.name == "Miriam" }))
    try await db.run(Track.where { $0.album.artistID == artist.id }.delete())
    var albums = try await db.fetch(Album.where { $0.artistID == artist.id }.order { $0.id })
    albums[0].title = "Pata Pata (live)"
    albums.removeLast()
    let change = try await db.sync(albums, as: \.albums, of: artist)
    // UPDATE "album" SET "title" = $1 WHERE "id" = $2
    let draft = Album.Draft(title: "Welela", artistID: artist.id)
    let more = try await db.sync(albums, adding: [draft], as: \.albums, of: artist)
    print(change.updated, change.deleted, more.insertedRows.map(\.id))
    #expect(change.inserted == 0 && change.updated == 1 && change.deleted == 1)
    #expect(more.inserted == 1 && more.updated == 0 && more.deleted == 0)
  }
}

extension RelationsSamples {
  static func linking(_ db: Database) async throws {
    let album = try #require(try await db.first(Album.where { $0.title == "Welela" }))
    let tags = [Tag(id: 1, name: "soul"), try await db.insert(Tag(id: 2, name: "live"))]
    let linked = try await db.link(album, to: tags, by: \.tags)
    // INSERT INTO "tagging" ("albumID", "tagID") SELECT $1, "id" FROM "tag"
    //   WHERE "id" IN ($2, $3) AND NOT EXISTS (SELECT 1 FROM "tagging" WHERE "albumID" = $4 AND "tag"."id" = "tagID")
    let unlinked = try await db.unlink(album, from: tags, by: \.tags)
    // DELETE FROM "tagging" WHERE "albumID" = $1 AND "tagID" IN ($2, $3)
    print(linked, unlinked)
    #expect(linked == 2 && unlinked == 2)
  }
}

// The names as the guide has them, in which other files of the tests have other tables.
private typealias Artist = RelationsSamples.Artist
private typealias Album = RelationsSamples.Album
private typealias Tagging = RelationsSamples.Tagging
private typealias Track = RelationsSamples.Track
private typealias Employee = RelationsSamples.Employee
private typealias Book = RelationsSamples.Book

extension Artist.Columns {
  typealias Tag = RelationsSamples.Tag
  typealias Album = RelationsSamples.Album
  typealias Track = RelationsSamples.Track
}

extension Album.Columns {
  typealias Artist = RelationsSamples.Artist
  typealias Track = RelationsSamples.Track
  typealias Tagging = RelationsSamples.Tagging
  typealias Tag = RelationsSamples.Tag
}

extension Tagging.Columns {
  var album: ToOne<RelationsSamples.Album> { toOne(albumID) }
  var tag: ToOne<RelationsSamples.Tag> { toOne(tagID) }
}

extension Track.Columns {
  typealias Album = RelationsSamples.Album
}

extension Employee.Columns {
  typealias Employee = RelationsSamples.Employee
}

extension Book.Columns {
  typealias Shelf = RelationsSamples.Shelf
}

extension Album.Columns {
  var artist: ToOne<Artist> { toOne(artistID) }
}

extension Track.Columns {
  var album: ToOptional<Album> { toOptional(albumID) }
}

extension Artist.Columns {
  var albums: ToMany<Album> { toMany(\.artist) }
  var tracks: ToMany<Track> { albums.to { $0.tracks } }
}

extension Album.Columns {
  var tracks: ToMany<Track> { toMany(\.album) }
  var taggings: ToMany<Tagging> { toMany(\.album) }
  var tags: ToMany<Tag> { taggings.to { $0.tag } }
}

extension Artist.Columns {
  var tags: ToMany<Tag> { albums.to { $0.tags }.distinct() }
}

extension Employee.Columns {
  var boss: ToOptional<Employee> { toOptional(bossID) }
  var reports: ToMany<Employee> { toMany(\.boss) }
}

extension Book.Columns {
  var shelf: ToOne<Shelf> { toOne(on: (room, \.room), (shelfNumber, \.number)) }
}
