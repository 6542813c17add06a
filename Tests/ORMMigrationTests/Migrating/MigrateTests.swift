import ORM
import Testing

@Suite("A migration to a schema")
struct MigrateTests {
  static let artists = """
    CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, year TEXT,
      artistID INTEGER REFERENCES artist(id) ON DELETE CASCADE);
    CREATE INDEX album_title ON album (title);
    INSERT INTO artist VALUES (1, 'Sade'), (2, 'Nina');
    INSERT INTO album VALUES (1, 'Promise', '1985', 1), (2, 'Diamond Life', '1984', 1), (9, 'Gone', NULL, 2);
    DELETE FROM album WHERE id = 9;
    """
  static let artist = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"

  @Test("A migration creates all objects of an empty database, and a second one does nothing")
  func empty() async throws {
    let fixture = try await Fixture("")
    let schema = Schema(Self.artist, "CREATE INDEX artist_name ON artist (name)")
    let plan = try await fixture.db.migrate(to: schema)
    #expect(!plan.isEmpty)
    try await fixture.db.verify(schema)
    #expect(try await fixture.db.migrate(to: schema).isEmpty)
    #expect(try await fixture.db.schema() == schema)
  }

  @Test("A migration adds a column in place")
  func column() async throws {
    let fixture = try await Fixture(Self.artists)
    let schema = Schema(
      "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER NOT NULL DEFAULT 0)"
    )
    let plan = try await fixture.db.migrate(to: schema)
    #expect(plan.rebuiltTables.isEmpty)
    #expect(
      plan.steps.flatMap(\.statements) == [
        #"ALTER TABLE main."artist" ADD COLUMN "born" INTEGER NOT NULL DEFAULT 0"#
      ])
    #expect(try await fixture.texts("SELECT name || born FROM artist") == ["Sade0", "Nina0"])
  }

  @Test("Changes other than new columns rebuild a table with its rows, indexes and references")
  func rebuild() async throws {
    let fixture = try await Fixture(Self.artists)
    let schema = Schema(
      Self.artist,
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL COLLATE NOCASE,
        year INTEGER CHECK (album.year > 1900), artistID INTEGER REFERENCES artist(id) ON DELETE CASCADE)
      """, "CREATE INDEX album_title ON album (title)")
    let plan = try await fixture.db.migrate(to: schema)
    #expect(plan.rebuiltTables == ["album"])
    try await fixture.db.verify(schema)
    #expect(
      try await fixture.texts("SELECT id || title || typeof(year) FROM album ORDER BY id")
        == ["1Promiseinteger", "2Diamond Lifeinteger"])
    #expect(
      try await fixture.texts("SELECT seq || '' FROM sqlite_sequence WHERE name = 'album'") == ["9"]
    )
    #expect(try await fixture.check() == [])
    try await fixture.db.run("DELETE FROM artist WHERE id = 1")
    #expect(try await fixture.texts("SELECT title FROM album") == [])
  }

  @Test("A refused migration lists the values that it would lose, and changes nothing")
  func refusesLoss() async throws {
    let fixture = try await Fixture(
      Self.artists + "INSERT INTO album (title, year) VALUES ('Odd', 'soon'), ('Zero', '012');")
    let before = try await fixture.db.schema()
    let schema = Schema(
      Self.artist,
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, year INTEGER,
        artistID INTEGER REFERENCES artist(id) ON DELETE CASCADE) STRICT
      """)
    let error = try #require(
      await #expect(throws: DataLossError.self) { try await fixture.db.migrate(to: schema) })
    #expect(
      error.losses.map(\.description).sorted() == [
        "album: 1 value of column year can't be stored as INTEGER (keys 10)",
        "album: 1 value of column year would change as INTEGER (keys 11)",
      ])
    #expect(try await fixture.db.schema() == before)
    try await fixture.db.migrate(to: schema, allowing: [.changingValues("album", "year")])
    #expect(
      try await fixture.texts("SELECT quote(year) FROM album ORDER BY id")
        == ["1985", "1984", "0", "12"])
  }

  @Test("A migration keeps columns and tables that the schema lacks, unless they may be dropped")
  func extras() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL, notes TEXT NOT NULL);
      CREATE TABLE old (a);
      INSERT INTO album VALUES (1, 'Promise', 'good');
      INSERT INTO old VALUES (1), (2);
      """)
    let schema = Schema("CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
    let plan = try await fixture.db.migrate(to: schema)
    #expect(plan.warnings.count == 1)
    // A struct without the column can insert.
    try await fixture.db.run("INSERT INTO album (title) VALUES ('Gone')")
    #expect(try await fixture.texts("SELECT notes FROM album") == ["good", "NULL"])
    try await fixture.db.migrate(
      to: schema, allowing: [.droppingColumn("Album", "NOTES"), .droppingTable("old")])
    #expect(
      try await fixture.texts("SELECT name FROM pragma_table_info('album')") == ["id", "title"])
    #expect(try await fixture.db.schema().tables.map(\.name) == ["album"])
  }

  @Test("New columns are filled by a value, an expression or a closure over the old row")
  func fill() async throws {
    let fixture = try await Fixture(Self.artists)
    let schema = Schema(
      """
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, rating INTEGER NOT NULL,
        slug TEXT NOT NULL, initial TEXT NOT NULL)
      """)
    await #expect(throws: DataLossError.self) { try await fixture.db.migrate(to: schema) }
    try await fixture.db.migrate(
      to: schema,
      fill: [
        .column("artist", "rating", value: 3), .column("artist", "slug", sql: "lower(name)"),
        .column("artist", "initial") { row in
          guard case .text(let name)? = row["NAME"] else { return .null }
          return .text(String(name.prefix(1)))
        },
      ])
    #expect(
      try await fixture.texts("SELECT name || rating || slug || initial FROM artist")
        == ["Sade3sadeS", "Nina3ninaN"])
  }

  @Test("A plan describes its changes with their SQL, and can run only once")
  func plan() async throws {
    let fixture = try await Fixture(Self.artists)
    let schema = Schema(
      "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INTEGER)",
      "CREATE INDEX artist_name ON artist (name)")
    let plan = try await fixture.db.plan(to: schema)
    #expect(
      plan.description == """
        artist: column born is added
          ALTER TABLE main."artist" ADD COLUMN "born" INTEGER
        artist_name: the index is added
          CREATE INDEX main."artist_name" ON "artist" ("name")
        """)
    try await fixture.db.migrate(plan)
    let error = await #expect(throws: MigrationError.self) { try await fixture.db.migrate(plan) }
    #expect(error?.reason == .outdatedPlan)
  }

  @Test("Declared renames of tables and columns are carried out, even if two columns swap names")
  func renames() async throws {
    let fixture = try await Fixture("")
    var schema = Schema("CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT, y TEXT)")
    try await fixture.db.migrate(to: schema)
    try await fixture.db.run(
      "INSERT INTO a VALUES (1, 'x', 'y'); CREATE VIEW v AS SELECT x FROM a")
    schema.tables[0].name = "b"
    schema.tables[0].formerNames = ["a"]
    schema.tables[0].columns[1].name = "y"
    schema.tables[0].columns[1].formerNames = ["x"]
    schema.tables[0].columns[2].name = "x"
    schema.tables[0].columns[2].formerNames = ["y"]
    let plan = try await fixture.db.migrate(to: schema)
    #expect(plan.rebuiltTables.isEmpty)
    #expect(try await fixture.texts("SELECT y || x FROM b") == ["xy"])
    #expect(try await fixture.texts("SELECT * FROM v") == ["x"])
    #expect(try await fixture.db.migrate(to: schema).isEmpty)
    #expect(try await fixture.texts("SELECT y || x FROM b") == ["xy"])
  }

  @Test("An older version of the program leaves a newer database alone")
  func newer() async throws {
    let fixture = try await Fixture("")
    let old = Schema("CREATE TABLE a (id INTEGER PRIMARY KEY)")
    let new = Schema("CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)")
    try await fixture.db.migrate(to: old)
    try await fixture.db.migrate(to: new)
    await #expect(throws: NewerSchemaError.self) { try await fixture.db.migrate(to: old) }
    await #expect(throws: NewerSchemaError.self) { try await fixture.db.plan(to: old) }
    try await fixture.db.migrate(to: new)
  }

  @Test("A migration in memory keeps the connection's settings and temporary triggers")
  func memory() async throws {
    let db = try Database.inMemory()
    try await db.run(Self.artists)
    try await db.run(
      "CREATE TABLE log (what); CREATE TEMP TRIGGER tr AFTER INSERT ON album BEGIN INSERT INTO log VALUES (1); END"
    )
    let schema = Schema(
      Self.artist,
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, year INTEGER,
        artistID INTEGER REFERENCES artist(id) ON DELETE CASCADE)
      """)
    try await db.migrate(to: schema)
    #expect(
      try await db.texts("SELECT title FROM album ORDER BY id") == ["Promise", "Diamond Life"])
    #expect(try await db.texts("SELECT foreign_keys || '' FROM pragma_foreign_keys") == ["1"])
    try await db.run("INSERT INTO album (title) VALUES ('New')")
    #expect(try await db.texts("SELECT count(*) || '' FROM log") == ["1"])
    await #expect(throws: DatabaseError.self) { try await db.run(#"SELECT "nothing""#) }
  }

  @Test("A program can plan and migrate at each start, and records one migration")
  func planAtEachStart() async throws {
    let fixture = try await Fixture("")
    let schema = Schema(Self.artist)
    for _ in 0..<3 {
      let plan = try await fixture.db.plan(to: schema)
      try await fixture.db.migrate(plan)
      try await fixture.db.verify(schema)
    }
    #expect(try await fixture.texts("SELECT count(*) || '' FROM orm_schema") == ["1"])
  }

  @Test("A rule converts values once, and not at each start")
  func rulesOnce() async throws {
    let fixture = try await Fixture(Self.artists)
    let schema = Schema(Self.artist)
    for _ in 0..<3 {
      try await fixture.db.migrate(
        to: schema, converting: [.column("artist", "name", sql: "name || '!'")])
    }
    #expect(try await fixture.texts("SELECT name FROM artist") == ["Sade!", "Nina!"])
  }
}
