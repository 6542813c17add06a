import ORM
import Testing

@Suite("To-many relations in updates")
struct RelatedUpdateTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Employee = Related.Employee

  @Test("An update sets a column to an aggregate of the related rows")
  func aggregates() async throws {
    let db = try await Related.database()
    let update = Artist.updateAll { $0.born = $0.albums.count() }
    #expect(
      try update.statement().sql
        == #"UPDATE "artist" SET "born" = (SELECT count(*) FROM "album" "#
        + #"WHERE "artistID" = "artist"."id")"#)
    try await db.run(update)
    #expect(
      try await db.fetch(Artist.order { $0.id }.select { $0.born })
        == db.fetch(Artist.order { $0.id }.select { $0.albums.count().optional() }))
    try await db.run(Album.updateAll { $0.title = $0.tracks.max { $0.title } ?? "-" })
    #expect(
      try await db.fetch(Album.order { $0.id }.select { $0.title })
        == db.fetch(Album.order { $0.id }.select { $0.tracks.max { $0.title } ?? "-" }))
  }

  @Test("An update calculates with related rows and with the row's own columns")
  func calculations() async throws {
    let db = try await Related.database()
    let expected = try await db.fetch(
      Artist.where { $0.id < 3 }.order { $0.id }.select {
        ($0.born ?? 0) + 2 * ($0.tracks.sum { $0.seconds } ?? 0)
      })
    try await db.run(
      Artist.where { $0.id < 3 }.update {
        $0.born = ($0.born ?? 0) + 2 * ($0.tracks.sum { $0.seconds } ?? 0)
      })
    let found = try await db.fetch(
      Artist.where { $0.id < 3 }.order { $0.id }.select { $0.born ?? 0 })
    #expect(found == expected)
  }

  @Test("A table that refers to itself has an alias in its own update")
  func selfReference() async throws {
    let db = try await Related.database()
    try await db.run(Employee.updateAll { $0.name = $0.reports.count().cast(as: String.self) })
    #expect(
      try await db.fetch(Employee.order { $0.id }.select { $0.name })
        == db.fetch(
          Employee.order { $0.id }.select { $0.reports.count().cast(as: String.self) }))
  }

  @Test("An update from another table, and an upsert, use the related rows of their rows")
  func otherUpdates() async throws {
    let db = try await Related.database()
    try await db.run(
      Album.all.update(from: Artist.self) {
        $0.title = $1.name + $0.tracks.count().cast(as: String.self)
      } where: {
        $0.artistID == $1.id
      })
    #expect(
      try await db.fetch(Album.order { $0.id }.select { $0.title })
        == db.fetch(
          Album.order { $0.id }.select {
            $0.artist.name + $0.tracks.count().cast(as: String.self)
          }))
    let upsert = Album.insert(Album(id: 1, title: "", artistID: 1, editorID: nil))
      .onConflict { $0.id }.doUpdate { album, _ in album.editorID = album.tracks.count() }
    try await db.run(upsert)
    let counts = Album.where { $0.id == 1 }.select { ($0.editorID, $0.tracks.count()) }
    let row = try #require(try await db.first(counts))
    #expect(row.0 == row.1)
  }
}
