import ORM
import Testing

/// The statements that find the rows of lists.
@Suite("Statements that fetch lists")
struct ListWaysTests {
  private typealias Tagging = Related.Tagging

  @Table
  struct Writer {
    @Column(primaryKey: true, collate: .noCase) var name: String
  }

  @Table
  struct Novel: Equatable {
    let id: Int
    var title: String
    @Column(collate: .noCase) var writer: String
  }

  /// The same with an index.
  @Table
  struct Poem: Equatable {
    let id: Int
    var title: String
    @Column(collate: .noCase, index: true) var writer: String
  }

  private func library() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Writer.self, Novel.self, Poem.self)
    let names = (1...300).map { "writer \($0)" }
    try await db.insert(names.map(Writer.init))
    // The references are in upper case, and the keys are not.
    for round in 0..<4 {
      let writers = names.enumerated().map { ($0 + round * 300, $1.uppercased()) }
      try await db.insert(writers.map { Novel(id: $0, title: "novel \($0)", writer: $1) })
      try await db.insert(writers.map { Poem(id: $0, title: "poem \($0)", writer: $1) })
    }
    return db
  }

  private func selects(
    _ db: Database, _ body: () async throws -> Void
  ) async throws -> [String] {
    let trace = try await StatementTrace.start(on: db)
    try await body()
    return trace.statements.filter { $0.hasPrefix("SELECT") }
  }

  @Test("A list of a single row is fetched by its key, in its order and up to its limit")
  func oneKey() async throws {
    let db = try await library()
    let texts = try await selects(db) {
      let rows = try await db.fetch(
        Writer.where { $0.name == "writer 7" }.select {
          ($0.name, $0.novels.order { $0.id.desc() }.limit(3).select { $0.id })
        })
      #expect(rows.map(\.0) == ["writer 7"] && rows.map(\.1) == [[906, 606, 306]])
    }
    #expect(
      texts.last
        == #"SELECT "id" FROM "novel" WHERE "writer" = $1 ORDER BY "id" DESC LIMIT $2"#)
  }

  @Test("A query runs a statement for its rows and one for each list, for 1 row or 10,000")
  func countsOfStatements() async throws {
    let db = try await Related.database()
    try await db.deleteAll(Related.Track.self)
    try await db.deleteAll(Related.Tagging.self)
    try await db.deleteAll(Related.Album.self)
    try await db.insert(
      (1...10_000).map {
        Related.Album(id: $0, title: "\($0)", artistID: 1, editorID: nil)
      })
    try await db.insert(
      (1...20_000).map {
        Related.Track(id: $0, title: "\($0)", albumID: $0 % 10_000 + 1, seconds: $0)
      })
    for count in [1, 10_000] {
      let texts = try await selects(db) {
        let rows = try await db.fetch(
          Related.Album.where { $0.id <= count }.order { $0.id }.select {
            ($0.id, $0.tracks.order { $0.id }.select { $0.id }, $0.tags, $0.tracks.first)
          })
        #expect(rows.map(\.0) == Array(1...count))
        #expect(rows.allSatisfy { $0.1.count == 2 && $0.1[0] % 10_000 + 1 == $0.0 })
        #expect(rows.allSatisfy { $0.2.isEmpty && $0.3?.albumID == $0.0 })
      }
      #expect(texts.count == 4, "\(count): \(texts)")
    }
  }

  @Test("An index that begins with the foreign key finds the first rows of each list")
  func firstByIndex() async throws {
    let db = try await library()
    let texts = try await selects(db) {
      let rows = try await db.fetch(
        Writer.order { $0.name }.select {
          ($0.name, $0.poems.where { $0.id > 100 }.order { $0.id.desc() }.limit(2).select { $0.id })
        })
      #expect(rows.count == 300)
      for (name, poems) in rows {
        let number = try #require(Int(name.dropFirst(7))) - 1
        #expect(poems == [number + 900, number + 600], "\(name)")
      }
    }
    let text = try #require(texts.last)
    #expect(
      text == #"SELECT "poem"."id", "keys"."value" FROM "poem" JOIN orm_keys($1) AS "keys" "#
        + #"ON "poem"."id" IN (SELECT "id" FROM "poem" AS "poem_2" WHERE "id" > $2 AND "writer" ="#
        + #" "keys"."value" ORDER BY "id" DESC LIMIT $3) ORDER BY "keys"."value", "poem"."id" DESC"#
    )
    let plan = try await plan(of: text, in: db)
    #expect(plan.contains { $0.contains("poem_writer_index (writer=?") }, "\(plan)")
    #expect(!plan.contains { $0.hasPrefix("SCAN poem") })
  }

  @Test("Without an index of the foreign key, SQLite builds an automatic index for a list")
  func withoutIndex() async throws {
    let db = try await library()
    for limit in [nil, 2] {
      let texts = try await selects(db) {
        let rows = try await db.fetch(
          Writer.all.select {
            ($0.name, $0.novels.order { $0.id }.limit(limit ?? 99).select { $0.id })
          })
        #expect(rows.count == 300 && rows.allSatisfy { $0.1.count == limit ?? 4 })
      }
      // SQLite makes an index for the time of the statement.
      let plan = try await plan(of: try #require(texts.last), in: db)
      #expect(plan.contains { $0.contains("AUTOMATIC") }, "\(plan)")
    }
  }

  /// How SQLite runs a statement, a line each, with any number for its parameters.
  private func plan(of text: String, in db: Database) async throws -> [String] {
    let literal = text.replacing("orm_keys($1)", with: "orm_keys(NULL)")
      .replacing(#/\$[0-9]+/#, with: "1")
    let plan: SQL = "EXPLAIN QUERY PLAN \(raw: literal)"
    return try await db.fetch(Row.self, sql: plan).map { try $0["detail", as: String.self] }
  }

  @Test("A limited list works with a composite key and with a condition on a relation")
  func compositeKeys() async throws {
    let db = try await Related.database()
    let texts = try await selects(db) {
      let rows = try await db.fetch(
        Related.Album.order { $0.id }.select {
          $0.id
          $0.taggings.where { $0.tag.name != "afrobeat" }.order { $0.weight.desc() }.limit(1)
            .select { ($0.weight, $0.tag.name) }
        })
      #expect("\(rows)" == #"[(1, [(3, "soul")]), (2, [(1, "soul")]), (3, [(4, "soul")])]"#)
    }
    #expect(texts.last?.contains(#"("tagging"."albumID", "tagging"."tagID") IN (SELECT"#) == true)
  }

  @Test("load finds rows by keys that SQLite considers equal")
  func loadByOtherBytes() async throws {
    let db = try await library()
    let loaded = try await db.load([Writer(name: "WRITER 7"), Writer(name: "writer 8")]) {
      $0.novels.order { $0.id }.select { $0.id }
    }
    #expect(loaded.map(\.1) == [[6, 306, 606, 906], [7, 307, 607, 907]])
    await #expect(throws: RowNotFoundError.self) {
      try await db.load([Writer(name: "nobody")]) { $0.novels }
    }
  }

  @Test("A table can have the name that the keys have in the statement of a list")
  func tableNamedKeys() async throws {
    let db = try Database.inMemory()
    try await db.create(Keyring.self, KeyRow.self)
    let rings = [Keyring(name: "home"), Keyring(name: "work"), Keyring(name: "none")]
    try await db.insert(rings)
    try await db.insert([
      KeyRow(id: 1, ring: "home"), KeyRow(id: 2, ring: "work"), KeyRow(id: 3, ring: "home"),
    ])
    let lists = try await db.fetch(
      Keyring.order { $0.name }.select {
        ($0.keys.order { $0.id }.select { $0.id }, $0.keys.order { $0.id.desc() }.limit(1))
      })
    #expect(lists.map(\.0) == [[1, 3], [], [2]])
    #expect(lists.map { $0.1.map(\.id) } == [[3], [], [2]])
    let loaded = try await db.load(rings) { $0.keys.order { $0.id }.select { $0.id } }
    #expect(loaded.map(\.1) == [[1, 3], [2], []])
    let change = try await db.sync([KeyRow(id: 3, ring: "home")], as: \.keys, of: rings[0])
    #expect(change.deleted == 1 && change.updated == 0)
  }

  @Test("The first row of a list that is limited to no rows is nil")
  func firstOfNone() async throws {
    let db = try await Related.database()
    let rows = try await db.fetch(
      Related.Artist.order { $0.id }.select { ($0.albums.limit(0).first, $0.albums.limit(5).first) }
    )
    #expect(rows.map { $0.0 == nil } == [true, true, true])
    #expect(rows.map { $0.1?.artistID } == [1, 2, nil])
  }

  @Test("A row whose reference equals the keys of two rows is in the lists of both")
  func twice() async throws {
    let db = try Database.inMemory()
    try await db.create(Owner.self, Thing.self)
    // Two owners whose names SQLite considers equal, as the column ignores case.
    try await db.insert([Owner(id: 1, name: "a"), Owner(id: 2, name: "A"), Owner(id: 3, name: "b")])
    try await db.insert([Thing(id: 1, owner: "A"), Thing(id: 2, owner: "B")])
    let rows = try await db.fetch(
      Owner.order { $0.id }.select {
        ($0.id, $0.things.limit(5).select { $0.id }, $0.things.count())
      })
    #expect("\(rows)" == "[(1, [1], 1), (2, [1], 1), (3, [2], 1)]")
  }

  @Table
  struct Keyring {
    @Column(primaryKey: true) let name: String
  }

  @Table("keys")
  struct KeyRow {
    let id: Int
    @Column(index: true) var ring: String
  }

  @Table
  struct Owner {
    let id: Int
    @Column(collate: .noCase) var name: String
  }

  @Table
  struct Thing {
    let id: Int
    @Column(collate: .noCase, index: true) var owner: String
  }
}

extension ListWaysTests.Novel.Columns {
  var author: ToOne<ListWaysTests.Writer> { toOne(writer) }
}

extension ListWaysTests.Poem.Columns {
  var author: ToOne<ListWaysTests.Writer> { toOne(writer) }
}

extension ListWaysTests.Writer.Columns {
  var novels: ToMany<ListWaysTests.Novel> { toMany(\.author) }
  var poems: ToMany<ListWaysTests.Poem> { toMany(\.author) }
}

extension ListWaysTests.Thing.Columns {
  var ownedBy: ToOne<ListWaysTests.Owner> { toOne(on: (owner, \.name)) }
}

extension ListWaysTests.Owner.Columns {
  var things: ToMany<ListWaysTests.Thing> { toMany(\.ownedBy) }
}

extension ListWaysTests.KeyRow.Columns {
  var owner: ToOne<ListWaysTests.Keyring> { toOne(ring) }
}

extension ListWaysTests.Keyring.Columns {
  var keys: ToMany<ListWaysTests.KeyRow> { toMany(\.owner) }
}
