import Foundation
import ORM
import Testing

/// A database goes back to an earlier version of a history.
@Suite("Going back to an earlier version")
struct GoBackTests {
  /// The history of episodes, with rules to go back.
  static func history(through count: Int = 4) throws -> SchemaHistory {
    let names = ["first", "minutes", "seconds", "guid"]
    let rules: [[ColumnRule]] = [
      [],
      [.column("episode", "minutes", sql: "CAST(duration AS REAL)", back: "format('%g', minutes)")],
      [
        .column(
          "episode", "seconds", sql: "CAST(minutes * 60 AS INTEGER)", back: "seconds / 60.0")
      ], [],
    ]
    return SchemaHistory(
      try (0..<count).map { place in
        .version(try version(names[place]), converting: rules[place])
      }, current: HistoryTests.schemas[count - 1])
  }

  static func version(_ name: String) throws -> Schema.Version {
    let names = ["first", "minutes", "seconds", "guid"]
    let place = try #require(names.firstIndex(of: name))
    return Schema.Version(
      name, after: place == 0 ? nil : names[place - 1], try HistoryTests.schemas[place].json())
  }

  private let guid = PermittedLoss.droppingColumn("episode", "guid")

  @Test(
    "A database goes back and forward again, and its values are converted each way",
    arguments: ["first", "minutes", "seconds"])
  func roundTrip(name: String) async throws {
    let count = try #require(["first", "minutes", "seconds"].firstIndex(of: name)) + 1
    let fixture = try await Fixture("")
    let db = fixture.db
    try await db.migrate(Self.history(through: 1))
    try await db.insert(HistoryTests.First.Episode(duration: "3"))
    try await db.insert(HistoryTests.First.Episode(duration: "2.5"))
    try await db.migrate(Self.history())
    let plans = try await db.goBack(
      to: try Self.version(name), of: Self.history(), allowing: [guid])
    #expect(plans.map(\.version) == ["seconds", "minutes", "first"].dropLast(count - 1))
    try await db.verify(HistoryTests.schemas[count - 1])
    let column = ["duration", "minutes", "seconds"][count - 1]
    #expect(
      try await fixture.texts("SELECT \(column) || '' FROM episode ORDER BY id")
        == [["3", "2.5"], ["3.0", "2.5"], ["180", "150"]][count - 1])
    // An older program opens it, and a newer one goes forward with all rules.
    #expect(try await db.migrate(Self.history(through: count)).isEmpty)
    #expect(try await db.migrate(to: HistoryTests.schemas[count - 1]).isEmpty)
    #expect(
      try await fixture.texts("SELECT kind || version FROM orm_schema ORDER BY id DESC LIMIT 1")
        == [
          "back\(name)"
        ])
    #expect(try await db.goBack(to: Self.version(name), of: Self.history()).isEmpty)
    #expect(try await db.migrate(Self.history()).count == 4 - count)
    #expect(try await db.fetch(HistoryTests.Fourth.Episode.self).map(\.seconds) == [180, 150])
    #expect(try await fixture.check() == [])
    #expect(try await db.migrate(Self.history()).isEmpty)
  }

  @Test("An in-memory database that create has made goes back and forward again")
  func created() async throws {
    let db = try Database.inMemory()
    try await db.create(HistoryTests.Fourth.Episode.self)
    try await db.insert(HistoryTests.Fourth.Episode(seconds: 90))
    try await db.goBack(to: Self.version("first"), of: Self.history())
    #expect(try await db.fetch(HistoryTests.First.Episode.self).map(\.duration) == ["1.5"])
    try await db.migrate(Self.history())
    #expect(try await db.fetch(HistoryTests.Fourth.Episode.self).map(\.seconds) == [90])
  }

  @Test("A plan to go back lists each version on the way, and changes nothing")
  func plan() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history())
    try await fixture.db.insert(HistoryTests.Fourth.Episode(seconds: 60, guid: "g"))
    let plans = try await fixture.db.plan(
      goingBackTo: Self.version("minutes"), of: Self.history(), allowing: [guid])
    #expect(plans.map(\.version) == ["seconds", "minutes"])
    #expect(plans[0].losses.map(\.kind) == [.droppedColumn])
    #expect(try await fixture.db.migrate(Self.history()).isEmpty)
    #expect(try await fixture.texts("SELECT guid FROM episode") == ["g"])
  }

  /// The error of going back, which must change nothing.
  private func refusal<Failure: Error>(
    _ type: Failure.Type, _ fixture: Fixture, to version: Schema.Version, of history: SchemaHistory,
    allowing: [PermittedLoss] = []
  ) async throws -> Failure? {
    func state() async throws -> [String] {
      try await fixture.texts("SELECT sql FROM sqlite_schema ORDER BY rowid")
        + fixture.texts("SELECT group_concat(version || kind) FROM orm_schema")
    }
    let before = try await state()
    let backup = fixture.folder.file("backup.sqlite")
    let error = await #expect(throws: type) {
      try await fixture.db.goBack(to: version, of: history, allowing: allowing)
    }
    #expect(try await state() == before)
    #expect(!FileManager.default.fileExists(atPath: backup))
    return error
  }

  @Test("Going back drops an added column with values only with a permission")
  func added() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history())
    try await fixture.db.insert(HistoryTests.Fourth.Episode(seconds: 60, guid: "g"))
    let error = try await refusal(
      DataLossError.self, fixture, to: Self.version("first"), of: Self.history())
    #expect(error?.version == "seconds")
    #expect(error?.losses.map(\.kind) == [.droppedColumn])
    #expect(error?.losses.map(\.count) == [1])
    #expect("\(try #require(error))".contains("renamedFrom") == false)
  }

  @Test("Going back to a later or unknown version, or in a new database, is refused")
  func places() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history(through: 2))
    let later = try await refusal(
      HistoryError.self, fixture, to: Self.version("seconds"), of: Self.history())
    #expect(later?.reason == .noWayBack)
    let other = try await refusal(
      HistoryError.self, fixture, to: Schema.Version("other", after: nil, "{}"), of: Self.history())
    #expect(other?.reason == .unknownVersion)
    let newer = try await refusal(
      NewerSchemaError.self, fixture, to: Self.version("first"), of: Self.history(through: 1))
    #expect(newer != nil)
    let empty = try await Fixture("")
    let error = await #expect(throws: HistoryError.self) {
      try await empty.db.goBack(to: Self.version("first"), of: Self.history())
    }
    #expect(error?.reason == .noWayBack)
  }

  /// A history of two schemas from SQL, and a database at the second one.
  private func walked(
    _ old: Schema, _ new: Schema, rows: String, fill: [ColumnRule] = [],
    converting: [ColumnRule] = [], allowing: [PermittedLoss] = [], steps: [MigrationStep] = [],
    stepsBack: [MigrationStep]? = nil
  ) async throws -> (Fixture, one: Schema.Version, SchemaHistory) {
    let fixture = try await Fixture("")
    let one = Schema.Version("one", after: nil, try old.json())
    try await fixture.db.migrate(SchemaHistory([.version(one)], current: old))
    try await fixture.db.run(rows)
    let history = SchemaHistory(
      [
        .version(one),
        .version(
          Schema.Version("two", after: "one", try new.json()), fill: fill, converting: converting,
          allowing: allowing, steps: steps, stepsBack: stepsBack),
      ], current: new)
    try await fixture.db.migrate(history)
    return (fixture, one, history)
  }

  @Test("Going back is refused for lack of a back: if the conversion changed the column's type")
  func noBack() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT) STRICT")
    let (fixture, one, history) = try await walked(
      old, new, rows: "INSERT INTO t VALUES (1, '2', 'B')",
      converting: [.column("t", "a", sql: "a * 2"), .column("t", "b", sql: "lower(b)")])
    let error = try await refusal(HistoryError.self, fixture, to: one, of: history)
    #expect(error?.reason == .noWayBack)
    #expect(error?.version == "two")
    #expect(error?.message.contains("t.a") == true)
    // The type and the meaning are the same, so the values are kept.
    let other = try await walked(
      old, old, rows: "INSERT INTO t VALUES (1, '2', 'B')",
      converting: [.column("t", "b", sql: "lower(b)")])
    try await other.0.db.goBack(to: other.one, of: other.2)
    #expect(try await other.0.texts("SELECT b FROM t") == ["b"])
  }

  @Test("A back: for a column that the earlier version does not have is refused")
  func backOfNewColumn() async throws {
    let (fixture, one, history) = try await walked(
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT"),
      Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT"),
      rows: "INSERT INTO t VALUES (1, '2')",
      converting: [.column("t", "b", sql: "a", back: "a")])
    let error = try await refusal(HistoryError.self, fixture, to: one, of: history)
    #expect(error?.message.contains("t.b") == true)
  }

  @Test("Going back recreates what was dropped, empty, unless a required column has no default")
  func dropped() async throws {
    let old = Schema(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL DEFAULT 'x', c TEXT) STRICT",
      "CREATE TABLE u (id INTEGER PRIMARY KEY, x TEXT NOT NULL) STRICT",
      "CREATE INDEX t_c ON t (c)", "CREATE VIEW v AS SELECT c FROM t",
      "CREATE TRIGGER i AFTER INSERT ON t BEGIN INSERT INTO u (x) VALUES (new.c); END")
    let new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    let allowing: [PermittedLoss] = [
      .droppingColumn("t", "b"), .droppingColumn("t", "c"), .droppingTable("u"),
    ]
    let (fixture, one, history) = try await walked(
      old, new, rows: "INSERT INTO t VALUES (1, 'a', 'b', 'c')", allowing: allowing)
    try await fixture.db.goBack(to: one, of: history)
    try await fixture.db.verify(old)
    #expect(
      try await fixture.texts("SELECT a || b || coalesce(c, '-') FROM t") == ["ax-"])
    #expect(try await fixture.texts("SELECT count(*) || '' FROM u") == ["0"])
    try await fixture.db.migrate(history)
    try await fixture.db.verify(new)
    let required = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT NOT NULL) STRICT")
    let other = try await walked(
      required, new, rows: "INSERT INTO t VALUES (1, 'a', 'b')",
      allowing: [.droppingColumn("t", "b")])
    let error = try await refusal(DataLossError.self, other.0, to: other.one, of: other.2)
    #expect(error?.losses.map(\.kind) == [.nullValue])
    #expect("\(try #require(error))".contains("stepsBack:") == true)
  }

  @Test("Going back reverses swaps, renames and reuses of names")
  func names() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT) STRICT")
    // a and b are swapped, c is dropped, and d is new.
    var swapped = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, d TEXT) STRICT")
    swapped.tables[0].columns[1].formerNames = ["b"]
    swapped.tables[0].columns[2].formerNames = ["a"]
    let one = try await walked(
      old, swapped, rows: "INSERT INTO t VALUES (1, 'A', 'B', 'C')",
      allowing: [.droppingColumn("t", "c")])
    #expect(try await one.0.texts("SELECT a || b FROM t") == ["BA"])
    try await one.0.db.run("UPDATE t SET d = 'D'")
    try await one.0.db.goBack(to: one.one, of: one.2, allowing: [.droppingColumn("t", "d")])
    #expect(try await one.0.texts("SELECT a || b || coalesce(c, '-') FROM t") == ["AB-"])
    // b is renamed to c, the old c is dropped, and b is new.
    var moved = Schema("CREATE TABLE u (id INTEGER PRIMARY KEY, c TEXT, b TEXT) STRICT")
    moved.tables[0].formerNames = ["t"]
    moved.tables[0].columns[1].formerNames = ["b"]
    let two = try await walked(
      old, moved, rows: "INSERT INTO t VALUES (1, 'A', 'B', 'C')",
      allowing: [.droppingColumn("u", "a"), .droppingColumn("u", "c")])
    #expect(try await two.0.texts("SELECT c || coalesce(b, '-') FROM u") == ["B-"])
    try await two.0.db.run("UPDATE u SET b = 'new'")
    try await two.0.db.goBack(to: two.one, of: two.2, allowing: [.droppingColumn("t", "b")])
    #expect(
      try await two.0.texts("SELECT coalesce(a, '-') || b || coalesce(c, '-') FROM t") == ["-B-"])
    try await two.0.db.migrate(two.2)
    #expect(try await two.0.texts("SELECT c || coalesce(b, '-') FROM u") == ["B-"])
  }

  @Test(
    "Going back distinguishes two columns that had the same name at different times",
    arguments: 1...3)
  func namesUsedTwice(version: Int) async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(HistoryTests.names(through: 1))
    try await fixture.db.insert(HistoryTests.Names.One(name: "Ada Lovelace"))
    let history = try HistoryTests.names(through: 4)
    try await fixture.db.migrate(history)
    let target = Schema.Version("v\(version)", after: nil, "{}")
    try await fixture.db.goBack(
      to: target, of: history, allowing: [.droppingColumn("person", "name")])
    try await fixture.db.verify(HistoryTests.nameSchemas[version - 1])
    let column = ["name", "fullName", "fullName"][version - 1]
    #expect(try await fixture.texts("SELECT \(column) FROM person") == ["Ada Lovelace"])
    try await fixture.db.migrate(history)
    #expect(
      try await fixture.db.fetch(HistoryTests.Names.Four.self) == [
        HistoryTests.Names.Four(id: 1, fullName: "Ada Lovelace", nick: "new")
      ])
  }

  enum Seconds {
    @Table("visit") struct Visit {
      let id: Int
      var at: Date
      @Column(meaning: "minutes") var length: Int
    }
  }

  enum Milliseconds {
    @Table("visit") struct Visit {
      let id: Int
      @Column(as: UnixMilliseconds.self) var at: Date
      @Column(meaning: "seconds") var length: Int
    }
  }

  @Test("Going back converts a date's representation without a rule, and a meaning by its back:")
  func representations() async throws {
    let (fixture, one, history) = try await walked(
      Schema(of: Seconds.Visit.self), Schema(of: Milliseconds.Visit.self),
      rows: "INSERT INTO visit VALUES (1, 10.5, 3)",
      converting: [.column("visit", "length", sql: "length * 60", back: "length / 60")])
    #expect(try await fixture.texts("SELECT at || ' ' || length FROM visit") == ["10500 180"])
    for _ in 0..<2 {
      try await fixture.db.goBack(to: one, of: history)
      #expect(try await fixture.texts("SELECT at || ' ' || length FROM visit") == ["10.5 3"])
      try await fixture.db.migrate(history)
      #expect(try await fixture.texts("SELECT at || ' ' || length FROM visit") == ["10500 180"])
    }
  }

  @Test("A version with steps needs stepsBack:, whose steps see the columns of both versions")
  func steps() async throws {
    let labels = MigrationStep("labels", before: .removals, sql: RemovalStepTests.labels)
    let rows = "INSERT INTO person VALUES (1, 'Ada', 'a'), (2, 'Bo', 'b'), (3, 'Cy', 'a')"
    let tag = PermittedLoss.droppingColumn("person", "tag")
    let without = try await walked(
      RemovalStepTests.tagged, RemovalStepTests.labeled, rows: rows, allowing: [tag],
      steps: [labels])
    let error = try await refusal(
      HistoryError.self, without.0, to: without.one, of: without.2,
      allowing: [.droppingTable("label"), .droppingColumn("person", "labelID")])
    #expect(error?.reason == .noWayBack)
    #expect(error?.message.contains("stepsBack:") == true)
    let (fixture, one, history) = try await walked(
      RemovalStepTests.tagged, RemovalStepTests.labeled, rows: rows, allowing: [tag],
      steps: [labels],
      stepsBack: [
        MigrationStep(
          "tags", before: .removals,
          sql: "UPDATE person SET tag = (SELECT name FROM label WHERE id = labelID)")
      ])
    for _ in 0..<2 {
      try await fixture.db.goBack(
        to: one, of: history,
        allowing: [.droppingTable("label"), .droppingColumn("person", "labelID")])
      try await fixture.db.verify(RemovalStepTests.tagged)
      #expect(try await fixture.texts("SELECT tag FROM person ORDER BY id") == ["a", "b", "a"])
      try await fixture.db.migrate(history)
      try await fixture.db.verify(RemovalStepTests.labeled)
      #expect(
        try await fixture.texts(
          "SELECT l.name FROM person p JOIN label l ON l.id = labelID ORDER BY p.id")
          == ["a", "b", "a"])
    }
    #expect(try await fixture.check() == [])
  }

  @Test("Children keep their rows when going back rebuilds their parent table")
  func references() async throws {
    let child =
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p (id) ON DELETE CASCADE) STRICT"
    let (fixture, one, history) = try await walked(
      Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a TEXT) STRICT", child),
      Schema("CREATE TABLE p (id INTEGER PRIMARY KEY, a INTEGER CHECK (a > 0)) STRICT", child),
      rows: "INSERT INTO p VALUES (1, '2'); INSERT INTO c VALUES (1, 1)",
      converting: [.column("p", "a", sql: "CAST(a AS INTEGER)", back: "CAST(a AS TEXT)")])
    try await fixture.db.goBack(to: one, of: history)
    #expect(try await fixture.texts("SELECT p || a FROM c JOIN p ON p.id = c.p") == ["12"])
  }

  @Test("A rule may be edited once the database has gone back past its version")
  func edited() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    let new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER) STRICT")
    func rule(_ sql: String) -> ColumnRule { .column("t", "a", sql: sql, back: "a") }
    let (fixture, one, history) = try await walked(
      old, new, rows: "INSERT INTO t VALUES (1, '2')", converting: [rule("a * 2")])
    let other = SchemaHistory(
      [
        .version(one),
        .version(
          Schema.Version("two", after: "one", try new.json()), converting: [rule("a * 3")]),
      ], current: new)
    await #expect(throws: HistoryError.self) { try await fixture.db.migrate(other) }
    try await fixture.db.goBack(to: one, of: history)
    try await fixture.db.migrate(other)
    #expect(try await fixture.texts("SELECT a || '' FROM t") == ["12"])
    await #expect(throws: HistoryError.self) { try await fixture.db.migrate(history) }
  }

  @Test("A database goes back from a draft, even if its structs have changed since")
  func draft() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    var form = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT) STRICT")
    form.tables[0].columns[1].formerNames = ["a"]
    var current = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT, d TEXT) STRICT")
    current.tables[0].columns[1].formerNames = ["a"]
    let one = Schema.Version("one", after: nil, try old.json())
    for now in [form, current] {
      let fixture = try await Fixture("")
      try await fixture.db.migrate(SchemaHistory([.version(one)], current: old))
      try await fixture.db.run("INSERT INTO t VALUES (1, 'A')")
      try await fixture.db.migrate(
        SchemaHistory([.version(one), .draft("two")], current: form))
      try await fixture.db.goBack(
        to: one, of: SchemaHistory([.version(one), .draft("two")], current: now))
      #expect(try await fixture.texts("SELECT a FROM t") == ["A"])
      #expect(try await fixture.db.migrate(SchemaHistory([.version(one)], current: old)).isEmpty)
    }
  }

  @Test("Going back from a draft ignores a rule that its earlier form did not have")
  func rulesOfLaterForm() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    let new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER) STRICT")
    let one = Schema.Version("one", after: nil, try old.json())
    let form = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let fixture = try await Fixture("")
    try await fixture.db.migrate(SchemaHistory([.version(one)], current: old))
    try await fixture.db.run("INSERT INTO t VALUES (1, '8')")
    try await fixture.db.migrate(SchemaHistory([.version(one), .draft("two")], current: form))
    let rule = ColumnRule.column("t", "a", sql: "a * 2", back: "a / 2")
    try await fixture.db.goBack(
      to: one, of: SchemaHistory([.version(one), .draft("two", converting: [rule])], current: new))
    #expect(try await fixture.texts("SELECT a FROM t") == ["8"])
  }

  @Test("After going back, a program without a history can migrate to its structs")
  func plannedAfterwards() async throws {
    let old = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    let new = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    let note = "CREATE TABLE note (id INTEGER PRIMARY KEY) STRICT"
    let (fixture, one, history) = try await walked(old, new, rows: "INSERT INTO t VALUES (1, 'A')")
    try await fixture.db.goBack(to: one, of: history, allowing: [.droppingColumn("t", "b")])
    try await fixture.db.migrate(to: new)
    try await fixture.db.verify(new)
    try await fixture.db.goBack(to: one, of: history, allowing: [.droppingColumn("t", "b")])
    let other = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT", note)
    try await fixture.db.migrate(to: other)
    // The history does not have this schema, and does not consider it newer.
    let error = await #expect(throws: HistoryError.self) { try await fixture.db.migrate(history) }
    #expect(error?.reason == .notRecognized)
    try await fixture.db.migrate(
      to: old, allowing: [.returningFromNewerSchema, .droppingTable("note")])
    try await fixture.db.migrate(history)
    try await fixture.db.verify(new)
    // A program with the schema that the database had before is still an older one.
    try await fixture.db.goBack(to: one, of: history, allowing: [.droppingColumn("t", "b")])
    let third = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, c TEXT) STRICT")
    try await fixture.db.migrate(to: third)
    await #expect(throws: NewerSchemaError.self) { try await fixture.db.migrate(to: old) }
  }

  @Test("Going back in a read-only database throws")
  func readOnly() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history())
    var configuration = Configuration(readerCount: 1)
    configuration.isReadOnly = true
    let reader = try Database(fixture.folder.file(), configuration: configuration)
    let error = await #expect(throws: DatabaseError.self) {
      try await reader.goBack(to: Self.version("first"), of: Self.history())
    }
    #expect(error?.code == .readOnly)
    try await fixture.db.verify(HistoryTests.schemas[3])
  }

  @Test("A backup is a copy of the database before it goes back")
  func backup() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(Self.history())
    try await fixture.db.insert(HistoryTests.Fourth.Episode(seconds: 60))
    let path = fixture.folder.file("backup.sqlite")
    try await fixture.db.goBack(to: Self.version("first"), of: Self.history(), backup: path)
    #expect(try await Database(path).texts("SELECT seconds || '' FROM episode") == ["60"])
  }
}
