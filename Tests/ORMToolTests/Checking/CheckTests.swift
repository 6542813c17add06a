import Foundation
import ORMCore
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("The check command")
struct CheckTests {
  private func findings(_ script: String) async throws -> [String] {
    let fixture = try await Fixture(script)
    return try await CheckReport.read(DatabaseFile(fixture.path)).findings.map {
      "\($0.name) \($0.object)\($0.cure.map { ": " + $0 } ?? "")"
    }
  }

  @Test("A sound database has no findings")
  func sound() async throws {
    let fixture = try await Fixture(Fixture.music + "DROP TABLE pair;")
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.text(.plain) == "no problems were found\n" && report.json.lines == "[]\n")
  }

  @Test("A foreign key without an index is reported, with the index to create")
  func references() async throws {
    let tables = """
      CREATE TABLE p (a INTEGER PRIMARY KEY, b, UNIQUE (a, b));
      CREATE TABLE c (id INTEGER PRIMARY KEY REFERENCES p, x REFERENCES p, "y z" REFERENCES p,
        FOREIGN KEY (x, "y z") REFERENCES p (a, b));
      """
    #expect(
      try await findings(tables) == [
        #"reference-without-index c: CREATE INDEX "c_x" ON "c" ("x");"#,
        #"reference-without-index c: CREATE INDEX "c_y z" ON "c" ("y z");"#,
        #"reference-without-index c: CREATE INDEX "c_x_y z" ON "c" ("x", "y z");"#,
      ])
    // One index for two foreign keys, and a partial one without rows that have no parent.
    let cured =
      tables + """
        CREATE INDEX xy ON c ("Y Z", X); CREATE INDEX x ON c (x) WHERE x IS NOT NULL;
        """
    #expect(try await findings(cured) == [])
  }

  @Test("A foreign key to a missing table is reported")
  func missingParents() async throws {
    let found = try await findings(
      "CREATE TABLE c (id INTEGER PRIMARY KEY REFERENCES gone, x REFERENCES C);"
        + "CREATE INDEX x ON c (x);")
    #expect(found == ["missing-parent c"])
  }

  @Test("A foreign key that matches no key is reported, and the check goes on")
  func mismatches() async throws {
    let fixture = try await Fixture(nil)
    // SQLite checks foreign keys only on request.
    try RawFile(fixture.path).execute(
      """
      CREATE TABLE p (a, b); CREATE TABLE q (id INTEGER PRIMARY KEY) STRICT;
      CREATE TABLE c (x REFERENCES p (a)); CREATE INDEX cx ON c (x);
      CREATE TABLE d (y REFERENCES q); CREATE INDEX dy ON d (y);
      INSERT INTO d VALUES (7), (8);
      """)
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    let found = report.findings.map { "\($0.name) \($0.object)\($0.cure.map { ": " + $0 } ?? "")" }
    #expect(
      found == [
        "mismatched-reference c", #"broken-reference d: PRAGMA foreign_key_check("d");"#,
      ])
  }

  @Test("An index that another index makes superfluous is reported")
  func indexes() async throws {
    let found = try await findings(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE, b, c);
      CREATE INDEX a ON t (a); CREATE UNIQUE INDEX au ON t (a);
      CREATE INDEX b ON t (b); CREATE INDEX bc ON t (b, c); CREATE INDEX bc2 ON t (b, c);
      CREATE INDEX bDown ON t (b DESC); CREATE INDEX bSome ON t (b) WHERE c > 1;
      CREATE INDEX bNoCase ON t (b COLLATE NOCASE); CREATE INDEX lower ON t (lower(b));
      """)
    #expect(
      found == [
        #"superfluous-index t: DROP INDEX "a";"#, #"superfluous-index t: DROP INDEX "b";"#,
        #"superfluous-index t: DROP INDEX "bc2";"#,
      ])
  }

  @Test("A trigger or view with strings in double quotes is reported")
  func doubleQuotes() async throws {
    let found = try await findings(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, "a" TEXT); CREATE TABLE log (line TEXT);
      CREATE TRIGGER added AFTER INSERT ON t BEGIN INSERT INTO log VALUES ("added " || new.a); END;
      CREATE TRIGGER changed AFTER UPDATE OF "a" ON t BEGIN INSERT INTO log VALUES (new."a"); END;
      CREATE VIEW special AS SELECT * FROM t WHERE a = "x";
      CREATE VIEW plain AS SELECT "a" FROM t WHERE "a" = 'x';
      """)
    let cure = "create it again with the string in single quotes"
    #expect(
      found.filter { $0.hasPrefix("double-quoted-string") } == [
        "double-quoted-string special: \(cure)", "double-quoted-string added: \(cure)",
      ])
  }

  @Test("Rows with broken references are counted")
  func broken() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p); INSERT INTO c VALUES (1), (2);")
    var configuration = Configuration()
    configuration.enforcesForeignKeys = false
    let database = try Database(fixture.path, configuration: configuration)
    try await database.execute(
      script: """
        DROP TABLE c; CREATE TABLE c (p REFERENCES p); CREATE INDEX c_p ON c (p);
        INSERT INTO c VALUES (1), (2), (NULL);
        """)
    try await database.close()
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(
      report.findings.filter { $0.severity != .note }.map(\.words)
        == ["2 rows refer by p to a missing row of p"])
    #expect(report.findings.first?.severity == .error)
    #expect(report.text(.plain).hasPrefix("error: c: 2 rows refer"))
  }

  @Test("A damaged file is reported as damaged, and nothing else is")
  func damaged() async throws {
    let fixture = try await Fixture(
      "CREATE TABLE t (a); CREATE INDEX i ON t (a);"
        + "INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 2000)"
        + " SELECT 'text ' || i FROM n;")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for place in stride(from: 4096 * 4, to: bytes.count - 9, by: 4096) {
      bytes.replaceSubrange(place..<place + 9, with: Data(repeating: 0xff, count: 9))
    }
    try bytes.write(to: URL(fileURLWithPath: fixture.path))
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(!report.findings.isEmpty)
    #expect(report.findings.allSatisfy { $0.name == "damaged" && $0.severity == .error })
    #expect(report.findings[0].cure?.hasSuffix("orm recover \(fixture.path) SAVED") == true)
  }

  @Test("Values that do not match their column's type are counted")
  func classes() async throws {
    let found = try await findings(
      """
      CREATE TABLE t (i INT, r REAL, s VARCHAR, b BLOB, n NUMERIC, "a b" BOOLEAN, x);
      INSERT INTO t VALUES (1, 1, 'a', x'00', 'x', 1, x'00'), ('x', 'y', x'00', 'z', x'', 'no', 1),
        (NULL, NULL, NULL, NULL, NULL, NULL, NULL), (1.5, 2.5, 3, 4, 5, 0, 'x');
      CREATE TABLE s (i INT, a ANY) STRICT; INSERT INTO s VALUES (1, 'x'), (2, 3);
      """)
    #expect(
      found == [
        #"other-class t: SELECT "i" FROM "t" WHERE typeof("i") NOT IN ('integer', 'null');"#,
        #"other-class t: SELECT "r" FROM "t" WHERE typeof("r") NOT IN ('real', 'integer', 'null');"#,
        #"other-class t: SELECT "s" FROM "t" WHERE typeof("s") NOT IN ('text', 'null');"#,
        #"other-class t: SELECT "b" FROM "t" WHERE typeof("b") NOT IN ('blob', 'null');"#,
        #"other-class t: SELECT "a b" FROM "t" WHERE typeof("a b") NOT IN ('integer', 'null');"#,
      ])
  }

  @Test("The SQL that makes a table STRICT keeps rows, indexes, triggers, views and references")
  func strict() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE p (id INTEGER PRIMARY KEY, "a b" TEXT NOT NULL, n INT AS (id * 2)) ;
      CREATE INDEX p_a ON p ("a b"); CREATE VIEW v AS SELECT * FROM p;
      CREATE TRIGGER p_t AFTER INSERT ON p BEGIN SELECT 1; END;
      CREATE TABLE c (p INTEGER PRIMARY KEY REFERENCES p ON DELETE CASCADE) STRICT;
      INSERT INTO p VALUES (1, 'x'), (7, 'y'); INSERT INTO c VALUES (7);
      CREATE TABLE auto (id INTEGER PRIMARY KEY AUTOINCREMENT);
      CREATE TABLE other (id INTEGER PRIMARY KEY, d DATE);
      """)
    func look() async throws -> [[SQLValue]] {
      try await DatabaseFile(fixture.path).reading {
        try $0.rows("SELECT * FROM v") + $0.rows("SELECT * FROM c")
          + $0.rows("SELECT name FROM sqlite_schema ORDER BY 1")
      }
    }
    let before = try await look()
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.findings.map(\.name) == ["strict-candidate", "strict-candidate"])
    #expect(report.findings.map(\.object) == ["auto", "p"] && !report.isSerious)
    #expect(report.findings[0].cure == nil)
    let cure = try #require(report.findings[1].cure)
    _ = try await Query.output(cure, .csv, on: fixture.path, writes: true)
    #expect(try await look() == before)
    let after = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(after.findings.map(\.object) == ["auto"])
  }

  @Test("An index that speeds up no query is reported")
  func unused() async throws {
    let found = try await findings(
      """
      CREATE TABLE t (a, b, c); CREATE INDEX same ON t (a, c); CREATE INDEX good ON t (b);
      CREATE INDEX none ON t (a) WHERE b < 0; CREATE INDEX some ON t (c) WHERE b > 50;
      CREATE INDEX expression ON t (a + 1); CREATE TABLE e (a); CREATE INDEX e_a ON e (a);
      INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100)
        SELECT 'x', i, NULL FROM n;
      """)
    #expect(
      found == [
        #"unused-index t: DROP INDEX "none";"#, #"unused-index t: DROP INDEX "same";"#,
      ])
  }

  @Test("Rows that violate a constraint are counted, and not reported as damage")
  func violations() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (a DEFAULT 0, b CHECK (b < 9), CHECK (a <> 9));
      INSERT INTO t VALUES (NULL, 1), (2, 5);
      """)
    // Like PRAGMA writable_schema, which the library refuses.
    let url = URL(fileURLWithPath: fixture.path)
    var bytes = try Data(contentsOf: url)
    for (old, new) in [("DEFAULT 0", "NOT NULL "), ("b < 9", "b < 3"), ("a <> 9", "a <> 2")] {
      // The file contains the text more than once.
      while let place = bytes.range(of: Data(old.utf8)) {
        bytes.replaceSubrange(place, with: Data(new.utf8))
      }
    }
    try bytes.write(to: url)
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(
      report.findings.map(\.words) == ["1 row violates NOT NULL of a", "1 row violates a CHECK"])
    #expect(report.findings.allSatisfy { $0.name == "old-violation" && $0.severity == .error })
    for cure in report.findings.compactMap(\.cure) {
      let rows = try await DatabaseFile(fixture.path).reading { try $0.rows(cure) }
      #expect(rows.count == 1, "\(cure)")
    }
  }

  @Test("A log that a killed program left is reported, with the command that empties it")
  func log() async throws {
    let fixture = try await Fixture(nil)
    let database = try Database(fixture.path)
    try await database.execute(script: "CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    // A killed program leaves its files like this copy.
    let copy = fixture.folder + "/copy.sqlite"
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: copy + suffix)
    }
    try await database.close()
    let report = try await CheckReport.read(copy)
    #expect(report.findings.map(\.name) == ["log-left-behind"] && report.isSerious)
    _ = try await Query.output(
      "PRAGMA wal_checkpoint(TRUNCATE)", .csv, on: copy, writes: true)
    #expect(try await CheckReport.read(copy).findings.isEmpty)
  }
}
