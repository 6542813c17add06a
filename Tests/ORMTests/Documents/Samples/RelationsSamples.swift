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

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self, Track.self, Employee.self, Shelf.self, Book.self)
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
    try await db.insert(Shelf(room: "A", number: 2))
    try await db.insert(Book(id: 1, room: "A", shelfNumber: 2))
    try await naming(db)
    try await writing(db)
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

  static func writing(_ db: Database) async throws {
    try await db.run(Track.where { $0.album.artist.name == "Sade" }.update { $0.plays += 1 })
    // UPDATE "track" SET "plays" = "plays" + $1 WHERE "id" IN (SELECT "track"."id" FROM "track"
    //   LEFT JOIN "album" ON "album"."id" = "track"."albumID"
    //   LEFT JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" IS $2)
    try await db.run(Album.where { $0.artist.name == "Fela" }.delete())
    // DELETE FROM "album" WHERE "id" IN (SELECT "album"."id" FROM "album"
    //   JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" = $1)
    #expect(try await db.fetch(Album.order { $0.id }).map(\.id) == [1, 3])
    #expect(try await db.fetch(Track.order { $0.id }).map(\.plays) == [1, 0, 1, 0])
  }
}

// The names as the guide has them, in which other files of the tests have other tables.
private typealias Album = RelationsSamples.Album
private typealias Track = RelationsSamples.Track
private typealias Employee = RelationsSamples.Employee
private typealias Book = RelationsSamples.Book

extension Album.Columns {
  typealias Artist = RelationsSamples.Artist
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
  var artist: One<Artist> { one(artistID) }
}

extension Track.Columns {
  var album: Maybe<Album> { maybe(albumID) }
}

extension Employee.Columns {
  var boss: Maybe<Employee> { maybe(bossID) }
}

extension Book.Columns {
  var shelf: One<Shelf> { one(on: (room, \.room), (shelfNumber, \.number)) }
}
