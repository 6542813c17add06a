import ORM
import Testing

/// The rows of a collection are matched by their keys, in any order.
@Suite("sync with rows in any order")
struct SyncOrderTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album

  @Test("sync makes the same changes for any order of the rows", arguments: [1, 2, 3, 5, 7, 11])
  func orders(step: Int) async throws {
    let db = try await Related.database()
    try await db.deleteAll(Related.Tagging.self)
    try await db.deleteAll(Related.Track.self)
    let sade = try #require(try await db.find(Artist.self, 1))
    _ = try await db.sync([Album](), as: \.albums, of: sade)
    func album(_ id: Int, _ title: String) -> Album {
      Album(id: id, title: title, artistID: 1, editorID: nil)
    }
    let old = (0..<12).map { album(100 + $0, "old \($0)") }
    try await db.insert(old)
    // Each position occurs once, as 13 is a prime: some rows stay, some change, some are deleted
    // and some are new.
    let places = (1...12).map { ($0 * step) % 13 - 1 }
    let new = places.compactMap { place in
      switch place % 4 {
      case 0: old[place]
      case 1: album(100 + place, "new \(place)")
      case 2: nil as Album?
      default: album(200 + place, "come \(place)")
      }
    }
    let change = try await db.sync(new, as: \.albums, of: sade)
    #expect(change.updated == 3 && change.deleted == 6)
    let comeIDs = new.map(\.id).filter { $0 >= 200 }
    #expect(change.insertedRows.map(\.id) == comeIDs)
    let rows = try await db.fetch(Album.where { $0.artistID == 1 }.order { $0.id })
    #expect(rows == new.sorted { $0.id < $1.id })
    #expect(try await db.sync(new.reversed(), as: \.albums, of: sade).isEmpty)
    for twice in [new + [new[0]], new + [album(300, "a"), album(300, "b")]] {
      await #expect(throws: SyncError.self) {
        try await db.sync(twice, as: \.albums, of: sade)
      }
    }
    #expect(try await db.fetch(Album.where { $0.artistID == 1 }).count == new.count)
  }
}
