import ORM
import Testing

/// To-many relations in the conditions and the values of a query.
@Suite("To-many relations")
struct ToManyTests {
  private typealias Artist = Related.Artist
  private typealias Album = Related.Album
  private typealias Track = Related.Track
  private typealias Tag = Related.Tag
  private typealias Tagging = Related.Tagging
  private typealias Employee = Related.Employee
  private typealias Shelf = Related.Shelf
  private typealias Book = Related.Book

  @Test("Related rows are counted by a subquery in the statement of their parents")
  func counts() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { ($0.name, $0.albums.count()) },
      #"SELECT "name", (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id")"#
        + #" FROM "artist" ORDER BY "id""#,
      in: db, rows: [("Sade", 2), ("Fela", 1), ("Nina", 0)])
    try await expect(
      Artist.order { $0.albums.count().desc() }.limit(1).select { ($0.name, $0.edited.count()) },
      #"SELECT "name", (SELECT count(*) FROM "album" WHERE "editorID" = "artist"."id")"#
        + #" FROM "artist" ORDER BY (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id")"#
        + #" DESC LIMIT $1"#,
      [1], in: db, rows: [("Sade", 1)])
  }

  @Test("exists and isEmpty test for related rows, with or without a condition")
  func exists() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.where { $0.albums.isEmpty }.select { $0.name },
      #"SELECT "name" FROM "artist""#
        + #" WHERE NOT EXISTS (SELECT 1 FROM "album" WHERE "artistID" = "artist"."id")"#,
      in: db, rows: ["Nina"])
    try await expect(
      Artist.where { $0.albums.exists { $0.title.like("D%") } && $0.born > 1950 }
        .select { $0.name },
      #"SELECT "name" FROM "artist" WHERE EXISTS (SELECT 1 FROM "album""#
        + #" WHERE "artistID" = "artist"."id" AND "title" LIKE $1) AND "born" > $2"#,
      ["D%", 1950], in: db, rows: ["Sade"])
    try await expect(
      Artist.where { !$0.edited.exists() }.select { $0.name },
      #"SELECT "name" FROM "artist""#
        + #" WHERE NOT EXISTS (SELECT 1 FROM "album" WHERE "editorID" = "artist"."id")"#,
      in: db, rows: ["Fela"])
  }

  @Test("sum, average, total, min and max aggregate related rows")
  func aggregates() async throws {
    let db = try await Related.database()
    let inTracks = #"FROM "track" WHERE "albumID" = "album"."id""#
    try await expect(
      Album.order { $0.id }.select { ($0.tracks.sum { $0.seconds }, $0.tracks.max { $0.title }) },
      #"SELECT (SELECT sum("seconds") "# + inTracks + #"), (SELECT max("title") "# + inTracks
        + #") FROM "album" ORDER BY "id""#,
      in: db, rows: [(329 as Int?, "Jezebel" as String?), (746, "Zombie"), (322, "Sally")])
    let numbers = try await db.fetch(
      Artist.order { $0.id }.select {
        $0.tracks.min { $0.seconds }
        $0.tracks.average { $0.seconds }
        $0.tracks.total { $0.seconds * 2 }
      })
    #expect(numbers.map(\.0) == [322, 746, nil])
    #expect(numbers.map(\.1) == [325.5, 746, nil])
    #expect(numbers.map(\.2) == [1302, 1492, 0])
  }

  @Test("A relation of a table to itself can be used two levels deep")
  func selfReference() async throws {
    let db = try await Related.database()
    try await expect(
      Employee.order { $0.id }.select { ($0.name, $0.reports.count()) },
      #"SELECT "name", (SELECT count(*) FROM "employee" AS "employee_2""#
        + #" WHERE "bossID" = "employee"."id") FROM "employee" ORDER BY "id""#,
      in: db, rows: [("Ada", 2), ("Bea", 1), ("Cy", 0), ("Di", 0)])
    let deep = Employee.where { $0.reports.exists { $0.reports.exists { $0.name == "Cy" } } }
    try await expect(
      deep.select { $0.name },
      #"SELECT "name" FROM "employee" WHERE EXISTS (SELECT 1 FROM "employee" AS "employee_2""#
        + #" WHERE "bossID" = "employee"."id" AND EXISTS (SELECT 1 FROM "employee" AS "employee_3""#
        + #" WHERE "bossID" = "employee_2"."id" AND "name" = $1))"#,
      ["Cy"], in: db, rows: ["Ada"])
    // Two different reports of one boss.
    let colleagues = Employee.where { boss in
      boss.reports.exists { one in boss.reports.exists { $0.id != one.id } }
    }
    try await expect(
      colleagues.select { $0.name },
      #"SELECT "name" FROM "employee" WHERE EXISTS (SELECT 1 FROM "employee" AS "employee_2""#
        + #" WHERE "bossID" = "employee"."id" AND EXISTS (SELECT 1 FROM "employee" AS "employee_3""#
        + #" WHERE "bossID" = "employee"."id" AND "id" <> "employee_2"."id"))"#,
      in: db, rows: ["Ada"])
    #expect(try await db.run(Employee.where { $0.reports.isEmpty }.delete()) == 2)
    #expect(try await db.fetch(Employee.order { $0.id }).map(\.id) == [1, 2])
    #expect(
      try await db.run(Employee.where { $0.reports.count() == 1 }.update { $0.name = "one" }) == 1)
  }

  @Test("The subquery of a relation uses the table's name, or the alias of the query")
  func names() throws {
    let own =
      #"SELECT (SELECT count(*) FROM "album" WHERE "artistID" = "artist"."id") FROM "artist""#
    for _ in 1...2 {
      for name in ["a", "b"] {
        let query = Artist.as(name).select { $0.albums.count() }
        let expected = #"""
          SELECT (SELECT count(*) FROM "album" WHERE "artistID" = "\#(name)"."id") \#
          FROM "artist" AS "\#(name)"
          """#
        #expect(try query.statement().sql == expected)
      }
      #expect(try Artist.select { $0.albums.count() }.statement().sql == own)
    }
  }

  @Test("A to-many relation that is used inside itself is refused")
  func selfReference() throws {
    let query = Employee.where { boss in
      let reports = boss.reports
      return reports.exists { one in reports.exists { $0.id != one.id } }
    }
    let error = #expect(throws: RelationError.self) { try query.statement() }
    #expect(error?.table == "employee" && error?.reason == .selfReference)
  }

  @Test("A table of the outer query keeps its name if a relation reads the same table")
  func besideJoins() async throws {
    let db = try await Related.database()
    let query = Artist.join(Album.self) { $0.id == $1.artistID }
      .where { artist, album in artist.albums.exists { $0.id > album.id } }
      .select { artist, album in album.title }
    try await expect(
      query,
      #"SELECT "album"."title" FROM "artist" JOIN "album" ON "artist"."id" = "album"."artistID""#
        + #" WHERE EXISTS (SELECT 1 FROM "album" AS "album_2""#
        + #" WHERE "artistID" = "artist"."id" AND "id" > "album"."id")"#,
      in: db, rows: ["Promise"])
  }

  @Test("A relation can continue through other relations, to one row and to many")
  func steps() async throws {
    let db = try await Related.database()
    try await expect(
      Artist.order { $0.id }.select { ($0.tracks.count(), $0.recordings.count()) },
      #"SELECT (SELECT count(*) FROM "album" JOIN "track" ON "track"."albumID" = "album"."id""#
        + #" WHERE "album"."artistID" = "artist"."id"), (SELECT count(*) FROM "track""#
        + #" LEFT JOIN "album" ON "album"."id" = "track"."albumID""#
        + #" WHERE "album"."artistID" = "artist"."id") FROM "artist" ORDER BY "id""#,
      in: db, rows: [(2, 2), (1, 1), (0, 0)])
    try await expect(
      Tag.order { $0.id }.where { $0.albums.exists { $0.artist.name == "Sade" } }
        .select { ($0.name, $0.albums.count()) },
      #"SELECT "name", (SELECT count(*) FROM "tagging""#
        + #" JOIN "album" ON "album"."id" = "tagging"."albumID""#
        + #" WHERE "tagging"."tagID" = "tag"."id") FROM "tag" WHERE EXISTS (SELECT 1 FROM "tagging""#
        + #" JOIN "album" ON "album"."id" = "tagging"."albumID""#
        + #" JOIN "artist" ON "artist"."id" = "album"."artistID""#
        + #" WHERE "tagging"."tagID" = "tag"."id" AND "artist"."name" = $1) ORDER BY "id""#,
      ["Sade"], in: db, rows: [("soul", 3)])
    // A row that is reached twice counts twice.
    #expect(
      try await db.fetch(Artist.order { $0.id }.select { $0.tags.count() }) == [2, 2, 0])
    let weights = try await db.fetch(
      Album.order { $0.id }.select { $0.taggings.where { $0.tag.name == "soul" }.sum { $0.weight } }
    )
    #expect(weights == [3, 1, 4])
  }

  @Test("A relation can go through a row that may not exist")
  func throughMaybe() async throws {
    let db = try await Related.database()
    try await expect(
      Track.order { $0.id }.select { ($0.id, $0.album.tracks.count()) },
      #"SELECT "track"."id", (SELECT count(*) FROM "track" AS "track_2""#
        + #" WHERE "albumID" = "album"."id") FROM "track""#
        + #" LEFT JOIN "album" ON "album"."id" = "track"."albumID" ORDER BY "track"."id""#,
      in: db, rows: [(1, 1), (2, 1), (3, 1), (4, 0)])
    // Albums without an editor lead to no row.
    let editors = Artist.order { $0.id }.select { $0.albums.to { $0.editor }.count() }
    #expect(try await db.fetch(editors) == [1, 1, 0])
  }

  @Test("Relations can use composite keys, and unique columns that are not the primary key")
  func otherColumns() async throws {
    let db = try await Related.database()
    try await expect(
      Shelf.order(\.room, \.number).select { ($0.books.count(), $0.labelledBooks.count()) },
      #"SELECT (SELECT count(*) FROM "book""#
        + #" WHERE "room" = "shelf"."room" AND "shelfNumber" = "shelf"."number"),"#
        + #" (SELECT count(*) FROM "book" WHERE "label" = "shelf"."label")"#
        + #" FROM "shelf" ORDER BY "room", "number""#,
      in: db, rows: [(1, 0), (1, 0), (1, 1)])
  }

  @Test("contains tests whether a row is one of the related rows")
  func contains() async throws {
    let db = try await Related.database()
    let soul = Tag(id: 1, name: "soul")
    try await expect(
      Album.where { $0.tags.contains(soul) && $0.id != 1 }.order { $0.id }.select { $0.title },
      #"SELECT "title" FROM "album" WHERE EXISTS (SELECT 1 FROM "tagging""#
        + #" JOIN "tag" ON "tag"."id" = "tagging"."tagID""#
        + #" WHERE "tagging"."albumID" = "album"."id" AND "tag"."id" = $1)"#
        + #" AND "id" <> $2 ORDER BY "id""#,
      [1, 1], in: db, rows: ["Zombie", "Diamond Life"])
    let tagging = Tagging(albumID: 2, tagID: 2)
    #expect(
      try await db.fetch(Tag.where { $0.taggings.contains(tagging) }).map(\.name) == ["afrobeat"])
  }

  @Test("A to-many relation whose inverse is not a reference is refused")
  func noReference() throws {
    let error = #expect(throws: RelationError.self) {
      try Employee.select { $0.nobody.count() }.statement()
    }
    #expect(error?.table == "employee" && error?.reason == .noReference)
  }

  @Test("Related rows can be counted in groups, in pages and in prepared queries")
  func elsewhere() async throws {
    let db = try await Related.database()
    let grouped = Album.group { $0.tracks.count() }.select { ($0.tracks.count(), $0.count()) }
    #expect(try await db.fetch(grouped).map(\.1) == [3])
    let query = Artist.order { $0.albums.count().desc() }
    var names: [String] = []
    var page = try await db.fetch(query.page(size: 1))
    names += page.rows.map(\.name)
    while let next = page.next {
      page = try await db.fetch(query.page(after: next, size: 1))
      names += page.rows.map(\.name)
    }
    #expect(names == ["Sade", "Fela", "Nina"])
    let prepared = PreparedQuery { (least: Placeholder<Int>) in
      Artist.where { $0.albums.exists { $0.id >= least } }.order { $0.id }.select { $0.name }
    }
    #expect(try await db.fetch(prepared(3)) == ["Sade"])
    #expect(try await db.fetch(prepared(2)) == ["Sade", "Fela"])
    for least in [1, 3, 2, 4] {
      let query = Artist.where { $0.albums.where { $0.id >= least }.count() > 0 }
      #expect(try await db.count(query) == [2, 2, 1, 0][least - 1])
    }
  }
}

extension Related.Employee.Columns {
  fileprivate var nobody: ToMany<Related.Employee> { toMany(\.self) }
}
