import Foundation
import ORM
import Testing

/// The code that README shows beside its first example.
enum ReadmeSamples {
  @Table struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self)

    try await db.transaction { tx in
      let artist = try tx.insert(Artist.Draft(name: "Sade"))
      try tx.insert(Album(title: "Promise", artistID: artist.id))
    }

    let (albums, count) = try await db.read { db in
      (try db.fetch(Album.self), try db.count(Artist.self))
    }
    let titles = albums.map(\.title)
    #expect(count == 1)
    #expect(titles == ["Promise"])

    do {
      try await db.insert(Album(title: "Promise", artistID: 99))
    } catch let error as DatabaseError where error.kind == .foreignKey {
      print("there is no such artist")
    }
    #expect(try await db.count(Album.self) == 1)
    try await relations(db)
    try await migrate(db)
  }

  static func relations(_ db: Database) async throws {
    let songs = try await db.fetch(
      Album.where { $0.artist.name == "Sade" }.order { $0.title }
        .select { ($0.title, $0.artist.name) })
    let shelves = try await db.fetch(
      Artist.where { $0.albums.exists() }
        .select { ($0, $0.albums.order { $0.title }.limit(3), $0.albums.count()) })
    for (artist, albums, count) in shelves { print(artist.name, albums.map(\.title), count) }
    #expect(songs.map(\.0) == ["Promise"] && shelves.map(\.1.count) == [1])
  }

  static func migrate(_ db: Database) async throws {
    let schema = Schema(of: Artist.self, Album.self)
    print(try await db.plan(to: schema))  // the SQL, the data losses, the rebuilt tables
    do {
      try await db.migrate(to: schema)
    } catch let error as DataLossError {
      print(error.losses)  // album: 2 values of column year can't be stored as INTEGER (keys 3, 17)
    }
    try await db.verify(schema)
  }
}

private typealias Artist = ReadmeSamples.Artist
private typealias Album = ReadmeSamples.Album

extension Artist.Columns {
  typealias Album = ReadmeSamples.Album
}

extension Album.Columns {
  typealias Artist = ReadmeSamples.Artist
}

extension Album.Columns {
  var artist: ToOne<Artist> { toOne(artistID) }
}

extension Artist.Columns {
  var albums: ToMany<Album> { toMany(\.artist) }
}
