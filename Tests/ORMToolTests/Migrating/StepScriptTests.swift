import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("The generated file of a step")
struct StepScriptTests {
  /// A database with a change's first schema and its rows.
  private func database(
    _ change: StepChange, in fixture: borrowing Fixture, _ name: String
  ) async throws -> Database {
    let path = fixture.folder + "/" + name
    let database = try Database(path)
    try await database.migrate(to: try change.schemas().first)
    try await database.execute(script: SQL("\(raw: change.rows)"))
    try await database.close()
    // The program of the first schema has ended.
    return try Database(path)
  }

  private func texts(_ sql: String, in database: Database) async throws -> [String] {
    try await database.fetch(
      String?.self, sql: "WITH q (x) AS (\(raw: sql)) SELECT CAST(x AS TEXT) FROM q"
    ).map { $0 ?? "NULL" }
  }

  /// The rows of all tables, as texts.
  private func rows(of database: Database) async throws -> [String] {
    var rows: [String] = []
    for table in try await database.schema().tables {
      let columns = table.columns.map { "quote(\($0.name.quotedIdentifier))" }.sorted()
      let list = columns.joined(separator: " || ',' || ")
      rows += try await texts(
        "SELECT \(list) FROM \(table.name.quotedIdentifier) ORDER BY 1", in: database
      ).map { "\(table.name): \($0)" }
    }
    return rows
  }

  private func expectSound(_ database: Database) async throws {
    #expect(try await texts("SELECT * FROM pragma_integrity_check", in: database) == ["ok"])
    #expect(try await texts("SELECT \"table\" FROM pragma_foreign_key_check", in: database) == [])
  }

  @Test(
    "A step's file changes a database with rows as a migration changes a copy",
    arguments: StepChange.all)
  func sameAsMigration(change: StepChange) async throws {
    let fixture = try await Fixture(nil)
    let (first, second) = try change.schemas()
    let rules = try change.rules()
    let script = try await StepScript(
      "a change", from: first, to: second, allowed: change.allowed, rules: rules)
    #expect(script.places.isEmpty)
    let folder = fixture.folder + "/steps"
    let path = try StepFolder.add("a change", in: folder, sql: script.sql)

    let migrated = try await database(change, in: fixture, "migrated.sqlite")
    try await migrated.migrate(
      to: second, allowing: change.allowed, fill: rules.fill, converting: rules.convert)
    let stepped = try await database(change, in: fixture, "stepped.sqlite")
    let steps = try MigrationList { try MigrationFile(URL(filePath: path)) }
    #expect(try await stepped.migrate(steps).count == 1)
    // A database whose tables were created by other SQL.
    let foreign = try Database(fixture.folder + "/foreign.sqlite")
    try await foreign.execute(script: SQL("\(raw: change.first)\n\(raw: change.rows)"))
    #expect(try await foreign.migrate(steps).count == 1)

    let schema = try await migrated.schema()
    #expect(try await stepped.schema() == schema, "\(script.sql)")
    let expected = try await rows(of: migrated)
    let answer = try await texts(change.question, in: migrated)
    for database in [stepped, foreign] {
      #expect(try await rows(of: database) == expected, "\(script.sql)")
      #expect(try await texts(change.question, in: database) == answer)
      try await expectSound(database)
    }
    // Nothing is left to do, and no rule would run again.
    let rest = try await stepped.plan(to: second, allowing: change.allowed)
    #expect(rest.isEmpty && rest.losses.isEmpty, "\(rest)")
    #expect(try await texts("SELECT * FROM pragma_foreign_keys", in: stepped) == ["1"])
    #expect(try await texts("SELECT * FROM pragma_legacy_alter_table", in: stepped) == ["0"])
  }

  @Test("Two schemas always produce the same file")
  func isDetermined() async throws {
    for change in StepChange.all {
      let (first, second) = try change.schemas()
      let rules = try change.rules()
      let one = try await StepScript(
        "x", from: first, to: second, allowed: change.allowed, rules: rules)
      let two = try await StepScript(
        "x", from: first, to: second, allowed: change.allowed, rules: rules)
      #expect(one.sql == two.sql)
    }
  }

  @Test("A file states why a table is rebuilt, and has a line for each column")
  func isReadable() async throws {
    let change = StepChange.all[0]
    let (first, second) = try change.schemas()
    let sql = try await StepScript("years are numbers", from: first, to: second).sql
    #expect(sql.hasPrefix("-- years are numbers\n--\n"))
    for part in [
      "-- album is rebuilt, and its rows are copied.\n",
      "--   the type of column year changes from TEXT to INTEGER\n",
      "\n  \"year\" INTEGER,\n", "\nFROM main.\"album\";\n",
      "album: storing year as INTEGER changes no value; if it does, use --convert album.year",
      "album: the copy has as many rows as the table",
    ] { #expect(sql.contains(part), "\(part) is not in\n\(sql)") }
  }

  @Test("A file contains the SQL of a rule unchanged, and describes a new column")
  func ruleAsGiven() async throws {
    let change = StepChange.all[2]
    let (first, second) = try change.schemas()
    for sql in ["length(title)", "length(title) -- bytes"] {
      let rules = try RuleArguments(fill: ["album.plays=\(sql)"], convert: [])
      let script = try await StepScript("x", from: first, to: second, rules: rules)
      let end = sql.contains("--") ? "\n" : ""
      #expect(script.sql.contains("\n  (\(sql)\(end)),\n"), "\(script.sql)")
      #expect(script.sql.contains("--   column plays is added: INTEGER NOT NULL\n"))
    }
  }

  @Test("A failed check of a file names the check, and changes nothing")
  func failedCheck() async throws {
    let change = StepChange.all[0]
    let fixture = try await Fixture(nil)
    let (first, second) = try change.schemas()
    let script = try await StepScript("x", from: first, to: second)
    let database = try await database(change, in: fixture, "a.sqlite")
    try await database.execute("UPDATE album SET year = 'unknown' WHERE id = 7")
    let before = try await rows(of: database)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.migrate(MigrationList { MigrationStep("x", sql: script.sql) })
    }
    #expect(
      error?.message.contains("each value of year can be stored as INTEGER") == true,
      "\(String(describing: error))")
    #expect(error?.step == "x")
    #expect(try await rows(of: database) == before)
    #expect(try await texts("SELECT name FROM temp.sqlite_schema", in: database) == [])
  }

  @Test("A file fails if a table that it rebuilds has an unknown column, index or trigger")
  func unknownParts() async throws {
    let change = StepChange.all[0]
    let (first, second) = try change.schemas()
    let script = try await StepScript("x", from: first, to: second)
    for (sql, words) in [
      ("ALTER TABLE album ADD COLUMN notes TEXT", "only the columns that this step was"),
      ("CREATE INDEX i ON album (year)", "only the indexes and triggers"),
      ("CREATE TRIGGER t AFTER INSERT ON album BEGIN SELECT 1; END", "only the indexes and"),
    ] {
      let fixture = try await Fixture(nil)
      let database = try await database(change, in: fixture, "a.sqlite")
      try await database.execute("\(raw: sql)")
      let before = try await rows(of: database)
      let error = await #expect(throws: DatabaseError.self) {
        try await database.migrate(MigrationList { MigrationStep("x", sql: script.sql) })
      }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
      #expect(try await rows(of: database) == before)
    }
    // Objects of other tables do not matter.
    let fixture = try await Fixture(nil)
    let database = try await database(change, in: fixture, "a.sqlite")
    try await database.execute("CREATE INDEX i ON artist (name)")
    #expect(
      try await database.migrate(MigrationList { MigrationStep("x", sql: script.sql) }) == ["x"])
  }

  @Test("A file that rebuilds a table fails if foreign keys are enforced, and deletes no child")
  func enforcedForeignKeys() async throws {
    let change = try #require(StepChange.all.first { $0.description == "the parent of a cascade" })
    let fixture = try await Fixture(nil)
    let (first, second) = try change.schemas()
    let script = try await StepScript("x", from: first, to: second)
    let database = try await database(change, in: fixture, "a.sqlite")
    let error = await #expect(throws: DatabaseError.self) {
      try await database.migrate(
        MigrationList { MigrationStep("x", foreignKeys: .enforced, sql: script.sql) })
    }
    #expect(error?.message.contains("runs with foreign keys off") == true)
    #expect(try await texts("SELECT count(*) FROM album", in: database) == ["3"])
  }

  // MARK: - Places to fill in

  /// Each kind of unknown value, without its rule.
  private static let open = StepChange.all.filter { !$0.fill.isEmpty || !$0.convert.isEmpty }

  @Test("An unfilled place fails with its name, even without rows")
  func unfilled() async throws {
    for change in Self.open {
      let (first, second) = try change.schemas()
      let script = try await StepScript("x", from: first, to: second, allowed: change.allowed)
      if script.places.isEmpty { continue }
      let place = try #require(script.places.first)
      #expect(script.sql.contains("/* FILL IN: "))
      #expect(script.sql.contains(place.option))
      for quotes in [false, true] {
        var configuration = Configuration()
        configuration.allowsDoubleQuotedStrings = quotes
        let database = try Database.inMemory(configuration: configuration)
        try await database.migrate(to: first)
        let error = await #expect(throws: DatabaseError.self) {
          try await database.migrate(MigrationList { MigrationStep("x", sql: script.sql) })
        }
        #expect(
          error?.message.contains("no such column: FILL IN \(place.name)") == true,
          "\(String(describing: error)) \(script.sql)")
      }
    }
  }

  @Test("A place filled in by hand has the same effect as the option")
  func filledByHand() async throws {
    let change = StepChange.all[2]
    let (first, second) = try change.schemas()
    let script = try await StepScript("x", from: first, to: second)
    #expect(script.places.map(\.option) == ["--fill album.plays=SQL"])
    let fixture = try await Fixture(nil)
    let sql = script.sql.replacing("`FILL IN album.plays`", with: "length(title)")
    let byHand = try await database(change, in: fixture, "hand.sqlite")
    try await byHand.migrate(MigrationList { MigrationStep("x", sql: sql) })
    let byOption = try await database(change, in: fixture, "option.sqlite")
    let filled = try await StepScript("x", from: first, to: second, rules: change.rules())
    try await byOption.migrate(MigrationList { MigrationStep("x", sql: filled.sql) })
    let expected = try await rows(of: byOption)
    #expect(try await rows(of: byHand) == expected)
  }

  @Test("A changed meaning without a conversion leaves a place to fill in")
  func meaning() async throws {
    let change = try #require(StepChange.all.first { $0.description.hasPrefix("a meaning") })
    let (first, second) = try change.schemas()
    let script = try await StepScript("x", from: first, to: second)
    #expect(script.places.map(\.option) == ["--convert t.rating=SQL"])
  }

  @Test("A loss that every database would have is refused, unless it is allowed by name")
  func losses() async throws {
    let change = try #require(
      StepChange.all.first { $0.description == "a column whose name another one takes" })
    let (first, second) = try change.schemas()
    let error = await #expect(throws: DataLossError.self) {
      try await StepScript("x", from: first, to: second)
    }
    #expect(error?.losses.map(\.permission) == change.allowed)
  }

  @Test("Two equal schemas are refused")
  func nothing() async throws {
    let (first, _) = try StepChange.all[0].schemas()
    let error = await #expect(throws: ToolError.self) {
      try await StepScript("x", from: first, to: first)
    }
    #expect(error?.kind == .use)
  }

  // MARK: - Arguments

  @Test(
    "--fill accepts a table, a column and SQL, and names in quotes",
    arguments: [
      ("a.b=c", "a", "b", "c"), ("a.b=c = 'd.e=f'", "a", "b", "c = 'd.e=f'"),
      (#""a.b"."c=""d"=1"#, "a.b", "c=\"d", "1"), ("a b.c=1", "a b", "c", "1"),
    ])
  func arguments(text: String, table: String, column: String, sql: String) throws {
    let rule = try #require(try RuleArguments(fill: [text], convert: []).fill.first)
    #expect(rule.table == table && rule.column == column && rule.sql == "(\(sql)\n)")
  }

  @Test(
    "--fill refuses anything but a table, a column and SQL",
    arguments: ["", "a", "a.b", "a=1", "a.b=", "a.b= ", ".b=1", "a.=1", #""a.b=1"#, #""a"b.c=1"#])
  func wrongArguments(text: String) throws {
    let error = #expect(throws: ToolError.self) { try RuleArguments(fill: [text], convert: []) }
    #expect(error?.kind == .use)
  }

  // MARK: - Ends

  @Test("A step can lead from and to schema files and versions, by default the newest version")
  func ends() async throws {
    let fixture = try await Fixture(nil)
    let change = StepChange.all[0]
    let (first, second) = try change.schemas()
    let versions = fixture.folder + "/Schemas"
    _ = try VersionFolder(versions).record("one", first)
    let json = try fixture.file("second.json", try second.json())
    func ends(_ from: String?, _ to: String?) async throws -> (Schema, Schema)? {
      try await StepEnds(from: from, to: to, versions: VersionFolder(versions)).schemas()
    }
    let newest = try #require(try await ends(nil, json))
    #expect(newest == (first, second))
    let start = try #require(try await ends(nil, nil))
    #expect(start == (Schema(), first))
    _ = try VersionFolder(versions).record("two", second)
    for (from, to) in [(nil, nil), ("one", "two"), ("one", nil), ("one", json)] {
      let found = try #require(try await ends(from, to))
      #expect(found == (first, second))
    }
    #expect(try await StepEnds(from: nil, to: nil, versions: nil).schemas() == nil)
    await #expect(throws: ToolError.self) {
      try await StepEnds(from: json, to: nil, versions: nil).schemas()
    }
  }

  @Test("A repeated UNIQUE of the primary key can be dropped or added without warnings")
  func repeatedKey() async throws {
    let twice = try SchemaScript.schema(
      of: """
        CREATE TABLE pen (id INTEGER UNIQUE PRIMARY KEY, code TEXT UNIQUE);
        CREATE TABLE pin (code TEXT UNIQUE PRIMARY KEY, n INT);
        """)
    let once = try SchemaScript.schema(
      of: """
        CREATE TABLE pen (id INTEGER PRIMARY KEY, code TEXT UNIQUE, more TEXT);
        CREATE TABLE pin (code TEXT PRIMARY KEY NOT NULL, n INT);
        """)
    let script = try await StepScript("a change", from: twice, to: once)
    #expect(script.warnings == [])
    let back = try await StepScript(
      "back", from: once, to: twice, allowed: [.droppingColumn("pen", "more")])
    #expect(back.warnings == [])
  }
}
