import Foundation
import ORM
import Testing

/// The code of the guide to observing changes.
enum ObservingSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int
    var lastPlayed: Date?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Artist.self, Album.self)
    let artist = try await db.insert(Artist.Draft(name: "Sade")).id
    try await db.insert(Album(id: 7, title: "Promise", artistID: artist))
    try await show(artist, of: db)
    let values = try await others(db)
    #expect(values == ["Promise", "Sade", "1 1"])
  }

  static func show(_ artist: Int, of db: Database) async throws {
    let (shown, continuation) = AsyncStream.makeStream(of: [String].self)
    let task = Task {
      let list = List(continuation: continuation)
      for try await albums in db.observe(Album.where { $0.artistID == artist }.order { $0.title }) {
        list.show(albums)
      }
      // SELECT "id", "title", "artistID", "lastPlayed" FROM "album" WHERE "artistID" = $1 ORDER BY "title"
    }
    var titles = shown.makeAsyncIterator()
    #expect(await titles.next() == ["Promise"])
    try await db.insert(Album(title: "Diamond Life", artistID: artist))
    #expect(await titles.next() == ["Diamond Life", "Promise"])
    try await db.delete(Album.self, where: { $0.title == "Diamond Life" })
    #expect(await titles.next() == ["Promise"])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  static func others(_ db: Database) async throws -> [String?] {
    let album = db.observe(Album.self, 7)
    // SELECT "id", "title", "artistID", "lastPlayed" FROM "album" WHERE "id" = $1
    let names = db.observe(String.self, sql: "SELECT name FROM artist ORDER BY name")
    // SELECT name FROM artist ORDER BY name
    let counts = db.observe { db in [try db.count(Artist.self), try db.count(Album.self)] }
    // SELECT count(*) FROM "artist"
    return [
      try await album.first { _ in true }??.title,
      try await names.first { _ in true }?.first,
      try await counts.first { _ in true }?.map(String.init).joined(separator: " "),
    ]
  }

  private struct List {
    let continuation: AsyncStream<[String]>.Continuation
    func show(_ albums: [Album]) { continuation.yield(albums.map(\.title)) }
  }
}
