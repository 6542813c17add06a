import Foundation
import ORM
import Testing

@Suite("Foreign keys in named steps")
struct StepForeignKeyTests {
  static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p (id) ON DELETE CASCADE);
    CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p (id) ON DELETE SET NULL);
    INSERT INTO p VALUES (1, 'a'), (2, 'b');
    INSERT INTO c VALUES (1, 1), (2, 2), (3, 2);
    INSERT INTO n VALUES (1, 1);
    """
  static let rebuild = """
    CREATE TABLE p2 (id INTEGER PRIMARY KEY, name TEXT NOT NULL, x TEXT);
    INSERT INTO p2 SELECT id, name, 'x' FROM p; DROP TABLE p; ALTER TABLE p2 RENAME TO p
    """
  static let rows = "SELECT 'c' || id || p FROM c UNION ALL SELECT 'n' || id || p FROM n"

  /// A database in a file, and one in memory, with the tables of the family.
  private func bothKinds() async throws -> [(db: Database, fixture: Fixture?)] {
    let fixture = try await Fixture(Self.family)
    let memory = try Database.inMemory()
    try await memory.run(Self.family)
    return [(fixture.db, fixture), (memory, nil)]
  }

  private func enforces(_ db: Database) async throws -> Bool {
    do {
      try await db.execute("INSERT INTO c VALUES (99, 99)")
      return false
    } catch let error as DatabaseError where error.code == .constraint {
      return true
    }
  }

  @Test(
    "A step that rebuilds a parent by SQLite's recipe keeps the children", arguments: [0, 1, 2])
  func rebuildKeepsChildren(kind: Int) async throws {
    for (db, fixture) in try await bothKinds() {
      let folder = try TemporaryFolder()
      let url = URL(fileURLWithPath: folder.file("2027 rebuild.sql"))
      try Self.rebuild.write(to: url, atomically: true, encoding: .utf8)
      let steps = try MigrationList {
        switch kind {
        case 0: MigrationStep("2027 rebuild", sql: Self.rebuild)
        case 1: MigrationStep("2027 rebuild") { try $0.execute(script: "\(raw: Self.rebuild)") }
        default: try MigrationFile(url)
        }
      }
      #expect(try await db.migrate(steps) == ["2027 rebuild"])
      #expect(try await db.texts(Self.rows) == ["c11", "c22", "c32", "n11"])
      #expect(try await db.texts("SELECT x FROM p") == ["x", "x"])
      #expect(try await enforces(db), "foreign keys are on again after the step")
      if let fixture { #expect(try await fixture.check() == []) }
    }
  }

  @Test("A step after GRDB's migrations keeps the children of a table that it rebuilds")
  func continuedFromGRDB() async throws {
    let fixture = try await Fixture(
      Self.family
        + "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
        + "INSERT INTO grdb_migrations VALUES ('v1');")
    let steps = MigrationList {
      MigrationStep("v1") { _ in }
      MigrationStep("v2", sql: Self.rebuild)
    }
    #expect(try await fixture.db.migrate(steps) == ["v2"])
    #expect(try await fixture.texts(Self.rows) == ["c11", "c22", "c32", "n11"])
  }

  @Test("A step in a migration to a schema keeps the children of a table that it rebuilds")
  func withSchema() async throws {
    for point in [MigrationStep.Phase.schema, nil] {
      let fixture = try await Fixture(Self.family)
      let steps = MigrationList { MigrationStep("rebuild", before: point, sql: Self.rebuild) }
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER, t TEXT)"), steps: steps)
      #expect(try await fixture.texts(Self.rows) == ["c11", "c22", "c32", "n11"])
    }
  }

  @Test("The error for a step that breaks references has the step, table, parent and count")
  func brokenReferences() async throws {
    for (db, _) in try await bothKinds() {
      let error = await #expect(throws: StepError.self) {
        try await db.migrate(
          MigrationList {
            MigrationStep("1", sql: "UPDATE p SET name = 'z' WHERE id = 1")
            MigrationStep("2 delete", sql: "DELETE FROM p WHERE id = 2")
          })
      }
      #expect(error?.reason == .brokenReferences)
      #expect(error?.step == "2 delete")
      let broken = try #require(error?.brokenReferences.first)
      #expect(error?.brokenReferences.count == 1)
      #expect((broken.table, broken.parent, broken.count) == ("c", "p", 2))
      #expect(
        error?.description.contains(
          "2 rows of c refer to rows of p that do not exist") == true)
      // The earlier step is kept, and the refused one is rolled back.
      #expect(try await db.texts("SELECT name FROM p") == ["z", "b"])
      #expect(try await db.texts(Self.rows) == ["c11", "c22", "c32", "n11"])
      #expect(try await enforces(db), "foreign keys are on again after the error")
    }
  }

  @Test("A step that drops a parent table or its key is refused")
  func droppedParent() async throws {
    for (sql, table, parent, count) in [
      ("DROP TABLE p", "c", "p" as String?, 3),
      (
        "CREATE TABLE p2 (id INTEGER, name TEXT); INSERT INTO p2 SELECT * FROM p; DROP TABLE p;"
          + " ALTER TABLE p2 RENAME TO p", "c", nil, 1
      ),
      ("ALTER TABLE p RENAME TO p_old; DROP TABLE p_old", "c", "p_old", 3),
    ] {
      let fixture = try await Fixture(Self.family)
      let error = await #expect(throws: StepError.self) {
        try await fixture.db.migrate(MigrationList { MigrationStep("drop", sql: sql) })
      }
      let broken = try #require(error?.brokenReferences.first { $0.table == table })
      #expect((broken.parent, broken.count) == (parent, count))
      #expect(try await fixture.check() == [])
    }
  }

  @Test("References that were broken before a step do not fail it, even if it renames the table")
  func oldViolations() async throws {
    let fixture = try await Fixture(
      Self.family, configuration: .unenforced)
    try await fixture.db.run("INSERT INTO c VALUES (4, 9), (5, 9)")
    try await fixture.db.migrate(
      MigrationList {
        MigrationStep("1", sql: Self.rebuild)
        MigrationStep("2", sql: "ALTER TABLE c RENAME TO kid; ALTER TABLE p RENAME TO parent")
        MigrationStep("3", sql: "DELETE FROM kid WHERE id = 5")
      })
    #expect(
      try await fixture.texts("SELECT CAST(id AS TEXT) FROM kid ORDER BY id") == [
        "1", "2", "3", "4",
      ])
    let error = await #expect(throws: StepError.self) {
      try await fixture.db.migrate(
        MigrationList {
          MigrationStep("1", sql: Self.rebuild)
          MigrationStep("2", sql: "ALTER TABLE c RENAME TO kid; ALTER TABLE p RENAME TO parent")
          MigrationStep("3", sql: "DELETE FROM kid WHERE id = 5")
          MigrationStep("4", sql: "INSERT INTO kid VALUES (6, 7)")
        })
    }
    #expect(error?.brokenReferences.first?.count == 1)
  }

  @Test("A step with enforced foreign keys deletes by cascade, among steps without them")
  func enforced() async throws {
    for (db, _) in try await bothKinds() {
      let ran = try await db.migrate(
        MigrationList {
          MigrationStep("1", sql: Self.rebuild)
          MigrationStep("2", foreignKeys: .enforced, sql: "DELETE FROM p WHERE id = 2")
          MigrationStep("3", sql: "CREATE TABLE t (x)")
          MigrationStep("4", foreignKeys: .enforced) {
            try $0.execute("DELETE FROM p WHERE id = 1")
          }
        })
      #expect(ran == ["1", "2", "3", "4"])
      #expect(try await db.texts("SELECT id FROM c") == [])
      #expect(try await db.texts("SELECT coalesce(p, 'none') FROM n") == ["none"])
      let error = await #expect(throws: DatabaseError.self) {
        try await db.migrate(
          MigrationList {
            MigrationStep("1", sql: Self.rebuild)
            MigrationStep("2", foreignKeys: .enforced, sql: "DELETE FROM p WHERE id = 2")
            MigrationStep("3", sql: "CREATE TABLE t (x)")
            MigrationStep("4", foreignKeys: .enforced) {
              try $0.execute("DELETE FROM p WHERE id = 1")
            }
            MigrationStep("5", foreignKeys: .enforced, sql: "INSERT INTO c VALUES (7, 7)")
          })
      }
      #expect(error?.code == .constraint)
    }
  }

  @Test("PRAGMA foreign_keys in a step is refused, and the error says why")
  func pragma() async throws {
    for (db, _) in try await bothKinds() {
      for word in ["OFF", "ON"] {
        let step = MigrationStep("pragma", sql: "PRAGMA foreign_keys = \(word); " + Self.rebuild)
        let error = await #expect(throws: DatabaseError.self) {
          try await db.migrate(MigrationList { step })
        }
        #expect(error?.description.contains("foreign keys are off while a step runs") == true)
        #expect(try await db.texts(Self.rows) == ["c11", "c22", "c32", "n11"])
      }
    }
  }
}

extension Configuration {
  fileprivate static var unenforced: Configuration {
    var configuration = Configuration(readerCount: 1)
    configuration.enforcesForeignKeys = false
    return configuration
  }
}
