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

@Suite("create over a table that is there")
struct SchemaMismatchTests {
  /// Creates the table by SQL, and then by its struct.
  private func differences(
    _ type: any NamedSource.Type, _ sql: String
  ) async throws -> [SchemaMismatchError.Difference] {
    let db = try Database.inMemory()
    try await db.execute("\(raw: sql)")
    do {
      try await db.create(type)
      return []
    } catch let error as SchemaMismatchError {
      #expect(error.table == type.tableName && error.type == "\(type)")
      return error.differences
    }
  }

  private let disc =
    "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INTEGER, "
  private let rest =
    "length REAL NOT NULL, heading TEXT AS (upper(title)), added TEXT DEFAULT 'now')"

  @Test("passes over the table that it would make itself, also after columns were added to it")
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
    "passes over a table that holds the same, however it is spelt",
    arguments: [
      """
      create table "DISC" (ID integer primary key autoincrement, Title varchar(40) not null, year bigint,
      length double precision not null, heading as (upper(title)) stored, added datetime text)
      """,
      // Nothing that is in it turns values into others.
      "CREATE TABLE disc (id INTEGER PRIMARY KEY, title NOT NULL, year NUMERIC, length NUMERIC NOT NULL, "
        + "heading AS (title), added, more AS (1), CHECK (year > 0))",
      "CREATE TABLE disc (id INTEGER PRIMARY KEY, title ANY NOT NULL, year INT, length REAL NOT NULL, "
        + "heading TEXT AS (title), added TEXT NOT NULL DEFAULT '', extra TEXT NOT NULL DEFAULT 'x') STRICT",
    ])
  func otherSpelling(sql: String) async throws {
    #expect(try await differences(Disc.self, sql) == [])
  }

  @Test("says each column that is missing, or is in the way")
  func columns() async throws {
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, shelf TEXT NOT NULL)")
        == [
          .missingColumn("year"), .missingColumn("length"), .missingColumn("heading"),
          .missingColumn("added"), .extraColumn("shelf"),
        ])
  }

  @Test("says types that would change values, and which may be NULL")
  func types() async throws {
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title INTEGER, year REAL NOT NULL, length TEXT NOT NULL, "
          + "heading TEXT AS (title), added TEXT)")
        == [
          .type(column: "title", expected: .text, found: "INTEGER"),
          .nullability(column: "title", isNullable: true),
          .type(column: "year", expected: .integer, found: "REAL"),
          .nullability(column: "year", isNullable: false),
          .type(column: "length", expected: .real, found: "TEXT"),
        ])
    #expect(
      try await differences(
        Disc.self,
        "CREATE TABLE disc (id INTEGER PRIMARY KEY, title TEXT NOT NULL, year INT, length INT NOT NULL, "
          + "heading TEXT, added TEXT) STRICT")
        == [
          .type(column: "length", expected: .real, found: "INT"),
          .generation(column: "heading", isGenerated: false),
        ])
  }

  @Test("says a key that is another, or that the database does not give")
  func keys() async throws {
    #expect(
      try await differences(
        Disc.self, disc.replacing("INTEGER PRIMARY KEY", with: "INT PRIMARY KEY") + rest)
        == [.notRowID(column: "id")])
    #expect(
      try await differences(
        Disc.self, disc.replacing("INTEGER PRIMARY KEY", with: "INTEGER UNIQUE") + rest)
        == [.key(expected: ["id"], found: [])])
    #expect(
      try await differences(
        Code.self, "CREATE TABLE code (code TEXT, name TEXT NOT NULL PRIMARY KEY)")
        == [.key(expected: ["code"], found: ["name"])])
    #expect(
      try await differences(
        Code.self,
        "CREATE TABLE code (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT NOT NULL)") == [])
    #expect(
      try await differences(
        Code.self, "CREATE TABLE code (code TEXT, name TEXT NOT NULL, UNIQUE (code, name))")
        == [.key(expected: ["code"], found: [])])
  }

  @Test("says a view where a table is expected, and the other way round")
  func kinds() async throws {
    #expect(
      try await differences(Code.self, "CREATE VIEW code AS SELECT 'a' AS code, 'b' AS name")
        == [.kind(expected: "table", found: "view")])
    #expect(
      try await differences(Code.self, "CREATE VIRTUAL TABLE code USING rtree (id, code, name)")
        == [.kind(expected: "table", found: "virtual table")])
    #expect(
      try await differences(DiscTitle.self, "CREATE TABLE discTitle (title)")
        == [.kind(expected: "view", found: "table")])
  }

  @Test("changes nothing where it throws, and says all in words")
  func nothingChanged() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE code (code TEXT PRIMARY KEY, nome)")
    let error = await #expect(throws: SchemaMismatchError.self) {
      try await db.create(Disc.self, Code.self)
    }
    #expect(
      "\(try #require(error))"
        == #""code" is not as Code describes it: it has no column "name""#)
    #expect(try await db.value(Int.self, sql: "SELECT count(*) FROM sqlite_schema") == 2)
    await #expect(throws: DatabaseError.self) { try await db.create(Code.self, ifNotExists: false) }
  }
}
