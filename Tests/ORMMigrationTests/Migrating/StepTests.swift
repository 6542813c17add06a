import Foundation
import ORM
import Testing

@Suite("Named steps")
struct StepTests {
  static let first = MigrationStep("1 make") { tx in
    try tx.execute(
      script: "CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('Nina Simone')")
  }
  static let second = MigrationStep(
    "2 split",
    sql: "ALTER TABLE person ADD COLUMN first TEXT;\nUPDATE person SET first = substr(name, 1, 4);")

  @Test("Steps run once each, in their order")
  func once() async throws {
    let fixture = try await Fixture("")
    #expect(try await fixture.db.migrate(MigrationList { Self.first }) == ["1 make"])
    let both = MigrationList {
      Self.first; Self.second
    }
    #expect(try await fixture.db.pendingSteps(of: both) == ["2 split"])
    #expect(try await fixture.db.migrate(both) == ["2 split"])
    #expect(try await fixture.db.migrate(both) == [])
    #expect(try await fixture.texts("SELECT first FROM person") == ["Nina"])
    // The table of steps is not part of the schema.
    #expect(try await fixture.db.schema().tables.map(\.name) == ["person"])
  }

  @Test("The database error of a failing step names the step")
  func failingStep() async throws {
    let fixture = try await Fixture("")
    for second in [
      MigrationStep("2 wrong", sql: "CREATE TABLE half (a); SELEC 1"),
      MigrationStep("2 wrong") { tx in try tx.execute("SELECT nothing") },
    ] {
      let error = await #expect(throws: DatabaseError.self) {
        try await fixture.db.migrate(
          MigrationList {
            Self.first; second
          })
      }
      #expect(error?.step == "2 wrong")
      #expect(error?.description.contains(" in the step 2 wrong in: ") == true)
    }
    #expect(try await fixture.db.schema().tables.map(\.name) == ["person"])
  }

  @Test("migrate(_:through:) runs the steps up to the given one")
  func through() async throws {
    // A step with `before: .schema` does not end the run if it is declared after the last wanted
    // one.
    let other = try await Fixture("CREATE TABLE a (x)")
    let steps = MigrationList {
      MigrationStep("1", sql: "INSERT INTO a VALUES (1)")
      MigrationStep("2", before: .schema, sql: "INSERT INTO a VALUES (2)")
    }
    #expect(try await other.db.migrate(steps, through: "1") == ["1"])
    #expect(try await other.db.migrate(steps) == ["2"])
    let fixture = try await Fixture("")
    let both = MigrationList {
      Self.first; Self.second
    }
    #expect(try await fixture.db.migrate(both, through: "1 make") == ["1 make"])
    let error = await #expect(throws: StepError.self) {
      try await fixture.db.migrate(both, through: "3")
    }
    #expect(error?.reason == .unknown)
    #expect(try await fixture.db.migrate(both, through: "2 split") == ["2 split"])
  }

  @Test("The error of a statement that can't run in a step says what to do")
  func hints() async throws {
    let fixture = try await Fixture("CREATE TABLE a (x)")
    for (sql, hint) in [
      ("VACUUM", "transaction: .none"),
      ("UPDATE a SET x = `FILL IN a.x`", "replace this name in the step's file"),
    ] {
      let error = await #expect(throws: DatabaseError.self) {
        try await fixture.db.migrate(MigrationList { MigrationStep("s", sql: sql) })
      }
      #expect(error?.hint?.contains(hint) == true, "\(sql)")
    }
  }

  @Test("A step that throws is rolled back and runs again later, and earlier steps are kept")
  func failure() async throws {
    let fixture = try await Fixture("")
    let failing = MigrationStep("2 split") { tx in
      try tx.execute("DELETE FROM person")
      throw Stop()
    }
    await #expect(throws: Stop.self) {
      try await fixture.db.migrate(
        MigrationList {
          Self.first; failing
        })
    }
    #expect(try await fixture.texts("SELECT name FROM person") == ["Nina Simone"])
    #expect(
      try await fixture.db.migrate(
        MigrationList {
          Self.first; Self.second
        }) == ["2 split"])
  }

  @Test("Steps that were changed, removed, reordered or duplicated are refused by name")
  func mistakes() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(
      MigrationList {
        Self.first; Self.second
      })
    let changed = MigrationStep("2 split", sql: "SELECT 1")
    let third = MigrationStep("3") { _ in }
    for (steps, reason, name) in [
      ([Self.first, changed], StepError.Reason.changed, "2 split"),
      ([Self.second], .missing, "1 make"),
      ([Self.first, third, Self.second], .reordered, "3"),
      ([Self.first, Self.second, third, third], .duplicate, "3"),
    ] {
      let error = await #expect(throws: StepError.self) {
        try await fixture.db.migrate(MigrationList { steps })
      }
      #expect(error?.reason == reason)
      #expect(error?.step == name)
    }
  }

  @Test("A step's checksum does not depend on its line endings")
  func lineEnds() async throws {
    let folder = try TemporaryFolder()
    let fixture = try await Fixture("CREATE TABLE a (x)")
    let url = URL(fileURLWithPath: folder.file("2026-12-a.sql"))
    try "INSERT INTO a VALUES (1);\nINSERT INTO a VALUES (2);\n".write(
      to: url, atomically: true, encoding: .utf8)
    #expect(try await fixture.db.migrate(MigrationList { try MigrationFile(url) }) == ["2026-12-a"])
    try "INSERT INTO a VALUES (1);\r\nINSERT INTO a VALUES (2);\r\n".write(
      to: url, atomically: true, encoding: .utf8)
    #expect(try await fixture.db.migrate(MigrationList { try MigrationFile(url) }) == [])
    try "INSERT INTO a VALUES (3);".write(to: url, atomically: true, encoding: .utf8)
    await #expect(throws: StepError.self) {
      try await fixture.db.migrate(MigrationList { try MigrationFile(url) })
    }
  }

  @Test("Steps continue after the migrations that other packages have recorded")
  func foreign() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
      INSERT INTO grdb_migrations VALUES ('v1'), ('v2');
      CREATE TABLE _migrateHistory (timestamp INTEGER, runOn INTEGER);
      INSERT INTO _migrateHistory VALUES (20160102, 1);
      CREATE TABLE log (what TEXT);
      """)
    let names = ["v1", "v2", "20160102 old", "v3"]
    let migrations = MigrationList {
      for name in names {
        MigrationStep(name) { tx in try tx.execute("INSERT INTO log VALUES (\(name))") }
      }
    }
    #expect(try await fixture.db.migrate(migrations) == ["v3"])
    #expect(try await fixture.texts("SELECT what FROM log") == ["v3"])
  }

  @Test("Steps with before: .schema see the old tables, and later ones see the new tables")
  func around() async throws {
    let steps = MigrationList {
      MigrationStep("1 keep", before: .schema) { tx in
        try tx.execute("UPDATE person SET name = upper(name)")
      }
      MigrationStep("2 fill") { tx in try tx.execute("UPDATE person SET age = 1") }
    }
    let schema = Schema("CREATE TABLE person (name TEXT, age INTEGER)")
    let fixture = try await Fixture(
      "CREATE TABLE person (name TEXT); INSERT INTO person VALUES ('Nina')")
    try await fixture.db.migrate(to: schema, steps: steps)
    try await fixture.db.migrate(to: schema, steps: steps)
    #expect(try await fixture.texts("SELECT name || age FROM person") == ["NINA1"])
    // An empty database has no table that the first step could use.
    let empty = try await Fixture("")
    try await empty.db.migrate(to: schema, steps: steps)
    #expect(try await empty.db.pendingSteps(of: steps) == [])
  }
}
