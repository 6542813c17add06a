import ORM
import Testing

@Suite("Columns of types that STRICT tables don't allow")
struct KeptTypeTests {
  static let schema = "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"

  private func stored(_ fixture: Fixture, _ column: String) async throws -> [String] {
    try await fixture.texts(
      "SELECT typeof(\(column)) || ':' || quote(\(column)) FROM album ORDER BY id")
  }

  @Test(
    "A column that the schema lacks keeps its type, values and affinity, and is not a loss",
    arguments: [
      ("DATETIME", "integer:2021"), ("VARCHAR(20)", "text:'2021'"), ("BOOLEAN", "integer:2021"),
      ("DECIMAL(10, 2)", "integer:2021"), ("", "text:'2021'"), ("ANY", "integer:2021"),
      ("DOUBLE PRECISION", "real:2021.0"), ("json", "integer:2021"),
    ])
  func unknownColumn(type: String, written: String) async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created \(type));
      INSERT INTO album VALUES (1, 'a', '2020-01-01'), (2, 'b', 2.5), (3, 'c', x'00'), (4, 'd', NULL);
      """)
    let before = try await stored(fixture, "created")
    let schema = Schema(Self.schema)
    let plan = try await fixture.db.plan(to: schema)
    #expect(plan.losses == [])
    try await fixture.db.migrate(to: schema)
    #expect(try await stored(fixture, "created") == before)
    // Another program writes as before.
    try await fixture.db.run("INSERT INTO album VALUES (5, 'e', '2021')")
    #expect(try await stored(fixture, "created").last == written)
    try await fixture.db.verify(schema)
    let found = try await fixture.db.schema()
    #expect(schema.changes(from: found).allSatisfy { $0.action == .note || $0.action == .extra })
    #expect(try await fixture.db.plan(to: schema).isEmpty)
    #expect(try await fixture.db.migrate(to: schema).isEmpty)
    #expect(try await fixture.check() == [])
  }

  @Test("A rebuild keeps columns of non-STRICT types with their defaults, checks and expressions")
  func rebuilt() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (
        id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, year TEXT,
        created DATETIME DEFAULT CURRENT_TIMESTAMP CHECK (created <> ''),
        price DECIMAL NOT NULL DEFAULT 1, label VARCHAR AS (upper(name)) STORED, free, count INTEGER);
      INSERT INTO album (id, name, year, created, free, count) VALUES
        (1, 'a', '1990', '2020-01-01', 'x', 7), (2, 'b', NULL, 5, x'01', 8);
      CREATE INDEX album_created ON album (created);
      """)
    let columns = ["created", "price", "label", "free", "count"]
    var before: [[String]] = []
    for column in columns { before.append(try await stored(fixture, column)) }
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year INTEGER, raw ANY) STRICT"
    )
    let plan = try await fixture.db.plan(to: schema)
    #expect(plan.losses == [])
    #expect(plan.rebuiltTables == ["album"])
    #expect(
      plan.warnings.contains {
        $0.hasPrefix("album: the table is not made STRICT, as it keeps created DATETIME")
      })
    try await fixture.db.migrate(to: schema)
    for (column, values) in zip(columns, before) {
      #expect(try await stored(fixture, column) == values)
    }
    #expect(try await stored(fixture, "year") == ["integer:1990", "null:NULL"])
    try await fixture.db.run("INSERT INTO album (id, name, raw) VALUES (3, 'c', '012')")
    #expect(try await stored(fixture, "raw").last == "text:'012'")
    #expect(try await stored(fixture, "price").last == "integer:1")
    await #expect(throws: DatabaseError.self) {
      try await fixture.db.run("INSERT INTO album (name, created) VALUES ('c', '')")
    }
    try await fixture.db.verify(schema)
    #expect(try await fixture.db.migrate(to: schema).isEmpty)
    #expect(try await fixture.db.plan(to: schema).isEmpty)
    #expect(try await fixture.check() == [])
  }

  @Test("Values that a declared column can't store are losses, even if the table isn't STRICT")
  func unreadableValues() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, played DATETIME, made DATETIME);
      INSERT INTO album VALUES (1, 'a', '2020-01-01', '2020-01-01'), (2, 'b', 5, 5);
      """)
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, played REAL) STRICT")
    let plan = try await fixture.db.plan(to: schema)
    #expect(
      plan.losses.map { "\($0)" } == [
        "album: 1 value of column played can't be stored as REAL (keys 1)"
      ])
    try await fixture.db.migrate(
      to: schema, converting: [.column("album", "played", sql: "julianday(played)")])
    #expect(try await stored(fixture, "made") == ["text:'2020-01-01'", "integer:5"])
    #expect(try await fixture.db.plan(to: schema).isEmpty)
  }

  @Test("A rebuild of a table WITHOUT ROWID keeps a column of a non-STRICT type")
  func withoutRowID() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id VARCHAR PRIMARY KEY, created DATETIME) WITHOUT ROWID;
      INSERT INTO album VALUES ('a', '2020');
      """)
    let schema = Schema(
      "CREATE TABLE album (id TEXT PRIMARY KEY NOT NULL, more INTEGER) STRICT, WITHOUT ROWID")
    try await fixture.db.migrate(to: schema)
    #expect(try await stored(fixture, "created") == ["integer:2020"])
    #expect(try await fixture.db.plan(to: schema).isEmpty)
    try await fixture.db.verify(schema)
  }

  @Test("A table becomes STRICT if all columns of non-STRICT types are declared or dropped")
  func strict() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, name VARCHAR(9) NOT NULL, created DATETIME);
      INSERT INTO album VALUES (1, 'a', '2020-01-01');
      """)
    let known = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created TEXT) STRICT")
    try await fixture.db.migrate(to: known)
    #expect(try await fixture.db.schema().tables.first { $0.name == "album" }?.isStrict == true)
    let other = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, name VARCHAR(9) NOT NULL, created DATETIME);
      INSERT INTO album VALUES (1, 'a', '2020-01-01');
      """)
    try await other.db.migrate(to: Schema(Self.schema))
    try await other.db.migrate(
      to: Schema(Self.schema), allowing: [.droppingColumn("album", "created")])
    #expect(try await other.db.schema().tables.first { $0.name == "album" }?.isStrict == true)
  }

  @Test("An ANY column keeps its values if its table is no longer STRICT")
  func noLongerStrict() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, raw ANY) STRICT;
      INSERT INTO album VALUES (1, 'a', '012');
      """)
    let schema = Schema("CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
    #expect(try await fixture.db.plan(to: schema).losses == [])
    try await fixture.db.migrate(to: schema)
    #expect(try await stored(fixture, "raw") == ["text:'012'"])
  }
}
