import ORM
import Testing

@Table
struct Album: Equatable {
  var id: Int?
  var title: String
  var plays = 0
}

@Table
struct Track: Equatable {
  let id: Int
  var name: String
}

@Selection
struct TrackName {
  var name: String
}

extension TrackName: DatabaseView {
  static var definition: some SelectStatement<TrackName> {
    Track.select { TrackName.select(name: $0.name) }
  }
}

/// Runs every verb on an engine other than SQLite, which has only what engines require.
@Suite("Verbs on an engine other than SQLite")
struct EngineTests {
  let db = FakeDatabase()
  private static let columns = ["id", "title", "plays"]
  private static let select = #"SELECT "id", "title", "plays" FROM "album""#
  private static let promise = Album(id: 7, title: "Promise", plays: 3)
  private static let row: [SQLValue] = [7, "Promise", 3]

  @Test("All rows, a row by its key, and one column of it are fetched")
  func fetch() async throws {
    await db.answer(Self.select, Self.columns, [Self.row])
    let byKey = Self.select + #" WHERE "id" = $1"#
    await db.answer(byKey, Self.columns, [Self.row])
    await db.answer(#"SELECT "title" FROM "album" WHERE "id" = $1"#, ["title"], [["Promise"]])
    #expect(try await db.fetch(Album.self) == [Self.promise])
    #expect(try await db.find(Album.self, 7) == Self.promise)
    #expect(try await db.refresh(Self.promise) == Self.promise)
    #expect(try await db.load(\.title, of: Self.promise) == "Promise")
    #expect(
      await db.statements() == [
        Self.select, byKey + "\n-- 7", byKey + "\n-- 7",
        #"SELECT "title" FROM "album" WHERE "id" = $1"# + "\n-- 7",
      ])
  }

  @Test("find returns nil for a missing row; refresh throws, and so does a row without a key")
  func missing() async throws {
    #expect(try await db.find(Album.self, 8) == nil)
    await #expect(throws: RowNotFoundError(table: "album")) {
      try await db.refresh(Self.promise)
    }
    await #expect(throws: MissingPrimaryKeyError(table: "album")) {
      try await db.refresh(Album(title: "Promise"))
    }
  }

  @Test("findOrThrow, firstOrThrow, findOrInsert and fetch(decoding:) run on any engine")
  func orThrow() async throws {
    let byKey = Self.select + #" WHERE "id" = $1"#
    let byTitle = Self.select + #" WHERE "title" = $1 LIMIT $2"#
    let sql = "SELECT title, plays FROM album"
    await db.answer(byKey, Self.columns, [Self.row])
    await db.answer(byTitle, Self.columns, [Self.row])
    await db.answer(sql, ["title", "plays"], [["Promise", 3]])
    struct Title: Decodable { var title: String, plays: Int }
    #expect(try await db.findOrThrow(Album.self, 7) == Self.promise)
    #expect(try await db.firstOrThrow(Album.self, where: { $0.title == "Promise" }) == Self.promise)
    #expect(try await db.findOrInsert(Self.promise) == Self.promise)
    #expect(try await db.findOrInsert(Album(title: "Promise"), by: \.title) == Self.promise)
    #expect(
      try await db.fetch(decoding: Title.self, sql: "SELECT title, plays FROM album")[0].plays == 3)
    #expect(
      await db.statements() == [
        byKey + "\n-- 7", byTitle + "\n-- 'Promise', 1", "BEGIN", byKey + "\n-- 7", "COMMIT",
        "BEGIN", byTitle + "\n-- 'Promise', 1", "COMMIT", sql,
      ])
    await #expect(throws: RowNotFoundError(table: "track")) {
      try await db.findOrThrow(Track.self, 9)
    }
    await #expect(throws: RowNotFoundError(table: "track", sql: Track.selectSQL)) {
      try await db.firstOrThrow(Track.all)
    }
  }

  @Test("A query that differs only in its values is prepared once, and so is a write and raw SQL")
  func cached() async throws {
    let raw = "SELECT plays FROM album WHERE plays > $1"
    await db.answer(raw, ["plays"], [])
    for plays in 1...3 {
      _ = try await db.fetch(Album.where { $0.plays > plays })
      _ = try await db.count(Album.where { $0.plays > plays })
      try await db.run(Album.where { $0.id == plays }.update { $0.plays = 0 })
      try await db.run(Album.insert { $0.plays = plays })
      _ = try await db.fetch(Int.self, sql: "SELECT plays FROM album WHERE plays > \(plays)")
      _ = try await db.fetch(Album.where { $0.plays > plays && $0.title == "a" })
    }
    #expect(await db.statements().count == 18)
    #expect(
      await db.prepared() == [
        Self.select + #" WHERE "plays" > $1"#,
        #"SELECT count(*) FROM "album" WHERE "plays" > $1"#,
        #"UPDATE "album" SET "plays" = $1 WHERE "id" IS $2"#,
        #"INSERT INTO "album" ("plays") VALUES ($1)"#,
        raw,
        Self.select + #" WHERE "plays" > $1 AND "title" = $2"#,
      ])
  }

  @Test("A decoding error names the table, the column and the key of the row")
  func undecodable() async throws {
    await db.answer(Self.select, Self.columns, [[7, .null, 3]])
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Album.self) }
    #expect(error?.table == "album")
    #expect(error?.column == "title")
    #expect(error?.key == [7])
  }

  @Test("fetchResults returns a value for each row, or an error with the row's key")
  func results() async throws {
    let condition = Self.select + #" WHERE "plays" > $1"#
    let sql = "SELECT * FROM album"
    for text in [condition, Self.select, sql] {
      await db.answer(text, Self.columns, [Self.row, [8, .null, 3], [9, "Stronger", 1]])
    }
    let second = Album(id: 9, title: "Stronger", plays: 1)
    for results in [
      try await db.fetchResults(Album.where { $0.plays > 0 }),
      try await db.fetchResults(Album.self),
      try await db.fetchResults(Album.self, sql: "SELECT * FROM album"),
    ] {
      #expect(results.map { try? $0.get() } == [Self.promise, nil, second])
      let error = #expect(throws: RowDecodingError.self) { try results[1].get() }
      #expect(error?.table == "album" && error?.column == "title" && error?.key == [8])
    }
    #expect(await db.statements() == [condition + "\n-- 0", Self.select, sql])
  }

  @Test("Rows are fetched by a condition, a query, a select and a prepared query")
  func fetchByQuery() async throws {
    let condition = Self.select + #" WHERE "plays" > $1"#
    await db.answer(condition, Self.columns, [Self.row])
    await db.answer(condition + " LIMIT $2", Self.columns, [Self.row])
    let titles = #"SELECT "title" FROM "album" WHERE "plays" > $1"#
    await db.answer(titles, ["title"], [["Promise"]])
    #expect(try await db.fetch(Album.self, where: { $0.plays > 2 }) == [Self.promise])
    #expect(try await db.fetch(Album.where { $0.plays > 2 }) == [Self.promise])
    #expect(try await db.first(Album.where { $0.plays > 2 }) == Self.promise)
    #expect(
      try await db.fetch(Album.where { $0.plays > 2 }.select { $0.title }) == ["Promise"])
    let prepared = PreparedQuery { (plays: Placeholder<Int>) in Album.where { $0.plays > plays } }
    #expect(try await db.fetch(prepared(2)) == [Self.promise])
    #expect(
      await db.statements() == [
        condition + "\n-- 2", condition + "\n-- 2", condition + " LIMIT $2\n-- 2, 1",
        titles + "\n-- 2", condition + "\n-- 2",
      ])
  }

  @Test("first returns the first row of a prepared query and of typed raw SQL")
  func firstOfAny() async throws {
    let condition = Self.select + #" WHERE "plays" > $1"#
    await db.answer(condition, Self.columns, [Self.row])
    let typed = #"SELECT "name" FROM (SELECT name FROM track WHERE id = $1)"#
    await db.answer(typed, ["name"], [["Jezebel"]])
    let prepared = PreparedQuery { (plays: Placeholder<Int>) in Album.where { $0.plays > plays } }
    #expect(try await db.first(prepared(2)) == Self.promise)
    let name = try await db.first(
      SQLQuery<TrackName>("SELECT name FROM track WHERE id = \(7)"))
    #expect(name?.name == "Jezebel")
    #expect(await db.statements() == [condition + "\n-- 2", typed + "\n-- 7"])
  }

  @Test("forEach hands each row of a query and of raw SQL to a closure")
  func forEach() async throws {
    let titles = #"SELECT "title" FROM "album""#
    await db.answer(titles, ["title"], [["Promise"], ["Stronger"]])
    await db.answer("SELECT plays FROM album", ["plays"], [[3], [5]])
    await db.answer("SELECT * FROM album", Self.columns, [Self.row])
    let read = try await db.read { tx in
      var read: [String] = []
      try tx.forEach(Album.select { $0.title }) { read.append($0) }
      try tx.forEach(Int.self, sql: "SELECT plays FROM album") { read.append("\($0)") }
      try tx.forEach(Album.self, sql: "SELECT * FROM album") { read.append($0.title) }
      return read
    }
    #expect(read == ["Promise", "Stronger", "3", "5", "Promise"])
  }

  @Test("A page's cursor has the values of its last row, and continues after it")
  func page() async throws {
    let sql = #"SELECT "id", "title", "plays" FROM "album""#
    let order = #" ORDER BY "title", "id" LIMIT "#
    await db.answer(sql + order + "$1", Self.columns, [Self.row, [8, "Stronger", 0]])
    let page = try await db.fetch(Album.order { $0.title }.page(size: 1))
    #expect(page.rows == [Self.promise])
    _ = try await db.fetch(Album.order { $0.title }.page(after: page.next, size: 1))
    #expect(
      await db.statements() == [
        sql + order + "$1\n-- 2",
        sql + #" WHERE ("title", "id") > ($1, $2)"# + order + "$3\n-- 'Promise', 7, 2",
      ])
  }

  @Test("count and exists each run one statement")
  func count() async throws {
    await db.answer(#"SELECT count(*) FROM "album""#, ["n"], [[5]])
    await db.answer(#"SELECT count(*) FROM "album" WHERE "plays" > $1"#, ["n"], [[4]])
    await db.answer(
      #"SELECT EXISTS (SELECT 1 FROM "album" WHERE "plays" > $1)"#, ["n"], [[1]])
    #expect(try await db.count(Album.self) == 5)
    #expect(try await db.count(Album.self, where: { $0.plays > 2 }) == 4)
    #expect(try await db.exists(Album.self, where: { $0.plays > 2 }))
    #expect(try await !db.exists(Album.self, key: 9))
  }

  @Test("Rows of raw SQL are decoded by column name, or as single values")
  func fetchBySQL() async throws {
    let sql = "SELECT plays, title, id FROM album WHERE plays > $1"
    await db.answer(sql, ["plays", "title", "id"], [[3, "Promise", 7]])
    await db.answer("SELECT max(plays) FROM album", ["max(plays)"], [[3]])
    #expect(
      try await db.fetch(Album.self, sql: "SELECT plays, title, id FROM album WHERE plays > \(2)")
        == [Self.promise])
    #expect(try await db.value(Int.self, sql: "SELECT max(plays) FROM album") == 3)
    #expect(try await db.first(Int?.self, sql: "SELECT max(plays) FROM album") == 3)
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(Int.self, sql: "SELECT plays, title, id FROM album WHERE plays > \(2)")
    }
  }

  @Test("A row is updated in all columns, in named columns, or in the changed ones")
  func update() async throws {
    try await db.update(Self.promise)
    try await db.update([Self.promise])
    try await db.update(Self.promise, columns: \.plays)
    var louder = Self.promise
    louder.title = "PROMISE"
    #expect(try await db.updateChanges(louder, from: Self.promise))
    #expect(try await !db.updateChanges(louder, from: louder))
    let all = #"UPDATE "album" SET "title" = $1, "plays" = $2 WHERE "id" = $3"#
    #expect(
      await db.statements() == [
        all + "\n-- 'Promise', 3, 7",
        "BEGIN", all + "\n-- 'Promise', 3, 7", "COMMIT",
        #"UPDATE "album" SET "plays" = $1 WHERE "id" = $2"# + "\n-- 3, 7",
        #"UPDATE "album" SET "title" = $1 WHERE "id" = $2"# + "\n-- 'PROMISE', 7",
      ])
    await db.change(0)
    await #expect(throws: RowNotFoundError(table: "album")) { try await db.update(Self.promise) }
  }

  @Test("Queries update and insert rows, and RETURNING rows are fetched")
  func run() async throws {
    let update = #"UPDATE "album" SET "plays" = "plays" + $1 WHERE "plays" > $2"#
    let returning = update + #" RETURNING "id", "plays""#
    await db.answer(returning, ["id", "plays"], [[7, 4]])
    let write = Album.where { $0.plays > 2 }.update { $0.plays += 1 }
    #expect(try await db.run(write) == 1)
    let rows = try await db.fetch(write.returning { ($0.id, $0.plays) })
    #expect(rows.count == 1)
    #expect(rows.first?.1 == 4)
    #expect(try await db.run(Album.insert { $0.title = "Diamond Life" }) == 1)
    #expect(
      await db.statements() == [
        update + "\n-- 1, 2", "BEGIN", returning + "\n-- 1, 2", "COMMIT",
        #"INSERT INTO "album" ("title") VALUES ($1)"# + "\n-- 'Diamond Life'",
      ])
  }

  @Test("Rows are deleted by value, by key, by a condition, and all of them")
  func delete() async throws {
    #expect(try await db.delete(Self.promise))
    #expect(try await db.delete(Album.self, key: 7))
    #expect(try await db.delete(Album.self, where: { $0.plays == 0 }) == 1)
    #expect(try await db.deleteAll(Album.self) == 1)
    #expect(
      await db.statements() == [
        #"DELETE FROM "album" WHERE "id" = $1"# + "\n-- 7",
        #"DELETE FROM "album" WHERE "id" = $1"# + "\n-- 7",
        #"DELETE FROM "album" WHERE "plays" = $1"# + "\n-- 0", #"DELETE FROM "album""#,
      ])
  }

  @Test("An insert by value, draft or closure returns the stored row")
  func insert() async throws {
    let columns = #"INSERT INTO "album" ("title", "plays") VALUES ($1, $2)"#
    let returning = #" RETURNING "id", "title", "plays""#
    await db.answer(columns + returning, Self.columns, [Self.row])
    #expect(try await db.insert(Album(title: "Promise", plays: 3)) == Self.promise)
    let track = #"INSERT INTO "track" ("name") VALUES ($1) RETURNING "id", "name""#
    await db.answer(track, ["id", "name"], [[9, "Tar Baby"]])
    #expect(try await db.insert(Track.Draft(name: "Tar Baby")) == Track(id: 9, name: "Tar Baby"))
    let title = #"INSERT INTO "album" ("title") VALUES ($1)"# + returning
    await db.answer(title, Self.columns, [Self.row])
    #expect(try await db.insert(Album.self) { $0.title = "Promise" } == Self.promise)
    #expect(
      await db.statements() == [
        "BEGIN", columns + returning + "\n-- 'Promise', 3", "COMMIT",
        "BEGIN", track + "\n-- 'Tar Baby'", "COMMIT",
        "BEGIN", title + "\n-- 'Promise'", "COMMIT",
      ])
  }

  @Test("Several rows or drafts are inserted in one transaction, all or none of them")
  func insertMany() async throws {
    let sql = #"INSERT INTO "track" ("name", "id") VALUES ($1, $2) RETURNING "id", "name""#
    let withoutKey = #"INSERT INTO "track" ("name") VALUES ($1) RETURNING "id", "name""#
    await db.answer(sql, ["id", "name"], [[9, "Tar Baby"]])
    await db.answer(withoutKey, ["id", "name"], [[9, "Tar Baby"]])
    let track = Track(id: 9, name: "Tar Baby")
    #expect(try await db.insert([track, track]) == [track, track])
    let draft = Track.Draft(name: "Tar Baby")
    #expect(try await db.insert([draft, draft]) == [track, track])
    let one = ["SAVEPOINT", sql + "\n-- 'Tar Baby', 9", "RELEASE"]
    let other = ["SAVEPOINT", withoutKey + "\n-- 'Tar Baby'", "RELEASE"]
    #expect(
      await db.statements() == ["BEGIN"] + one + one + ["COMMIT", "BEGIN"] + other + other
        + ["COMMIT"])
    await db.answer(sql, ["id", "name"], [])
    await #expect(throws: RowNotKeptError(table: "track")) { try await db.insert([track, track]) }
    #expect(await db.statements().last == "ROLLBACK")
  }

  @Test("A row with a key is saved by an upsert, and one without a key is inserted")
  func save() async throws {
    let upsert =
      #"INSERT INTO "track" ("name", "id") VALUES ($1, $2) ON CONFLICT ("id") DO UPDATE"#
      + #" SET "name" = excluded."name""#
    let track = Track(id: 9, name: "Tar Baby")
    #expect(try await db.save(track) == track)
    #expect(try await db.save([track]) == [track])
    await #expect(throws: RowNotKeptError(table: "album")) {
      try await db.save(Album(title: "Promise"))
    }
    #expect(
      await db.statements().prefix(4) == [
        upsert + "\n-- 'Tar Baby', 9", "BEGIN", upsert + "\n-- 'Tar Baby', 9", "COMMIT",
      ])
  }

  @Test("create creates a table, and execute runs raw SQL with its values")
  func createAndExecute() async throws {
    try await db.create(Track.self)
    #expect(try await db.execute("DELETE FROM track WHERE id = \(9)") == 1)
    #expect(
      await db.statements() == [
        "BEGIN",
        #"CREATE TABLE IF NOT EXISTS "track" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL)"#
          + " STRICT",
        "COMMIT", "DELETE FROM track WHERE id = $1\n-- 9",
      ])
  }

  @Test("drop drops a table and a view, and recreate replaces a view in one transaction")
  func dropAndRecreate() async throws {
    try await db.drop(Track.self)
    try await db.drop(TrackName.self, ifExists: false)
    #expect(
      await db.statements() == [#"DROP TABLE IF EXISTS "track""#, #"DROP VIEW "trackName""#])
    try await db.recreate(TrackName.self)
    let recreating = await db.statements()
    #expect(
      recreating == [
        "BEGIN", #"DROP VIEW IF EXISTS "trackName""#, "SAVEPOINT",
        #"CREATE VIEW "trackName" ("name") AS SELECT "track"."name" AS "name" FROM "track""#,
        "RELEASE", "COMMIT",
      ])
  }

  @Test("A trigger is created, recreated and dropped, in a transaction if several statements run")
  func triggers() async throws {
    let trigger = Trigger("kept", before: .delete(Track.self)) { _ in
      SQLFunction.raise(.abort("kept"))
    }
    let create = #""kept" BEFORE DELETE ON "track" BEGIN SELECT RAISE(ABORT, 'kept'); END"#
    try await db.create(trigger)
    #expect(
      await db.statements() == ["BEGIN", "CREATE TRIGGER IF NOT EXISTS " + create, "COMMIT"])
    try await db.recreate(trigger)
    #expect(
      await db.statements() == [
        "BEGIN", #"DROP TRIGGER IF EXISTS main."kept""#, "CREATE TRIGGER " + create, "COMMIT",
      ])
    try await db.drop(trigger, ifExists: false)
    #expect(await db.statements() == [#"DROP TRIGGER main."kept""#])
  }

  @Test("A script runs in one transaction, with its values")
  func script() async throws {
    try await db.execute(script: "DELETE FROM a WHERE x = \(1); DELETE FROM b")
    #expect(
      await db.statements() == [
        "BEGIN", "DELETE FROM a WHERE x = $1; DELETE FROM b\n-- 1", "COMMIT",
      ])
  }

  @Test("A transaction runs its verbs, and is rolled back by an error and by rollback")
  func transaction() async throws {
    let count = try await db.transaction { tx in
      try tx.transaction { try tx.delete(Track.self, key: 1) }
      return try tx.deleteAll(Track.self)
    }
    #expect(count == 1)
    await #expect(throws: RowNotFoundError.self) {
      try await db.transaction { tx in throw RowNotFoundError(table: "track") }
    }
    #expect(try await db.transaction { $0.rollback(returning: 3) } == 3)
    #expect(try await db.read { try $0.count(Track.self) } == 0)
    #expect(
      await db.statements() == [
        "BEGIN", "SAVEPOINT", #"DELETE FROM "track" WHERE "id" = $1"# + "\n-- 1", "RELEASE",
        #"DELETE FROM "track""#, "COMMIT", "BEGIN", "ROLLBACK", "BEGIN", "ROLLBACK",
        "BEGIN", #"SELECT count(*) FROM "track""#, "ROLLBACK",
      ])
  }

  @Test("A function that is generic over SQLDatabase runs on any engine")
  func generic() async throws {
    try await rename(Self.promise, on: db)
    #expect(
      await db.statements() == [
        "BEGIN", #"UPDATE "album" SET "title" = $1 WHERE "id" = $2"# + "\n-- 'PROMISE', 7",
        "COMMIT",
      ])
  }

  private func rename(_ album: Album, on db: some SQLDatabase) async throws {
    try await db.transaction { tx in
      var louder = album
      louder.title = louder.title.uppercased()
      try tx.update(louder, columns: \.title)
    }
  }

  @Test("An encoding error names the table and the column, and no SQL runs")
  func unencodable() async throws {
    let error = await #expect(throws: ValueEncodingError.self) {
      try await db.update(Score(id: 1, points: .nan))
    }
    #expect(error?.table == "score")
    #expect(error?.column == "points")
    #expect(await db.statements() == [])
  }
}

@Table
struct Score {
  let id: Int
  var points: Double
}
