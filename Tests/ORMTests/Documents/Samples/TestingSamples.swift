import ORM
import ORMTesting
import Testing

/// The code of the guide to testing: its tests run with all others.
enum TestingSamples {
  @Table
  struct Artist: Identifiable {
    let id: Int
    var name: String
  }

  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    @Column(references: Artist.self, onDelete: .cascade) var artistID: Int
  }
}

extension TestingSamples.Artist.Columns {
  var albums: ToMany<TestingSamples.Album> { toMany(\.artist) }
}

extension TestingSamples.Album.Columns {
  var artist: ToOne<TestingSamples.Artist> { toOne(artistID) }
}

extension TestingSamples {
  @Table
  struct Coupon {
    var id: Int?
    @Column(check: "length(code) = 4 AND unicode(code) - 64 = substr(code, 3, 1) * 1")
    var code: String
  }
}

extension TestingSamples {
  @Suite(
    .database(Artist.self, Album.self) { db in
      try await db.insert(Artist(id: 1, name: "Sade"))
      try await db.insert(Album(title: "Promise", artistID: 1))
    })
  struct AlbumTests {
    @Test("An album is found by its title in any case", arguments: ["Promise", "promise"])
    func finds(title: String) async throws {
      let db = try Database.current
      #expect(try await db.count(Album.self, where: { $0.title.like(title) }) == 1)
    }

    @Test("Deleting an artist deletes the artist's albums")
    func cascades() async throws {
      let db = try Database.current
      try await db.deleteAll(Artist.self)
      #expect(try await db.count(Album.self) == 0)
    }
  }

  @Suite("The guide to testing")
  struct OtherTests {
    @Test("An error has its call site if callSites is .stack")
    func findsLine() async throws {
      var configuration = Configuration()
      configuration.callSites = .stack
      let db = try Database.inMemory(configuration: configuration)
      let error = await #expect(throws: DatabaseError.self) { try await db.execute("SELEKT 1") }
      #if os(Linux)
        #expect(error?.callSite?.contains("/TestingSamples.swift:") == true)
      #endif
    }

    @Test("A test can have a database in a file", .database(Artist.self, Album.self, in: .file))
    func readsMeanwhile() async throws {
      let db = try Database.current
      let isEmpty = try await db.fetch(Album.self).isEmpty
      #expect(isEmpty)
    }

    @Test(
      "SQL and rows can be compared",
      .database(Artist.self, Album.self) { db in
        try await db.insert(Artist(id: 1, name: "Sade"))
        try await db.insert(Album(title: "Promise", artistID: 1))
      })
    func compares() async throws {
      let titles = Album.where { $0.title.like("P%") }.select { ($0.id, $0.title) }
      try await expectQuery(
        titles, sql: #"SELECT "id", "title" FROM "album" WHERE "title" LIKE $1"#, arguments: ["P%"],
        rows: [(1, "Promise")])

      let write = Album.where { $0.title == "Promise" }.delete()
      expectStatement(
        try write.statement(), sql: #"DELETE FROM "album" WHERE "title" = $1"#,
        arguments: ["Promise"])
    }

    @Test(
      "A budget of statements can be checked",
      .database(Artist.self, Album.self) { db in
        try await db.insert(Artist(id: 1, name: "Sade"))
        try await db.insert(Album(title: "Promise", artistID: 1))
      })
    func counts() async throws {
      let db = try Database.current
      let artists = try await expectStatements(atMost: 2) {
        try await db.fetch(Artist.select { ($0.name, $0.albums) })
      }
      #expect(artists.map(\.1.count) == [1])
    }

    @Test("A migration from an older schema can be tested")
    func migrates() async throws {
      let older = """
        CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT) STRICT;
        INSERT INTO artist VALUES (1, 'Sade');
        """
      try await expectMigration(from: older, to: Schema(of: Artist.self)) { db in
        let names = try await db.fetch(Artist.self).map(\.name)
        #expect(names == ["Sade"])
      }
    }

    @Test("A history can be tested with given rows if none can be generated")
    func walks() async throws {
      let schema = Schema(of: Coupon.self)
      let history = SchemaHistory(
        [.version(Schema.Version("first", after: nil, try schema.json()))], current: schema)
      try await expectHistory(
        history,
        rows: ["first": "INSERT INTO coupon (code) VALUES ('A-17'), ('B-26')"])
      await withKnownIssue { try await expectHistory(history) }
    }

    @Test("A missing snapshot of a version is reported")
    func snapshots() throws {
      withKnownIssue {
        try expectSchema(Schema(of: Artist.self, Album.self), in: "Schemas")
      }
    }
  }
}
