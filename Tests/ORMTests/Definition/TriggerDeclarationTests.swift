import ORM
import Testing

@Table("album")
private struct CountedAlbum: Equatable {
  let id: Int
  var title: String
  var songs = 0
}

@Table("song")
private struct CountedSong: Equatable {
  let id: Int
  var title: String
  var albumID: Int
  var isKept = false
  var code: [UInt8]? = nil
}

extension CountedSong {
  static let triggers = [
    Trigger("song_added", after: .insert(CountedSong.self)) { new in
      "UPDATE \(CountedAlbum.self) SET songs = songs + 1 WHERE id = \(new.albumID)"
    },
    Trigger("song_removed", after: .delete(CountedSong.self)) { old in
      "UPDATE \(CountedAlbum.self) SET songs = songs - 1 WHERE id = \(old.albumID)"
    },
    Trigger(
      "song_moved", after: .update(CountedSong.self, of: \.albumID),
      when: { old, new in old.albumID != new.albumID }
    ) { old, new in
      "UPDATE \(CountedAlbum.self) SET songs = songs - 1 WHERE id = \(old.albumID)"
      "UPDATE \(CountedAlbum.self) SET songs = songs + 1 WHERE id = \(new.albumID)"
    },
  ]
}

@Table("note")
private struct CountedNote: Equatable {
  var text: String
  var number: Int? = nil
}

@Selection
private struct SongTitle: Equatable {
  let title: String
  let album: String
}

extension SongTitle: DatabaseView {
  static var definition: some SelectStatement<SongTitle> {
    CountedSong.join(CountedAlbum.self) { $0.albumID == $1.id }
      .select { SongTitle.select(title: $0.title, album: $1.title) }
  }

  static let triggers = [
    Trigger("songTitle_insert", insteadOf: .insert(SongTitle.self)) { new in
      "INSERT INTO note (text) VALUES (\(new.title) || \(" on ") || \(new.album))"
    },
    Trigger("songTitle_update", insteadOf: .update(SongTitle.self)) { old, new in
      "UPDATE song SET title = \(new.title) WHERE title = \(old.title)"
    },
    Trigger("songTitle_delete", insteadOf: .delete(SongTitle.self)) { old in
      try CountedSong.where { $0.title == old.title }.deleteStatement()
    },
  ]
}

@Suite("Declared triggers")
struct TriggerDeclarationTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(CountedAlbum.self, CountedSong.self, CountedNote.self)
    try await db.insert([
      CountedAlbum(id: 1, title: "Promise"), CountedAlbum(id: 2, title: "Lovers Rock"),
    ])
    try await db.insert([
      CountedSong(id: 1, title: "Jezebel", albumID: 1),
      CountedSong(id: 2, title: "Flow", albumID: 2),
      CountedSong(id: 3, title: "Fear", albumID: 1),
    ])
    return db
  }

  private func counts(_ db: Database) async throws -> [Int] {
    try await db.fetch(CountedAlbum.order { $0.id }.select { $0.songs })
  }

  /// Expects the SQL that the schema has for a trigger, without its start and name.
  private func expect(
    _ db: Database, _ name: String, _ sql: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let text = try await db.schemaSQL(of: name)
    #expect(text == "CREATE TRIGGER \"\(name)\" \(sql)", sourceLocation: sourceLocation)
  }

  @Test(
    "A table's triggers are created with it, and run after inserts, deletes and column updates"
  )
  func declared() async throws {
    let db = try await database()
    try await expect(
      db, "song_added",
      #"AFTER INSERT ON "song" BEGIN UPDATE "album" SET songs = songs + 1"#
        + #" WHERE id = "new"."albumID"; END"#)
    try await expect(
      db, "song_removed",
      #"AFTER DELETE ON "song" BEGIN UPDATE "album" SET songs = songs - 1"#
        + #" WHERE id = "old"."albumID"; END"#)
    try await expect(
      db, "song_moved",
      #"AFTER UPDATE OF "albumID" ON "song" WHEN "old"."albumID" <> "new"."albumID" BEGIN"#
        + #" UPDATE "album" SET songs = songs - 1 WHERE id = "old"."albumID";"#
        + #" UPDATE "album" SET songs = songs + 1 WHERE id = "new"."albumID"; END"#)
    #expect(try await counts(db) == [2, 1])
    try await db.update(CountedSong(id: 2, title: "Flow", albumID: 1))
    #expect(try await counts(db) == [3, 0])
    try await db.delete(CountedSong.self, key: 3)
    #expect(try await counts(db) == [2, 0])
    try await db.create(CountedSong.self)
    #expect(
      try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'")
        == 3)
  }

  @Test("A BEFORE trigger can reject a write with its own message")
  func abort() async throws {
    let db = try await database()
    let trigger = Trigger("song_kept", before: .delete(CountedSong.self), when: { $0.isKept }) {
      _ in
      SQLFunction.raise(.abort("it's kept"))
    }
    try await db.create(trigger)
    try await expect(
      db, "song_kept",
      #"BEFORE DELETE ON "song" WHEN "old"."isKept" BEGIN SELECT RAISE(ABORT, 'it''s kept'); END"#)
    try await db.update(CountedSong(id: 1, title: "Jezebel", albumID: 1, isKept: true))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.deleteAll(CountedSong.self)
    }
    #expect(error?.message == "it's kept" && error?.violation?.kind == .trigger)
    #expect(try await db.count(CountedSong.self) == 3)
    try await db.delete(CountedSong.self, key: 2)
    try await db.drop(trigger)
    try await db.deleteAll(CountedSong.self)
    #expect(try await counts(db) == [0, 0])
  }

  @Test(
    "Each RAISE action of a trigger keeps, undoes or skips the writes of its statement",
    arguments: [
      (RaiseAction.fail("no"), "RAISE(FAIL, 'no')", [1], false),
      (.rollback("no"), "RAISE(ROLLBACK, 'no')", [], false),
      (.abort("no"), "RAISE(ABORT, 'no')", [], false),
      (.ignore, "RAISE(IGNORE)", [1, 3], true),
    ])
  func raise(action: RaiseAction, sql: String, kept: [Int], passes: Bool) async throws {
    let db = try await database()
    let trigger = Trigger("twos", before: .insert(CountedNote.self), when: { $0.number == 2 }) {
      _ in
      SQLFunction.raise(action)
    }
    try await db.create(trigger)
    try await expect(
      db, "twos",
      #"BEFORE INSERT ON "note" WHEN "new"."number" IS 2 BEGIN SELECT \#(sql); END"#)
    let insert: SQL = "INSERT INTO note (text, number) VALUES ('a', 1), ('b', 2), ('c', 3)"
    if passes {
      try await db.execute(insert)
    } else {
      // This runs outside of a transaction, which would be rolled back for every action.
      await #expect(throws: DatabaseError.self) { try await db.execute(insert) }
    }
    let numbers = try await db.fetch(CountedNote.select { $0.number })
    #expect(numbers == kept)
  }

  @Test("Values in a trigger are rendered as literals")
  func literals() async throws {
    let db = try await database()
    let trigger = Trigger("noted", before: .update(CountedSong.self)) { old, new in
      "INSERT INTO note VALUES (\("it's $1 \0"), \(Double.infinity) > 1 AND \([UInt8](1...2)) = \(new.code))"
    }
    try await db.create(trigger)
    try await expect(
      db, "noted",
      #"BEFORE UPDATE ON "song" BEGIN INSERT INTO note VALUES"#
        + #" (CAST(x'697427732024312000' AS TEXT), 9e999 > 1 AND x'0102' = "new"."code"); END"#)
    try await db.update(CountedSong(id: 1, title: "Jezebel", albumID: 1, code: [1, 2]))
    #expect(try await db.fetch(CountedNote.self) == [CountedNote(text: "it's $1 \0", number: 1)])
  }

  @Test(
    "A trigger's body can have several statements: SQL, queries, writes, and Swift conditions"
  )
  func body() async throws {
    let db = try await database()
    func trigger(_ isThorough: Bool) -> Trigger {
      Trigger("album_gone", after: .delete(CountedAlbum.self)) { old in
        try CountedSong.where { $0.albumID == old.id }.deleteStatement()
        if isThorough { "DELETE FROM \(CountedNote.self)" }
        for number in 1...2 { "INSERT INTO note VALUES (\(old.title), \(number))" }
        CountedNote.select { $0.text.count() }
        Statement(sql: "INSERT INTO note VALUES ($1, $2)", arguments: ["end", 3])
      }
    }
    try await db.create(trigger(true))
    let deletes = #"DELETE FROM "song" WHERE "albumID" = "old"."id";"#
    let rest =
      #" INSERT INTO note VALUES ("old"."title", 1); INSERT INTO note VALUES ("old"."title", 2);"#
      + #" SELECT count("text") FROM "note"; INSERT INTO note VALUES ('end', 3); END"#
    try await expect(
      db, "album_gone",
      #"AFTER DELETE ON "album" BEGIN \#(deletes) DELETE FROM "note";"# + rest)
    try await db.delete(CountedAlbum.self, key: 1)
    #expect(
      try await db.fetch(CountedNote.self)
        == [
          CountedNote(text: "Promise", number: 1), CountedNote(text: "Promise", number: 2),
          CountedNote(text: "end", number: 3),
        ])
    let songs = try await db.fetch(CountedSong.select { $0.id })
    #expect(songs == [2])
    try await db.recreate(trigger(false))
    try await expect(db, "album_gone", #"AFTER DELETE ON "album" BEGIN \#(deletes)"# + rest)
  }

  @Test("Writes to a view run its INSTEAD OF triggers")
  func insteadOf() async throws {
    let db = try await database()
    try await db.create(SongTitle.self)
    try await expect(
      db, "songTitle_insert",
      #"INSTEAD OF INSERT ON "songTitle" BEGIN INSERT INTO note (text)"#
        + #" VALUES ("new"."title" || ' on ' || "new"."album"); END"#)
    try await expect(
      db, "songTitle_update",
      #"INSTEAD OF UPDATE ON "songTitle" BEGIN UPDATE song SET title = "new"."title""#
        + #" WHERE title = "old"."title"; END"#)
    try await expect(
      db, "songTitle_delete",
      #"INSTEAD OF DELETE ON "songTitle" BEGIN DELETE FROM "song""#
        + #" WHERE "title" = "old"."title"; END"#)
    try await db.execute("INSERT INTO songTitle VALUES ('Jezebel', 'Promise')")
    #expect(try await db.fetch(CountedNote.self) == [CountedNote(text: "Jezebel on Promise")])
    try await db.execute("UPDATE songTitle SET title = 'By Your Side' WHERE title = 'Flow'")
    try await db.execute("DELETE FROM songTitle WHERE album = 'Promise'")
    #expect(
      try await db.fetch(SongTitle.self)
        == [SongTitle(title: "By Your Side", album: "Lovers Rock")])
  }

  @Test("A recreated view has its declared triggers again")
  func recreatedView() async throws {
    let db = try await database()
    try await db.create(SongTitle.self)
    try await db.recreate(SongTitle.self)
    try await db.execute("INSERT INTO songTitle VALUES ('Jezebel', 'Promise')")
    #expect(try await db.count(CountedNote.self) == 1)
  }

  @Test("A temporary trigger runs, but is not in the database's schema")
  func temporary() async throws {
    let files = try TwoDatabases()
    try await files.db.create(CountedAlbum.self, CountedSong.self, CountedNote.self)
    let trigger = Trigger("watch", after: .insert(CountedAlbum.self), temporary: true) { new in
      "INSERT INTO note (text) VALUES (\(new.title))"
    }
    try await files.db.create(trigger)
    #expect(try await files.db.schemaSQL(of: "watch") == nil)
    try await files.db.insert(CountedAlbum(id: 1, title: "Promise"))
    try await files.other.insert(CountedAlbum(id: 2, title: "Lovers Rock"))
    #expect(try await files.db.fetch(CountedNote.self) == [CountedNote(text: "Promise")])
    try await files.db.drop(trigger)
    try await files.db.insert(CountedAlbum(id: 3, title: "Diamond Life"))
    #expect(try await files.db.count(CountedNote.self) == 1)
  }

  @Test("A trigger whose body names a missing table is refused when it is created")
  func misspelt() async throws {
    let db = try await database()
    let events = [
      Trigger("a", after: .insert(CountedAlbum.self)) { _ in "DELETE FROM nowhere" },
      Trigger("a", before: .update(CountedAlbum.self)) { _, _ in "DELETE FROM nowhere" },
      Trigger("a", after: .update(CountedAlbum.self, of: \.title)) { _, _ in "DELETE FROM nowhere"
      },
      Trigger("a", before: .delete(CountedAlbum.self)) { _ in "DELETE FROM nowhere" },
    ]
    for trigger in events {
      let error = await #expect(throws: DatabaseError.self) { try await db.create(trigger) }
      #expect(error?.message == "no such table: main.nowhere")
      #expect(try await db.schemaSQL(of: "a") == nil)
    }
  }

  @Test("A trigger with a value that can't be stored is refused")
  func unencodable() async throws {
    let db = try await database()
    let trigger = Trigger("a", after: .insert(CountedAlbum.self)) { _ in
      "INSERT INTO note VALUES (\(Double.nan), NULL)"
    }
    await #expect(throws: ValueEncodingError.self) { try await db.create(trigger) }
  }

  @Test("create leaves an existing trigger unchanged, or throws")
  func existing() async throws {
    let db = try await database()
    let trigger = Trigger("song_added", before: .insert(CountedSong.self)) { _ in "DELETE FROM note"
    }
    try await db.create(trigger)
    #expect(try await db.schemaSQL(of: "song_added")?.contains("AFTER INSERT") == true)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.create(trigger, ifNotExists: false)
    }
    #expect(error?.message == #"trigger "song_added" already exists"#)
    try await db.drop(trigger)
    try await db.drop(trigger)
    let missing = await #expect(throws: DatabaseError.self) {
      try await db.drop(trigger, ifExists: false)
    }
    #expect(missing?.message == "no such trigger: main.song_added")
  }
}
