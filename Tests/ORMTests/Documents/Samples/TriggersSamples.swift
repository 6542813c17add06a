import ORM
import Testing

/// The code of the guide to triggers.
enum TriggersSamples {
  @Table
  struct Album {
    let id: Int
    var songs = 0
  }

  @Table
  struct Song {
    let id: Int
    var title: String
    var albumID: Int
    var isKept = false

    static let triggers = [
      Trigger("song_added", after: .insert(Song.self)) { new in
        "UPDATE album SET songs = songs + 1 WHERE id = \(new.albumID)"
      },
      Trigger("song_moved", after: .update(Song.self, of: \.albumID)) { old, new in
        "UPDATE album SET songs = songs - 1 WHERE id = \(old.albumID)"
        "UPDATE album SET songs = songs + 1 WHERE id = \(new.albumID)"
      },
    ]
  }

  @Selection
  struct SongTitle: DatabaseView {
    let title: String

    static var definition: some SelectStatement<SongTitle> {
      Song.select { SongTitle.select(title: $0.title) }
    }

    static let triggers = [
      Trigger("songTitle_delete", insteadOf: .delete(SongTitle.self)) { old in
        try Song.where { $0.title == old.title }.deleteStatement()
      }
    ]
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self, Song.self)
    // CREATE TRIGGER IF NOT EXISTS "song_added" AFTER INSERT ON "song" BEGIN
    //   UPDATE album SET songs = songs + 1 WHERE id = "new"."albumID"; END
    // CREATE TRIGGER IF NOT EXISTS "song_moved" AFTER UPDATE OF "albumID" ON "song" BEGIN
    //   UPDATE album SET songs = songs - 1 WHERE id = "old"."albumID";
    //   UPDATE album SET songs = songs + 1 WHERE id = "new"."albumID"; END
    try await db.insert([Album(id: 1), Album(id: 2)])
    try await db.insert([
      Song(id: 1, title: "Jezebel", albumID: 1, isKept: true),
      Song(id: 2, title: "Flow", albumID: 1),
    ])
    try await db.update(Song(id: 2, title: "Flow", albumID: 2))
    let songs = try await db.fetch(Album.select { $0.songs })
    #expect(songs == [1, 1])

    let counting = Trigger(
      "song_counted", after: .insert(Song.self),
      action: "BEGIN UPDATE album SET songs = songs + 1 WHERE id = new.albumID; END")
    try await db.create(counting)
    try await db.drop(counting)
    let keeping = Trigger("song_kept", before: .delete(Song.self), when: { $0.isKept }) { _ in
      SQLFunction.raise(.abort("the song is to be kept"))
    }
    try await db.create(keeping)
    // CREATE TRIGGER IF NOT EXISTS "song_kept" BEFORE DELETE ON "song" WHEN "old"."isKept"
    //   BEGIN SELECT RAISE(ABORT, 'the song is to be kept'); END
    let error = await #expect(throws: DatabaseError.self) { try await db.deleteAll(Song.self) }
    #expect(error?.violation?.kind == .trigger)

    try await db.create(SongTitle.self)
    // CREATE TRIGGER IF NOT EXISTS "songTitle_delete" INSTEAD OF DELETE ON "songTitle" BEGIN
    //   DELETE FROM "song" WHERE "title" = "old"."title"; END
    try await db.execute("DELETE FROM songTitle WHERE title = \("Flow")")
    // DELETE FROM songTitle WHERE title = $1
    #expect(try await db.count(Song.self) == 1)
  }
}
