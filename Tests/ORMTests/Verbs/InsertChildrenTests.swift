import Foundation
import ORM
import Testing

/// A row is inserted together with rows that are made from it.
@Suite("Inserts of rows with their children")
struct InsertChildrenTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Tagging = Related.Tagging

  private struct Refused: Error {}

  @Test("Children are made from the inserted row, in one transaction")
  func drafts() async throws {
    let db = try await Related.database()
    let trace = try await StatementTrace.start(on: db)
    let (artist, albums) = try await db.insert(parent: Artist.Draft(name: "Miriam", born: 1932)) {
      artist in
      ["Pata Pata", "Sangoma"].map {
        Album.Draft(title: $0, artistID: artist.id, editorID: nil)
      }
    }
    #expect(artist.id == 4 && albums.map(\.artistID) == [4, 4])
    #expect(albums.map(\.title) == ["Pata Pata", "Sangoma"] && albums.map(\.id) == [4, 5])
    #expect(trace.count("BEGIN") == 1 && trace.count("COMMIT") == 1)
    let stored = try await db.fetch(Album.where { $0.artist.name == "Miriam" }.order { $0.id })
    #expect(stored == albums)
  }

  @Test("Rows or drafts, one or several parents, and children of one or two tables are inserted")
  func forms() async throws {
    let db = try await Related.database()
    let (album, track) = try await db.insert(
      parent: Album(id: 10, title: "Pirates Choice", artistID: 1, editorID: nil)
    ) { Track(id: 20, title: "Utru Horas", albumID: $0.id, seconds: 499) }
    #expect(album.id == 10 && track.albumID == 10)
    let (second, tracks, taggings) = try await db.insert(
      parent: Album.Draft(title: "Specialist", artistID: 1, editorID: nil)
    ) { album in
      (1...3).map { Track.Draft(title: "\($0)", albumID: album.id, seconds: $0) }
    } and: {
      [Tagging(albumID: $0.id, tagID: 1)]
    }
    #expect(tracks.map(\.id) == [21, 22, 23] && taggings.map(\.albumID) == [second.id])
    let (artists, works) = try await db.insert(
      parent: ["a", "b"].map { Artist.Draft(name: $0, born: nil) }
    ) {
      $0.flatMap { artist in
        (0..<1500).map { Album.Draft(title: "\($0)", artistID: artist.id, editorID: nil) }
      }
    }
    #expect(artists.map(\.name) == ["a", "b"] && works.count == 3000)
    let counts = try await db.fetch(
      Artist.where { $0.id >= 4 }.order { $0.id }.select { $0.albums.count() })
    #expect(counts == [1500, 1500])
    let (alone, none) = try await db.insert(parent: Artist.Draft(name: "c", born: nil)) { _ in
      [Album.Draft]()
    }
    #expect(alone.name == "c" && none.isEmpty)
  }

  @Test("Parents and children are inserted within a transaction, and rolled back with it")
  func onConnection() async throws {
    let db = try await Related.database()
    let id = try await db.transaction { tx in
      let (artist, albums) = try tx.insert(parent: Artist.Draft(name: "x", born: nil)) {
        [Album.Draft(title: "y", artistID: $0.id, editorID: $0.id)]
      }
      try tx.insert(albums.map { Track.Draft(title: "z", albumID: $0.id, seconds: 1) })
      return artist.id
    }
    #expect(try await db.fetch(Artist.where { $0.id == id }.select { $0.tracks.count() }) == [1])
    await #expect(throws: Refused.self) {
      try await db.transaction { tx in
        try tx.insert(parent: Artist.Draft(name: "x", born: nil)) {
          [Album.Draft(title: "y", artistID: $0.id, editorID: nil)]
        }
        throw Refused()
      }
    }
    #expect(try await db.count(Artist.self) == 4)
  }

  @Test("An error while inserting children undoes the parent, not the surrounding transaction")
  func throwing() async throws {
    let db = try await Related.database()
    await #expect(throws: Refused.self) {
      try await db.insert(parent: Artist.Draft(name: "x", born: nil)) {
        if $0.id == 4 { throw Refused() }
        return [Album.Draft(title: "y", artistID: $0.id, editorID: nil)]
      }
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await db.insert(parent: Artist.Draft(name: "x", born: nil)) {
        [
          Album.Draft(title: "y", artistID: $0.id, editorID: nil),
          Album.Draft(title: "y", artistID: 99, editorID: nil),
        ]
      }
    }
    #expect(error?.violation?.kind == .foreignKey)
    await #expect(throws: Refused.self) {
      try await db.insert(parent: Artist.Draft(name: "x", born: nil)) {
        [Album.Draft(title: "y", artistID: $0.id, editorID: nil)]
      } and: { (_: Artist) -> [Track.Draft] in
        throw Refused()
      }
    }
    try await db.transaction { tx in
      try tx.insert(Artist.Draft(name: "kept", born: nil))
      #expect(throws: Refused.self) {
        try tx.insert(parent: Artist.Draft(name: "x", born: nil)) { (_: Artist) -> [Album] in
          throw Refused()
        }
      }
    }
    #expect(
      try await db.fetch(Artist.where { $0.id > 3 }.select { $0.name }) == ["kept"])
    #expect(try await db.count(Album.self) == 3)
  }

  @Test("Inserting a parent within a read throws")
  func reading() async throws {
    let db = try await Related.database()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.read { db in
        try db.insert(parent: Artist.Draft(name: "x", born: nil)) { _ in [Album]() }
      }
    }
    #expect(error?.code == .readOnly)
  }
}
