import Foundation
import ORM
import Testing

/// A database migrates through the versions of a history.
@Suite("A history of versions")
struct HistoryTests {
  // The episode of four versions: a text, minutes, seconds, and a unique column.
  enum First {
    @Table("episode") struct Episode {
      var id: Int?
      var duration: String
    }
  }
  enum Second {
    @Table("episode") struct Episode {
      var id: Int?
      @Column(renamedFrom: "duration") var minutes: Double
    }
  }
  enum Third {
    @Table("episode") struct Episode {
      var id: Int?
      @Column(renamedFrom: "minutes") var seconds: Int
    }
  }
  enum Fourth {
    @Table("episode") struct Episode: Equatable {
      var id: Int?
      var seconds: Int
      @Column(unique: true) var guid: String?
    }
  }

  static let schemas = [
    Schema(of: First.Episode.self), Schema(of: Second.Episode.self), Schema(of: Third.Episode.self),
    Schema(of: Fourth.Episode.self),
  ]

  /// The history in the program of a version.
  static func history(through count: Int) throws -> SchemaHistory {
    let names = ["first", "minutes", "seconds", "guid"]
    let rules: [[ColumnRule]] = [
      [], [.column("episode", "minutes", sql: "CAST(duration AS REAL)")],
      [.column("episode", "seconds", sql: "CAST(minutes * 60 AS INTEGER)")], [],
    ]
    return SchemaHistory(
      try (0..<count).map { place in
        .version(
          Schema.Version(
            names[place], after: place == 0 ? nil : names[place - 1], try schemas[place].json()),
          converting: rules[place])
      }, current: schemas[count - 1])
  }

  private func insert(_ duration: Int, into db: Database, at version: Int) async throws {
    switch version {
    case 1: try await db.insert(First.Episode(duration: "\(duration)"))
    case 2: try await db.insert(Second.Episode(minutes: Double(duration)))
    case 3: try await db.insert(Third.Episode(seconds: duration * 60))
    default: try await db.insert(Fourth.Episode(seconds: duration * 60))
    }
  }

  @Test(
    "A history converts the values of each version exactly once, from every version",
    arguments: 1...4)
  func everyStart(version: Int) async throws {
    let fixture = try await Fixture("")
    let db = fixture.db
    try await db.migrate(Self.history(through: version))
    try await insert(3, into: db, at: version)
    let plans = try await db.migrate(Self.history(through: 4))
    #expect(plans.count == 4 - version)
    #expect(try await db.fetch(Fourth.Episode.self).map(\.seconds) == [180])
    // The second start has nothing to do, and converts nothing again.
    #expect(try await db.migrate(Self.history(through: 4)).isEmpty)
    #expect(try await db.fetch(Fourth.Episode.self).map(\.seconds) == [180])
    #expect(
      try await fixture.texts("SELECT version FROM orm_schema ORDER BY id")
        == ["first", "minutes", "seconds", "guid"])
  }

  @Test(
    "A database migrates through each version in turn, and keeps the rows of each",
    arguments: [false, true])
  func stops(isPlannedFirst: Bool) async throws {
    let fixture = try await Fixture("")
    if isPlannedFirst {
      try await fixture.db.migrate(to: Self.schemas[0])
      try await insert(1, into: fixture.db, at: 1)
    }
    for version in 1...4 {
      try await fixture.db.migrate(Self.history(through: version))
      try await insert(version, into: fixture.db, at: version)
    }
    let seconds = try await fixture.db.fetch(Fourth.Episode.self).map(\.seconds)
    #expect(seconds == (isPlannedFirst ? [60] : []) + [60, 120, 180, 240])
  }

  @Test("An older program throws NewerSchemaError, and changes nothing")
  func older() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 4))
    for version in 1...3 {
      let error = await #expect(throws: NewerSchemaError.self) {
        try await fixture.db.migrate(Self.history(through: version))
      }
      #expect(error?.version == "guid")
      #expect(error?.description.contains("update this program") == true)
      // The same error is thrown if the program migrates only to its structs.
      await #expect(throws: NewerSchemaError.self) {
        try await fixture.db.migrate(to: Self.schemas[version - 1])
      }
    }
    #expect(try await fixture.db.migrate(Self.history(through: 4)).isEmpty)
  }

  @Test("A version can undo the change of the version before it")
  func takenBack() async throws {
    let (a, b) = (Self.schemas[2], Self.schemas[3])
    func history(_ count: Int) throws -> SchemaHistory {
      let one = try Schema.Version("one", after: nil, a.json())
      let two = try Schema.Version("two", after: "one", b.json())
      let three = try Schema.Version("three", after: "two", a.json())
      let entries: [SchemaHistory.Entry] = [
        .version(one), .version(two),
        .version(three, allowing: [.droppingColumn("episode", "guid")]),
      ]
      return SchemaHistory(Array(entries.prefix(count)), current: count == 2 ? b : a)
    }
    let fixture = try await Fixture("")
    try await fixture.db.migrate(history(1))
    try await fixture.db.insert(Third.Episode(seconds: 5))
    try await fixture.db.migrate(history(2))
    try await fixture.db.insert(Fourth.Episode(seconds: 6, guid: "g"))
    try await fixture.db.migrate(history(3))
    #expect(try await fixture.db.fetch(Third.Episode.self).map(\.seconds) == [5, 6])
    #expect(try await fixture.db.migrate(history(3)).isEmpty)
    await #expect(throws: NewerSchemaError.self) { try await fixture.db.migrate(history(2)) }
  }

  @Test("If several programs start at once, one migrates and the others find nothing to do")
  func atOnce() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 1))
    try await insert(3, into: fixture.db, at: 1)
    let path = fixture.folder.file()
    let walks = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let db = try Database(path, configuration: .forMigrations)
          let plans = try await db.migrate(Self.history(through: 4))
          try await db.close()
          return plans.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(walks.sorted() == [0, 0, 0, 0, 0, 3])
    // The database that is open still has the first version.
    #expect(
      try RawDatabase(path).texts("SELECT version FROM orm_schema ORDER BY id")
        == ["first", "minutes", "seconds", "guid"])
  }

  enum Rated {
    @Table("episode") struct Episode: Equatable {
      var id: Int?
      var duration: String
      var added: Date
      @Column(as: MinorUnits<Scale2>.self) var price: Decimal
      var initial: String?
    }
  }

  @Test("A draft may have rules with Swift values, and a recorded version needs stored values")
  func rulesOfStructs() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 1))
    try await insert(3, into: fixture.db, at: 1)
    let schema = Schema(of: Rated.Episode.self)
    let first = try Schema.Version("first", after: nil, Self.schemas[0].json())
    let fill: [ColumnRule] = [
      try .column(Rated.Episode.self, \.added, value: Date(timeIntervalSince1970: 5)),
      try .column(Rated.Episode.self, \.price, value: 2.5),
      .column(Rated.Episode.self, \.initial) { row in
        String(try row.value("duration", as: String.self).prefix(1))
      },
    ]
    let rated = try Schema.Version("rated", after: "first", schema.json())
    let error = await #expect(throws: HistoryError.self) {
      try await fixture.db.migrate(
        SchemaHistory([.version(first), .version(rated, fill: fill)], current: schema))
    }
    #expect(error?.reason == .ruleOfStruct)
    #expect(
      error?.message.hasSuffix(#"column: .column("episode", "added", value: .real(5.0))"#)
        == true)
    try await fixture.db.migrate(
      SchemaHistory([.version(first), .draft("rated", fill: fill)], current: schema))
    let expected = Rated.Episode(
      id: 1, duration: "3", added: Date(timeIntervalSince1970: 5), price: 2.5, initial: "3")
    #expect(try await fixture.db.fetch(Rated.Episode.self) == [expected])
    // The text of the error is the same rule.
    let second = try await Fixture("")
    try await second.db.migrate(Self.history(through: 1))
    try await insert(3, into: second.db, at: 1)
    let frozen: [ColumnRule] = [
      .column("episode", "added", value: .real(5.0)), .column("episode", "price", value: 250),
    ]
    try await second.db.migrate(
      SchemaHistory([.version(first), .version(rated, fill: frozen)], current: schema))
    #expect(try await second.db.fetch(Rated.Episode.self).map(\.price) == [2.5])
  }

  @Test("A rule that reads a column of another type, or a missing one, undoes the migration")
  func valuesOfOtherTypes() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 1))
    try await insert(3, into: fixture.db, at: 1)
    for (column, reason) in [
      ("duration", RowDecodingError.Reason.storageClass(expected: "INTEGER", found: .text)),
      ("length", .missingColumn),
    ] {
      let rule = ColumnRule.column("episode", "minutes") { row in
        .real(Double(try row.value(column, as: Int.self)))
      }
      let error = await #expect(throws: MigrationError.self) {
        try await fixture.db.migrate(to: Self.schemas[1], converting: [rule])
      }
      #expect(
        "\(error.map { "\($0)" } ?? "")".contains(
          RowDecodingError(column: column, reason: reason).description))
    }
    #expect(try await fixture.texts("SELECT duration FROM episode") == ["3"])
  }

  @Test("A permission applies only to its version")
  func permissions() async throws {
    let required = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT) STRICT")
    let both = Schema(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b TEXT NOT NULL) STRICT")
    let open = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    func history(_ count: Int) throws -> SchemaHistory {
      SchemaHistory(
        Array(
          [
            .version(try Schema.Version("open", after: nil, open.json())),
            .version(
              try Schema.Version("required", after: "open", required.json()),
              allowing: [.removingRows("p")]),
            .version(try Schema.Version("both", after: "required", both.json())),
          ].prefix(count)), current: [open, required, both][count - 1])
    }
    let fixture = try await Fixture("")
    try await fixture.db.migrate(history(1))
    try await fixture.db.run("INSERT INTO p VALUES (1, 'a', NULL), (2, NULL, NULL)")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(history(3))
    }
    #expect(error?.version == "both")
    // The versions before it are rolled back, too.
    #expect(try await fixture.texts("SELECT count(*) || '' FROM p") == ["2"])
    #expect(try await fixture.texts("SELECT version FROM orm_schema") == ["open"])
    try await fixture.db.migrate(history(2))
    #expect(try await fixture.texts("SELECT id || '' FROM p") == ["1"])
  }

  @Test("A column that a version no longer has is dropped, and its values need a permission")
  func dropped() async throws {
    let two = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let one = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    func history(allowing: [PermittedLoss]) throws -> SchemaHistory {
      SchemaHistory(
        [
          .version(try Schema.Version("two", after: nil, two.json())),
          .version(try Schema.Version("one", after: "two", one.json()), allowing: allowing),
        ], current: one)
    }
    let fixture = try await Fixture("")
    try await fixture.db.migrate(
      SchemaHistory([.version(try Schema.Version("two", after: nil, two.json()))], current: two))
    try await fixture.db.run("INSERT INTO t VALUES (1, 'a', 'b')")
    await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(history(allowing: []))
    }
    try await fixture.db.migrate(history(allowing: [.droppingColumn("t", "b")]))
    try await fixture.db.verify(one)
    #expect(try await fixture.texts("SELECT a FROM t") == ["a"])
    #expect(try await fixture.texts("SELECT name FROM pragma_table_info('t')") == ["id", "a"])
  }

  @Test("A version's steps run once, on the old tables before the schema and on the new ones after")
  func steps() async throws {
    let one = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT) STRICT")
    let two = Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, length INTEGER) STRICT")
    let start = SchemaHistory.Entry.version(try Schema.Version("one", after: nil, one.json()))
    let history = SchemaHistory(
      [
        start,
        .version(
          try Schema.Version("two", after: "one", two.json()),
          steps: [
            MigrationStep("trim", before: .schema, sql: "UPDATE p SET name = trim(name)"),
            MigrationStep("lengths") { try $0.execute("UPDATE p SET length = length(name)") },
          ]),
      ], current: two)
    let fixture = try await Fixture("")
    try await fixture.db.migrate(SchemaHistory([start], current: one))
    try await fixture.db.run("INSERT INTO p VALUES (1, ' a ')")
    try await fixture.db.migrate(history)
    #expect(try await fixture.texts("SELECT name || length FROM p") == ["a1"])
    try await fixture.db.run("UPDATE p SET name = ' b ', length = 9")
    #expect(try await fixture.db.migrate(history).isEmpty)
    #expect(try await fixture.texts("SELECT name || length FROM p") == [" b 9"])
  }

  @Test("A plan lists each version on the way, and changes nothing")
  func plans() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 1))
    try await insert(3, into: fixture.db, at: 1)
    let plans = try await fixture.db.plan(Self.history(through: 4))
    #expect(plans.map(\.version) == ["minutes", "seconds", "guid"])
    #expect(try await fixture.texts("SELECT duration FROM episode") == ["3"])
    #expect(try await fixture.texts("SELECT version FROM orm_schema") == ["first"])
  }

  @Test("An in-memory database migrates through a history, and enforces foreign keys afterwards")
  func inMemory() async throws {
    let db = try Database.inMemory()
    try await db.migrate(Self.history(through: 1))
    try await insert(3, into: db, at: 1)
    try await db.migrate(Self.history(through: 4))
    #expect(try await db.fetch(Fourth.Episode.self).map(\.seconds) == [180])
    #expect(try await db.value(Int.self, sql: "PRAGMA foreign_keys") == 1)
  }

  @Test(
    "A database that create has made is at the version that its schema matches", arguments: 1...4)
  func created(version: Int) async throws {
    let fixture = try await Fixture("")
    switch version {
    case 1: try await fixture.db.create(First.Episode.self)
    case 2: try await fixture.db.create(Second.Episode.self)
    case 3: try await fixture.db.create(Third.Episode.self)
    default: try await fixture.db.create(Fourth.Episode.self)
    }
    try await insert(3, into: fixture.db, at: version)
    try await fixture.db.migrate(Self.history(through: 4))
    #expect(try await fixture.db.fetch(Fourth.Episode.self).map(\.seconds) == [180])
  }

  @Test("A column that left the schema before the history began needs a permission to return")
  func keptBefore() async throws {
    let both = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let one = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    let fixture = try await Fixture("")
    try await fixture.db.migrate(to: both)
    try await fixture.db.run("INSERT INTO t VALUES (1, 'a', 'old')")
    try await fixture.db.migrate(to: one)
    let first = try Schema.Version("one", after: nil, one.json())
    let second = try Schema.Version("two", after: "one", both.json())
    try await fixture.db.migrate(SchemaHistory([.version(first)], current: one))
    // A change by another program makes the next start compare the schema again.
    try await fixture.db.run("CREATE TABLE other (x)")
    try await fixture.db.migrate(SchemaHistory([.version(first)], current: one))
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        SchemaHistory([.version(first), .version(second)], current: both))
    }
    #expect(error?.losses.map(\.kind) == [.returnedColumn])
  }

  @Test("A step that breaks a reference undoes the migration, and a rebuild of a parent does not")
  func references() async throws {
    let tables = [
      "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT) STRICT",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p (id) ON DELETE CASCADE) STRICT",
    ]
    let schema = Schema(tables)
    let rebuild = """
      CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT) STRICT; INSERT INTO n SELECT * FROM p;
      DROP TABLE p; ALTER TABLE n RENAME TO p;
      """
    func history(_ sql: String) throws -> SchemaHistory {
      SchemaHistory(
        [
          .version(try Schema.Version("one", after: nil, schema.json())),
          .version(
            try Schema.Version("two", after: "one", schema.json()),
            steps: [MigrationStep("s", sql: sql)]),
        ], current: schema)
    }
    let fixture = try await Fixture("")
    try await fixture.db.migrate(
      SchemaHistory(
        [.version(try Schema.Version("one", after: nil, schema.json()))], current: schema))
    try await fixture.db.run("INSERT INTO p VALUES (1, 'a'); INSERT INTO c VALUES (1, 1)")
    let error = await #expect(throws: StepError.self) {
      try await fixture.db.migrate(history("DELETE FROM p"))
    }
    #expect(error?.reason == .brokenReferences)
    #expect(try await fixture.texts("SELECT name FROM p") == ["a"])
    try await fixture.db.migrate(history(rebuild))
    #expect(try await fixture.texts("SELECT id || p FROM c") == ["11"])
    #expect(try await fixture.check() == [])
  }

  @Test("A draft's rule runs once, even if other columns change later")
  func draftRule() async throws {
    func schema(_ columns: String) -> Schema {
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns)) STRICT")
    }
    let (one, two, three) = (schema("a TEXT"), schema("a INTEGER"), schema("a INTEGER, c TEXT"))
    let rule = ColumnRule.column("t", "a", sql: "CAST(a AS INTEGER) * 60")
    let start = SchemaHistory.Entry.version(try Schema.Version("one", after: nil, one.json()))
    let draft = SchemaHistory.Entry.draft("two", converting: [rule])
    let fixture = try await Fixture("")
    try await fixture.db.migrate(SchemaHistory([start], current: one))
    try await fixture.db.run("INSERT INTO t VALUES (1, '3')")
    try await fixture.db.migrate(SchemaHistory([start, draft], current: two))
    try await fixture.db.migrate(SchemaHistory([start, draft], current: three))
    #expect(try await fixture.texts("SELECT a || '' FROM t") == ["180"])
    try await fixture.db.run("CREATE TABLE other (x)")
    try await fixture.db.migrate(SchemaHistory([start, draft], current: three))
    let recorded = SchemaHistory.Entry.version(
      try Schema.Version("two", after: "one", three.json()), converting: [rule])
    try await fixture.db.migrate(SchemaHistory([start, recorded], current: three))
    #expect(try await fixture.texts("SELECT a || '' FROM t") == ["180"])
  }

  @Test("The orm_schema table of an earlier version of the library gets its missing columns")
  func earlierLedger() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(to: Self.schemas[0])
    try await insert(3, into: fixture.db, at: 1)
    for column in ["kind", "version", "checksum"] {
      try await fixture.db.run("ALTER TABLE orm_schema DROP COLUMN \(column)")
    }
    #expect(try await fixture.db.migrate(to: Self.schemas[0]).isEmpty)
    try await fixture.db.migrate(Self.history(through: 4))
    #expect(try await fixture.db.fetch(Fourth.Episode.self).map(\.seconds) == [180])
  }
}
