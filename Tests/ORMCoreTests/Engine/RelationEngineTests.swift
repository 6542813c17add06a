import ORM
import Testing

@Table
struct Lyric: Equatable {
  let id: Int
  var text: String
  var trackID: Int
}

@Table
struct Singer: Equatable {
  let id: Int
}

@Table
struct Part: Equatable {
  @Column(primaryKey: true) let lyricID: Int
  @Column(primaryKey: true) let singerID: Int
}

extension Track.Columns {
  fileprivate var lyrics: ToMany<Lyric> { toMany(\.track) }
}

extension Lyric.Columns {
  fileprivate var track: ToOne<Track> { toOne(trackID) }
  fileprivate var parts: ToMany<Part> { toMany(\.lyric) }
  fileprivate var singers: ToMany<Singer> { parts.to { $0.singer } }
}

extension Part.Columns {
  fileprivate var lyric: ToOne<Lyric> { toOne(lyricID) }
  fileprivate var singer: ToOne<Singer> { toOne(singerID) }
}

/// The writes of relations also run on an engine other than SQLite.
@Suite("Relations on an engine other than SQLite")
struct RelationEngineTests {
  let db = FakeDatabase()
  private let track = Track(id: 9, name: "Tar Baby")

  @Test("A row is inserted with its children, in one transaction")
  func children() async throws {
    let parent = #"INSERT INTO "track" ("name") VALUES ($1) RETURNING "id", "name""#
    let child =
      #"INSERT INTO "lyric" ("text", "trackID") VALUES ($1, $2) RETURNING "id", "text", "trackID""#
    await db.answer(parent, ["id", "name"], [[9, "Tar Baby"]])
    await db.answer(child, ["id", "text", "trackID"], [[1, "x", 9]])
    let (stored, lyrics) = try await db.insert(parent: Track.Draft(name: "Tar Baby")) {
      [Lyric.Draft(text: "x", trackID: $0.id)]
    }
    #expect(stored == track && lyrics == [Lyric(id: 1, text: "x", trackID: 9)])
    #expect(
      await db.statements() == [
        "BEGIN", "SAVEPOINT", parent + "\n-- 'Tar Baby'", "RELEASE",
        "SAVEPOINT", child + "\n-- 'x', 9", "RELEASE", "COMMIT",
      ])
  }

  @Test("sync writes only the rows that differ, and rolls back if a row has another parent")
  func sync() async throws {
    let parent = #"SELECT "id" FROM "track" WHERE "id" = $1"#
    let children = #"SELECT "id", "text", "trackID" FROM "lyric" WHERE "trackID" = $1"#
    await db.answer(parent, ["id"], [[9]])
    await db.answer(
      children, ["id", "text", "trackID"], [[1, "x", 9], [2, "y", 9], [3, "z", 9]])
    await db.change(1)
    let change = try await db.sync(
      [Lyric(id: 1, text: "new", trackID: 9), Lyric(id: 2, text: "y", trackID: 9)],
      as: \.lyrics, of: track)
    #expect(change.inserted == 0 && change.updated == 1 && change.deleted == 1)
    #expect(
      await db.statements() == [
        "BEGIN", parent + "\n-- 9", children + "\n-- 9",
        #"DELETE FROM "lyric" WHERE "id" IN ($1)"# + "\n-- 3",
        #"UPDATE "lyric" SET "text" = $1 WHERE "id" = $2"# + "\n-- 'new', 1", "COMMIT",
      ])
    await #expect(throws: SyncError(table: "lyric", key: [5], reason: .otherParent)) {
      try await db.sync([Lyric(id: 5, text: "", trackID: 8)], as: \.lyrics, of: track)
    }
    #expect(await db.statements().last == "ROLLBACK")
  }

  @Test("unlink deletes the rows of the junction table")
  func unlink() async throws {
    let lyric = Lyric(id: 1, text: "", trackID: 9)
    let parent = #"SELECT "id" FROM "lyric" WHERE "id" = $1"#
    await db.answer(parent, ["id"], [[1]])
    await db.change(2)
    let count = try await db.unlink(
      lyric, from: [Singer(id: 4), Singer(id: 5), Singer(id: 4)], by: \.singers)
    #expect(count == 2)
    #expect(
      await db.statements() == [
        "BEGIN", parent + "\n-- 1",
        #"DELETE FROM "part" WHERE "lyricID" = $1 AND "singerID" IN ($2, $3)"# + "\n-- 1, 4, 5",
        "COMMIT",
      ])
  }
}
