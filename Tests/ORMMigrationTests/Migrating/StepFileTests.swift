import Foundation
import ORM
import Testing

@Suite("Files of steps that a team shares")
struct StepFileTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(fileURLWithPath: folder.file("steps"))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ sql: String) throws {
    try Data(sql.utf8).write(to: url.appendingPathComponent(name))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  private var steps: MigrationList {
    get throws { try MigrationList { try MigrationFile.all(in: url) } }
  }

  /// The error of running the files.
  private func error(_ db: Database) async throws -> StepError? {
    let steps = try steps
    return await #expect(throws: StepError.self) { try await db.migrate(steps) }
  }

  // MARK: - Order

  @Test("Numbered files are in numeric order, with or without leading zeros")
  func naturalOrder() throws {
    let names = [
      "1-a", "2-a", "2-b", "010-a", "10-b", "11", "20240101000000-x", "a2", "a10", "a10b", "b",
    ]
    for name in names.reversed() { try write(name + ".sql", "SELECT 1") }
    try write("readme.md", "")
    #expect(try MigrationFile.all(in: url).map(\.name) == names)
  }

  @Test("A missing folder is an error with its path")
  func noFolder() throws {
    let other = url.appendingPathComponent("none")
    let error = #expect(throws: DatabaseError.self) { try MigrationFile.all(in: other) }
    #expect(error?.path == other.path)
  }

  @Test("A new file that comes before one that has run is refused, with both names")
  func branches() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    try write("1.sql", "INSERT INTO log VALUES ('1')")
    try write("3-mine.sql", "INSERT INTO log VALUES ('mine')")
    #expect(try await fixture.db.migrate(steps) == ["1", "3-mine"])
    try write("2-theirs.sql", "INSERT INTO log VALUES ('theirs')")
    let error = try await error(fixture.db)
    #expect(error?.reason == .reordered && error?.step == "2-theirs")
    #expect(error?.others == ["3-mine"])
    #expect(error?.description.contains("Give it a name that comes after") == true)
    #expect(try await fixture.texts("SELECT what FROM log") == ["1", "mine"])
    try remove("2-theirs.sql")
    try write("10-theirs.sql", "INSERT INTO log VALUES ('theirs')")
    #expect(try await fixture.db.migrate(steps) == ["10-theirs"])
  }

  // MARK: - Checksums

  @Test("The comments and spaces of a file that has run may change, but not its SQL")
  func checksums() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    try write("1.sql", "INSERT INTO log VALUES ('a b')")
    #expect(try await fixture.db.migrate(steps) == ["1"])
    for same in [
      "-- why\r\nINSERT INTO log\n  VALUES ('a b') /* so */", "insert into log values ('a b')",
    ] {
      try write("1.sql", same)
      #expect(try await fixture.db.migrate(steps) == [])
    }
    for other in ["INSERT INTO log VALUES ('a  b')", "INSERT INTO log VALUES ('A b')"] {
      try write("1.sql", other)
      #expect(try await error(fixture.db)?.reason == .changed)
    }
  }

  @Test("A file that ran with an earlier library version is recognized by its text")
  func formerChecksum() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    let sql = "-- a comment\nINSERT INTO log VALUES (1);\n"
    try write("1.sql", sql)
    #expect(try await fixture.db.migrate(steps) == ["1"])
    try await fixture.db.run("UPDATE orm_steps SET checksum = '\(Schema.checksum(of: sql))'")
    try write("1.sql", "-- a comment\r\nINSERT INTO log VALUES (1);\r\n")
    #expect(try await fixture.db.migrate(steps) == [])
    try write("1.sql", "INSERT INTO log VALUES (2);")
    #expect(try await error(fixture.db)?.reason == .changed)
  }

  // MARK: - Merged files

  @Test("A merged file runs in a new database, and is recorded in one that ran its parts")
  func merged() async throws {
    let old = try await Fixture("CREATE TABLE log (what TEXT)")
    try write("1.sql", "INSERT INTO log VALUES ('1')")
    try write("2.sql", "INSERT INTO log VALUES ('2')")
    #expect(try await old.db.migrate(steps) == ["1", "2"])
    try remove("1.sql")
    try remove("2.sql")
    let both = "INSERT INTO log VALUES ('1'); INSERT INTO log VALUES ('2')"
    try write("2-merged.sql", "-- orm: replaces 1, 2\n\(both)")
    try write("3.sql", "INSERT INTO log VALUES ('3')")
    #expect(try await old.db.pendingSteps(of: steps) == ["3"])
    #expect(try await old.db.migrate(steps) == ["3"])
    let new = try await Fixture("CREATE TABLE log (what TEXT)")
    #expect(try await new.db.migrate(steps) == ["2-merged", "3"])
    // Merged once more: some databases have recorded the first merge, and some have not.
    try remove("2-merged.sql")
    try remove("3.sql")
    try write("3-all.sql", "-- orm: replaces 1, 2, 3\n-- orm: replaces 2-merged, 3\nSELECT 1")
    let third = try await Fixture("CREATE TABLE log (what TEXT)")
    try await third.db.run(
      """
      CREATE TABLE orm_steps (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, checksum TEXT,
        at TEXT NOT NULL) STRICT;
      INSERT INTO orm_steps (name, at) VALUES ('1', ''), ('2', ''), ('3', '');
      """)
    for database in [old, new, third] {
      #expect(try await database.db.migrate(steps) == [])
      #expect(try await database.db.migrate(steps) == [])
    }
    #expect(try await old.texts("SELECT what FROM log") == ["1", "2", "3"])
    #expect(try await new.texts("SELECT what FROM log") == ["1", "2", "3"])
  }

  @Test("A database that ran only some of the merged files is refused with the missing names")
  func partlyMerged() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    try write("1.sql", "INSERT INTO log VALUES ('1')")
    #expect(try await fixture.db.migrate(steps) == ["1"])
    try write("2-merged.sql", "-- orm: replaces 1, 2\nINSERT INTO log VALUES ('1')")
    let both = try await error(fixture.db)
    #expect(both?.reason == .replaced && both?.step == "1" && both?.others == ["2-merged"])
    try remove("1.sql")
    let error = try await error(fixture.db)
    #expect(error?.reason == .partlyReplaced && error?.others == ["2"])
    #expect(try await fixture.texts("SELECT what FROM log") == ["1"])
  }

  @Test("Steps in Swift are merged with replacing(_:)")
  func mergedInSwift() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    try await fixture.db.migrate(
      MigrationList {
        MigrationStep("a") { _ in }
        MigrationStep("b") { _ in }
      })
    let merged = MigrationList {
      MigrationStep("ab") { try $0.execute("INSERT INTO log VALUES ('ab')") }.replacing("a", "b")
      MigrationStep("cd", sql: "INSERT INTO log VALUES ('cd')").replacing("c", "d")
    }
    #expect(try await fixture.db.migrate(merged) == ["cd"])
    #expect(try await fixture.texts("SELECT what FROM log") == ["cd"])
  }

  @Test("A merged step can be merged again, whether a database ran it or its parts")
  func mergedTwice() async throws {
    func step(_ name: String) -> MigrationStep {
      MigrationStep(name, sql: "INSERT INTO log VALUES ('\(name)')")
    }
    let releases = [
      MigrationList {
        step("a")
        step("b")
      },
      MigrationList { step("ab").replacing("a", "b") },
      MigrationList {
        step("ab").replacing("a", "b")
        step("c")
      },
    ]
    let last = MigrationList { step("abc").replacing("a", "b", "c").replacing("ab", "c") }
    for (ways, expected) in [
      ([], ["abc"]), ([2], ["ab", "c"]), ([0, 2], ["a", "b", "c"]), ([1, 2], ["ab", "c"]),
      ([0, 1, 2], ["a", "b", "c"]),
    ] {
      let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
      for release in ways { try await fixture.db.migrate(releases[release]) }
      try await fixture.db.migrate(last)
      #expect(try await fixture.texts("SELECT what FROM log") == expected)
    }
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    try await fixture.db.migrate(releases[0])
    let error = await #expect(throws: StepError.self) { try await fixture.db.migrate(last) }
    #expect(error?.reason == .partlyReplaced && error?.others == ["c"])
  }

  // MARK: - Marks

  @Test("A misspelt mark is refused, and a comment after the first statement is not a mark")
  func marks() throws {
    for text in [
      "-- orm: outside of transaction", "--orm:replace a", "-- orm: replaces ", "-- orm:",
    ] {
      try write("1.sql", "-- a step\n\n\(text)\nVACUUM")
      let error = #expect(throws: StepError.self) { try steps }
      #expect(error?.reason == .unknownMark && error?.step == "1", "\(text)")
    }
    for text in ["-- ORM has a word: x", "-- the orm: x", "SELECT 1; -- orm: x", "/* orm: x */"] {
      try write("1.sql", text)
      #expect(try steps.steps.count == 1, "\(text)")
    }
  }

  // MARK: - Outside of a transaction

  @Test("A marked file can run VACUUM and set the page size, and is recorded as run")
  func outside() async throws {
    for sql in ["PRAGMA page_size = 8192;\nVACUUM;", "VACUUM"] {
      let fixture = try await Fixture(
        "CREATE TABLE a (x); INSERT INTO a VALUES (1)",
        configuration: .rollbackJournal)
      try write("1.sql", "-- smaller\n-- orm: outside of a transaction\n\(sql)")
      #expect(try await fixture.db.migrate(steps) == ["1"])
      #expect(try await fixture.db.migrate(steps) == [])
      #expect(try await fixture.db.interruptedSteps() == [])
      let size = sql == "VACUUM" ? "4096" : "8192"
      #expect(
        try await fixture.texts("SELECT CAST(page_size AS TEXT) FROM pragma_page_size") == [size])
      #expect(try await fixture.check() == [])
    }
  }

  @Test("A marked file can change the journal mode and back after connections have read")
  func journalMode() async throws {
    let fixture = try await Fixture("CREATE TABLE a (x); INSERT INTO a VALUES ('1')")
    // Each stream has a connection of its own.
    for try await _ in fixture.db.stream(String.self, sql: "SELECT x FROM a") {
      #expect(try await fixture.texts("SELECT x FROM a") == ["1"])
    }
    try write(
      "1.sql",
      """
      -- orm: outside of a transaction
      PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; PRAGMA journal_mode = WAL;
      """)
    #expect(try await fixture.db.migrate(steps) == ["1"])
    let size = "SELECT CAST(page_size AS TEXT) FROM pragma_page_size"
    #expect(try await fixture.texts(size) == ["8192"])
    #expect(
      try await fixture.texts("SELECT journal_mode FROM pragma_journal_mode") == ["wal"])
    try await fixture.db.execute("INSERT INTO a VALUES ('2')")
    #expect(try await fixture.texts("SELECT x FROM a") == ["1", "2"])
    #expect(try await fixture.check() == [])
  }

  @Test("A file with VACUUM but without the mark fails with its name")
  func unmarked() async throws {
    let fixture = try await Fixture("CREATE TABLE a (x)")
    try write("1.sql", "VACUUM")
    let steps = try steps
    let error = await #expect(throws: DatabaseError.self) { try await fixture.db.migrate(steps) }
    #expect(error?.step == "1")
  }

  @Test("An interrupted step outside a transaction is reported, and runs again before later ones")
  func interrupted() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    struct Stop: Error {}
    func steps(_ stops: Bool) -> MigrationList {
      MigrationList {
        MigrationStep("1") { try $0.execute("INSERT INTO log VALUES ('1')") }
        MigrationStep("2", transaction: .none) {
          try $0.execute("INSERT INTO log VALUES ('2')")
          if stops { throw Stop() }
        }
        MigrationStep("3") { try $0.execute("INSERT INTO log VALUES ('3')") }
      }
    }
    await #expect(throws: Stop.self) { try await fixture.db.migrate(steps(true)) }
    #expect(try await fixture.db.interruptedSteps() == ["2"])
    #expect(try await fixture.db.pendingSteps(of: steps(false)) == ["2", "3"])
    let missing = await #expect(throws: StepError.self) {
      try await fixture.db.migrate(MigrationList { MigrationStep("1") { _ in } })
    }
    #expect(missing?.reason == .missing)
    #expect(missing?.description.contains("has not ended") == true)
    await #expect(throws: Stop.self) { try await fixture.db.migrate(steps(true)) }
    #expect(try await fixture.db.migrate(steps(false)) == ["2", "3"])
    #expect(try await fixture.db.interruptedSteps() == [])
    #expect(try await fixture.texts("SELECT what FROM log") == ["1", "2", "2", "2", "3"])
  }

  @Test("The record that a step has begun is committed before the step runs")
  func begunFirst() async throws {
    let fixture = try await Fixture("CREATE TABLE log (what TEXT)")
    let path = fixture.folder.file()
    let steps = MigrationList {
      MigrationStep("1", transaction: .none) { _ in
        let other = try RawDatabase(path)
        let rows = try other.texts("SELECT name || ' ' || checksum FROM orm_steps")
        #expect(rows == ["1 begun"])
      }
    }
    #expect(try await fixture.db.migrate(steps) == ["1"])
  }

  @Test("A history refuses a step that runs outside a transaction")
  func inHistory() async throws {
    let fixture = try await Fixture("")
    let one = Schema("CREATE TABLE a (x INTEGER) STRICT")
    let two = Schema("CREATE TABLE a (x INTEGER, y INTEGER) STRICT")
    let versions = [
      Schema.Version("one", after: nil, try one.json()),
      Schema.Version("two", after: "one", try two.json()),
    ]
    try await fixture.db.migrate(SchemaHistory([.version(versions[0])], current: one))
    let step = MigrationStep("smaller", transaction: .none, sql: "VACUUM")
    let history = SchemaHistory(
      [.version(versions[0]), .version(versions[1], steps: [step])], current: two)
    let error = await #expect(throws: HistoryError.self) { try await fixture.db.migrate(history) }
    #expect(error?.reason == .outsideOfTransaction && error?.version == "two")
    #expect(try await fixture.texts("SELECT version FROM orm_schema") == ["one"])
  }

  // MARK: - Renaming as before

  @Test("legacy_alter_table is off again after a step that sets it, even if the step fails")
  func legacyRenaming() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE a (x); CREATE VIEW v AS SELECT x FROM a; INSERT INTO a VALUES ('1')")
    let rebuild = """
      CREATE TABLE b (x, y); INSERT INTO b (x) SELECT x FROM a; DROP TABLE a;
      PRAGMA legacy_alter_table = ON; ALTER TABLE b RENAME TO a;
      """
    for end in ["SELECT * FROM nothing", ""] {
      let step = MigrationStep("rebuild", sql: rebuild + end)
      if end.isEmpty {
        #expect(try await fixture.db.migrate(MigrationList { step }) == ["rebuild"])
      } else {
        await #expect(throws: DatabaseError.self) {
          try await fixture.db.migrate(MigrationList { step })
        }
      }
      let query = "SELECT CAST(legacy_alter_table AS TEXT) FROM pragma_legacy_alter_table"
      #expect(try await fixture.db.transaction { try $0.fetchTexts(query) } == ["0"])
    }
    #expect(try await fixture.texts("SELECT x FROM v") == ["1"])
    // Other statements may not set it.
    await #expect(throws: DatabaseError.self) {
      try await fixture.db.execute("PRAGMA legacy_alter_table = ON")
    }
  }
}

extension Connection {
  fileprivate func fetchTexts(_ sql: String) throws -> [String] {
    try fetch(String.self, sql: SQL(stringLiteral: sql))
  }
}

extension Configuration {
  /// The page size of a database with a write-ahead log can't change.
  fileprivate static var rollbackJournal: Configuration {
    var configuration = Configuration.forMigrations
    configuration.journalMode = .delete
    return configuration
  }
}
