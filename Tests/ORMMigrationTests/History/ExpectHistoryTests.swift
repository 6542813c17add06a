import Foundation
import ORM
@testable import ORMTesting
import Synchronization
import Testing

@Suite("The expectHistory function")
struct ExpectHistoryTests {
  /// A history of versions of these schemas, by their names.
  private func history(
    _ schemas: [(String, Schema)], current: Schema? = nil,
    _ entry: (Schema.Version) -> SchemaHistory.Entry
  ) throws -> SchemaHistory {
    var entries: [SchemaHistory.Entry] = []
    for (place, (name, schema)) in schemas.enumerated() {
      let previous = place == 0 ? nil : schemas[place - 1].0
      entries.append(entry(Schema.Version(name, after: previous, try schema.json())))
    }
    return SchemaHistory(entries, current: current ?? schemas[schemas.count - 1].1)
  }

  private func issues(
    _ history: SchemaHistory, rows: [String: String] = [:]
  ) async throws -> [String] {
    var issues: [String] = []
    try await expectHistory(history, rows: rows) { issues.append($0) }
    return issues
  }

  private let parents = Schema(
    "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT) STRICT",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES p (id)) STRICT")
  private let childless = Schema(
    "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT) STRICT")

  @Test("A history that keeps all rows has no issues, and each version starts with rows")
  func right() async throws {
    var starts: [String] = []
    try await expectHistory(HistoryTests.history(through: 4)) { db, version in
      starts.append(version)
      let episodes = try await db.fetch(HistoryTests.Fourth.Episode.self)
      #expect(episodes.count >= 4)
    }
    #expect(starts == ["guid", "seconds", "minutes", "first"])
    try await expectHistory(HistoryTests.names(through: 4))
  }

  @Test("A step that deletes rows of a child table is an issue, unless the version allows it")
  func deletedChildren() async throws {
    func deleting(_ allowing: [PermittedLoss]) throws -> SchemaHistory {
      try history([("one", parents), ("two", parents), ("three", parents)]) { version in
        version.name.hasSameBytes(as: "two")
          ? .version(
            version, allowing: allowing,
            steps: [MigrationStep("empty", sql: "DELETE FROM c WHERE id > 1")])
          : .version(version)
      }
    }
    #expect(
      try await issues(deleting([])) == [
        """
        from version "one": version "two" deletes 3 of 4 rows of c; if this is intended, write \
        allowing: [.removingRows("c")] at that version
        """
      ])
    #expect(try await issues(deleting([.removingRows("C")])) == [])
  }

  @Test("A step that breaks references is one issue, which names the step's version")
  func brokenReferences() async throws {
    let history = try history([("one", parents), ("two", parents)]) { version in
      version.name.hasSameBytes(as: "two")
        ? .version(version, steps: [MigrationStep("empty", sql: "DELETE FROM p")])
        : .version(version)
    }
    let issues = try await issues(history)
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "from version \"one\" to version \"two\", version by version: step \"two/empty\"") == true,
      "\(issues)")
  }

  @Test("A conversion that throws for NULL is one issue, which names its version")
  func throwingRule() async throws {
    struct NoNumber: Error {}
    func schema(_ type: String) -> Schema {
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a \(type)) STRICT")
    }
    let rule = ColumnRule.column("t", "a") { row in
      guard case .text(let text)? = row["a"] else { throw NoNumber() }
      return .integer(Int64(text.utf8.count))
    }
    let history = try history([
      ("one", schema("TEXT")), ("two", schema("TEXT")), ("three", schema("INTEGER")),
    ]) { version in
      .version(version, converting: version.name.hasSameBytes(as: "three") ? [rule] : [])
    }
    let issues = try await issues(history)
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "from version \"two\" to version \"three\", version by version: ") == true, "\(issues)")
    #expect(issues.first?.contains("NoNumber") == true, "\(issues)")
  }

  @Test("A table that a later version drops without a permission is one issue for all starts")
  func droppedTable() async throws {
    let history = try history([("one", parents), ("two", parents), ("three", childless)]) {
      .version($0)
    }
    let issues = try await issues(history)
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "from version \"two\" to version \"three\", version by version: ") == true, "\(issues)")
    #expect(issues.first?.contains(".droppingTable(\"c\")") == true, "\(issues)")
  }

  @Test("Structs that differ from the newest version are an issue")
  func differingStructs() async throws {
    let history = try history([("one", parents)], current: childless) { .version($0) }
    let issues = try await issues(history)
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        "the history is not valid: version \"one\": the structs differ from it") == true,
      "\(issues)")
  }

  @Test("A step that writes values that the structs can't read is an issue")
  func unreadable() async throws {
    var schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, u TEXT NOT NULL) STRICT")
    schema.tables[0].columns[1].representation = "uuidText"
    let history = try history([("one", schema), ("two", schema)]) { version in
      .version(
        version,
        steps: version.name.hasSameBytes(as: "two")
          ? [MigrationStep("short", sql: "UPDATE t SET u = 'short' WHERE id = 1")] : [])
    }
    let issues = try await issues(history)
    #expect(
      issues == [
        "from version \"one\": the structs can't read 1 value of t.u as uuidText"
      ])
  }

  @Test("An issue is recorded at the caller's line")
  func location() async throws {
    let history = try history([("one", parents)], current: childless) { .version($0) }
    let line = #line + 2
    try await withKnownIssue {
      try await expectHistory(history)
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  // MARK: - Rows

  private let coupons = Schema(
    """
    CREATE TABLE coupon (id INTEGER PRIMARY KEY, code TEXT NOT NULL
      CHECK (instr(code, 'zz') = 3 AND length(code) * 7 = 35)) STRICT
    """,
    "CREATE TABLE used (coupon INTEGER NOT NULL REFERENCES coupon, at REAL) STRICT")

  @Test("A table that can't be filled with generated rows is an issue that says how to pass rows")
  func unfilled() async throws {
    let history = try history([("one", coupons), ("two", coupons)]) { .version($0) }
    let issues: [String] = try await issues(history)
    #expect(
      issues == [
        """
        the table coupon can't be filled at version "two": CHECK constraint failed: instr(code, \
        'zz') = 3 AND length(code) * 7 = 35; pass rows: ["two": "INSERT INTO coupon …"]
        """,
        """
        the table used can't be filled at version "two": its rows would refer to missing rows of \
        coupon; pass rows: ["two": "INSERT INTO used …"]
        """,
      ])
  }

  @Test(
    "Rows passed for a version are in it and in later ones, and other tables get generated rows")
  func givenRows() async throws {
    let history = try history([("one", coupons), ("two", coupons)]) { .version($0) }
    let rows = ["one": "INSERT INTO coupon VALUES (1, 'abzzc'), (2, 'xyzzx')"]
    var issues: [String] = []
    let body: (Database, String) async throws -> Void = { db, _ in
      let codes = try await db.texts("SELECT code FROM coupon")
      #expect(codes == ["abzzc", "xyzzx"])
      let used = try await db.texts("SELECT DISTINCT coupon || '' FROM used ORDER BY 1")
      #expect(used == ["1", "2"])
    }
    try await expectHistory(history, rows: rows, body) { issues.append($0) }
    #expect(issues == [])
  }

  @Test("Rows that are passed for an unknown version, or that SQLite refuses, are an issue")
  func wrongRows() async throws {
    let history = try history([("one", parents), ("two", parents)]) { .version($0) }
    #expect(
      try await issues(history, rows: ["three": "SELECT 1"]) == [
        "rows: names the version \"three\", which the history does not have"
      ])
    let issues = try await issues(history, rows: ["one": "INSERT INTO x VALUES (1)"])
    #expect(issues.count == 1)
    #expect(
      issues.first?.hasPrefix(
        """
        a database of version "two" can't be filled with the rows for "one"; pass rows for this \
        version: no such table: x
        """) == true, "\(issues)")
  }

  @Test("Random values are not a difference between the two ways to migrate")
  func chance() async throws {
    let (one, two) = (
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT"),
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, token BLOB) STRICT")
    )
    let history = try history([("one", one), ("two", two)]) { version in
      .version(
        version,
        fill: version.name.hasSameBytes(as: "two")
          ? [.column("t", "token", sql: "randomblob(16)")] : [])
    }
    #expect(try await issues(history) == [])
  }

  @Test("Different rows after a migration at once and one version by version are an issue")
  func otherRows() async throws {
    // The first database migrates version by version, and the others at once.
    let calls = Mutex(0)
    let one = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER) STRICT")
    let step = MigrationStep("s") { tx in
      let isFirst = calls.withLock { calls in
        calls += 1
        return calls == 1
      }
      if isFirst { try tx.execute("UPDATE t SET a = 77 WHERE id = 1") }
    }
    let history = try history([("one", one), ("two", one)]) { version in
      .version(version, steps: version.name.hasSameBytes(as: "two") ? [step] : [])
    }
    #expect(
      try await issues(history) == [
        "from version \"one\", the migrations at once and version by version have different"
          + " results: t.a differs in the row with id 1"
      ])
  }
}
