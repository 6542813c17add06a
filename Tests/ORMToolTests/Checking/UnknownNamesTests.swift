import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A database with a collation that only its program has")
struct UnknownCollationTests {
  /// A database whose names are in the order of the program's collation, which differs from byte
  /// order.
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture(nil)
    try RawFile(fixture.path, collation: "unicase").execute(
      """
      CREATE TABLE deck (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE unicase, kind INTEGER);
      CREATE UNIQUE INDEX deck_name ON deck (name);
      CREATE TABLE tag (name TEXT NOT NULL PRIMARY KEY COLLATE unicase, n INTEGER NOT NULL)
        WITHOUT ROWID;
      CREATE TABLE field (deck INTEGER REFERENCES deck (id), name TEXT COLLATE unicase,
        PRIMARY KEY (deck, name)) WITHOUT ROWID;
      CREATE TABLE "by name" (id INTEGER PRIMARY KEY, deck TEXT REFERENCES deck (name));
      CREATE TABLE plain (id INTEGER PRIMARY KEY, word TEXT UNIQUE);
      CREATE VIEW sorted AS SELECT name FROM deck ORDER BY name COLLATE unicase;
      INSERT INTO deck VALUES (1, 'a', 1), (2, 'B', 1), (3, 'c', 2), (4, 'D', 2), (5, 'e', 2);
      INSERT INTO tag SELECT name, id FROM deck;
      INSERT INTO field SELECT id, name FROM deck;
      INSERT INTO "by name" (deck) SELECT name FROM deck;
      INSERT INTO plain (word) VALUES ('x');
      """)
    return fixture
  }

  /// The result of the integrity check with the program's collation.
  private func integrity(_ fixture: borrowing Fixture) throws -> String? {
    try RawFile(fixture.path, collation: "unicase").text(
      "SELECT group_concat(integrity_check) FROM pragma_integrity_check")
  }

  @Test(
    "Queries compare text by bytes, and use no index that the collation orders",
    arguments: [
      ("SELECT id FROM deck WHERE name = 'c'", "3"), ("SELECT id FROM deck WHERE name = 'C'", ""),
      ("SELECT id FROM main.deck AS d WHERE d.name = 'D'", "4"),
      ("SELECT n FROM tag WHERE name = 'c'", "3"), ("SELECT n FROM tag WHERE name > 'b'", "3,5"),
      ("SELECT n FROM tag WHERE name < 'C'", "2"),
      ("SELECT id FROM deck WHERE name IN (SELECT name FROM tag)", "1,2,3,4,5"),
      ("WITH d AS (SELECT * FROM deck) SELECT id FROM d WHERE name = 'e'", "5"),
      ("WITH RECURSIVE d AS (SELECT * FROM tag) SELECT n FROM d WHERE name = 'e'", "5"),
      ("SELECT d.id FROM deck d JOIN tag t ON t.name = d.name", "1,2,3,4,5"),
      ("SELECT n FROM field JOIN tag USING (name) WHERE deck = 3", "3"),
      ("SELECT id FROM deck ORDER BY name", "2,4,1,3,5"), ("SELECT count(*) FROM sorted", "5"),
      ("SELECT id FROM deck WHERE kind = 2 ORDER BY id", "3,4,5"),
      ("SELECT max(n) FROM tag", "5"), ("SELECT word FROM plain WHERE word = 'x'", "x"),
    ])
  func queries(sql: String, values: String) async throws {
    let fixture = try await fixture()
    let rows = try await Query.output(sql, .csv, on: fixture.path)
    #expect(rows.split(separator: "\n").dropFirst().joined(separator: ",") == values)
    let written = try await Query.output(sql, .csv, on: fixture.path, writes: true)
    #expect(written == rows)
  }

  @Test("A command reports the collation if it has compared text by bytes")
  func note() async throws {
    let fixture = try await fixture()
    for (sql, isNamed) in [("SELECT name FROM deck ORDER BY name", true), ("SELECT 1", false)] {
      let (rows, errors) = (Written(), Written())
      try await Query(sql, format: .csv).run(
        on: DatabaseFile(fixture.path), writes: false, to: rows.output(), errors: errors.output())
      let words = "orm does not have the collation unicase: text was compared by bytes\n"
      #expect(errors.text == (isNamed ? words : ""))
    }
  }

  @Test("A check of a sound file finds no damage, and lists what it could not check")
  func check() async throws {
    let fixture = try await fixture()
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(!report.isDamaged)
    let findings = report.findings.map { "\($0.name) \($0.object)" }
    #expect(
      findings.filter { $0.hasPrefix("un") } == [
        "unchecked-reference by name", "unknown-collation deck", "unknown-collation field",
        "unknown-collation tag",
      ])
    #expect(
      report.text(.plain).contains(
        "deck: orm does not have the collation unicase of name: text was compared by bytes, and"
          + " the order of the index deck_name was not checked"))
    #expect(report.findings.allSatisfy { $0.severity != .error })
  }

  @Test("A check reports an index that lacks rows, even if the collation orders it")
  func damage() async throws {
    let fixture = try await fixture()
    try RawFile(fixture.path, collation: "unicase").execute(
      """
      CREATE TABLE copy (name TEXT COLLATE unicase);
      CREATE INDEX copy_name ON copy (name);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = (
        SELECT rootpage FROM sqlite_schema WHERE name = 'copy_name') WHERE name = 'deck_name';
      DELETE FROM sqlite_schema WHERE name = 'copy_name';
      """)
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.isDamaged)
    #expect(report.text(.plain).contains("wrong # of entries in index deck_name"))
  }

  @Test("inspect, show, generate and export read a database with an unknown collation")
  func reading() async throws {
    let fixture = try await fixture()
    let report = try await FileReport.read(DatabaseFile(fixture.path))
    #expect(
      report.tables.map(\.rows) == [5, 5, 5, 1, 5] && report.tables.allSatisfy { $0.problem == nil }
    )
    #expect(report.text(.plain).contains("orm does not have the collation unicase"))
    for table in ["deck", "tag", "field", "by name"] {
      #expect(try await TableReport.read(DatabaseFile(fixture.path), table: table).rows == 5)
    }
    let row = try await RowReport.read(DatabaseFile(fixture.path), table: "tag", key: ["c"])
    #expect(row.values.map(\.value) == [.text("c"), .integer(3)])
    let children = try await RowReport.read(DatabaseFile(fixture.path), table: "deck", key: ["4"])
    #expect(children.children.map(\.count) == [1, 1])
    let parents = try await RowReport.read(
      DatabaseFile(fixture.path), table: "by name", key: ["4"])
    #expect(parents.parents.map(\.isBroken) == [false])
    let structs = try await GeneratedStructs.read(DatabaseFile(fixture.path))
    #expect(structs.tables == 5 && structs.views == 1 && structs.leftOut == [])
    let rows = Written()
    try await Export("tag", format: .csv).run(on: DatabaseFile(fixture.path), to: rows.output())
    #expect(rows.text == "name,n\na,1\nB,2\nc,3\nD,4\ne,5\n")
  }

  @Test("The schema written as SQL is read again, and needs no migration")
  func schema() async throws {
    let fixture = try await fixture()
    let own = try await SchemaFile.read(fixture.path).schema
    let path = try fixture.file("own.sql", SchemaFormat.sql.text(of: own))
    let read = try await SchemaFile.read(path).schema
    #expect(own.changes(from: read).isEmpty && read.changes(from: own).isEmpty)
    let plan = try await DatabaseFile(fixture.path).database.plan(to: read)
    #expect(plan.isEmpty)
  }

  @Test(
    "A write that would update an index with the collation is refused",
    arguments: [
      "INSERT INTO deck (name) VALUES ('x')", "DELETE FROM deck WHERE id = 1",
      "UPDATE deck SET name = 'x' WHERE id = 1", "UPDATE deck SET kind = 1 WHERE name = 'c'",
      "REPLACE INTO tag VALUES ('C', 1)", "REINDEX", "VACUUM",
      "CREATE INDEX other ON deck (kind, name)", "INSERT INTO \"by name\" (deck) VALUES ('a')",
    ])
  func refused(sql: String) async throws {
    let fixture = try await fixture()
    await #expect(throws: DatabaseError.self) {
      _ = try await Query.output(
        "PRAGMA foreign_keys = ON; \(sql)", .csv, on: fixture.path, writes: true)
    }
    #expect(try integrity(fixture) == "ok")
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await Query.output(
        "INSERT INTO deck (name) VALUES ('x')", .csv, on: fixture.path, writes: true)
    }
    #expect(
      error?.description.contains(
        "the statement writes the index deck_name, which is ordered by the collation unicase, but"
          + " this program does not define it; only a program that defines the collation can write"
          + " to it without damage") == true)
  }

  @Test("import and compact refuse to write an index with the collation, and optimize skips it")
  func upkeep() async throws {
    let fixture = try await fixture()
    let rows = try fixture.file("rows.csv", "name\nx\n")
    let error = await #expect(throws: DatabaseError.self) {
      _ = try await Import(.csv).run(rows, into: "deck", ofFile: fixture.path)
    }
    #expect(error?.hint?.contains("only a program that defines the collation") == true)
    await #expect(throws: DatabaseError.self) { try await Upkeep.compact(fixture.path, into: nil) }
    let copy = fixture.folder + "/copy.sqlite"
    await #expect(throws: DatabaseError.self) { try await Upkeep.compact(fixture.path, into: copy) }
    #expect(!FileManager.default.fileExists(atPath: copy))
    let report = try await Upkeep.optimize(fixture.path)
    #expect(report.text.contains("orm does not have: by name") == false)
    #expect(report.text.contains("orm does not have: deck, field, tag"))
    _ = try await Upkeep.backup(fixture.path, to: copy, Progress())
    #expect(try integrity(fixture) == "ok")
  }

  @Test("Writes to other tables work, even if they read text with the collation")
  func otherTables() async throws {
    let fixture = try await fixture()
    for sql in [
      "INSERT INTO plain (word) SELECT max(name) FROM deck WHERE +name = 'c'",
      "UPDATE plain SET word = (SELECT name FROM deck ORDER BY name LIMIT 1) WHERE word = 'x'",
      "UPDATE deck SET kind = 7 WHERE id = 1", "ALTER TABLE plain RENAME TO simple",
      "ALTER TABLE simple RENAME COLUMN word TO term", "ALTER TABLE simple ADD COLUMN n",
      "ALTER TABLE simple DROP COLUMN n", "CREATE INDEX deck_kind ON deck (kind)",
    ] {
      _ = try await Query.output(sql, .csv, on: fixture.path, writes: true)
    }
    let rows = try fixture.file("rows.csv", "id,term\n9,y\n")
    _ = try await Import(.csv).run(rows, into: "simple", ofFile: fixture.path)
    let terms = try await Query.output("SELECT term FROM simple", .csv, on: fixture.path)
    #expect(terms == "term\nB\nc\ny\n")
    var wanted = try await SchemaFile.read(fixture.path).schema
    let place = try #require(wanted.tables.firstIndex { $0.name == "simple" })
    wanted.tables[place].columns[1].notNull = Schema.NotNull()
    try await DatabaseFile(fixture.path, writes: true).database.migrate(to: wanted)
    #expect(try integrity(fixture) == "ok")
    let again = try await DatabaseFile(fixture.path).database.plan(to: wanted)
    #expect(again.isEmpty)
  }

  @Test("A migration that would rebuild a table with the collation is refused, and changes nothing")
  func migration() async throws {
    let fixture = try await fixture()
    var wanted = try await SchemaFile.read(fixture.path).schema
    let place = try #require(wanted.tables.firstIndex { $0.name == "deck" })
    wanted.tables[place].columns[2].notNull = Schema.NotNull()
    let file = try DatabaseFile(fixture.path, writes: true)
    await #expect(throws: (any Error).self) { try await file.database.migrate(to: wanted) }
    #expect(try integrity(fixture) == "ok")
  }
}

@Suite("A database with a module that only its program has")
struct UnknownModuleTests {
  private func fixture() async throws -> Fixture {
    let fixture = try await Fixture(nil)
    try RawFile(fixture.path).execute(
      """
      CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, at POINT);
      INSERT INTO place VALUES (1, 'x', x'00');
      CREATE VIRTUAL TABLE words USING fts5(body);
      INSERT INTO words VALUES ('one');
      CREATE VIEW near AS SELECT * FROM SpatialIndex;
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES
        ('table', 'SpatialIndex', 'SpatialIndex', 0,
          'CREATE VIRTUAL TABLE SpatialIndex USING VirtualSpatialIndex()'),
        ('table', 'icu', 'icu', 0, 'CREATE VIRTUAL TABLE icu USING fts4(a, tokenize=icu de)'),
        ('table', 'jie', 'jie', 0, 'CREATE VIRTUAL TABLE jie USING fts5(a, tokenize = ''jie'')');
      """)
    return fixture
  }

  @Test("Every command works on the other tables, and reports the virtual tables")
  func commands() async throws {
    let fixture = try await fixture()
    let report = try await FileReport.read(DatabaseFile(fixture.path))
    let problems = report.tables.compactMap { $0.problem }
    #expect(
      problems == [
        "unknown tokenizer: icu", "no such tokenizer: jie", "no such module: VirtualSpatialIndex",
      ])
    #expect(report.tables.filter { $0.problem == nil }.map(\.rows) == [1, 1])
    let found = try await CheckReport.read(DatabaseFile(fixture.path)).findings
      .filter { $0.name == "unknown-module" }
    #expect(found.map(\.object) == ["icu", "jie", "SpatialIndex"])
    let structs = try await GeneratedStructs.read(DatabaseFile(fixture.path))
    #expect(structs.tables == 1 && Set(structs.leftOut) == ["near", "icu", "jie", "SpatialIndex"])
    let table = try await TableReport.read(DatabaseFile(fixture.path), table: "SpatialIndex")
    #expect(table.problem == "no such module: VirtualSpatialIndex")
    let text = try await Query.output("SELECT name FROM place", .csv, on: fixture.path)
    #expect(text == "name\nx\n")
    _ = try await Query.output(
      "INSERT INTO place (name) VALUES ('y')", .csv, on: fixture.path, writes: true)
    let rows = try fixture.file("rows.csv", "name\nz\n")
    _ = try await Import(.csv).run(rows, into: "place", ofFile: fixture.path)
    _ = try await Upkeep.optimize(fixture.path)
    _ = try await Upkeep.compact(fixture.path, into: nil)
  }

  @Test("The schema written as SQL is read again, and other tables can be migrated")
  func schema() async throws {
    let fixture = try await fixture()
    let own = try await SchemaFile.read(fixture.path).schema
    let path = try fixture.file("own.sql", SchemaFormat.sql.text(of: own))
    var wanted = try await SchemaFile.read(path).schema
    #expect(own.changes(from: wanted).isEmpty)
    #expect(try await DatabaseFile(fixture.path).database.plan(to: wanted).isEmpty)
    wanted.tables[0].columns.append(Schema.Column("rating", type: "INTEGER"))
    try await DatabaseFile(fixture.path, writes: true).database.migrate(to: wanted)
    #expect(try await DatabaseFile(fixture.path).database.plan(to: wanted).isEmpty)
  }
}
