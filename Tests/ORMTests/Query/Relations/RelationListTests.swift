import Foundation
import ORM
import Testing

/// To-many relations that a query selects as lists.
@Suite("Lists of related rows")
struct RelationListTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Employee = Related.Employee
  private typealias Shelf = Related.Shelf

  @Test("A query with nested lists runs one statement for each list")
  func nested() async throws {
    let db = try await Related.database()
    let trace = try await StatementTrace.start(on: db)
    let shelves = try await db.fetch(
      Artist.where { $0.id < 3 }.order { $0.id }.select {
        ($0, $0.albums.order { $0.title }.select { ($0.title, $0.tracks) }, $0.albums.count())
      })
    #expect(
      trace.statements.filter { $0.hasPrefix("SELECT") } == [
        #"SELECT "id", "name", "born", (SELECT count(*) FROM "album" WHERE "artistID" ="#
          + #" "artist"."id"), "id" FROM "artist" WHERE "id" < $1 ORDER BY "id""#,
        #"SELECT "title", "id", "artistID" FROM "album" WHERE "artistID" IN ($1, $2)"#
          + #" ORDER BY "artistID", "title""#,
        #"SELECT "id", "title", "albumID", "seconds", "albumID" FROM "track""#
          + #" WHERE "albumID" IN ($1, $2, $3)"#,
      ])
    #expect(shelves.map(\.0.name) == ["Sade", "Fela"])
    #expect(shelves.map { $0.1.map(\.0) } == [["Diamond Life", "Promise"], ["Zombie"]])
    #expect(
      shelves.map { $0.1.map { $0.1.map(\.title) } } == [[["Sally"], ["Jezebel"]], [["Zombie"]]])
    #expect(shelves.map(\.2) == [2, 1])
  }

  @Test("A list for all rows of a table is fetched without keys")
  func allRows() async throws {
    let db = try await Related.database()
    let trace = try await StatementTrace.start(on: db)
    let rows = try await db.fetch(Album.order { $0.id }.select { ($0.id, $0.tracks) })
    #expect(
      trace.statements.filter { $0.hasPrefix("SELECT") } == [
        #"SELECT "id", "id" FROM "album" ORDER BY "id""#,
        #"SELECT "id", "title", "albumID", "seconds", "albumID" FROM "track""#,
      ])
    #expect(rows.map(\.0) == [1, 2, 3])
    #expect(rows.map { $0.1.map(\.id) } == [[1], [2], [3]])
  }

  @Test("The limit of a list applies to each row, and first is optional")
  func limits() async throws {
    let db = try await Related.database()
    let rows = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.albums.order { $0.title }.limit(1).select { $0.title }
        $0.albums.order { $0.title.desc() }.first
        $0.albums.limit(0)
      })
    #expect(rows.map(\.0) == [["Diamond Life"], ["Zombie"], []])
    #expect(rows.map { $0.1?.title } == ["Promise", "Zombie", nil])
    #expect(rows.map(\.2.count) == [0, 0, 0])
    let first = try await db.first(Artist.order { $0.id }.select { ($0.name, $0.albums) })
    #expect(first?.0 == "Sade" && first?.1.map(\.id).sorted() == [1, 3])
    let alone = try await db.first(Artist.where { $0.id == 2 }.select { $0.albums })
    #expect(alone?.map(\.title) == ["Zombie"])
  }

  @Test("Lists can follow relations of relations, and tables that refer to themselves")
  func steps() async throws {
    let db = try await Related.database()
    let tags = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.tags.order { $0.name }.select { $0.name }
        $0.recordings.order { $0.id }.select { ($0.id, $0.album.artist.name) }
      })
    #expect(tags.map(\.0) == [["soul", "soul"], ["afrobeat", "soul"], []])
    #expect(tags.map { $0.1.map(\.0) } == [[1, 3], [2], []])
    #expect(tags.map { $0.1.map(\.1) } == [["Sade", "Sade"], ["Fela"], []])
    let tree = try await db.fetch(
      Employee.where { $0.boss.id == nil }.select {
        ($0.name, $0.reports.order { $0.id }.select { ($0.name, $0.reports.select { $0.name }) })
      })
    #expect(tree.map(\.0) == ["Ada"])
    #expect(tree.map { $0.1.map(\.0) } == [["Bea", "Di"]])
    #expect(tree.map { $0.1.map(\.1) } == [[["Cy"], []]])
    // A related row that does not exist has an empty list.
    let beside = try await db.fetch(
      Track.order { $0.id }.select { ($0.id, $0.album.tracks.select { $0.id }) })
    #expect(beside.map(\.1) == [[1], [2], [3], []])
  }

  @Test("Lists can use composite keys, and unique columns that are not the primary key")
  func otherColumns() async throws {
    let db = try await Related.database()
    let rows = try await db.fetch(
      Shelf.order(\.room, \.number).select {
        $0.books.select { $0.title }
        $0.labelledBooks.select { $0.title }
      })
    #expect(rows.map(\.0) == [["One"], ["Three"], ["Two"]])
    #expect(rows.map(\.1) == [[], [], ["One"]])
  }

  @Table
  struct Country: Equatable {
    @Column(primaryKey: true, collate: .noCase) var code: String
  }

  @Table
  struct City: Equatable {
    let id: UUID
    @Column(collate: .noCase) var countryCode: String
  }

  @Table
  struct Street: Equatable {
    let id: Int
    var cityID: UUID
  }

  @Test("Lists compare keys as SQLite does: by bytes, or without case if the column does")
  func otherKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Country.self, City.self, Street.self)
    let codes = ["de", "NG", "e\u{301}", "\u{E9}"]
    try await db.insert(codes.map { Country(code: $0) })
    let cities = ["DE", "ng", "e\u{301}", "dE", "xx"].map { City(id: UUID(), countryCode: $0) }
    try await db.insert(cities)
    try await db.insert(
      (0..<40).map { Street(id: $0, cityID: cities[$0 % 5].id) } + [Street(id: 40, cityID: UUID())])
    let rows = try await db.fetch(
      Country.order { $0.code }.select {
        (
          $0.code,
          $0.cities.order { $0.countryCode }.select {
            ($0.countryCode, $0.streets.count(), $0.streets)
          }
        )
      })
    #expect(rows.map(\.0.utf8.count) == [2, 3, 2, 2])
    #expect(
      rows.map { $0.1.map(\.0).sorted() } == [["DE", "dE"], ["e\u{301}"], ["ng"], []])
    #expect(rows.allSatisfy { $0.1.allSatisfy { $0.1 == 8 && $0.2.count == 8 } })
    let some = try await db.fetch(
      City.where { $0.countryCode != "xx" }.select { ($0, $0.streets.order { $0.id }) })
    for (city, streets) in some {
      let index = try #require(cities.firstIndex { $0.id == city.id })
      #expect(streets.map(\.id) == (0..<40).filter { $0 % 5 == index })
    }
  }

  @Test("load returns the related rows of fetched rows, in the order of the fetched rows")
  func load() async throws {
    let db = try await Related.database()
    let artists = try await db.fetch(Artist.order { $0.id.desc() })
    let albums = try await db.load(artists) { $0.albums.order { $0.title } }
    #expect(albums.map(\.0) == artists)
    #expect(albums.map { $0.1.map(\.id) } == [[], [2], [3, 1]])
    let more = try await db.load([artists[2], artists[2]]) {
      ($0.name, $0.albums.count(), $0.tracks.order { $0.id }.first)
    }
    #expect(more.map(\.1.0) == ["Sade", "Sade"] && more.map(\.1.1) == [2, 2])
    #expect(more.map(\.1.2?.id) == [1, 1])
    let shelves = try await db.load(try await db.fetch(Shelf.order(\.label))) { $0.books }
    #expect(shelves.map { $0.1.map(\.id) } == [[3], [1], [2]])
    #expect(try await db.load([Artist]()) { $0.albums }.isEmpty)
    let gone = Artist(id: 9, name: "", born: nil)
    await #expect(throws: RowNotFoundError.self) { try await db.load([gone]) { $0.albums } }
  }

  @Test("A list can't refer to the row that it belongs to, which is in another statement")
  func otherStatement() async throws {
    let db = try await Related.database()
    await #expect(throws: RelationError.self) {
      try await db.fetch(Artist.select { row in row.albums.where { $0.editor.name == row.name } })
    }
    await #expect(throws: RelationError.self) {
      try await db.fetch(Artist.select { row in row.albums.order { $0.id == row.id } })
    }
    await #expect(throws: RelationError.self) {
      try await db.fetch(
        Album.select { row in row.tracks.where { $0.title == row.artist.name } })
    }
    await #expect(throws: RelationError.self) {
      try await db.fetch(
        Artist.select { $0.albums.select { album in album.tracks.where { $0.id == album.id } } })
    }
    let inside = Artist.order { $0.id }.select {
      $0.albums.where { album in album.tracks.exists { $0.title == album.title } }.select { $0.id }
    }
    #expect(try await db.fetch(inside) == [[], [2], []])
  }

  @Test("Lists work in joins, after other relations, and with many keys")
  func elsewhere() async throws {
    let db = try await Related.database()
    let joined = Track.leftJoin(Album.self) { $0.albumID == $1.id }.order { track, _ in track.id }
      .select { track, album in (track.id, album.tags.order { $0.id }.select { $0.id }) }
    #expect(try await db.fetch(joined).map(\.1) == [[1], [1, 2], [1], []])
    let siblings = Track.where { $0.id < 3 }.order { $0.id }
      .select { ($0.id, $0.album.artist.albums.order { $0.id }.select { $0.id }) }
    #expect(try await db.fetch(siblings).map(\.1) == [[1, 3], [2]])
    try await db.insert(
      (10...2000).map { Artist(id: $0, name: "", born: $0) })
    try await db.insert(
      (10...1999).map { Album(id: $0, title: "", artistID: $0 / 20 * 20 + 10, editorID: $0) })
    let many = try await db.fetch(
      Artist.where { $0.born >= 10 && $0.born < 1900 }.order { $0.id }
        .select { ($0.id, $0.albums.order { $0.id.desc() }.limit(2), $0.edited.first) })
    #expect(many.count == 1890)
    for (id, albums, edited) in many where id >= 10 {
      let newest = id % 20 == 10 ? [id + 9, id + 8] : []
      #expect(albums.map(\.id) == newest && edited?.id == id)
    }
    #expect(try await db.fetch(Artist.where { $0.id < 0 }.select { $0.albums }).isEmpty)
  }

  @Test("The rows of a page have their lists, forwards and backwards")
  func pages() async throws {
    let db = try await Related.database()
    let query = Artist.order { $0.name }.select {
      ($0.name, $0.albums.order { $0.id }.select { ($0.id, $0.tracks) }, $0.edited.count())
    }
    let trace = try await StatementTrace.start(on: db)
    let first = try await db.fetch(query.page(size: 2))
    #expect(trace.count("SELECT") == 3)
    #expect(first.rows.map(\.0) == ["Fela", "Nina"])
    #expect(first.rows.map { $0.1.map(\.0) } == [[2], []])
    #expect(first.rows.map { $0.1.map { $0.1.map(\.id) } } == [[[2]], []])
    let second = try await db.fetch(query.page(after: first.next, size: 2))
    #expect(second.rows.map(\.0) == ["Sade"] && second.next == nil)
    #expect(second.rows.map { $0.1.map(\.0) } == [[1, 3]] && second.rows.map(\.2) == [1])
    let back = try await db.fetch(query.page(before: second.previous, size: 1))
    #expect(back.rows.map(\.0) == ["Nina"] && back.previous != nil)
  }

  @Test("Lists are refused in distinct, grouped and embedded queries")
  func refusals() async throws {
    let db = try await Related.database()
    let query = Artist.order { $0.id }.select { ($0.name, $0.albums) }
    func isRefused(_ body: () async throws -> Void) async {
      let error = await #expect(throws: RelationError.self) { try await body() }
      #expect(error?.reason == .listNotSupportedHere && error?.table == "album")
    }
    let distinct = Artist.all.distinct().select { ($0.name, $0.albums) }
    await isRefused { _ = try await db.fetch(distinct) }
    await isRefused { _ = try await db.first(distinct) }
    let groups = Artist.group { $0.name }.select { ($0.name, $0.albums) }
    await isRefused { _ = try await db.fetch(groups) }
    await isRefused { for try await _ in db.observe(distinct) {} }
    // In raw SQL, however the query is embedded.
    let sql: SQL = "SELECT * FROM \(query)"
    await isRefused { _ = try sql.statement() }
    await isRefused { _ = try await db.fetch(Row.self, sql: "SELECT 1 WHERE EXISTS \(query)") }
    let outer: SQL = "WITH q AS \(query) \(sql)"
    await isRefused { try await db.execute(outer) }
    #expect(sql == "SELECT * FROM \(query)" && sql != outer)
    let trigger = Trigger("refused", after: .delete(Artist.self)) { _ in query }
    await isRefused { try await db.create(trigger) }
    await isRefused { try await db.read { db in try db.withCursor(query) { _ = try $0.next() } } }
    await isRefused { for try await _ in db.stream(distinct) {} }
  }

  @Test("An error about a list names its table, if the table is known")
  func words() {
    let error = RelationError(table: "album", reason: .listNotSupportedHere)
    #expect("\(error)".hasPrefix(#"the relation to "album" can't be selected as a list here: "#))
    let unknown = RelationError(table: "", reason: .listNotSupportedHere)
    #expect("\(unknown)".hasPrefix("a relation can't be selected as a list here: "))
    let results = [
      #expect(throws: RelationError.self) { try decode(ListResult<WholeRow<Album>>.self) },
      #expect(throws: RelationError.self) { try decode(FirstOfList<WholeRow<Album>>.self) },
    ]
    #expect(results.map { $0?.table } == ["album", "album"])
  }

  private func decode<Result: SelectResult>(_ result: Result.Type) throws -> Result.Output {
    try Result.decode(Row([String: SQLValue]()), at: 0)
  }

  @Test("All lists of a query are of one snapshot, even if another task writes")
  func oneState() async throws {
    let folder = try TemporaryFolder()
    let db = try Database("\(folder.path)/lists.sqlite")
    try await db.create(Artist.self, Album.self)
    try await db.insert(Artist(id: 1, name: "0", born: nil))
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 1...500 {
          try await db.transaction { db in
            try db.insert(Album(id: round, title: "", artistID: 1, editorID: nil))
            try db.update(Artist(id: 1, name: "\(round)", born: nil))
          }
        }
      }
      group.addTask {
        for _ in 1...500 {
          let row = try await db.first(Artist.select { ($0.name, $0.albums, $0.albums.count()) })
          #expect(row?.0 == "\(row?.1.count ?? -1)" && row?.1.count == row?.2)
        }
      }
      try await group.waitForAll()
    }
  }
}

extension RelationListTests.Country.Columns {
  fileprivate var cities: ToMany<RelationListTests.City> { toMany(\.country) }
}

extension RelationListTests.City.Columns {
  fileprivate var country: ToOne<RelationListTests.Country> { toOne(countryCode) }
  fileprivate var streets: ToMany<RelationListTests.Street> { toMany(\.city) }
}

extension RelationListTests.Street.Columns {
  fileprivate var city: ToOne<RelationListTests.City> { toOne(cityID) }
}
