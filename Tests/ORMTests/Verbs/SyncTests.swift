import Foundation
import ORM
import Testing

/// A collection is changed to the wanted rows by writing only the differences.
@Suite("Synchronized collections")
struct SyncTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Shelf = Related.Shelf
  private typealias Book = Related.Book

  @Test("sync deletes missing rows, updates changed ones and inserts new ones, in this order")
  func difference() async throws {
    let db = try await Related.database()
    try await db.deleteAll(Related.Tagging.self)
    try await db.deleteAll(Track.self)
    let sade = try #require(try await db.find(Artist.self, 1))
    try await db.insert(Album(id: 4, title: "Stays", artistID: 1, editorID: nil))
    let trace = try await StatementTrace.start(on: db)
    let change = try await db.sync(
      [
        Album(id: 4, title: "Stays", artistID: 1, editorID: nil),
        Album(id: 3, title: "Diamond Life (remaster)", artistID: 1, editorID: 1),
        Album(id: 9, title: "By key", artistID: 1, editorID: nil),
      ], adding: [Album.Draft(title: "Love Deluxe", artistID: 1, editorID: nil)],
      as: \.albums, of: sade)
    #expect(change.inserted == 2 && change.updated == 1 && change.deleted == 1)
    #expect(change.insertedRows.map(\.id) == [9, 10])
    let writes = trace.statements.filter { !$0.hasPrefix("SELECT") && !$0.hasPrefix("--") }
    #expect(
      writes == [
        "BEGIN IMMEDIATE", #"DELETE FROM "album" WHERE "id" IN ($1)"#,
        #"UPDATE "album" SET "title" = $1 WHERE "id" = $2"#,
        #"INSERT INTO "album" ("title", "artistID", "editorID", "id") VALUES ($1, $2, $3, $4)"#,
        #"INSERT INTO "album" ("title", "artistID", "editorID") VALUES ($1, $2, $3)"#, "COMMIT",
      ])
    let rows = try await db.fetch(Album.where { $0.artistID == 1 }.order { $0.id })
    #expect(rows.map(\.id) == [3, 4, 9, 10] && rows[0].title == "Diamond Life (remaster)")
    #expect(try await db.find(Album.self, 2)?.title == "Zombie")
    let again = try await db.sync(rows, as: \.albums, of: sade)
    #expect(again.isEmpty)
    let none = try await db.sync([Album](), as: \.albums, of: sade)
    #expect(none.deleted == 4 && none.inserted == 0 && none.updated == 0)
    #expect(try await db.fetch(Album.self).map(\.id) == [2])
  }

  @Test("sync throws before it writes if a row belongs to another parent, and names its key")
  func otherParents() async throws {
    let db = try await Related.database()
    let sade = try #require(try await db.find(Artist.self, 1))
    let own = Album(id: 1, title: "changed", artistID: 1, editorID: nil)
    let trace = try await StatementTrace.start(on: db)
    func isRefused(
      _ rows: [Album], _ drafts: [Album.Draft] = [], key: [SQLValue],
      reason: SyncError.Reason = .otherParent
    ) async {
      let error = await #expect(throws: SyncError.self) {
        try await db.sync(rows, adding: drafts, as: \.albums, of: sade)
      }
      #expect(error?.key == key && error?.table == "album" && error?.reason == reason)
      let words = key == [2] ? "the row 2 does not refer" : "row"
      #expect(error.map { "\($0)" }?.contains(words) == true)
    }
    // In the passed row; in the database; in a draft; passed twice.
    await isRefused([own, Album(id: 2, title: "Zombie", artistID: 2, editorID: 3)], key: [2])
    await isRefused([own, Album(id: 2, title: "Zombie", artistID: 1, editorID: 3)], key: [2])
    await isRefused([own], [Album.Draft(title: "x", artistID: 3, editorID: nil)], key: [])
    await isRefused([own, own], key: [1], reason: .repeated)
    // A reference that is NULL.
    let editor = try #require(try await db.find(Artist.self, 3))
    await #expect(throws: SyncError.self) {
      try await db.sync([own], as: \.edited, of: editor)
    }
    let written = trace.statements.filter { $0.hasPrefix("DELETE") || $0.hasPrefix("UPDATE") }
    #expect(written.isEmpty)
    #expect(try await db.count(Album.self) == 3)
  }

  @Test("A failed sync keeps nothing, even within a transaction, and sync throws within a read")
  func throwing() async throws {
    let db = try await Related.database()
    let sade = try #require(try await db.find(Artist.self, 1))
    // A track refers to the album that would be deleted.
    let error = await #expect(throws: DatabaseError.self) {
      try await db.sync(
        [Album(id: 1, title: "changed", artistID: 1, editorID: nil)], as: \.albums, of: sade)
    }
    #expect(error?.violation?.kind == .foreignKey)
    try await db.transaction { tx in
      #expect(throws: DatabaseError.self) {
        try tx.sync(
          [
            Album(id: 1, title: "changed", artistID: 1, editorID: nil),
            Album(id: 3, title: "Diamond Life", artistID: 1, editorID: 99),
          ], as: \.albums, of: sade)
      }
      let change = try tx.sync(
        try tx.fetch(Album.where { $0.artistID == 1 }),
        adding: [Album.Draft(title: "new", artistID: 1, editorID: nil)], as: \.albums, of: sade)
      #expect(change.inserted == 1 && change.updated == 0 && change.deleted == 0)
    }
    let titles = try await db.fetch(
      Album.where { $0.artistID == 1 }.order { $0.id }.select { $0.title })
    #expect(titles == ["Promise", "Diamond Life", "new"])
    let reading = await #expect(throws: DatabaseError.self) {
      try await db.read { db in try db.sync([Album](), as: \.albums, of: sade) }
    }
    #expect(reading?.code == .readOnly)
    await #expect(throws: RowNotFoundError.self) {
      try await db.sync([Album](), as: \.albums, of: Artist(id: 9, name: "", born: nil))
    }
  }

  @Test("sync runs triggers, and is undone if a trigger skips one of its writes")
  func triggers() async throws {
    let db = try await Related.database()
    try await db.execute(
      """
      CREATE TRIGGER noted AFTER UPDATE ON album
      BEGIN UPDATE artist SET born = born + 1 WHERE id = new.artistID; END
      """)
    let sade = try #require(try await db.find(Artist.self, 1))
    var albums = try await db.fetch(Album.where { $0.artistID == 1 }.order { $0.id })
    albums[1].title = "changed"
    #expect(try await db.sync(albums, as: \.albums, of: sade).updated == 1)
    #expect(try await db.find(Artist.self, 1)?.born == 1960)
    try await db.execute(
      """
      CREATE TRIGGER quiet BEFORE UPDATE ON album WHEN new.title = ''
      BEGIN SELECT RAISE(IGNORE); END
      """)
    albums[0].title = "changed, too"
    albums[1].title = ""
    await #expect(throws: RowNotKeptError.self) {
      try await db.sync(albums, as: \.albums, of: sade)
    }
    let titles = try await db.fetch(
      Album.where { $0.artistID == 1 }.order { $0.id }.select { $0.title })
    #expect(titles == ["Promise", "changed"])
    #expect(try await db.find(Artist.self, 1)?.born == 1960)
    try await db.execute(
      "CREATE TRIGGER kept BEFORE DELETE ON album BEGIN SELECT RAISE(IGNORE); END")
    await #expect(throws: RowNotKeptError.self) {
      try await db.sync([Album](), as: \.albums, of: sade)
    }
    #expect(try await db.count(Album.where { $0.artistID == 1 }) == 2)
  }

  @Test("sync refuses relations that are more than a reference")
  func refusals() async throws {
    let db = try await Related.database()
    let sade = try #require(try await db.find(Artist.self, 1))
    let album = try #require(try await db.find(Album.self, 1))
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: RelationError.self) { try await body() }
      #expect(error?.reason == .notWritable)
    }
    await isRefused { try await db.sync([Track](), as: \.tracks, of: sade) }
    await isRefused { try await db.sync([Track](), as: \.recordings, of: sade) }
    await isRefused { try await db.sync([Related.Tag](), as: \.tags, of: album) }
    await isRefused { try await db.sync([Album](), as: \.promises, of: sade) }
    await isRefused { try await db.sync([Album](), as: \.newest, of: sade) }
    await isRefused { try await db.sync([Album](), as: \.siblings, of: album) }
    #expect(try await db.count(Album.self) == 3)
    #expect(try await db.count(Track.self) == 4)
  }

  @Test("sync works with composite keys, references to non-key columns, and self-references")
  func otherReferences() async throws {
    let db = try await Related.database()
    let shelf = try #require(try await db.find(Shelf.self, ("A", 1)))
    let change = try await db.sync(
      [
        Book(id: 1, title: "One!", room: "A", shelfNumber: 1, label: "old"),
        Book(id: 7, title: "Seven", room: "A", shelfNumber: 1, label: nil),
      ], as: \.books, of: shelf)
    #expect(change.inserted == 1 && change.updated == 1 && change.deleted == 0)
    let error = await #expect(throws: SyncError.self) {
      try await db.sync(
        [Book(id: 1, title: "One", room: "A", shelfNumber: 2, label: nil)], as: \.books, of: shelf)
    }
    #expect(error?.key == [1])
    let old = try #require(try await db.find(Shelf.self, ("B", 1)))
    let labelled = try await db.sync(
      [Book](), adding: [Book.Draft(title: "New", room: "", shelfNumber: 0, label: "old")],
      as: \.labelledBooks, of: old)
    #expect(labelled.inserted == 1 && labelled.deleted == 1)
    // The label is NULL, so no book refers to it.
    let unlabelled = try #require(try await db.find(Shelf.self, ("A", 2)))
    #expect(try await db.sync([Book](), as: \.labelledBooks, of: unlabelled).isEmpty)
    await #expect(throws: SyncError.self) {
      try await db.sync(
        [Book(id: 9, title: "", room: "", shelfNumber: 0, label: nil)],
        as: \.labelledBooks, of: unlabelled)
    }
    let boss = try #require(try await db.find(Related.Employee.self, 1))
    let reports = try await db.sync(
      [
        Related.Employee(id: 4, name: "Di", bossID: 1),
        Related.Employee(id: 2, name: "B", bossID: 1),
      ], as: \.reports, of: boss)
    #expect(reports.updated == 1 && reports.deleted == 0)
  }

  @Test("sync works with many rows whose composite key contains the reference")
  func compositeKeys() async throws {
    typealias Tagging = Related.Tagging
    let db = try await Related.database()
    let album = try #require(try await db.find(Album.self, 2))
    let tags = try await db.insert((10..<2_010).map { Related.Tag(id: $0, name: "") })
    let taggings = tags.map { Tagging(albumID: 2, tagID: $0.id, weight: 0) }
    let kept = Tagging(albumID: 2, tagID: 1, weight: 9)
    let change = try await db.sync([kept] + taggings, as: \.taggings, of: album)
    #expect(change.inserted == 2_000 && change.updated == 1 && change.deleted == 1)
    let error = await #expect(throws: SyncError.self) {
      try await db.sync([Tagging(albumID: 1, tagID: 1)], as: \.taggings, of: album)
    }
    #expect(error?.key == [1, 1] && error.map { "\($0)" }?.contains("the row 1, 1 does") == true)
    let trace = try await StatementTrace.start(on: db)
    let less = try await db.sync([kept], as: \.taggings, of: album)
    #expect(less.deleted == 2_000 && less.inserted + less.updated == 0)
    #expect(trace.count("DELETE") == 1)
    #expect(try await db.fetch(Album.where { $0.id == 2 }.select { $0.taggings }) == [[kept]])
  }

  // MARK: - Keys

  @Table
  struct Country: Equatable {
    @Column(primaryKey: true, collate: .noCase) var code: String
    var name = ""
  }

  @Table
  struct City: Equatable {
    @Column(primaryKey: true, collate: .noCase) var name: String
    @Column(collate: .noCase, references: Country.self) var countryCode: String
    var size = 0.0
  }

  @Table
  struct Street: Equatable {
    let id: UUID
    var name: String
    @Column(collate: .noCase, references: City.self, onDelete: .cascade) var cityName: String?
    var opened: Date?
  }

  @Table
  struct Note: Equatable {
    var id: Int?
    var text: String
    var streetID: UUID
  }

  @Test("sync works with NOCASE keys, keys of bytes, and generated keys")
  func otherKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Country.self, City.self, Street.self, Note.self)
    try await db.insert([Country(code: "NG"), Country(code: "DE")])
    try await db.insert([
      City(name: "Lagos", countryCode: "ng"), City(name: "Kano", countryCode: "NG"),
      City(name: "Bonn", countryCode: "DE"),
    ])
    // The passed row has the key "Ng", and the stored one "NG".
    let nigeria = Country(code: "Ng")
    let change = try await db.sync(
      [
        City(name: "LAGOS", countryCode: "NG"), City(name: "Kano", countryCode: "NG"),
        City(name: "e\u{301}", countryCode: "nG"), City(name: "\u{E9}", countryCode: "ng"),
      ], as: \.cities, of: nigeria)
    #expect(change.inserted == 2 && change.updated == 1 && change.deleted == 0)
    let names = try await db.fetch(City.select { $0.name })
    #expect(names.contains("LAGOS") && !names.contains("Lagos") && names.count == 5)
    for name in ["bonn", "BONN"] {
      let error = await #expect(throws: SyncError.self) {
        try await db.sync([City(name: name, countryCode: "NG")], as: \.cities, of: nigeria)
      }
      #expect(error?.key == [.text(name)] && error.map { "\($0)" }?.contains(name) == false)
    }
    let twice = await #expect(throws: SyncError.self) {
      try await db.sync(
        [City(name: "kano", countryCode: "NG"), City(name: "KANO", countryCode: "NG")],
        as: \.cities, of: nigeria)
    }
    #expect(twice?.reason == .repeated)

    let kano = City(name: "kano", countryCode: "NG")
    let streets = (0..<20).map {
      Street(id: UUID(), name: "\($0)", cityName: "KANO", opened: Date(timeIntervalSince1970: 0.1))
    }
    #expect(try await db.sync(streets, as: \.streets, of: kano).inserted == 20)
    #expect(try await db.sync(streets.reversed(), as: \.streets, of: kano).isEmpty)
    var some = Array(streets[5..<15])
    some[3].name = "New Road"
    let less = try await db.sync(some, as: \.streets, of: kano)
    #expect(less.inserted == 0 && less.updated == 1 && less.deleted == 10)

    let notes = ["a", "b"].map { Note(id: nil, text: $0, streetID: some[0].id) }
    let inserted = try await db.sync(notes, as: \.notes, of: some[0]).insertedRows
    #expect(inserted.map(\.id) == [1, 2])
    let mixed = try await db.sync(
      [Note(id: nil, text: "c", streetID: some[0].id), inserted[1]], as: \.notes, of: some[0])
    #expect(mixed.inserted == 1 && mixed.deleted == 1 && mixed.updated == 0)
    #expect(mixed.insertedRows.map(\.text) == ["c"])
    await #expect(throws: MissingPrimaryKeyError.self) {
      try await db.sync([NoteLine](), as: \.lines, of: notes[0])
    }
  }

  @Table
  struct NoteLine {
    let id: Int
    var noteID: Int
  }

  // MARK: - Columns of other kinds

  @Table
  struct Photo {
    let id: Int
    @Column(references: Line.self) var lineID: Int
    var name: String
    @Column(lazy: true) var image: Lazy<[UInt8]>
    @Column(generated: .stored("length(name)")) var length: Int?
  }

  @Test("sync keeps lazy columns that are not loaded, and does not compare generated ones")
  func otherColumns() async throws {
    let db = try Database.inMemory()
    try await db.create(Line.self, Photo.self)
    let line = try await db.insert(Line(id: 1))
    func photo(_ id: Int, _ name: String, _ image: Lazy<[UInt8]>) -> Photo {
      Photo(id: id, lineID: 1, name: name, image: image, length: 99)
    }
    let first = try await db.sync(
      [photo(1, "a", .loaded([1])), photo(2, "b", .loaded([2]))], as: \.photos, of: line)
    #expect(first.insertedRows.map(\.length) == [1, 1])
    let rows = try await db.fetch(Photo.order { $0.id })
    #expect(try await db.sync(rows, as: \.photos, of: line).isEmpty)
    let change = try await db.sync(
      [photo(1, "c", .unloaded), photo(2, "b", .loaded([3]))], as: \.photos, of: line)
    #expect(change.updated == 2 && change.inserted == 0)
    let images = try await db.fetch(Photo.order { $0.id }.select { ($0.name, $0.image) })
    #expect(images.map(\.0) == ["c", "b"] && images.map(\.1) == [[1], [3]])
  }

  @Table
  struct Line: Equatable {
    let id: Int
  }

  @Test("Concurrent calls of sync leave the rows of one of the calls")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let db = try Database("\(folder.path)/sync.sqlite")
    try await db.create(Artist.self, Album.self)
    let artist = try await db.insert(Artist(id: 1, name: "", born: nil))
    for round in 0..<50 {
      await withThrowingTaskGroup { group in
        for writer in 0..<4 {
          group.addTask {
            try await db.sync(
              (0..<10).map {
                Album(id: $0, title: "\(round) \(writer)", artistID: 1, editorID: nil)
              }, as: \.albums, of: artist)
          }
        }
      }
      let titles = try await db.fetch(Album.select { $0.title })
      #expect(titles.count == 10 && Set(titles).count == 1)
    }
  }
}

extension Related.Artist.Columns {
  fileprivate var promises: ToMany<Related.Album> { albums.where { $0.title == "Promise" } }
  fileprivate var newest: ToMany<Related.Album> { albums.order { $0.id.desc() }.limit(1) }
}

extension Related.Album.Columns {
  fileprivate var siblings: ToMany<Related.Album> { artist.albums }
}

extension SyncTests.Country.Columns {
  fileprivate var cities: ToMany<SyncTests.City> { toMany(\.country) }
}

extension SyncTests.City.Columns {
  fileprivate var country: ToOne<SyncTests.Country> { toOne(countryCode) }
  fileprivate var streets: ToMany<SyncTests.Street> { toMany(\.city) }
}

extension SyncTests.Street.Columns {
  fileprivate var city: ToOptional<SyncTests.City> { toOptional(cityName) }
  fileprivate var notes: ToMany<SyncTests.Note> { toMany(\.street) }
}

extension SyncTests.Note.Columns {
  fileprivate var street: ToOne<SyncTests.Street> { toOne(streetID) }
  fileprivate var lines: ToMany<SyncTests.NoteLine> { toMany(\.note) }
}

extension SyncTests.NoteLine.Columns {
  fileprivate var note: ToOne<SyncTests.Note> { toOne(noteID) }
}

extension SyncTests.Photo.Columns {
  fileprivate var line: ToOne<SyncTests.Line> { toOne(lineID) }
}

extension SyncTests.Line.Columns {
  fileprivate var photos: ToMany<SyncTests.Photo> { toMany(\.line) }
}
