import Foundation
import ORM
import Testing

@Suite("Reported losses")
struct ToldLossTests {
  static let album = """
    CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year TEXT) STRICT;
    INSERT INTO album VALUES (1, 'a', '1'), (2, 'b', NULL);
    """
  static let fullText = """
    CREATE VIRTUAL TABLE f USING fts5(name, content='album', content_rowid='id');
    INSERT INTO f(f) VALUES ('rebuild');
    """

  /// The schema of `album` with these names.
  private func schema(
    table: String = "album", column: String = "name", year: String = "TEXT"
  ) throws -> Schema {
    var schema = Schema(
      "CREATE TABLE \(table) (id INTEGER PRIMARY KEY, \(column) TEXT NOT NULL, year \(year)) STRICT"
    )
    if table != "album" { schema.tables[0].formerNames = ["album"] }
    if column != "name" { schema.tables[0].columns[1].formerNames = ["name"] }
    return schema
  }

  @Test("An INSTEAD OF trigger of a renamed table's view is a loss that can be allowed")
  func insteadOfTrigger() async throws {
    let fixture = try await Fixture(
      Self.album + """
        CREATE VIEW v AS SELECT id, name FROM album;
        CREATE TRIGGER vt INSTEAD OF INSERT ON v
          BEGIN INSERT INTO album(id, name) VALUES (new.id, new.name); END;
        CREATE TABLE log(t);
        CREATE TRIGGER tr AFTER UPDATE OF name ON album BEGIN INSERT INTO log VALUES (1); END;
        """)
    let schema = try schema(table: "record", column: "caption")
    let plan = try await fixture.db.plan(to: schema)
    #expect(!plan.losses.isEmpty)
    await #expect(throws: DataLossError.self) { try await fixture.db.migrate(to: schema) }
    try await fixture.db.migrate(plan, allowing: .everything)
    try await fixture.db.run("UPDATE record SET caption = 'z' WHERE id = 1")
    #expect(try await fixture.texts("SELECT CAST(t AS TEXT) FROM log") == ["1"])
    #expect(try await fixture.check() == [])
  }

  @Test("Renaming a column of another program's full-text index is a loss that can be allowed")
  func fullTextOfRenamedColumn() async throws {
    for year in ["TEXT", "INTEGER"] {
      let fixture = try await Fixture(Self.album + Self.fullText)
      let schema = try schema(column: "caption", year: year)
      let error = await #expect(throws: DataLossError.self) {
        try await fixture.db.migrate(to: schema)
      }
      #expect(error?.losses.map(\.table) == ["f"])
      #expect(error?.losses.first?.member == "the full-text index")
      #expect(try await fixture.texts("SELECT name FROM f WHERE f MATCH 'a'") == ["a"])
      try await fixture.db.migrate(to: schema, allowing: [.breakingReferences(to: "f")])
      #expect(try await fixture.texts("SELECT caption FROM album ORDER BY id") == ["a", "b"])
    }
  }

  @Test("Renaming the table of another program's full-text index is a loss that can be allowed")
  func fullTextOfRenamedTable() async throws {
    let fixture = try await Fixture(Self.album + Self.fullText)
    let schema = try schema(table: "record")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.losses.map(\.table) == ["f"])
    try await fixture.db.migrate(to: schema, allowing: [.droppingTable("f")])
    #expect(try await fixture.texts("SELECT name FROM record ORDER BY id") == ["a", "b"])
  }

  @Test("Another program's full-text index stays in sync if other columns change")
  func fullTextOfOtherColumns() async throws {
    let fixture = try await Fixture(Self.album + Self.fullText)
    try await fixture.db.migrate(to: try schema(year: "INTEGER"))
    #expect(try await fixture.texts("SELECT name FROM f WHERE f MATCH 'b'") == ["b"])
  }

  @Test("A trigger that can't run fails the plan and the migration before any change")
  func untrustedTrigger() async throws {
    let fixture = try await Fixture(Self.album)
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year TEXT, more TEXT) STRICT",
      "CREATE VIRTUAL TABLE f USING fts5(name, content='album', content_rowid='id')",
      "CREATE TRIGGER f_insert AFTER INSERT ON album"
        + " BEGIN INSERT INTO f(rowid, name) VALUES (new.id, new.name); END",
      "CREATE TRIGGER f_wrong AFTER DELETE ON album BEGIN INSERT INTO missing VALUES (1); END")
    for migrates in [false, true] {
      let error = await #expect(throws: DatabaseError.self) {
        if migrates {
          try await fixture.db.migrate(to: schema)
        } else {
          _ = try await fixture.db.plan(to: schema)
        }
      }
      #expect(error?.message.contains("no such table: main.missing") == true)
    }
    #expect(try await fixture.db.schema().tables.map(\.columns.count) == [3])
    // Nothing has changed, so the table works without the triggers.
    try await fixture.db.run("INSERT INTO album VALUES (3, 'c', NULL)")
  }

  @Test("A plan refuses a trigger that calls a function that is not innocuous")
  func unsafeTrigger() async throws {
    for (options, isRefused) in [([], true), ([.innocuous], false)] as [(FunctionOptions, Bool)] {
      let fixture = try await Fixture(Self.album)
      try fixture.db.add(DatabaseFunction("plain", options) { (x: Int) in x })
      let schema = Schema(
        "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year TEXT) STRICT",
        "CREATE TABLE log (x INTEGER) STRICT",
        "CREATE TRIGGER tr AFTER INSERT ON album"
          + " BEGIN INSERT INTO log VALUES (plain(new.id)); END")
      if !isRefused {
        try await fixture.db.migrate(to: schema)
        continue
      }
      let error = await #expect(throws: DatabaseError.self) {
        try await fixture.db.plan(to: schema)
      }
      #expect(error?.message.contains("unsafe use of plain()") == true)
      #expect(error?.message.contains("Configuration.trustedSchema") == true)
      #expect(try await fixture.db.schema().tables.map(\.name) == ["album"])
    }
  }

  @Test("A plan refuses double-quoted strings in views and triggers, and names the setting")
  func doubleQuotes() async throws {
    for object in [
      "CREATE VIEW v AS SELECT id FROM album WHERE name = \"none\"",
      "CREATE TRIGGER tr AFTER INSERT ON album"
        + " BEGIN UPDATE album SET year = \"none\" WHERE id = new.id; END",
    ] {
      let fixture = try await Fixture(Self.album)
      let schema = Schema(
        "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year TEXT) STRICT", object)
      let error = await #expect(throws: DatabaseError.self) {
        try await fixture.db.plan(to: schema)
      }
      #expect(error?.hint?.contains("allowsDoubleQuotedStrings") == true)
      var allowing = Configuration.forMigrations
      allowing.allowsDoubleQuotedStrings = true
      let db = try Database(fixture.folder.file(), configuration: allowing)
      try await db.migrate(to: schema)
    }
  }

  @Test("Losses are reported even if SQLite refuses the plan, together with its reason")
  func refusedPlan() async throws {
    // A new NOT NULL is a loss, and a view has the name of a new table.
    let fixture = try await Fixture(Self.album + "CREATE VIEW other AS SELECT 1 AS a;")
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, year TEXT NOT NULL) STRICT",
      "CREATE TABLE other (a TEXT) STRICT")
    let plan = try await fixture.db.plan(to: schema)
    #expect(plan.losses.map(\.kind) == [.nullValue])
    #expect(plan.obstacle?.reason == .refusedStatement)
    #expect(plan.description.contains("REFUSED: "), "\(plan)")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    #expect(error?.description.contains("SQLite refuses the plan: ") == true)
    let obstacle = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(plan, allowing: .everything)
    }
    #expect(obstacle?.reason == .refusedStatement)
    #expect(try await fixture.texts("SELECT CAST(count(*) AS TEXT) FROM album") == ["2"])
  }

  @Test("The error for lost rows says how to keep them, and how many a permission deletes")
  func wordsOfRows() async throws {
    let fixture = try await Fixture(Self.album)
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, title TEXT NOT NULL) STRICT")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: schema)
    }
    let words = try #require(error?.description)
    #expect(
      words.contains(
        """
        to keep the rows, declare the column's former name with renamedFrom: "year", or give the \
        column a value with fill: [.column("album", "title", sql: "…")]; to delete 2 of 2 rows, \
        allow .removingRows("album")
        """), "\(words)")
  }

  @Test("The error for dates stored as text names the representation to declare")
  func wordsOfDates() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE event (id INTEGER PRIMARY KEY, at DATETIME NOT NULL);
      INSERT INTO event VALUES (1, '2026-11-28 12:00:00');
      """)
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema(of: Event.self))
    }
    let words = try #require(error?.description)
    #expect(words.contains("declare the property @Column(as: DateTimeText.self)"), "\(words)")
    try await fixture.db.migrate(to: Schema(of: TextEvent.self))
    #expect(
      try await fixture.db.fetch(TextEvent.self).map(\.at.timeIntervalSince1970) == [1_795_867_200])
  }

  @Test("The error for a dropped column or table suggests renamedFrom for the new name")
  func wordsOfDrops() async throws {
    let fixture = try await Fixture(
      Self.album + "CREATE TABLE log (t TEXT) STRICT; INSERT INTO log VALUES ('x');")
    let schema = Schema(
      "CREATE TABLE album (id INTEGER PRIMARY KEY, name TEXT NOT NULL, era TEXT) STRICT",
      "CREATE TABLE journal (t TEXT) STRICT")
    let plan = try await fixture.db.plan(
      to: schema, allowing: [.droppingColumn("album", "year"), .droppingTable("log")])
    let error = DataLossError(losses: plan.losses)
    #expect(
      error.description.contains(
        """
        - album: column year is dropped, with 1 value; to keep the values, declare the former name \
        with renamedFrom: "year" at era; to delete 1 value, allow .droppingColumn("album", "year")
        """), "\(error)")
    #expect(error.description.contains("with renamedFrom: \"log\" at journal"), "\(error)")
    #expect(error.description.contains("to delete the table with 1 row"), "\(error)")
  }
}

@Table("event")
private struct Event {
  let id: Int
  var at: Date
}

@Table("event")
private struct TextEvent {
  let id: Int
  @Column(as: DateTimeText.self) var at: Date
}
