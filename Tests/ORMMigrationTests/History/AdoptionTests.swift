import ORM
import Testing

/// A history adopts databases of other programs.
@Suite("Adopted databases")
struct AdoptionTests {
  static let tables = [
    """
    CREATE TABLE player (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(20) NOT NULL,
      joined DATETIME NOT NULL, score DOUBLE, isBot BOOLEAN DEFAULT 0)
    """,
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, seen BOOLEAN)",
  ]

  /// The version that was recorded from a file.
  static let foreign = Schema(tables)
  static let structs = Schema(
    """
    CREATE TABLE player (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
      joined INTEGER NOT NULL, score REAL, isBot INTEGER NOT NULL) STRICT
    """, tables[1])

  /// The SQL of another program's database.
  static let script =
    tables.joined(separator: ";") + """
      ; CREATE INDEX player_name ON player (name); CREATE TABLE own (x);
      INSERT INTO player VALUES (7, 'Ada', '2020-01-02 03:04:05', 1.5, NULL);
      INSERT INTO note VALUES (1, 'n', 1); INSERT INTO own VALUES (1);
      """

  static func ledger(_ identifiers: String...) -> String {
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
      + identifiers.map { "INSERT INTO grdb_migrations VALUES ('\($0)');" }.joined()
  }

  static func history(_ adopting: SchemaHistory.Adoption...) throws -> SchemaHistory {
    SchemaHistory(
      [
        .version(try Schema.Version("foreign", after: nil, foreign.json()), adopting: adopting),
        .version(
          try Schema.Version("structs", after: "foreign", structs.json()),
          fill: [.column("player", "isBot", value: 0)],
          converting: [.column("player", "joined", sql: "unixepoch(joined)")]),
      ], current: structs)
  }

  private func expectAdopted(
    _ script: String, _ adopting: SchemaHistory.Adoption
  ) async throws {
    let fixture = try await Fixture(Self.script + script)
    let note = try await fixture.texts("SELECT sql FROM sqlite_schema WHERE name = 'note'")
    try await fixture.db.migrate(Self.history(adopting))
    try await fixture.db.verify(Self.structs)
    #expect(
      try await fixture.texts("SELECT id || name || joined || score || isBot FROM player") == [
        "7Ada15779342451.50"
      ])
    // Objects that the versions don't mention or don't change stay.
    #expect(try await fixture.texts("SELECT x || '' FROM own") == ["1"])
    #expect(try await fixture.texts("SELECT seq || '' FROM sqlite_sequence") == ["7"])
    #expect(
      try await fixture.texts("SELECT name FROM sqlite_schema WHERE name = 'player_name'").count
        == 1)
    #expect(try await fixture.texts("SELECT sql FROM sqlite_schema WHERE name = 'note'") == note)
    #expect(
      try await fixture.texts("SELECT version || ' ' || kind FROM orm_schema ORDER BY id") == [
        "foreign new", "structs version",
      ])
    #expect(try await fixture.db.migrate(Self.history(adopting)).isEmpty)
  }

  @Test("A GRDB database is at the version that adopts its last migration")
  func grdb() async throws {
    try await expectAdopted(Self.ledger("v1", "z", "v7"), .grdb(through: "v7"))
  }

  @Test("A database with a user_version is at the version that adopts this number")
  func userVersion() async throws {
    try await expectAdopted("PRAGMA user_version = 7", .userVersion(7))
  }

  @Test("A database is at the version whose adopting query is true")
  func condition() async throws {
    try await expectAdopted("", .where(sql: "SELECT x = 1 FROM own"))
  }

  /// The error of a history in a database, which must not change.
  private func error(
    _ script: String, _ history: SchemaHistory
  ) async throws -> HistoryError? {
    let fixture = try await Fixture(script)
    let before = try await fixture.texts("SELECT sql FROM sqlite_schema")
    let error = await #expect(throws: HistoryError.self) {
      try await fixture.db.migrate(history)
    }
    #expect(try await fixture.texts("SELECT sql FROM sqlite_schema") == before)
    return error
  }

  @Test("A GRDB database with other migrations is refused, and the error names its last one")
  func otherMigrations() async throws {
    let history = try Self.history(.grdb(through: "v7"))
    let old = try await error(Self.script + Self.ledger("v1", "v5"), history)
    #expect(old?.reason == .tooOld)
    #expect(old?.message.contains("\"v5\"") == true)
    let new = try await error(Self.script + Self.ledger("v1", "v7", "v9"), history)
    #expect(new?.reason == .notRecognized)
    #expect(new?.message.contains("\"v9\"") == true)
    // Its schema does not count: its values may differ.
    let same = try await error(
      Self.tables.joined(separator: ";") + ";" + Self.ledger("v5"), history)
    #expect(same?.reason == .tooOld)
  }

  @Test("A database with a version's schema is refused if none of its adopting conditions is true")
  func noSign() async throws {
    let error = try await error(Self.script, Self.history(.userVersion(7)))
    #expect(error?.reason == .notRecognized && error?.version == "foreign")
    #expect(error?.message.contains("none of the conditions in its adopting: is true") == true)
  }

  @Test("An adopting query of a missing table or column is false, and an invalid one throws")
  func conditions() async throws {
    func reason(_ sql: String) async throws -> HistoryError.Reason? {
      try await error(Self.script, Self.history(.where(sql: sql)))?.reason
    }
    // By its schema, the database is at no version.
    for sql in [
      "SELECT 1 FROM nowhere", "SELECT missing FROM own", "SELECT x = 2 FROM own",
      "SELECT NULL", "SELECT 1 FROM own WHERE 0", "SELECT \"x\" FROM note",
    ] {
      let fixture = try await Fixture(Self.script + "ALTER TABLE note ADD COLUMN more")
      let error = await #expect(throws: HistoryError.self) {
        try await fixture.db.migrate(Self.history(.where(sql: sql)))
      }
      #expect(error?.reason == .notRecognized, "\(sql)")
    }
    for sql in [
      "SELECT", "DELETE FROM own", "PRAGMA user_version = 3", "SELECT missing(1)", "SELECT 'text'",
    ] {
      #expect(try await reason(sql) == .failedCondition, "\(sql)")
    }
  }

  @Test("A database that meets the conditions of several versions is refused as undecided")
  func several() async throws {
    let history = SchemaHistory(
      [
        .version(
          try Schema.Version("foreign", after: nil, Self.foreign.json()),
          adopting: [.userVersion(7)]),
        .version(
          try Schema.Version("structs", after: "foreign", Self.structs.json()),
          adopting: [.where(sql: "SELECT 1")], fill: [.column("player", "isBot", value: 0)]),
      ], current: Self.structs)
    #expect(
      try await error(Self.script + "PRAGMA user_version = 7", history)?.reason == .undecided)
  }

  @Test("An adopted database that lacks a column of its version is refused, and the error names it")
  func lacking() async throws {
    let error = try await error(
      "CREATE TABLE player (id INTEGER PRIMARY KEY); PRAGMA user_version = 7",
      Self.history(.userVersion(7)))
    #expect(error?.reason == .notRecognized)
    #expect(error?.version == "foreign")
    #expect(error?.message.contains("joined") == true)
  }

  @Test("An empty database starts at the newest version, even if a version adopts user_version 0")
  func records() async throws {
    let fixture = try await Fixture("")
    let history = try Self.history(.userVersion(0))
    try await fixture.db.migrate(history)
    try await fixture.db.verify(Self.structs)
    #expect(
      try await fixture.texts("SELECT version || kind FROM orm_schema ORDER BY id") == [
        "foreignnew", "structsnew",
      ])
    #expect(try await fixture.db.migrate(history).isEmpty)
  }

  @Test("A database made by create is at its schema's version without an adopting condition")
  func created() async throws {
    let fixture = try await Fixture(Self.structs.tables.map(\.sql).joined(separator: ";"))
    try await fixture.db.migrate(Self.history(.userVersion(7)))
    #expect(
      try await fixture.texts("SELECT version FROM orm_schema ORDER BY id") == [
        "foreign", "structs",
      ])
  }

  @Test("A history can start at an adopted version that SQLite could not create")
  func notCreatable() async throws {
    let fixture = try await Fixture("")
    let tables = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE mycoll, b WHATEVER(1, 2))",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, d DATETIME)",
    ]
    let raw = try RawDatabase(fixture.folder.file())
    try raw.run(
      tables.joined(separator: ";")
        + "; INSERT INTO t VALUES (1, 'a', 2); INSERT INTO u VALUES (1, '2020-01-02')"
        + "; PRAGMA user_version = 7")
    let foreign = Schema(tables)
    var structs = foreign
    structs.tables[1] =
      Schema("CREATE TABLE u (id INTEGER PRIMARY KEY, d INTEGER NOT NULL) STRICT").tables[0]
    structs.tables.remove(at: 0)
    try await fixture.db.migrate(
      SchemaHistory(
        [
          .version(
            try Schema.Version("foreign", after: nil, foreign.json()), adopting: [.userVersion(7)]),
          .version(
            try Schema.Version("structs", after: "foreign", structs.json()),
            converting: [.column("u", "d", sql: "unixepoch(d)")], allowing: [.droppingTable("t")]),
        ], current: structs))
    #expect(try await fixture.texts("SELECT d || '' FROM u") == ["1577923200"])
    #expect(try await fixture.texts("SELECT name FROM sqlite_schema WHERE name = 't'") == [])
  }
}
