import ORM
import Testing

@Suite("Keys whose values are converted")
struct ConvertedKeyTests {
  static let family = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p);
    INSERT INTO p VALUES (1, 'a'), (2, 'b'); INSERT INTO c VALUES (10, 1), (20, 2), (30, NULL);
    """
  static let schema = Schema(
    "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p)")

  static let children = "SELECT c.id || p.n FROM c JOIN p ON p.id = c.p ORDER BY c.id"

  @Test("A key and its references are converted together, and nothing is lost")
  func together() async throws {
    let fixture = try await Fixture(Self.family)
    try await fixture.db.migrate(
      to: Self.schema,
      converting: [
        .column("p", "id", sql: "id + 100"),
        .column("c", "p") { row in
          guard case .integer(let old)? = row["p"] else { return .null }
          return .integer(old + 100)
        },
      ])
    #expect(try await fixture.texts(Self.children) == ["10a", "20b"])
    #expect(try await fixture.check() == [])
  }

  @Test("Rows whose reference a conversion of the key breaks are counted before any change")
  func counted() async throws {
    let fixture = try await Fixture(Self.family)
    let rule = ColumnRule.column("p", "id", sql: "CASE id WHEN 2 THEN 7 ELSE id END")
    let plan = try await fixture.db.plan(to: Self.schema, converting: [rule])
    #expect(plan.losses.map(\.kind) == [.missingReference])
    #expect(plan.losses.map(\.table) == ["c"] && plan.losses.map(\.keys) == [["20"]])
    #expect(plan.warnings.contains { $0.contains("c: rows refer to p by") })
    await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Self.schema, converting: [rule])
    }
    try await fixture.db.migrate(
      to: Self.schema, allowing: [.removingRows("c")], converting: [rule])
    #expect(try await fixture.texts("SELECT id || '' FROM c") == ["10", "30"])
    #expect(try await fixture.check() == [])
  }

  @Test("Converted keys are compared by the type and the collation of the parent's columns")
  func compared() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE p (k TEXT COLLATE NOCASE, l INTEGER, PRIMARY KEY (k, l));
      CREATE TABLE c (id INTEGER PRIMARY KEY, k TEXT, l TEXT, FOREIGN KEY (k, l) REFERENCES p (k, l));
      INSERT INTO p VALUES ('Ab', 1), ('cd', 2);
      INSERT INTO c VALUES (1, 'aB', '1'), (2, 'CD', '2'), (3, 'cd', NULL);
      """)
    let schema = Schema(
      "CREATE TABLE p (k TEXT COLLATE NOCASE, l INTEGER, PRIMARY KEY (k, l))",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, k TEXT, l TEXT, FOREIGN KEY (k, l) REFERENCES p (k, l))"
    )
    let rules: [ColumnRule] = [
      .column("p", "l", sql: "l + 10"), .column("c", "l", sql: "l + 10"),
      .column("p", "k", sql: "k || '!'"), .column("c", "k", sql: "k || '!'"),
    ]
    try await fixture.db.migrate(
      to: schema, allowing: [.changingValues("c", "l")], converting: rules)
    #expect(try await fixture.texts("SELECT l FROM c") == ["11", "12", "NULL"])
    #expect(try await fixture.check() == [])
  }

  @Test("A table that refers to itself loses only the rows that the plan reported")
  func ofItself() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES t);
      INSERT INTO t VALUES (1, NULL), (2, 1), (3, 1), (101, NULL);
      """)
    let schema = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES t)")
    let rules: [ColumnRule] = [
      .column("t", "id", sql: "CASE WHEN id < 100 THEN id + 100 ELSE id + 1000 END"),
      .column("t", "boss", sql: "CASE id WHEN 3 THEN 1 ELSE boss + 100 END"),
    ]
    let plan = try await fixture.db.plan(
      to: schema, allowing: [.removingRows("t")], converting: rules)
    #expect(plan.losses.map(\.keys) == [["3"]])
    try await fixture.db.migrate(to: schema, allowing: [.removingRows("t")], converting: rules)
    let rows = try await fixture.texts("SELECT id || '/' || coalesce(boss, '') FROM t ORDER BY id")
    #expect(rows == ["101/", "102/101", "1101/"])
  }

  @Test("A new unique index of a table WITHOUT ROWID keeps one row of each set of duplicates")
  func withoutRowIDs() async throws {
    let fixture = try await Fixture(
      """
      CREATE TABLE t (a INTEGER, b INTEGER, x TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES (1, 1, 'u'), (1, 2, 'u'), (2, 1, 'v'), (2, 2, NULL), (2, 3, NULL);
      """)
    try await fixture.db.migrate(
      to: Schema(
        "CREATE TABLE t (a INTEGER, b INTEGER, x TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID",
        "CREATE UNIQUE INDEX ux ON t (x)"), allowing: [.removingRows("t")])
    let keys = try await fixture.texts("SELECT a || b FROM t ORDER BY a, b")
    #expect(keys == ["11", "21", "22", "23"])
  }
}

@Suite("Rules for columns")
struct RuleTests {
  @Test("A rule's closure sees all 300 columns of a table")
  func wide() async throws {
    let columns = (0..<300).map { "c\($0)" }
    let fixture = try await Fixture(
      """
      CREATE TABLE t (\(columns.joined(separator: ", ")));
      INSERT INTO t VALUES (\((0..<300).map(String.init).joined(separator: ", ")));
      INSERT INTO t VALUES (\((0..<300).map { "\($0 * 2)" }.joined(separator: ", ")));
      """)
    try await fixture.db.migrate(
      to: Schema("CREATE TABLE t (\(columns.joined(separator: ", ")), total INTEGER NOT NULL)"),
      fill: [
        .column("t", "total") { row in
          .integer(
            columns.reduce(0) { sum, name in
              if case .integer(let value)? = row[name] { sum + value } else { sum }
            })
        }
      ])
    #expect(try await fixture.texts("SELECT total || '' FROM t") == ["44850", "89700"])
  }

  @Test("A double-quoted name in a rule that is not a column is an error, not a string")
  func misspelt() async throws {
    let fixture = try await Fixture("CREATE TABLE t (name TEXT); INSERT INTO t VALUES ('x')")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(
        to: Schema("CREATE TABLE t (name TEXT, copy TEXT)"),
        fill: [.column("t", "copy", sql: #""nmae""#)])
    }
    #expect(error?.reason == .failedRule && error?.message.contains("nmae") == true)
    #expect(try await fixture.db.schema().table("t")?.columns.count == 1)
  }

  @Test("A migration is refused if another program has a table named orm_schema")
  func ownTable() async throws {
    let fixture = try await Fixture("CREATE TABLE orm_schema (x TEXT)")
    let error = await #expect(throws: MigrationError.self) {
      try await fixture.db.migrate(to: Schema("CREATE TABLE t (a TEXT)"))
    }
    #expect(error?.reason == .nameTaken)
  }
}
