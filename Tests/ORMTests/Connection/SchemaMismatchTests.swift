import ORM
import Testing

@Table
private struct Disc: Equatable {
  var id: Int?
  var title: String
  var year: Int?
  var length: Double
  @Column(generated: .virtual("upper(title)")) var heading: String?
  @Column(default: .database) var added: String?
}

@Table
private struct Code: Equatable {
  @Column(primaryKey: true) var code: String
  var name: String
}

@Selection private struct DiscTitle: Equatable { let title: String }

extension DiscTitle: DatabaseView {
  static var definition: some SelectStatement<DiscTitle> {
    Disc.select { DiscTitle.select(title: $0.title) }
  }
}

@Suite("Creating a table that already exists")
struct SchemaMismatchTests {
  /// Creates the table by SQL, and then by its struct.
  private func differences(
    _ type: any TableOrView.Type, _ sql: String
  ) async throws -> [String] {
    let db = try Database.inMemory()
    try await db.execute("\(raw: sql)")
    do {
      try await db.create(type)
      return []
    } catch let error as SchemaMismatchError {
      return error.changes.map(\.description)
    }
  }

  private let disc =
    "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, "
  private let rest =
    "length REAL NOT NULL, heading TEXT AS (upper(title)), added TEXT DEFAULT 'now')"

  @Test("create accepts the table that it would create, even after columns were added to it")
  func same() async throws {
    let db = try Database.inMemory()
    try await db.create(Disc.self, Code.self, DiscTitle.self)
    try await db.create(Disc.self, Code.self, DiscTitle.self)
    try await db.execute("ALTER TABLE disc ADD COLUMN label TEXT")
    try await db.execute("ALTER TABLE disc ADD COLUMN price REAL NOT NULL DEFAULT 1")
    try await db.create(Disc.self)
    try await db.insert(Disc(title: "a", length: 1))
    #expect(try await db.count(Disc.self) == 1)
  }

  @Test(
    "create accepts an equivalent table, even if its SQL differs",
    arguments: [
      """
      create table "DISC" (ID integer primary key autoincrement, Title varchar(40) not null, year bigint,
      length double precision not null, heading as (upper(title)) stored, added datetime text)
      """,
      // Its types convert no value of the struct.
      "CREATE TABLE disc (id INTEGER PRIMARY KEY, title NOT NULL, year NUMERIC, length NUMERIC NOT NULL, "
        + "heading AS (title), added, more AS (1), CHECK (year > 0))",
      "CREATE TABLE disc (id INTEGER PRIMARY KEY, title ANY NOT NULL, year INT, length REAL NOT NULL, "
        + "heading TEXT AS (title), added TEXT NOT NULL DEFAULT '', extra TEXT NOT NULL DEFAULT 'x') STRICT",
    ])
  func otherSpelling(sql: String) async throws {
    #expect(try await differences(Disc.self, sql) == [])
  }

  @Test("A mismatch error reports each missing column, and each column that prevents inserts")
  func columns() async throws {
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, shelf TEXT NOT NULL)")
        == [
          "disc: the STRICT of the table changes from no to yes", "disc: column year is added",
          "disc: column length is added", "disc: column heading is added",
          "disc: column added is added",
          "disc: column shelf is only in the database, is NOT NULL and has no default: no row can"
            + " be inserted without it",
        ])
  }

  @Test(
    "A mismatch error reports types that would change values, and differing NOT NULL constraints")
  func types() async throws {
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title INTEGER, year REAL NOT NULL, length TEXT NOT NULL, "
          + "heading TEXT AS (title), added TEXT)")
        == [
          "disc: the STRICT of the table changes from no to yes",
          "disc: the type of column title changes from INTEGER to TEXT",
          "disc: the NOT NULL of column title changes from none to NOT NULL",
          "disc: the type of column year changes from REAL to INTEGER",
          "disc: the NOT NULL of column year changes from NOT NULL to none",
          "disc: the type of column length changes from TEXT to REAL",
          "disc: the expression of column heading changes from (title) VIRTUAL to (upper(title))"
            + " VIRTUAL",
        ])
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INT, length INT NOT NULL, "
          + "heading TEXT, added TEXT) STRICT")
        == [
          "disc: the type of column length changes from INT to REAL",
          "disc: the expression of column heading changes from none to (upper(title)) VIRTUAL",
        ])
  }

  @Test("A mismatch error reports a different key, and a key that the database does not generate")
  func keys() async throws {
    #expect(
      try await differences(
        Disc.self, disc.replacing("INTEGER PRIMARY KEY", with: "INT PRIMARY KEY") + rest)
        == [
          "disc: the STRICT of the table changes from no to yes",
          "disc: the type of column id changes from INT to INTEGER",
          "disc: the default of column added changes from 'now' to none",
          #"disc: the primary key changes from PRIMARY KEY ("id") to PRIMARY KEY ("id"), which is the rowid"#,
        ])
    #expect(
      try await differences(
        Disc.self, disc.replacing("INTEGER PRIMARY KEY", with: "INTEGER UNIQUE") + rest)
        == [
          "disc: the STRICT of the table changes from no to yes",
          "disc: the default of column added changes from 'now' to none",
          #"disc: the primary key changes from none to PRIMARY KEY ("id"), which is the rowid"#,
        ])
    #expect(
      try await differences(
        Code.self, "CREATE TABLE code (code TEXT, name TEXT NOT NULL PRIMARY KEY)")
        == [
          "code: the STRICT of the table changes from no to yes",
          "code: the NOT NULL of column code changes from none to NOT NULL",
          #"code: the primary key changes from PRIMARY KEY ("name") to PRIMARY KEY ("code")"#,
        ])
    #expect(
      try await differences(
        Code.self,
        "CREATE TABLE code (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT NOT NULL)") == [])
    #expect(
      try await differences(
        Code.self, "CREATE TABLE code (code TEXT, name TEXT NOT NULL, UNIQUE (code, name))")
        == [
          "code: the STRICT of the table changes from no to yes",
          "code: the NOT NULL of column code changes from none to NOT NULL",
          #"code: the primary key changes from none to PRIMARY KEY ("code")"#,
        ])
  }

  @Test("A mismatch error reports a view instead of a table, and a table instead of a view")
  func kinds() async throws {
    #expect(
      try await differences(Code.self, "CREATE VIEW code AS SELECT 'a' AS code, 'b' AS name")
        == ["code: the table changes from a view to a table"])
    #expect(
      try await differences(Code.self, "CREATE VIRTUAL TABLE code USING rtree (id, code, name)")
        == ["code: the table changes from a virtual table to a table"])
    #expect(
      try await differences(DiscTitle.self, "CREATE TABLE discTitle (title)")
        == ["discTitle: the view changes from a table to a view"])
  }

  @Test("A create that throws changes nothing, and its error describes each mismatch")
  func nothingChanged() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE code (code TEXT PRIMARY KEY, nome)")
    let error = await #expect(throws: SchemaMismatchError.self) {
      try await db.create(Disc.self, Code.self)
    }
    #expect(
      error?.changes.map(\.description) == [
        "code: the NOT NULL of column code changes from none to NOT NULL",
        "code: column name is added",
      ])
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 2)
    await #expect(throws: DatabaseError.self) { try await db.create(Code.self, ifNotExists: false) }
  }
}
