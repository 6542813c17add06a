import Foundation
import ORMSQLite
import ORMSchema
import ORMToolKit
import Testing

@Suite("A check")
struct CheckTests {
  private func findings(_ script: String) async throws -> [String] {
    let fixture = try await Fixture(script)
    return try await CheckReport.read(DatabaseFile(fixture.path)).findings.map {
      "\($0.name) \($0.object)\($0.cure.map { ": " + $0 } ?? "")"
    }
  }

  @Test("finds nothing in a sound database")
  func sound() async throws {
    #expect(try await findings(Fixture.music) == [])
    let fixture = try await Fixture()
    let report = try await CheckReport.read(DatabaseFile(fixture.path))
    #expect(report.text(.plain) == "nothing was found\n" && report.json.lines == "[]\n")
  }

  @Test("names references that no index leads with, and the index that cures it")
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
    // One index for two of them, and one that leaves out rows without a parent.
    let cured =
      tables + """
        CREATE INDEX xy ON c ("Y Z", X); CREATE INDEX x ON c (x) WHERE x IS NOT NULL;
        """
    #expect(try await findings(cured) == [])
  }

  @Test("names indexes that another one makes superfluous")
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

  @Test("counts rows that refer to nothing")
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
    #expect(report.findings.map(\.words) == ["2 rows refer by p to a row that p does not have"])
    #expect(report.findings.first?.severity == .error)
    #expect(report.text(.plain).hasPrefix("error: c: 2 rows refer"))
  }

  @Test("says that a file is damaged, and no more")
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
  }
}
