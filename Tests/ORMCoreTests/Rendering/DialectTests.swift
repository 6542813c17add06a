import Foundation
import ORM
import Testing

@Table
struct Song: Sendable, Equatable {
  var id: Int?
  var title: String
  var plays = 0
  var rating: Double?
  var isLive = false
  var price: Decimal = 0
  @Column(generated: .virtual("plays * 2")) var double: Int
}

/// The texts were checked with PostgreSQL 15.
@Suite("Statements in another dialect")
struct DialectTests {
  typealias Tested = (query: any StatementConvertible, sql: String)

  static let conditions: [(SQLExpression<Bool>, String)] = {
    let song = Song.columns
    return [
      (song.title.contains("a"), #"strpos("title", $1) > 0"#),
      (
        song.title.contains("a", ignoringCase: true),
        #"strpos(lower("title" COLLATE "C"), lower($1 COLLATE "C")) > 0"#
      ),
      (song.title.hasPrefix("a*"), #"starts_with("title", $1)"#),
      (song.title.hasPrefix(song.title), #"starts_with("title", "title")"#),
      (song.title.hasSuffix("a"), #"right("title", length($1)) = $2"#),
      (song.title.like("a%"), #""title" ILIKE $1"#),
      (song.rating == 1.5, #""rating" IS NOT DISTINCT FROM $1"#),
      (song.rating != 1.5, #""rating" IS DISTINCT FROM $1"#),
      (song.rating == nil, #""rating" IS NULL"#),
      (song.plays / 2 > 1, #""plays" / nullif($1, 0) > $2"#),
      (
        song.plays.remainder(dividingBy: 2) == 1,
        #""plays" % nullif($1, 0) IS NOT DISTINCT FROM $2"#
      ),
      (song.rating.cast(as: Int?.self) == 1, #"trunc("rating")::bigint IS NOT DISTINCT FROM $1"#),
      (song.price > 1, #""price" > $1"#),
      (song.title.lower() == "a", #"lower("title" COLLATE "C") = $1"#),
      (
        song.plays.in(Array(1...9)),
        #""plays" IN ($1, $2, $3, $4, $5, $6, $7, $8, $9)"#
      ),
      (
        !song.title.contains("a") && song.isLive,
        #"NOT (strpos("title", $1) > 0) AND "isLive""#
      ),
    ]
  }()

  @Test("A condition is written with the engine's operators and functions", arguments: conditions)
  func condition(_ condition: SQLExpression<Bool>, sql: String) throws {
    let statement = try Song.where { _ in condition }.statement(in: .postgreSQL)
    #expect(statement.sql == Song.selectSQL + " WHERE " + sql)
    // SQLite's text is not affected.
    let own = try Song.where { _ in condition }.statement()
    #expect(try Song.where { _ in condition }.statement(in: .sqlite) == own)
  }

  static let statements: [Tested] = [
    (
      Song.order { $0.rating }.select { $0.title },
      #"SELECT "title" FROM "song" ORDER BY "rating" NULLS FIRST"#
    ),
    (
      Song.order { $0.rating.desc() }.order { $0.title }.select { $0.title },
      #"SELECT "title" FROM "song" ORDER BY "rating" DESC NULLS LAST, "title""#
    ),
    (
      Song.order { $0.rating.desc(nulls: .first) }.select { $0.title },
      #"SELECT "title" FROM "song" ORDER BY "rating" DESC NULLS FIRST"#
    ),
    (
      Song.order { $0.price }.select { $0.price },
      #"SELECT "price" FROM "song" ORDER BY "price""#
    ),
    (
      Song.select { $0.plays.total() },
      #"SELECT coalesce(sum("plays"), 0)::float8 FROM "song""#
    ),
    (
      Song.select { $0.title.groupConcat(separator: "; ") },
      #"SELECT string_agg("title", $1) FROM "song""#
    ),
    (
      Song.select { $0.title.groupConcat(distinct: true) },
      #"SELECT string_agg(DISTINCT "title", ',') FROM "song""#
    ),
    (
      Song.where { $0.id == 1 }.update { $0.plays += 1 },
      #"UPDATE "song" SET "plays" = "plays" + $1 WHERE "id" IS NOT DISTINCT FROM $2"#
    ),
    (
      Song.insert(
        [Song(title: "a", double: 0), Song(title: "b", double: 0)]),
      #"INSERT INTO "song" ("title", "plays", "rating", "isLive", "price") VALUES"#
        + " ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10)"
    ),
    (
      Song.insert(or: .ignore) { $0.title = "a" },
      #"INSERT INTO "song" ("title") VALUES ($1) ON CONFLICT DO NOTHING"#
    ),
    (
      Song.insert { $0.title = "a" }.onConflict { $0.id }.doUpdate { $0.plays += $1.plays },
      #"INSERT INTO "song" ("title") VALUES ($1) ON CONFLICT ("id") DO UPDATE"#
        + #" SET "plays" = "song"."plays" + "excluded"."plays""#
    ),
    ("SELECT \(Song.columns.title.contains("a"))" as SQL, #"SELECT strpos("title", $1) > 0"#),
  ]

  @Test("A statement is written with the engine's clauses", arguments: statements)
  func statement(_ tested: Tested) throws {
    #expect(try tested.query.statement(in: .postgreSQL).sql == tested.sql)
  }

  static let unsupportedQueries: [(any StatementConvertible, String)] = [
    (Song.where { $0.title.glob("a*") }, "GLOB"),
    (Song.insert(or: .replace) { $0.title = "a" }, "OR REPLACE"),
    (Song.select { $0.title.soundex() }, "soundex"),
  ]

  @Test(
    "A query that the engine has no SQL for throws before anything is sent",
    arguments: unsupportedQueries)
  func unsupported(_ query: any StatementConvertible, feature: String) {
    #expect(throws: UnsupportedSQLError(feature: feature, engine: "PostgreSQL")) {
      try query.statement(in: .postgreSQL)
    }
  }

  @Test("A view, a trigger and a virtual table are not created on another engine")
  func otherDefinitions() async throws {
    let db = FakeDatabase(.postgreSQL)
    await #expect(throws: UnsupportedSQLError(feature: "CREATE VIEW", engine: "PostgreSQL")) {
      try await db.create(TrackName.self)
    }
    let trigger = Trigger("song_added", after: .insert(Song.self)) { song in
      Song.where { $0.id == song.id }.update { $0.plays = 0 }
    }
    await #expect(throws: UnsupportedSQLError(feature: "CREATE TRIGGER", engine: "PostgreSQL")) {
      try await db.transaction { try $0.createTriggers([trigger], ifNotExists: true) }
    }
    #expect(await db.prepared() == [])
  }

  @Test("A dialect of SQLite's name has its own SQL")
  func sameName() throws {
    var dialect = SQLDialect(engine: "SQLite")
    dialect.like = "ILIKE"
    let query = Song.where { $0.title.like("a") }.select { $0.title }
    #expect(
      try query.statement(in: dialect).sql == #"SELECT "title" FROM "song" WHERE "title" ILIKE $1"#)
  }

  @Test("A table is created with the engine's types, keys, defaults and generated columns")
  func definition() throws {
    let sql = Song.schema.createStatements(ifNotExists: false, dialect: .postgreSQL)
    #expect(
      sql == [
        #"CREATE TABLE "song" ("id" bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, "#
          + #""title" text NOT NULL, "plays" bigint NOT NULL DEFAULT 0, "#
          + #""rating" double precision, "isLive" boolean NOT NULL DEFAULT FALSE, "#
          + #""price" numeric NOT NULL DEFAULT '0', "#
          + #""double" bigint NOT NULL GENERATED ALWAYS AS (plays * 2) STORED)"#
      ])
  }

  @Test("A connection renders queries, prepared queries and raw SQL in the dialect of its engine")
  func engine() async throws {
    let db = FakeDatabase(.postgreSQL)
    let prepared = PreparedQuery { (word: Placeholder<String>) in
      Song.where { $0.title.like(word) }.select { $0.title }
    }
    let inRaw = #"SELECT title FROM (\#(Song.selectSQL) WHERE "rating" IS NOT DISTINCT FROM $1)"#
    await db.answer(inRaw, ["title"], [])
    _ = try await db.fetch(prepared("a%"))
    _ = try await db.count(Song.where { $0.title.hasPrefix("a") })
    try await db.run(Song.insert(or: .ignore) { $0.title = "a" })
    _ = try await db.fetch(String.self, sql: "SELECT title FROM \(Song.where { $0.rating == 1 })")
    #expect(
      await db.prepared() == [
        #"SELECT "title" FROM "song" WHERE "title" ILIKE $1"#,
        #"SELECT count(*) FROM "song" WHERE starts_with("title", $1)"#,
        #"INSERT INTO "song" ("title") VALUES ($1) ON CONFLICT DO NOTHING"#,
        inRaw,
      ])
  }
}
