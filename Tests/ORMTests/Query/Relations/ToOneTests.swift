import Foundation
import ORM
import Testing

/// To-one relations: their SQL, and the rows that it finds.
@Suite("To-one relations")
struct ToOneTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Employee = Related.Employee
  private typealias Shelf = Related.Shelf
  private typealias Book = Related.Book

  private static let albumsAndArtists =
    #" FROM "album" JOIN "artist" ON "artist"."id" = "album"."artistID""#

  @Test("A relation that is named five times is one join")
  func joinsOnce() async throws {
    let db = try await Related.database()
    let query = Album.where { $0.artist.name == "Sade" && $0.artist.id > 0 }
      .order {
        $0.artist.born
        $0.artist.name
        $0.id
      }.select { ($0.title, $0.artist.name) }
    try await expect(
      query,
      #"SELECT "album"."title", "artist"."name""# + Self.albumsAndArtists
        + #" WHERE "artist"."name" = $1 AND "artist"."id" > $2"#
        + #" ORDER BY "artist"."born", "artist"."name", "album"."id""#,
      ["Sade", 0], in: db, rows: [("Promise", "Sade"), ("Diamond Life", "Sade")])
  }

  @Test("A query that names no relation has no join")
  func keepsFlatText() async throws {
    let db = try await Related.database()
    try await expect(
      Album.where { $0.artistID == 2 }.select { $0.title },
      #"SELECT "title" FROM "album" WHERE "artistID" = $1"#, [2], in: db, rows: ["Zombie"])
  }

  @Test("A query that joins a relation selects only the columns of its own table")
  func selectsOwnColumns() async throws {
    let db = try await Related.database()
    try await expect(
      Album.where { $0.artist.name == "Fela" },
      #"SELECT "album"."id", "album"."title", "album"."artistID", "album"."editorID""#
        + Self.albumsAndArtists + #" WHERE "artist"."name" = $1"#,
      ["Fela"], in: db, rows: [Album(id: 2, title: "Zombie", artistID: 2, editorID: 3)])
  }

  @Test("An optional relation is a LEFT JOIN, and its row is nil if it does not exist")
  func leftJoins() async throws {
    let db = try await Related.database()
    try await expect(
      Album.order { $0.id }.select { ($0.id, $0.editor) },
      #"SELECT "album"."id", "artist"."id", "artist"."name", "artist"."born" FROM "album""#
        + #" LEFT JOIN "artist" ON "artist"."id" = "album"."editorID" ORDER BY "album"."id""#,
      in: db,
      rows: [
        (1, nil), (2, Artist(id: 3, name: "Nina", born: nil)),
        (3, Artist(id: 1, name: "Sade", born: 1959)),
      ])
  }

  @Test("Two relations to one table are two joins")
  func tellsRelationsApart() async throws {
    let db = try await Related.database()
    try await expect(
      Album.where { $0.artist.name == $0.editor.name }.select { ($0.artist.name, $0.editor.born) },
      #"SELECT "artist"."name", "artist_2"."born""# + Self.albumsAndArtists
        + #" LEFT JOIN "artist" AS "artist_2" ON "artist_2"."id" = "album"."editorID""#
        + #" WHERE "artist"."name" IS "artist_2"."name""#,
      in: db, rows: [("Sade", 1959 as Int?)])
  }

  @Test("A relation that continues from an optional one is optional")
  func chains() async throws {
    let db = try await Related.database()
    let names: [String?] = ["Sade", "Fela", "Sade", nil]
    try await expect(
      Track.order { $0.id }.select { $0.album.artist.name },
      #"SELECT "artist"."name" FROM "track" LEFT JOIN "album" ON "album"."id" = "track"."albumID""#
        + #" LEFT JOIN "artist" ON "artist"."id" = "album"."artistID" ORDER BY "track"."id""#,
      in: db, rows: names)
  }

  @Test("A relation of a table to itself has an alias for each step")
  func selfReference() async throws {
    let db = try await Related.database()
    let names: [String?] = [nil, nil, "Ada", nil]
    try await expect(
      Employee.order { $0.id }.select { $0.boss.boss.name },
      #"SELECT "employee_3"."name" FROM "employee""#
        + #" LEFT JOIN "employee" AS "employee_2" ON "employee_2"."id" = "employee"."bossID""#
        + #" LEFT JOIN "employee" AS "employee_3" ON "employee_3"."id" = "employee_2"."bossID""#
        + #" ORDER BY "employee"."id""#,
      in: db, rows: names)
  }

  @Test("A relation can use a composite key, or a unique column that is not the primary key")
  func otherColumns() async throws {
    let db = try await Related.database()
    try await expect(
      Book.where { $0.shelf.number == 1 }.order { $0.id }.select { ($0.title, $0.shelf.label) },
      #"SELECT "book"."title", "shelf"."label" FROM "book" JOIN "shelf""#
        + #" ON "shelf"."room" = "book"."room" AND "shelf"."number" = "book"."shelfNumber""#
        + #" WHERE "shelf"."number" = $1 ORDER BY "book"."id""#,
      [1], in: db, rows: [("One", "new" as String?), ("Two", "old")])
    let rooms: [String?] = ["B", nil, nil]
    try await expect(
      Book.order { $0.id }.select { $0.labelled.room },
      #"SELECT "shelf"."room" FROM "book" LEFT JOIN "shelf" ON "shelf"."label" = "book"."label""#
        + #" ORDER BY "book"."id""#,
      in: db, rows: rooms)
  }

  @Test("Relations can be used in groups, in HAVING, and with count, exists and first")
  func groups() async throws {
    let db = try await Related.database()
    try await expect(
      Album.group { $0.artist.name }.having { $0.id.count() > 1 }
        .select { ($0.artist.name, $0.count()) },
      #"SELECT "artist"."name", count(*)"# + Self.albumsAndArtists
        + #" GROUP BY "artist"."name" HAVING count("album"."id") > $1"#,
      [1], in: db, rows: [("Sade", 2)])
    #expect(try await db.count(Album.where { $0.artist.name == "Sade" }) == 2)
    #expect(try await db.exists(Album.where { $0.artist.name == "Nina" }) == false)
    let first = try await db.first(Album.where { $0.artist.name == "Sade" }.order { $0.title })
    #expect(first?.title == "Diamond Life")
  }

  @Test("A relation of the outer query that a subquery names is joined in the outer query")
  func namedInside() async throws {
    let db = try await Related.database()
    let query = Album.where { album in
      Track.where { $0.albumID == album.id && album.artist.name == "Sade" && $0.seconds > 325 }
        .exists()
    }.select { $0.title }
    try await expect(
      query,
      #"SELECT "album"."title""# + Self.albumsAndArtists
        + #" WHERE EXISTS (SELECT 1 FROM "track" WHERE "albumID" IS "album"."id""#
        + #" AND "artist"."name" = $1 AND "seconds" > $2)"#,
      ["Sade", 325], in: db, rows: ["Promise"])
  }

  @Test("A join in a subquery does not use a table name of the outer query")
  func avoidsNamesAround() async throws {
    let db = try await Related.database()
    let query = Artist.where { artist in
      Album.where { $0.artistID != artist.id && $0.artist.name == "Fela" }.exists()
    }.order { $0.id }.select { $0.name }
    try await expect(
      query,
      #"SELECT "name" FROM "artist" WHERE EXISTS (SELECT 1 FROM "album""#
        + #" JOIN "artist" AS "artist_2" ON "artist_2"."id" = "album"."artistID""#
        + #" WHERE "album"."artistID" <> "artist"."id" AND "artist_2"."name" = $1) ORDER BY "id""#,
      ["Fela"], in: db, rows: ["Sade", "Nina"])
  }

  @Test("A join does not use an alias of a subquery, in upper or lower case")
  func avoidsNamesInside() async throws {
    let db = try await Related.database()
    let query = Album.where { album in
      Artist.as("ARTIST").where { $0.born < album.artist.born }.exists()
    }.select { $0.title }
    try await expect(
      query,
      #"SELECT "album"."title" FROM "album" JOIN "artist" AS "artist_2""#
        + #" ON "artist_2"."id" = "album"."artistID" WHERE EXISTS (SELECT 1 FROM "artist" AS "ARTIST""#
        + #" WHERE "born" < "artist_2"."born")"#,
      in: db, rows: ["Promise", "Diamond Life"])
  }

  @Test("A relation of a joined table is joined after it, by LEFT JOIN if the table is optional")
  func besideJoins() async throws {
    let db = try await Related.database()
    let inner = Track.join(Album.self) { $0.albumID == $1.id }
      .where { $1.artist.name == "Fela" }.select { track, album in (track.title, album.artist.born)
      }
    try await expect(
      inner,
      #"SELECT "track"."title", "artist"."born" FROM "track""#
        + #" JOIN "album" ON "track"."albumID" IS "album"."id""#
        + #" JOIN "artist" ON "artist"."id" = "album"."artistID" WHERE "artist"."name" = $1"#,
      ["Fela"], in: db, rows: [("Zombie", 1938)])
    let outer = Track.leftJoin(Album.self) { $0.albumID == $1.id }.order { track, _ in track.id }
      .select { track, album in (track.id, album.artist.name) }
    try await expect(
      outer,
      #"SELECT "track"."id", "artist"."name" FROM "track""#
        + #" LEFT JOIN "album" ON "track"."albumID" IS "album"."id""#
        + #" LEFT JOIN "artist" ON "artist"."id" = "album"."artistID" ORDER BY "track"."id""#,
      in: db, rows: [(1, "Sade"), (2, "Fela"), (3, "Sade"), (4, nil)])
    let right = Album.rightJoin(Artist.self) { $0.artistID == $1.id && $1.name != "Sade" }
      .order { album, artist in
        artist.id
        album.id
      }
      .select { album, artist in (artist.id, album.artist.name) }
    try await expect(
      right,
      #"SELECT "artist"."id", "artist_2"."name" FROM "album""#
        + #" RIGHT JOIN "artist" ON "album"."artistID" = "artist"."id" AND "artist"."name" <> $1"#
        + #" LEFT JOIN "artist" AS "artist_2" ON "artist_2"."id" = "album"."artistID""#
        + #" ORDER BY "artist"."id", "album"."id""#,
      ["Sade"], in: db, rows: [(1, nil), (2, "Fela"), (3, nil)])
  }

  @Test("A join's condition can name relations of earlier tables, but not of the joined one")
  func inLaterJoin() async throws {
    let db = try await Related.database()
    let query = Album.leftJoin(Track.self) { $0.id == $1.albumID && $0.artist.name == "Sade" }
      .order { album, _ in album.id }.select { album, track in (album.id, track.title) }
    try await expect(
      query,
      #"SELECT "album"."id", "track"."title""# + Self.albumsAndArtists
        + #" LEFT JOIN "track" ON "album"."id" IS "track"."albumID" AND "artist"."name" = $1"#
        + #" ORDER BY "album"."id""#,
      ["Sade"], in: db, rows: [(1, "Jezebel"), (2, nil), (3, "Sally")])
    let own = Track.join(Album.self) { $0.albumID == $1.id && $1.artist.name == "Sade" }
    let error = #expect(throws: RelationError.self) { try own.statement() }
    #expect(error?.table == "artist" && error?.reason == .usedInOwnJoin)
  }

  @Test("Each query of a compound has its own joins")
  func compounds() async throws {
    let db = try await Related.database()
    let query = Album.where { $0.artist.name == "Sade" }.select { $0.artist.name }
      .unionAll(Album.where { $0.artist.name == "Fela" }.select { $0.artist.name })
      .unionAll(Artist.where { $0.id == 3 }.select { $0.name })
    try await expect(
      query.order { $0.artist.name }.limit(3),
      #"SELECT "artist"."name""# + Self.albumsAndArtists + #" WHERE "artist"."name" = $1"#
        + #" UNION ALL SELECT "artist"."name""# + Self.albumsAndArtists
        + #" WHERE "artist"."name" = $2 UNION ALL SELECT "name" FROM "artist" WHERE "id" = $3"#
        + #" ORDER BY "artist"."name" LIMIT $4"#,
      ["Sade", "Fela", 3, 3], in: db, rows: ["Fela", "Nina", "Sade"])
    let second = Artist.select { $0.name }.intersect(Album.select { $0.artist.name })
    try await expect(
      second.order { $0.name },
      #"SELECT "name" FROM "artist" INTERSECT SELECT "artist"."name""# + Self.albumsAndArtists
        + #" ORDER BY "name""#,
      in: db, rows: ["Fela", "Sade"])
  }

  @Test("Relations can be used in subqueries and in common table expressions")
  func otherQueries() async throws {
    let db = try await Related.database()
    let sades = Album.where { $0.artist.name == "Sade" }
    try await expect(
      Track.where { $0.albumID.in(sades.select { $0.id }) && $0.album.title != "Promise" }
        .select { $0.title },
      #"SELECT "track"."title" FROM "track" LEFT JOIN "album" AS "album_2""#
        + #" ON "album_2"."id" = "track"."albumID" WHERE "track"."albumID" IN (SELECT "album"."id""#
        + Self.albumsAndArtists
        + #" WHERE "artist"."name" = $1) AND "album_2"."title" IS NOT $2"#,
      ["Sade", "Promise"], in: db, rows: ["Sally"])
    let common = TableExpression(with: "sades", as: sades)
    let joined = Track.join(source: common) { $0.albumID == $1.id }
      .order { track, _ in track.id }.select { track, album in (track.title, album.title) }
    let statement = try joined.statement()
    #expect(
      statement.sql.hasPrefix(
        #"WITH "sades"("id", "title", "artistID", "editorID") AS (SELECT "album"."id","#))
    #expect(statement.arguments == ["Sade"])
    #expect(try await db.fetch(joined).map(\.0) == ["Jezebel", "Sally"])
  }

  @Test("Pages can be ordered by a column of a relation")
  func pages() async throws {
    let db = try await Related.database()
    let query = Track.order { $0.album.artist.name.desc() }.select { ($0.id, $0.album.title) }
    var found: [Int] = []
    var page = try await db.fetch(query.page(size: 1))
    found += page.rows.map(\.0)
    while let next = page.next {
      page = try await db.fetch(query.page(after: next, size: 1))
      found += page.rows.map(\.0)
    }
    #expect(found == (try await db.fetch(query.order { $0.id.desc() })).map(\.0))
    #expect(Set(found) == [1, 2, 3, 4])
    let other = Track.order { $0.album.title.desc() }.select { ($0.id, $0.album.title) }
    let cursor = try await db.fetch(query.page(size: 1)).next
    await #expect(throws: PageError.cursorOrderMismatch) {
      try await db.fetch(other.page(after: cursor, size: 1))
    }
  }

  @Test("Relations can be used in prepared queries, and in queries with changing values")
  func prepared() async throws {
    let db = try await Related.database()
    let prepared = PreparedQuery { (name: Placeholder<String>) in
      Album.where { $0.artist.name == name }.order { $0.id }.select { $0.title }
    }
    for _ in 1...2 {
      #expect(try await db.fetch(prepared("Sade")) == ["Promise", "Diamond Life"])
      #expect(try await db.fetch(prepared("Fela")) == ["Zombie"])
    }
    for name in ["Sade", "Fela", "Sade", "Nina"] {
      let titles = try await db.fetch(Album.where { $0.artist.name == name }.select { $0.title })
      #expect(titles.count == ["Sade": 2, "Fela": 1][name, default: 0])
    }
  }
}

/// A reference to another table's keys, which stores them in another representation.
@Suite("Relations between different representations")
struct OtherRepresentationTests {
  @Table
  struct Device {
    @Column(primaryKey: true) let id: UUID
  }

  @Table
  struct Signal {
    let id: Int
    @Column(as: UUIDText.self) var deviceID: UUID
    @Column(as: UUIDText.self) var otherID: UUID?
    var rightID: UUID?
  }

  @Test("A relation between different representations is refused, as it would find no row")
  func refused() async throws {
    let db = try Database.inMemory()
    try await db.create(Device.self, Signal.self)
    let device = Device(id: UUID())
    try await db.insert(device)
    try await db.insert(Signal(id: 1, deviceID: device.id, otherID: device.id, rightID: device.id))
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: RelationError.self) { try await body() }
      #expect(error?.reason == .otherRepresentation)
    }
    await isRefused { _ = try await db.fetch(Signal.where { $0.device.id == device.id }) }
    await isRefused { _ = try await db.fetch(Signal.select { ($0.id, $0.other.id) }) }
    await isRefused { _ = try await db.fetch(Device.select { $0.signals }) }
    await isRefused { _ = try await db.fetch(Device.where { $0.others.exists() }) }
    await isRefused { _ = try await db.fetch(Device.select { $0.others.count() }) }
    await isRefused { _ = try await db.load([device]) { $0.signals } }
    await isRefused { try await db.sync([Signal](), as: \.signals, of: device) }
    let right = try await db.fetch(Device.select { ($0.rights, $0.rights.count()) })
    #expect(right.map(\.0.count) == [1] && right.map(\.1) == [1])
  }
}

extension OtherRepresentationTests.Signal.Columns {
  fileprivate typealias Device = OtherRepresentationTests.Device
  fileprivate var device: ToOne<Device> { toOne(deviceID) }
  fileprivate var other: ToOptional<Device> { toOptional(otherID) }
  fileprivate var right: ToOptional<Device> { toOptional(rightID) }
}

extension OtherRepresentationTests.Device.Columns {
  fileprivate typealias Signal = OtherRepresentationTests.Signal
  fileprivate var signals: ToMany<Signal> { toMany(\.device) }
  fileprivate var others: ToMany<Signal> { toMany(\.other) }
  fileprivate var rights: ToMany<Signal> { toMany(\.right) }
}
