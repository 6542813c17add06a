import ORM
import Synchronization
import Testing

/// The advice that a warning contains.
@Suite("The advice of query warnings")
struct QueryAdviceTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Employee = Related.Employee
  private typealias Shelf = Related.Shelf

  /// Returns the advice for the statements that `body` runs.
  private func advice(
    repetitions: Int? = nil, scans: Bool = false, indexes: Bool = false,
    _ body: (Database) async throws -> Void
  ) async throws -> [String?] {
    let advised = Mutex<[String?]>([])
    var configuration = Configuration()
    var warnings = QueryWarnings { warning in advised.withLock { $0.append(warning.advice) } }
    warnings.repetitionLimit = repetitions
    warnings.findsScans = scans
    warnings.findsMissingIndexes = indexes
    configuration.warnings = warnings
    let db = try await Related.database(configuration)
    advised.withLock { $0 = [] }
    try await QueryWarnings.scope { try await body(db) }
    return advised.withLock { $0 }
  }

  @Test("Fetching the children of each row causes advice to use a to-many relation")
  func many() async throws {
    let advice = try await advice(repetitions: 2) { db in
      for id in 1...3 { _ = try await db.fetch(Album.where { $0.artistID == id }) }
      for id in 1...3 { _ = try await db.fetch(Album.where { $0.editorID.in([id]) && $0.id > 0 }) }
      for id in 1...3 {
        _ = try await db.fetch(
          Related.Book.where { $0.room == "A" && $0.shelfNumber == id }.order { $0.title })
      }
      for _ in 1...3 {
        let artist = try #require(try await db.find(Artist.self, 1))
        _ = try await db.load([artist]) { $0.albums.order { $0.title } }
      }
    }
    #expect(
      advice == [
        #"declare a ToMany of "album" in "artist" (by "artistID"): a select with it, or load, "#
          + "fetches the rows of all parents in one statement",
        #"declare a ToMany of "album" in "artist" (by "editorID"): a select with it, or load, "#
          + "fetches the rows of all parents in one statement",
        nil, Self.ones, Self.ones,
        #"declare a ToMany of "album" in "artist" (by "artistID"): a select with it, or load, "#
          + "fetches the rows of all parents in one statement",
      ])
  }

  private static let ones =
    #"declare a ToOne or ToOptional of "artist" in "album" (by "artistID") or "album" (by "#
    + #""editorID"): a select with it joins the table, in one statement"#

  @Test("Finding the parent of each row causes advice to use a to-one relation")
  func one() async throws {
    let advice = try await advice(repetitions: 2) { db in
      for id in 1...3 { _ = try await db.find(Artist.self, id) }
      for id in 1...3 { _ = try await db.fetch(Related.Track.where { $0.id == id }) }
      for name in ["a", "b", "c"] { _ = try await db.fetch(Artist.where { $0.name == name }) }
    }
    #expect(advice == [Self.ones, nil, nil])
  }

  @Test("A list, a count or a condition that lacks an index causes advice to add one")
  func indexes() async throws {
    let artistID = #"add @Column(index: true) to "artistID" of "album""#
    let bossID = #"add @Column(index: true) to "bossID" of "employee""#
    let advice = try await advice(scans: true) { db in
      _ = try await db.fetch(Artist.where { $0.id < 3 }.select { ($0.name, $0.albums) })
      _ = try await db.fetch(
        Artist.where { $0.id < 3 }.select { ($0.name, $0.albums.order { $0.title }.limit(1)) })
      _ = try await db.fetch(Artist.select { ($0.name, $0.albums.count()) })
      _ = try await db.fetch(Artist.where { $0.albums.exists { $0.title == "x" } })
      _ = try await db.fetch(
        Employee.where { $0.id == 1 }.select { ($0.name, $0.reports.count()) })
      _ = try await db.fetch(
        Shelf.where { $0.room == "A" }.select { ($0.number, $0.books.select { $0.title }) })
      _ = try await db.fetch(Album.where { $0.title == "x" || $0.id == 1 || $0.artistID == 2 })
      try await db.execute("CREATE INDEX album_artist ON album (artistID)")
      _ = try await db.fetch(Artist.where { $0.id < 3 }.select { ($0.name, $0.albums) })
    }
    #expect(
      advice == [
        artistID, artistID, artistID, nil,
        #"add an #Index of "artistID", "title" to "album""#, bossID,
        #"add an #Index of "room", "shelfNumber" to "book""#, nil,
      ])
  }

  @Test("A foreign key without an index causes advice to add one")
  func references() async throws {
    let advice = try await advice(indexes: true) { db in
      try await db.execute("CREATE TABLE other (x INTEGER)")
      _ = try await db.fetch(Artist.self)
    }
    #expect(advice.contains(#"add @Column(index: true) to "editorID" of "album""#))
  }

  @Test("Queries that link, unlink and sync run themselves cause no warning")
  func ownQueries() async throws {
    let advice = try await advice(repetitions: 1) { db in
      let tag = Related.Tag(id: 1, name: "soul")
      let album = Album(id: 1, title: "Promise", artistID: 1, editorID: nil)
      let artist = Artist(id: 2, name: "Fela", born: 1938)
      for _ in 1...3 {
        try await db.link(album, to: [tag], by: \.tags)
        try await db.sync(
          [Album(id: 2, title: "Zombie", artistID: 2, editorID: 3)], as: \.albums, of: artist)
        try await db.unlink(album, from: [tag], by: \.tags)
      }
    }
    #expect(advice == [])
  }
}
