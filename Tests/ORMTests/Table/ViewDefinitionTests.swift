import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum
private typealias Track = CatalogTrack

@Selection
private struct ArtistTotal: Equatable {
  let artist: String
  let albums: Int
}

extension ArtistTotal: DatabaseView {
  static var definition: some SelectStatement<ArtistTotal> {
    Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .group { artist, _ in artist.id }
      .select { ArtistTotal.select(artist: $0.name, albums: $1.id.count()) }
  }
}

/// A view of the same name, with a different definition.
@Selection
private struct NewTotal: Equatable {
  let artist: String
  let albums: Int
}

extension NewTotal: DatabaseView {
  static let tableName = "artistTotal"
  static var definition: some SelectStatement<NewTotal> {
    Artist.where { $0.id == 1 }
      .select { NewTotal.select(artist: $0.name, albums: SQLExpression.value(7)) }
  }
}

@Selection
private struct TrackLength: Equatable {
  let title: String
  let minutes: Double
}

extension TrackLength: DatabaseView {
  static var definition: SQLQuery<TrackLength> {
    SQLQuery(
      "SELECT seconds / \(60.0) AS minutes, title FROM \(Track.self) WHERE title <> \("it's")")
  }
}

@Selection
private struct Lengths: Equatable {
  let length: Double
  let number: Int
}

extension Lengths: DatabaseView {
  static let tableName = "track lengths"
  static var definition: SQLQuery<Lengths> {
    SQLQuery(
      verbatim: "SELECT rowid AS number, seconds / 60.0 AS \"length\" FROM track -- all\n;")
  }
}

@Selection
private struct NamedLengths: Equatable {
  let length: Double
  let number: Int
}

extension NamedLengths: DatabaseView {
  static var definition: SQLQuery<NamedLengths> {
    SQLQuery(verbatim: "SELECT rowid, seconds / 60.0 FROM track", columns: "number", "length")
  }
}

@Selection
private struct Constants: Equatable {
  let text: String
  let nul: String
  let bytes: [UInt8]
  let real: Double
  let least: Double
  let infinite: Double
  let number: Int64
  let missing: Int?
}

extension Constants: DatabaseView {
  static let values = Constants(
    text: "it's $1", nul: "a\0b", bytes: [0, 255], real: 0.1, least: -2.5e-308,
    infinite: -.infinity, number: .min, missing: nil)

  static var definition: some SelectStatement<Constants> {
    Artist.limit(1).select { _ in
      Constants.select(
        text: SQLExpression.value(values.text), nul: SQLExpression.value(values.nul),
        bytes: SQLExpression.value(values.bytes), real: SQLExpression.value(values.real),
        least: SQLExpression.value(values.least), infinite: SQLExpression.value(values.infinite),
        number: SQLExpression.value(values.number), missing: SQLExpression.value(values.missing))
    }
  }
}

@Selection
private struct Chained: Equatable {
  let id: Int
}

extension Chained: DatabaseView {
  static var definition: some SelectStatement<Chained> {
    let start = Artist.where { $0.id == 3 }.select { Chained.select(id: $0.id) }
    let chain = TableExpression(recursive: "chain", from: start) { chain in
      Artist.join(source: chain) { $0.id == $1.id - 1 }.select { artist, _ in
        Chained.select(id: artist.id)
      }
    }
    return chain.all.select { Chained.select(id: $0.id) }
  }
}

@Selection
private struct Misspelt {
  let title: String
}

extension Misspelt: DatabaseView {
  static var definition: SQLQuery<Misspelt> { SQLQuery("SELECT titel FROM album") }
}

@Selection private struct HTTPLogs { let a: Int }
extension HTTPLogs: TableOrView {}
@Selection private struct IDs { let a: Int }
extension IDs: TableOrView {}
@Selection private struct X { let a: Int }
extension X: TableOrView {}
@Selection private struct _URLBook { let a: Int }
extension _URLBook: TableOrView {}
@Table private struct HTTPLog { var a: Int }
@Table private struct URLs { var a: Int }
@Table private struct Y { var a: Int }
@Table private struct _URLBooks { var a: Int }

@Suite("Declared views")
struct ViewDefinitionTests {
  private static let totals =
    #"("artist", "albums") AS SELECT "artist"."name" AS "artist", count("album"."id") AS "albums" "#
    + #"FROM "artist" LEFT JOIN "album" ON "artist"."id" IS "album"."artistID" "#
    + #"GROUP BY "artist"."id""#

  private static let sade = ArtistTotal(artist: "Sade", albums: 2)
  private static let miles = ArtistTotal(artist: "Miles", albums: 1)
  private static let nina = ArtistTotal(artist: "Nina", albums: 0)

  private func database() async throws -> Database {
    let db = try await Catalog.database()
    try await db.create(ArtistTotal.self)
    return db
  }

  @Test("create names the view after the type, and its columns after the properties")
  func create() async throws {
    let db = try await database()
    #expect(
      try await db.schemaSQL(of: "artistTotal") == #"CREATE VIEW "artistTotal" "# + Self.totals)
  }

  @Test("A view is fetched, counted, streamed and explained as a table is")
  func fetches() async throws {
    let db = try await database()
    #expect(try await db.fetch(ArtistTotal.self) == [Self.sade, Self.miles, Self.nina])
    #expect(try await db.fetch(ArtistTotal.self, where: { $0.albums > 1 }) == [Self.sade])
    #expect(try await db.first(ArtistTotal.self, where: { $0.albums == 0 }) == Self.nina)
    #expect(try await db.first(ArtistTotal.order { $0.artist }) == Self.miles)
    #expect(try await db.count(ArtistTotal.self) == 3)
    #expect(try await db.count(ArtistTotal.self, where: { $0.albums > 0 }) == 2)
    #expect(try await db.exists(ArtistTotal.self, where: { $0.albums > 2 }) == false)
    #expect(try await db.exists(ArtistTotal.all))
    #expect(try await db.explain(ArtistTotal.all).details.contains { $0.contains("artist") })
    var streamed: [ArtistTotal] = []
    for try await total in db.stream(ArtistTotal.where { $0.albums < 2 }) { streamed.append(total) }
    #expect(streamed == [Self.miles, Self.nina])
    let each = try await db.read { db in
      var names: [String] = []
      try db.forEach(ArtistTotal.order { $0.artist.desc() }) { names.append($0.artist) }
      return names
    }
    #expect(each == ["Sade", "Nina", "Miles"])
  }

  @Test("A query of a view can have the clauses of a query of a table")
  func queries() async throws {
    let db = try await database()
    try await expect(
      ArtistTotal.where { $0.albums < 2 }.order { $0.artist.desc() }.limit(1, offset: 1),
      #"SELECT "artist", "albums" FROM "artistTotal" WHERE "albums" < $1"#
        + #" ORDER BY "artist" DESC LIMIT $2 OFFSET $3"#,
      [2, 1, 1], in: db, rows: [Self.miles])
    let sums = ArtistTotal.group { $0.albums > 0 }.select { ($0.albums.sum(), $0.count()) }
    try await expect(
      sums,
      #"SELECT sum("albums"), count(*) FROM "artistTotal" GROUP BY "albums" > $1"#,
      [0], in: db, rows: [(0, 1), (3, 2)])
    try await expect(
      ArtistTotal.as("t").select { $0.artist }, #"SELECT "artist" FROM "artistTotal" AS "t""#,
      in: db, rows: ["Sade", "Miles", "Nina"])
    #expect(
      try await db.fetch(ArtistTotal.self, sql: "SELECT 1 AS albums, 'x' AS artist")
        == [ArtistTotal(artist: "x", albums: 1)])
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM \(ArtistTotal.self)") == 3)
  }

  @Test("A view is joined with tables, on either side")
  func joins() async throws {
    let db = try await database()
    try await expect(
      ArtistTotal.join(Artist.self) { $0.artist == $1.name }.where { $1.id < 3 }.select {
        ($1.id, $0.albums)
      },
      #"SELECT "artist"."id", "artistTotal"."albums" FROM "artistTotal" JOIN "artist""#
        + #" ON "artistTotal"."artist" = "artist"."name" WHERE "artist"."id" < $1"#,
      [3], in: db, rows: [(1, 2), (2, 1)])
    try await expect(
      Artist.leftJoin(ArtistTotal.self, as: "total") { $0.name == $1.artist && $1.albums > 1 },
      #"SELECT "artist"."id", "artist"."name", "artist"."mentor", "total"."artist","#
        + #" "total"."albums" FROM "artist" LEFT JOIN "artistTotal" AS "total""#
        + #" ON "artist"."name" = "total"."artist" AND "total"."albums" > $1"#,
      [1], in: db,
      rows: [(Catalog.sade, Self.sade), (Catalog.miles, nil), (Catalog.nina, nil)])
  }

  @Test("Values in a view's definition are rendered as literals, and fetched unchanged")
  func literals() async throws {
    let db = try await Catalog.database()
    try await db.create(Constants.self)
    #expect(try await db.fetch(Constants.self) == [Constants.values])
    #expect(
      try await db.schemaSQL(of: "constants")?.hasSuffix(
        #"AS SELECT 'it''s $1' AS "text", CAST(x'610062' AS TEXT) AS "nul", x'00ff' AS "bytes","#
          + #" 0.1 AS "real", -2.5e-308 AS "least", -9e999 AS "infinite","#
          + #" -9223372036854775808 AS "number", NULL AS "missing" FROM "artist" LIMIT 1"#) == true)
  }

  @Test("A view's definition in raw SQL is matched to the properties by column name")
  func rawSQL() async throws {
    let db = try await Catalog.database()
    try await db.create(TrackLength.self)
    #expect(
      try await db.schemaSQL(of: "trackLength")
        == #"CREATE VIEW "trackLength" ("title", "minutes") AS SELECT "title", "minutes" FROM "#
        + #"(SELECT seconds / 60.0 AS minutes, title FROM "track" WHERE title <> 'it''s')"#)
    #expect(
      try await db.first(TrackLength.order { $0.title })
        == TrackLength(title: "Fear", minutes: 250.0 / 60))
  }

  @Test("A verbatim query is the view's text, and has column names only if you pass them")
  func viewAsWritten() async throws {
    let db = try await Catalog.database()
    try await db.create(Lengths.self, NamedLengths.self)
    #expect(
      try await db.schemaSQL(of: "track lengths")
        == #"CREATE VIEW "track lengths" AS SELECT rowid AS number, seconds / 60.0 AS "length""#
        + " FROM track")
    #expect(
      try await db.schemaSQL(of: "namedLengths")
        == #"CREATE VIEW "namedLengths" ("number", "length") AS SELECT rowid, seconds / 60.0"#
        + " FROM track")
    let lengths = try await db.fetch(Lengths.order { $0.number })
    #expect(lengths == (try await db.fetch(Lengths.definition)).sorted { $0.number < $1.number })
    let named = try await db.fetch(NamedLengths.order { $0.number })
    #expect(!lengths.isEmpty && named.map(\.length) == lengths.map(\.length))
    #expect(Schema(of: Lengths.self).changes(from: try await db.schema()).allSatisfy(\.isExtra))
  }

  @Test("A query in raw SQL is fetched, streamed and explained")
  func sqlQuery() async throws {
    let db = try await Catalog.database()
    let query = SQLQuery<ArtistTotal>(
      "SELECT id + \(1) AS albums, name AS artist FROM artist WHERE id > \(1)")
    try await expect(
      query,
      #"SELECT "artist", "albums" FROM (SELECT id + $1 AS albums, name AS artist FROM artist"#
        + #" WHERE id > $2)"#,
      [1, 1], in: db,
      rows: [ArtistTotal(artist: "Miles", albums: 3), ArtistTotal(artist: "Nina", albums: 4)])
    #expect(try await db.explain(query).details.count == 1)
    var streamed: [String] = []
    for try await row in db.stream(query) { streamed.append(row.artist) }
    #expect(streamed == ["Miles", "Nina"])
  }

  @Test(
    "A query in raw SQL can end with semicolons and comments",
    arguments: ["-- it's", ";", "\n;;\n", "; /* ; */ -- it's\n;", "/* it's"])
  func endOfSQLQuery(end: String) async throws {
    let db = try await Catalog.database()
    let query = SQLQuery<ArtistTotal>(
      "SELECT \(7) AS albums, name || ';--' /* ; */ AS artist FROM artist LIMIT 1 \(raw: end)")
    try await expect(
      query,
      #"SELECT "artist", "albums" FROM (SELECT $1 AS albums, name || ';--' /* ; */ AS artist"#
        + " FROM artist LIMIT 1)",
      [7], in: db, rows: [ArtistTotal(artist: "Sade;--", albums: 7)])
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(SQLQuery<ArtistTotal>("SELECT 1; SELECT 2 \(raw: end)"))
    }
  }

  @Test("A view's definition can have common table expressions")
  func commonTable() async throws {
    let db = try await Catalog.database()
    try await db.create(Chained.self)
    #expect(try await db.schemaSQL(of: "chained")?.contains("AS WITH RECURSIVE") == true)
    #expect(try await db.fetch(Chained.self) == [3, 2, 1].map(Chained.init))
  }

  @Test("create leaves an existing view unchanged, or throws; recreate replaces it")
  func recreate() async throws {
    let db = try await database()
    let old = try await db.schemaSQL(of: "artistTotal")
    try await db.create(NewTotal.self)
    #expect(try await db.schemaSQL(of: "artistTotal") == old)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.create(NewTotal.self, ifNotExists: false)
    }
    #expect(error?.message == #"view "artistTotal" already exists"#)
    let trace = try await StatementTrace.start(on: db)
    try await db.recreate(NewTotal.self)
    #expect(trace.statements.first == "BEGIN IMMEDIATE" && trace.statements.last == "COMMIT")
    #expect(try await db.fetch(ArtistTotal.self) == [ArtistTotal(artist: "Sade", albums: 7)])
  }

  @Test("A view that can't be queried is refused when it is created, and nothing is kept")
  func misspelt() async throws {
    let db = try Database.inMemory()
    let error = await #expect(throws: DatabaseError.self) {
      try await db.create(Album.self, Misspelt.self)
    }
    #expect(error?.message.contains("no such column") == true)
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test("A view can be created in one call with its tables, in any order")
  func order() async throws {
    let db = try Database.inMemory()
    try await db.create(ArtistTotal.self, Artist.self, Album.self)
    #expect(try await db.fetch(ArtistTotal.self) == [])
  }

  @Test("drop drops a view, and ignores a missing one")
  func drop() async throws {
    let db = try await database()
    try await db.drop(ArtistTotal.self)
    #expect(try await db.schemaSQL(of: "artistTotal") == nil)
    try await db.drop(ArtistTotal.self)
    let error = await #expect(throws: DatabaseError.self) {
      try await db.drop(ArtistTotal.self, ifExists: false)
    }
    #expect(error?.message == "no such view: artistTotal")
  }

  @Test("A struct that only names its table or view can be read, but create throws")
  func named() async throws {
    let db = try Database.inMemory()
    try await db.execute(script: "CREATE TABLE x (a); INSERT INTO x VALUES (4)")
    try await expect(
      X.where { $0.a > 3 }.select { $0.a }, #"SELECT "a" FROM "x" WHERE "a" > $1"#, [3], in: db,
      rows: [4])
    let error = await #expect(throws: DatabaseError.self) { try await db.create(X.self) }
    #expect(error?.code == .misuse)
  }

  @Test("A decoding error of a view's row names the view")
  func decodingError() async throws {
    let db = try await Catalog.database()
    try await db.execute(script: "CREATE VIEW x (a) AS SELECT 'text'")
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(X.self) }
    #expect(error?.table == "x" && error?.column == "a")
  }

  @Test("The names of views are lowercased as the names of tables are")
  func names() {
    #expect(ArtistTotal.tableName == "artistTotal")
    #expect(HTTPLogs.tableName == "httpLogs" && HTTPLog.tableName == "httpLog")
    #expect(IDs.tableName == "ids" && URLs.tableName == "urls")
    #expect(X.tableName == "x" && Y.tableName == "y")
    #expect(_URLBook.tableName == "_urlBook" && _URLBooks.tableName == "_urlBooks")
  }
}

extension Schema.Change {
  /// Whether only the database has this object.
  fileprivate var isExtra: Bool { action == .extra }
}
