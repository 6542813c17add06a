import Foundation
import ORM
import Testing

/// The features of FMPersisting for its `Album` and `Podcast`.
private enum FM {
  struct Flags: OptionSet, ColumnValue {
    let rawValue: Int
    static let autoDownload = Flags(rawValue: 1)
    static let wifiOnly = Flags(rawValue: 2)
  }

  @Table(naming: .screamingSnakeCase)
  struct Artist: Identifiable, Equatable {
    let id: Int
    var name: String
  }

  @Table("ALBUM", naming: .screamingSnakeCase)
  struct Album: Identifiable, Equatable {
    var id: Int?
    var title: String
    @Column(references: Artist.self) var artistID: Int?
    @Column("GIVEN_NAME") var firstName: String?
    var lastPlayed: Date?
    var rating: Double = 0
    var isLoved = false
    var size: Int64 = 0
    var flags: Flags = []
    @Ignored var mediaType = "cd"

    var autoDownloadEnabled: Bool {
      get { flags.contains(.autoDownload) }
      set { if newValue { flags.insert(.autoDownload) } else { flags.remove(.autoDownload) } }
    }
  }

  @Table(naming: .screamingSnakeCase)
  struct Names {
    @Column(primaryKey: true) var userID: Int
    var userIDString = ""
    var mediaURL = ""
    var videoIDs = ""
  }

  @Table
  struct Cover {
    var id: Int?
    var name: String
    @Column(lazy: true) var image: Lazy<Data>
  }

  static func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Artist.self, Album.self, Names.self, Cover.self)
    return db
  }
}

@Suite("FMPersisting")
struct FMPersistingTests {
  @Test("FMPersisting: mapped properties are stored, ignored ones are not")
  func mapped() async throws {
    let db = try await FM.database()
    let album = try await db.insert(FM.Album(title: "Promise", mediaType: "lp"))
    #expect(album.mediaType == "cd")
    let columns = try #require(try await db.schema().table("ALBUM")).columns.map(\.name)
    #expect(!columns.contains("MEDIA_TYPE") && columns.contains("ARTIST_ID"))
  }

  @Test("FMPersisting: camel-case properties become upper-case columns with underscores")
  func names() {
    #expect(
      FM.Names.schema.columns.map(\.name) == [
        "USER_ID", "USER_ID_STRING", "MEDIA_URL", "VIDEO_IDS",
      ])
  }

  @Test("FMPersisting: the table's name follows the same rule")
  func tableName() { #expect(FM.Names.tableName == "NAMES" && FM.Artist.tableName == "ARTIST") }

  @Test("FMPersisting: each type round-trips, including a whole number in a REAL column")
  func types() async throws {
    let db = try await FM.database()
    let date = Date(timeIntervalSince1970: 86_400.5)
    let album = FM.Album(
      title: "x", lastPlayed: date, rating: 1, isLoved: true, size: .max, flags: [.wifiOnly])
    let stored = try await db.insert(album)
    #expect(try await db.find(FM.Album.self, 1) == stored && stored.rating == 1)
    #expect(stored.lastPlayed == date && stored.size == .max && stored.flags == .wifiOnly)
    try await db.execute(
      script: "CREATE TABLE n (ID INTEGER, T numeric, D numeric); INSERT INTO n VALUES (1, 1.0, 5)")
    #expect(try await db.value(Double.self, sql: "SELECT T FROM n") == 1)
    #expect(try await db.value(Date.self, sql: "SELECT D FROM n").timeIntervalSince1970 == 5)
  }

  @Test("FMPersisting: the database or the program sets a key, which can have any name")
  func keys() async throws {
    let db = try await FM.database()
    #expect(try await db.insert(FM.Album(title: "a")).id == 1)
    #expect(try await db.insert(FM.Album(id: 40, title: "b")).id == 40)
    let own = try await db.insert(FM.Names(userID: 7))
    #expect(try await db.find(FM.Names.self, own.userID) != nil)
    #expect(try await db.delete(own))
  }

  @Test("FMPersisting: a column name applies to one struct only")
  func ownNames() {
    #expect(FM.Album.schema.columns.map(\.name).contains("GIVEN_NAME"))
    #expect(!FM.Artist.schema.columns.map(\.name).contains("GIVEN_NAME"))
  }

  @Test("FMPersisting: a bit of a number is a Bool, even in queries")
  func bits() async throws {
    let db = try await FM.database()
    var album = try await db.insert(FM.Album(title: "a", flags: [.wifiOnly]))
    try await db.insert(FM.Album(title: "b"))
    album.autoDownloadEnabled = true
    try await db.update(album, columns: \.flags)
    let loaded = try await db.fetch(FM.Album.where { $0.flags.contains(.autoDownload) })
    #expect(loaded.map(\.title) == ["a"] && loaded[0].flags == [.autoDownload, .wifiOnly])
    #expect(loaded[0].autoDownloadEnabled)
  }

  @Test("FMPersisting: a missing table is created, and later versions add columns")
  func create() async throws {
    let db = try Database.inMemory()
    try await db.create(FM.Artist.self)
    try await db.create(FM.Artist.self)
    await #expect(throws: DatabaseError.self) {
      try await db.create(FM.Artist.self, ifNotExists: false)
    }
    try await db.execute("ALTER TABLE ARTIST DROP COLUMN NAME")
    try await db.migrate(
      to: Schema(of: FM.Artist.self), fill: [.column("ARTIST", "NAME", value: "")])
    #expect(try await db.schema().table("ARTIST")?.columns.count == 2)
  }

  @Test("FMPersisting: a row is inserted with some values and returned with all")
  func insertValues() async throws {
    let db = try await FM.database()
    let album = try await db.insert(FM.Album.self) { $0.title = "Promise" }
    #expect(album.id == 1 && album.rating == 0 && album.title == "Promise")
    await #expect(throws: DatabaseError.self) { try await db.insert(FM.Album.self) { $0.size = 1 } }
  }

  @Test("FMPersisting: one row or all are fetched by conditions, SQL, an order or a key")
  func fetches() async throws {
    let db = try await FM.database()
    try await db.insert([
      FM.Album(title: "b", rating: 2), FM.Album(title: "a", rating: 2), FM.Album(title: "c"),
    ])
    #expect(try await db.fetch(FM.Album.self).count == 3)
    #expect(try await db.find(FM.Album.self, 2)?.title == "a")
    let query = FM.Album.where { $0.rating == 2 && $0.title != "x" }.order { $0.title }
    #expect(try await db.fetch(query).map(\.title) == ["a", "b"])
    #expect(try await db.first(query)?.title == "a")
    let title = "b"
    let sql: SQL = "SELECT * FROM ALBUM WHERE TITLE = \(title) ORDER BY ID"
    #expect(try await db.fetch(FM.Album.self, sql: sql).count == 1)
    #expect(try await db.count(FM.Album.where { $0.lastPlayed == nil }) == 3)
  }

  @Test("FMPersisting: a condition with != also finds NULL")
  func not() async throws {
    let db = try await FM.database()
    try await db.insert([FM.Album(title: "a", firstName: "Sade"), FM.Album(title: "b")])
    let others = try await db.fetch(FM.Album.where { $0.firstName != "Sade" })
    #expect(others.map(\.title) == ["b"])
  }

  @Test("FMPersisting: one column is written, even with nil")
  func oneValue() async throws {
    let db = try await FM.database()
    var album = try await db.insert(FM.Album(title: "a", firstName: "Sade"))
    (album.firstName, album.title) = (nil, "not written")
    try await db.update(album, columns: \.firstName)
    let stored = try #require(try await db.find(FM.Album.self, 1))
    #expect(stored.firstName == nil && stored.title == "a")
  }

  @Test("FMPersisting: an update writes all columns, nil as NULL, and reports a missing row")
  func save() async throws {
    let db = try await FM.database()
    var album = try await db.insert(FM.Album(title: "a", firstName: "Sade"))
    album.firstName = nil
    try await db.update(album)
    #expect(try await db.find(FM.Album.self, 1)?.firstName == nil)
    await #expect(throws: RowNotFoundError.self) {
      try await db.update(FM.Album(id: 9, title: "a"))
    }
    await #expect(throws: MissingPrimaryKeyError.self) {
      try await db.update(FM.Album(title: "a"))
    }
  }

  @Test("FMPersisting: a lazy column is fetched on request, and kept by an update")
  func lazy() async throws {
    let db = try await FM.database()
    try await db.insert(FM.Cover(name: "a", image: .loaded(Data([1, 2]))))
    var cover = try #require(try await db.find(FM.Cover.self, 1))
    cover.name = "b"
    try await db.update(cover)
    #expect(try await db.load(\.image, of: cover) == Data([1, 2]))
  }

  @Test("FMPersisting: a row, all rows, a table and a database file are deleted")
  func deletes() async throws {
    let db = try await FM.database()
    let album = try await db.insert(FM.Album(title: "a"))
    try await db.insert(FM.Album(title: "b"))
    #expect(try await db.delete(album))
    #expect(try await db.delete(album) == false)
    #expect(try await db.deleteAll(FM.Album.self) == 1)
    try await db.drop(FM.Album.self)
    #expect(try await db.schema().table("ALBUM") == nil)
    let path = FileManager.default.temporaryDirectory.path + "/fm-\(UUID().uuidString).sqlite"
    try await Database(path).close()
    #expect(try Database.delete(at: path) && !FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "FMPersisting: a relation is a foreign key, and related rows are fetched only on request"
  )
  func relations() async throws {
    let db = try await FM.database()
    let sade = try await db.insert(FM.Artist.Draft(name: "Sade"))
    try await db.insert(FM.Album(title: "a", artistID: sade.id))
    let albums = try await db.fetch(FM.Album.where { $0.artistID == sade.id })
    #expect(albums.map(\.artistID) == [1])
    await #expect(throws: DatabaseError.self) {
      try await db.insert(FM.Album(title: "a", artistID: 99))
    }
  }

  @Test("FMPersisting: raw SQL runs, and SQLite's handle is available")
  func reach() async throws {
    let db = try await FM.database()
    try await db.execute("INSERT INTO ARTIST (NAME) VALUES (\("Sade"))")
    let count = try await db.transaction { tx in
      try tx.withHandle { _ in try tx.count(FM.Artist.self) }
    }
    #expect(count == 1)
  }

  @Test("FMPersisting: inserts, updates and deletes are reported with their changes")
  func handlers() async throws {
    let db = try await FM.database()
    let (_, changes) = try await db.transaction { tx in
      try tx.recordChanges(of: FM.Artist.self) {
        let sade = try tx.insert(FM.Artist.Draft(name: "Sade"))
        try tx.update(FM.Artist(id: sade.id, name: "Adu"))
      }
    }
    let kinds = try await db.operations(of: changes).map(\.kind)
    #expect(kinds == [.insert])
    var iterator = try await db.changes(of: FM.Artist.self).makeAsyncIterator()
    try await db.deleteAll(FM.Artist.self)
    #expect(try await iterator.next()?.deleted.count == 1)
    var states = db.observe(FM.Artist.all).makeAsyncIterator()
    #expect(try await states.next() == [])
    try await db.insert(FM.Artist.Draft(name: "Nina"))
    #expect(try await states.next()?.map(\.name) == ["Nina"])
  }

  @Test("FMPersisting: a database can be shared by its name")
  func shared() throws {
    let name = "fm-\(UUID().uuidString)"
    let db = try Database.inMemory()
    Database.share(db, as: name)
    #expect(try Database.shared(named: name) === db)
    Database.share(nil, as: name)
  }

  @Test("FMPersisting: a value is converted to a dictionary, and created and changed from one")
  func dictionaries() throws {
    let artist = FM.Artist(id: 3, name: "Sade")
    #expect(try Row(artist).dictionary == ["ID": 3, "NAME": "Sade"])
    #expect(try Row(["ID": 3, "NAME": "Sade", "MORE": 1]).decode(FM.Artist.self) == artist)
    let changed = try artist.updated(from: Row(["ID": 9, "NAME": "Adu"]))
    #expect(changed == FM.Artist(id: 3, name: "Adu"))
  }

  @Test("FMPersisting: SQL can be built without a database, and the newest row is fetched")
  func statements() async throws {
    #expect(
      FM.Artist.createSQL.contains(#"CREATE TABLE IF NOT EXISTS "ARTIST""#)
        || FM.Artist.createSQL.contains("CREATE TABLE"))
    #expect(FM.Artist.selectSQL == #"SELECT "ID", "NAME" FROM "ARTIST""#)
    let artist = FM.Artist(id: 3, name: "Sade")
    #expect(try artist.insertStatement.arguments == ["Sade", 3])
    #expect(try artist.updateStatement.sql == #"UPDATE "ARTIST" SET "NAME" = $1 WHERE "ID" = $2"#)
    let db = try await FM.database()
    try await db.insert(artist)
    #expect(try await db.lastInserted(FM.Artist.self) == artist)
  }

  @Test("FMPersisting: a query runs many times, and errors are thrown, not just logged")
  func errors() async throws {
    let db = try await FM.database()
    for _ in 0..<3 { _ = try await db.fetch(FM.Artist.self) }
    await #expect(throws: DatabaseError.self) { try await db.execute("SELECT nothing FROM ARTIST") }
  }
}
