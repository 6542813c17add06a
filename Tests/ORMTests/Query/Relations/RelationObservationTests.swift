import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

/// Observed queries with lists.
@Suite("Observed lists", .timeLimit(.minutes(10)))
struct RelationObservationTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track

  /// Artists with the first two of their albums, and the tracks of these.
  private static var shelves:
    SelectQuery<
      Artist.Columns,
      Results3<
        OneValue<String>,
        ListResult<Results2<OneValue<String>, ListResult<OneValue<String>>>>, OneValue<Int>
      >
    >
  {
    Artist.where { $0.id < 10 }.order { $0.id }.select {
      $0.name
      $0.albums.order { $0.id }.limit(2).select { ($0.title, $0.tracks.select { $0.title }) }
      $0.albums.count()
    }
  }

  /// A database on file with readers, and one in memory.
  private static func databases() async throws -> [(Database, TemporaryFolder)] {
    var databases: [(Database, TemporaryFolder)] = []
    for isOnFile in [true, false] {
      let folder = try TemporaryFolder()
      let db = try isOnFile ? Database(folder.file()) : Database.inMemory()
      try await Related.fill(db)
      databases.append((db, folder))
    }
    return databases
  }

  @Test("Observed lists report the change of each commit, at every level")
  func levels() async throws {
    for (db, folder) in try await Self.databases() {
      var values = db.observe(Self.shelves).makeAsyncIterator()
      let first = try await values.next()
      #expect(first?.map(\.0) == ["Sade", "Fela", "Nina"])
      #expect(first?.map { $0.1.map(\.0) } == [["Promise", "Diamond Life"], ["Zombie"], []])
      #expect(first?.map { $0.1.map(\.1) } == [[["Jezebel"], ["Sally"]], [["Zombie"]], []])
      try await db.execute("UPDATE track SET title = 'Maureen' WHERE id = 3")
      #expect(try await values.next()?.map { $0.1.map(\.1) }[0] == [["Jezebel"], ["Maureen"]])
      try await db.execute("UPDATE album SET title = 'Love Deluxe' WHERE id = 3")
      #expect(try await values.next()?[0].1.map(\.0) == ["Promise", "Love Deluxe"])
      try await db.execute("UPDATE artist SET name = 'Sade Adu' WHERE id = 1")
      #expect(try await values.next()?.map(\.0) == ["Sade Adu", "Fela", "Nina"])
      try await db.insert(Album(id: 9, title: "Wild Is the Wind", artistID: 3, editorID: nil))
      #expect(try await values.next()?.map { $0.1.count } == [2, 1, 1])
      try await db.insert(Track(id: 9, title: "Four Women", albumID: 9, seconds: 260))
      #expect(try await values.next()?[2].1.map(\.1) == [["Four Women"]])
      // From one list to another.
      try await db.execute("UPDATE track SET albumID = 2 WHERE id = 9")
      #expect(try await values.next()?.map { $0.1.map(\.1.count) } == [[1, 1], [2], [0]])
      try await db.transaction { db in
        try db.execute("DELETE FROM track")
        try db.execute("DELETE FROM album WHERE id = 9")
        try db.execute("UPDATE artist SET name = 'Sade' WHERE id = 1")
      }
      let last = try await values.next()
      #expect(last?.map { $0.1.map(\.1) } == [[[], []], [[]], []] && last?[0].0 == "Sade")
      withExtendedLifetime(folder) {}
    }
  }

  @Test("Observed lists report nothing if a commit does not change the result")
  func repeats() async throws {
    for (db, folder) in try await Self.databases() {
      try await db.insert(Album(id: 9, title: "third", artistID: 1, editorID: nil))
      try await db.insert(Artist(id: 20, name: "", born: nil))
      try await db.insert(Album(id: 10, title: "of another", artistID: 20, editorID: nil))
      try await db.execute("UPDATE track SET title = 'a' WHERE id = 1")
      let observed = db.observe(Self.shelves).read
      func isRepeat(_ script: String) async throws -> Bool {
        let before = try await db.reading { try observed.body($0) }
        try await db.execute(script: "\(raw: script)")
        let after = try await db.reading { try observed.body($0) }
        return observed.isRepeat(before, after)
      }
      // After the limit; of an artist that is not selected; of no album; a column that is not read;
      // a row that replaces an equal one; a change and its reversal.
      for script in [
        "UPDATE album SET title = title || '!' WHERE id = 9",
        "UPDATE album SET title = title || '!' WHERE id = 10",
        "UPDATE album SET artistID = 20 WHERE id = 10",
        "INSERT INTO track (id, title, albumID, seconds) VALUES (90, '', 9, 1)",
        "UPDATE track SET title = title || '!' WHERE albumID IS NULL",
        "UPDATE track SET seconds = seconds + 1", "UPDATE artist SET born = 1",
        "DELETE FROM track WHERE id = 1; INSERT INTO track VALUES (1, 'a', 1, 7)",
        "UPDATE album SET title = title || '!'; UPDATE album SET title = rtrim(title, '!')",
      ] { #expect(try await isRepeat(script), "\(script)") }
      for script in [
        "UPDATE track SET title = 'A' WHERE id = 1", "UPDATE track SET albumID = 2 WHERE id = 1",
        "UPDATE track SET albumID = 9 WHERE id = 1",
        "UPDATE album SET title = title || '!' WHERE id = 3",
        "DELETE FROM track WHERE albumID = 9; DELETE FROM album WHERE id = 9",
        "UPDATE album SET artistID = 2 WHERE id = 3", "UPDATE artist SET name = 'x' WHERE id = 2",
      ] { #expect(try await !isRepeat(script), "\(script)") }
      withExtendedLifetime(folder) {}
    }
  }

  @Test("Observed lists are notified once of a commit that changes several levels")
  func once() async throws {
    let db = try await Related.database()
    let listed = try Self.shelves.listedRows(inBatches: false)
    let texts = try [listed.statement().sql] + listed.listStatements().map(\.sql)
    #expect(texts.count == 3)
    let counts = try await db.writing { connection in
      let id = try connection.beginObserving(ObserverMailbox(), interval: nil)
      defer { connection.endObserving(id) }
      try connection.setScope(.statements(texts), of: id)
      return try [
        "BEGIN; DELETE FROM track; UPDATE album SET title = ''; UPDATE artist SET name = ''; COMMIT",
        "UPDATE album SET title = 'x'", "UPDATE artist SET name = 'x'",
        "INSERT INTO track (id, title, albumID, seconds) VALUES (1, '', 1, 1)",
        "UPDATE track SET seconds = 5", "UPDATE artist SET born = 5", "DELETE FROM tagging",
      ].map {
        try connection.runAsCode($0)
        return connection.drainMessages().count
      }
    }
    #expect(counts == [1, 1, 1, 1, 0, 0, 0])
  }

  @Test("Observed lists are of one snapshot, can be empty, and continue after a first value")
  func states() async throws {
    for (db, folder) in try await Self.databases() {
      try await db.execute(script: "DELETE FROM tagging; DELETE FROM track; DELETE FROM album")
      try await db.execute("DELETE FROM artist")
      let query = Artist.order { $0.id }.select { ($0.name, $0.albums, $0.albums.count()) }
      let (first, rest) = try await db.observe(query).start()
      #expect(first.isEmpty)
      let writing = Task {
        for number in 0..<60 {
          try await db.transaction { db in
            if number == 0 { try db.insert(Artist(id: 1, name: "", born: nil)) }
            try db.insert(Album(id: number, title: "", artistID: 1, editorID: nil))
            try db.execute("UPDATE artist SET name = \("\(number + 1)")")
          }
        }
      }
      for try await rows in rest {
        #expect(rows.map(\.0) == ["\(rows[0].1.count)"] && rows[0].1.count == rows[0].2)
        if rows[0].2 == 60 { break }
      }
      try await writing.value
      withExtendedLifetime(folder) {}
    }
  }

  @Test("Observed lists use the values of a prepared query, and throw the errors of a fetch")
  func others() async throws {
    let db = try await Related.database()
    let prepared = PreparedQuery { (artist: Placeholder<Int>, least: Placeholder<Int>) in
      Artist.where { $0.id == artist }.select {
        (
          $0.name, $0.albums.where { $0.id >= least }.order { $0.id }.select { $0.id },
          $0.tags.first
        )
      }
    }
    var values = db.observe(prepared(1, 2)).makeAsyncIterator()
    #expect(try await values.next()?.map(\.1) == [[3]])
    try await db.execute("UPDATE album SET artistID = 2")
    #expect(try await values.next()?.map(\.1) == [[]])
    try await db.execute("UPDATE album SET artistID = 1")
    let last = try await values.next()
    #expect(last?.map(\.1) == [[2, 3]] && last?.first?.2?.name == "soul")
    await #expect(throws: RelationError.self) {
      for try await _ in db.observe(Artist.all.distinct().select { ($0.name, $0.albums) }) {}
    }
    await #expect(throws: RelationError.self) {
      for try await _ in db.observe(
        Artist.select { row in row.albums.where { $0.title == row.name } })
      {}
    }
  }
}
