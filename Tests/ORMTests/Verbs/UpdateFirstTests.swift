import Foundation
import ORM
import Testing

@Table("badge")
private struct Badge {
  let id: Int
  var name: String
  @Column(lazy: true) var logo: Lazy<Data>
}

@Table("gear")
private struct Gear: Equatable {
  let id: Int
  var name: String
}

@Table("place")
private struct GearPlace: Equatable {
  let id: Int
}

@Table("ship")
private struct Ship: Equatable {
  let id: Int
  var name: String
  @Column(readOnly: true) var made: String?
}

/// SQLite checks the NOT NULL and CHECK constraints of the row that an upsert would insert before
/// it checks whether the row exists.
@Suite("Saves of rows with columns that are not written")
struct UpdateFirstTests {
  private func database(_ sql: SQL) async throws -> Database {
    let db = try Database.inMemory()
    try await db.execute(sql)
    return db
  }

  @Test("A fetched row whose lazy column is not loaded is saved, alone and in an array")
  func lazy() async throws {
    let db = try Database.inMemory()
    try await db.create(Badge.self)
    let badge = try await db.insert(Badge.Draft(name: "a", logo: .loaded(Data([1]))))
    var fetched = try #require(try await db.find(Badge.self, badge.id))
    fetched.name = "b"
    #expect(try await db.save(fetched).name == "b")
    fetched.name = "c"
    #expect(try await db.save([fetched]).map(\.name) == ["c"])
    fetched.name = "d"
    let row = fetched
    #expect(try await db.transaction { tx in try tx.save(row).name } == "d")
    #expect(try await db.value(Data.self, sql: "SELECT logo FROM badge") == Data([1]))
    #expect(try await db.count(Badge.self) == 1)
  }

  @Test("A column that the struct lacks keeps its value")
  func unknown() async throws {
    let db = try await database(
      "CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL) STRICT")
    try await db.execute("INSERT INTO gear VALUES (1, 'a', 'today'), (2, 'b', 'then')")
    #expect(try await db.save(Gear(id: 1, name: "x")) == Gear(id: 1, name: "x"))
    #expect(try await db.save([Gear(id: 1, name: "y"), Gear(id: 2, name: "z")]).count == 2)
    #expect(try await db.saveByPositiveKey(Gear(id: 2, name: "w")) == Gear(id: 2, name: "w"))
    #expect(
      try await db.fetch(String.self, sql: "SELECT name || ' ' || made FROM gear")
        == ["y today", "w then"])
  }

  @Test("A save of a new row fails if a required column is missing, and keeps nothing")
  func new() async throws {
    let db = try await database(
      "CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL) STRICT")
    try await db.execute("INSERT INTO gear VALUES (1, 'a', 'today')")
    let error = await #expect(throws: DatabaseError.self) {
      try await db.save([Gear(id: 1, name: "x"), Gear(id: 2, name: "y")])
    }
    #expect(error?.violation?.kind == .notNull)
    #expect(error?.violation?.columns == ["made"])
    #expect(try await db.fetch(Gear.self) == [Gear(id: 1, name: "a")])
  }

  @Test("A row with a read-only NOT NULL column is saved")
  func readOnly() async throws {
    let db = try await database(
      "CREATE TABLE ship (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL) STRICT")
    try await db.execute("INSERT INTO ship VALUES (1, 'a', 'today')")
    #expect(
      try await db.save(Ship(id: 1, name: "b", made: nil)) == Ship(id: 1, name: "b", made: "today"))
  }

  @Test("A row is saved if a CHECK names a column that the struct lacks")
  func check() async throws {
    let db = try await database(
      """
      CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mail TEXT, phone TEXT,
        CHECK (mail IS NOT NULL OR "phone" IS NOT NULL))
      """)
    try await db.execute("INSERT INTO gear VALUES (1, 'a', 'm', NULL)")
    #expect(try await db.save(Gear(id: 1, name: "b")) == Gear(id: 1, name: "b"))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.save(Gear(id: 2, name: "c"))
    }
    #expect(error?.violation?.kind == .check)
  }

  @Test("A row that has only a key is saved, although its table has other NOT NULL columns")
  func onlyKey() async throws {
    let db = try await database("CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    try await db.execute("INSERT INTO place VALUES (1, 'a')")
    #expect(try await db.save(GearPlace(id: 1)) == GearPlace(id: 1))
    await #expect(throws: DatabaseError.self) { try await db.save(GearPlace(id: 2)) }
    #expect(try await db.count(GearPlace.self) == 1)
  }

  @Test("A save runs an UPDATE first only if a required column is not written")
  func statements() async throws {
    let db = try await database(
      """
      CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''),
        made TEXT NOT NULL DEFAULT 'x', other INT)
      """)
    let trace = try await StatementTrace.start(on: db)
    try await db.save(Gear(id: 1, name: "a"))
    trace.removeAll()
    try await db.save(Gear(id: 1, name: "b"))
    #expect(
      trace.statements == [
        """
        INSERT INTO "gear" ("name", "id") VALUES ($1, $2) \
        ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name"
        """
      ])
    try await db.execute("DROP TABLE gear")
    try await db.execute(
      "CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL)")
    try await db.execute("INSERT INTO gear VALUES (1, 'a', 'today')")
    try await db.save(Gear(id: 1, name: "c"))
    trace.removeAll()
    try await db.save(Gear(id: 1, name: "d"))
    #expect(
      trace.statements == [
        "BEGIN IMMEDIATE", #"UPDATE "gear" SET "name" = $1 WHERE "id" = $2"#,
        #"SELECT "id", "name" FROM "gear" WHERE "id" = $1"#, "COMMIT",
      ])
  }

  @Test("An upsert statement fails if a required column is not written, and its error says why")
  func statement() async throws {
    let db = try await database(
      "CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL)")
    try await db.execute("INSERT INTO gear VALUES (1, 'a', 'today')")
    let upsert = Gear.insert(Gear(id: 1, name: "b")).onConflict { $0.id }.doUpdate {
      row, excluded in
      row.name = excluded.name
    }
    let error = await #expect(throws: DatabaseError.self) { try await db.run(upsert) }
    #expect(error?.violation?.columns == ["made"])
    #expect(error?.hint?.contains("SQLite checks this constraint before the conflict") == true)
  }

  @Test("A save sees a required column that another connection added")
  func madeAnew() async throws {
    let folder = try TemporaryFolder()
    let db = try Database(folder.file())
    try await db.create(Gear.self, Badge.self)
    try await db.insert(Gear(id: 1, name: "a"))
    try await db.save(Gear(id: 1, name: "b"))
    let badge = try await db.insert(Badge.Draft(name: "a", logo: .loaded(Data([1]))))
    try await db.execute("DROP TABLE badge")
    try await db.execute("CREATE TABLE badge (id INTEGER PRIMARY KEY, name TEXT, logo BLOB)")
    try await db.execute("INSERT INTO badge VALUES (1, 'a', x'01')")
    var fetched = try #require(try await db.find(Badge.self, badge.id))
    fetched.name = "b"
    try await db.save(fetched)
    let other = try HeldLock(path: folder.file())
    try other.run(
      """
      DROP TABLE gear;
      CREATE TABLE gear (id INTEGER PRIMARY KEY, name TEXT NOT NULL, made TEXT NOT NULL);
      INSERT INTO gear VALUES (1, 'a', 'today');
      DROP TABLE badge; CREATE TABLE badge (id INTEGER PRIMARY KEY, name TEXT, logo BLOB NOT NULL);
      INSERT INTO badge VALUES (1, 'a', x'01'); COMMIT
      """)
    #expect(try await db.save(Gear(id: 1, name: "c")) == Gear(id: 1, name: "c"))
    fetched.name = "c"
    #expect(try await db.save(fetched).name == "c")
  }
}
