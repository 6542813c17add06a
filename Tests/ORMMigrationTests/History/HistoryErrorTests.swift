import ORM
import Testing

/// An invalid history is refused before anything changes.
@Suite("Histories that are refused")
struct HistoryErrorTests {
  private let one = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
  private let two = Schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
  private let three = Schema(
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT) STRICT")

  private func version(
    _ name: String, after previous: String?, _ schema: Schema
  ) throws -> Schema.Version {
    Schema.Version(name, after: previous, try schema.json())
  }

  private func reason(
    _ fixture: Fixture, _ entries: [SchemaHistory.Entry], _ current: Schema
  ) async -> HistoryError.Reason? {
    do {
      try await fixture.db.migrate(SchemaHistory(entries, current: current))
      return nil
    } catch {
      return (error as? HistoryError)?.reason
    }
  }

  @Test("A history with an invalid list of versions is refused, and changes nothing")
  func chain() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = SchemaHistory.Entry.version(try version("two", after: "one", two))
    #expect(await reason(fixture, [], one) == .empty)
    #expect(await reason(fixture, [first, first], one) == .duplicate)
    #expect(
      await reason(fixture, [first, .version(try version("two", after: "other", two))], two)
        == .brokenChain)
    #expect(
      await reason(fixture, [first, .version(try version("two", after: nil, two))], two)
        == .brokenChain)
    #expect(await reason(fixture, [.draft("d"), second], two) == .draftNotLast)
    #expect(
      await reason(fixture, [.version(Schema.Version("one", after: nil, "{"))], one) == .unreadable)
    #expect(
      await reason(
        fixture,
        [.version(try version("one", after: nil, one), fill: [.column("t", "a", value: "x")])], one)
        == .rulesOfFirstVersion)
    #expect(await reason(fixture, [first, second], one) == .notRecorded)
    #expect(try await fixture.texts("SELECT name FROM sqlite_schema") == [])
    #expect(await reason(fixture, [first, second], two) == nil)
  }

  @Test("The error for structs that differ from the newest version lists the differences")
  func structs() async throws {
    let fixture = try await Fixture("")
    let error = await #expect(throws: HistoryError.self) {
      try await fixture.db.migrate(
        SchemaHistory([.version(try version("two", after: nil, two))], current: one))
    }
    #expect(
      error?.message.hasPrefix(
        "the structs differ from it, the newest version of this program's history:"
          + " t: column b is removed;") == true, "\(error?.message ?? "")")
  }

  @Test("A history is refused if the schema of a version that the database has reached was edited")
  func editedSchema() async throws {
    let first = try version("one", after: nil, one)
    let second = try version("two", after: "one", two)
    let third = try version("three", after: "two", three)
    let edited = try version("two", after: "one", three)
    // The database is at the version, or was at it before.
    for later in [nil, third] {
      let fixture = try await Fixture("")
      var entries: [SchemaHistory.Entry] = [.version(first)]
      #expect(await reason(fixture, entries, one) == nil)
      entries.append(.version(second))
      if let later { entries.append(.version(later)) }
      #expect(await reason(fixture, entries, later == nil ? two : three) == nil)
      entries[1] = .version(edited)
      if later == nil { entries.append(.version(third)) }
      entries.append(.draft("four"))
      let four = Schema("CREATE TABLE u (id INTEGER PRIMARY KEY) STRICT")
      #expect(await reason(fixture, entries, four) == .edited)
      entries[1] = .version(second)
      entries[3] = .draft("four", allowing: [.droppingTable("t")])
      #expect(await reason(fixture, entries, four) == nil)
    }
  }

  @Test("A history is refused if a rule that has run was edited, except in spaces and comments")
  func edited() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = try version("two", after: "one", two)
    let third = try version("three", after: "two", three)
    func entries(_ sql: String, formerChecksums: [String] = []) -> [SchemaHistory.Entry] {
      [
        first,
        .version(
          second, fill: [.column("t", "b", sql: sql)], formerChecksums: formerChecksums),
      ]
    }
    #expect(await reason(fixture, [first], one) == nil)
    try await fixture.db.run("INSERT INTO t VALUES (1, 'A')")
    #expect(await reason(fixture, entries("lower(a)"), two) == nil)
    #expect(try await fixture.texts("SELECT b FROM t") == ["a"])
    #expect(await reason(fixture, entries("LOWER( a ) -- small"), two) == nil)
    #expect(await reason(fixture, entries("upper(a)"), two) == .edited)
    #expect(
      await reason(fixture, entries("upper(a)") + [.version(third)], three) == .edited)
    let checksum = try #require(
      try await fixture.texts("SELECT checksum FROM orm_schema ORDER BY id DESC LIMIT 1").first)
    #expect(
      await reason(
        fixture, entries("upper(a)", formerChecksums: [checksum]) + [.version(third)], three) == nil
    )
  }

  @Test("A history is accepted if the versions before the database's version are merged into it")
  func merged() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = try version("two", after: "one", two)
    let third = SchemaHistory.Entry.version(try version("three", after: "two", three))
    #expect(await reason(fixture, [first], one) == nil)
    #expect(
      await reason(
        fixture, [first, .version(second, fill: [.column("t", "b", sql: "a")])], two) == nil)
    // The rules that led to it are deleted with the versions before it.
    let start = SchemaHistory.Entry.version(second, merging: ["one"])
    #expect(await reason(fixture, [start], two) == nil)
    #expect(await reason(fixture, [start, third], three) == nil)
  }

  @Test("A history is refused if it does not have the version of the database")
  func unknown() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let branch = SchemaHistory.Entry.version(try version("branch", after: "one", two))
    #expect(await reason(fixture, [first, branch], two) == nil)
    let other = SchemaHistory.Entry.version(try version("other", after: "one", three))
    #expect(await reason(fixture, [first, other], three) == .unknownVersion)
    // It starts after the version that the database is at.
    let merged = SchemaHistory.Entry.version(
      try version("later", after: "branch", three), merging: ["one", "branch"])
    #expect(await reason(fixture, [merged], three) == .tooOld)
  }

  @Test("A history is refused if an argument has no effect, or a step can't run, in its version")
  func misplaced() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = try version("two", after: "one", two)
    let refused: [(SchemaHistory.Entry, HistoryError.Reason)] = [
      (.version(second, merging: ["zero"]), .misplaced),
      (.version(second, steps: [MigrationStep("a", sql: "SELECT 1").replacing("b")]), .misplaced),
      (
        .version(second, steps: [MigrationStep("a", transaction: .none, sql: "VACUUM")]),
        .outsideOfTransaction
      ),
    ]
    // They are errors in a new database, too, in which no step runs.
    for (entry, wanted) in refused {
      #expect(await reason(fixture, [first, entry], two) == wanted)
    }
  }

  @Test("Edited steps are accepted in a database that was recognized at their version")
  func recognized() async throws {
    let fixture = try await Fixture("")
    try await fixture.db.migrate(to: two)
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    func second(_ sql: String) throws -> SchemaHistory.Entry {
      .version(
        try version("two", after: "one", two),
        steps: [MigrationStep("a", before: .schema, sql: sql)])
    }
    #expect(await reason(fixture, [first, try second("SELECT 1")], two) == nil)
    #expect(await reason(fixture, [first, try second("SELECT 2")], two) == nil)
  }

  @Test("A program that still has the merged versions accepts a database of one that merged them")
  func unmerged() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let recorded = try version("two", after: "one", two)
    let second = SchemaHistory.Entry.version(recorded, steps: [MigrationStep("a", sql: "SELECT 1")])
    #expect(await reason(fixture, [first], one) == nil)
    #expect(await reason(fixture, [first, second], two) == nil)
    #expect(await reason(fixture, [.version(recorded, merging: ["one"])], two) == nil)
    #expect(await reason(fixture, [first, second], two) == nil)
  }

  @Test("An older program throws NewerSchemaError for a database created from merged versions")
  func olderThanMerged() async throws {
    let fixture = try await Fixture("")
    let later = SchemaHistory.Entry.version(
      try version("two", after: "one", two), merging: ["one"])
    #expect(await reason(fixture, [later], two) == nil)
    let older = SchemaHistory(
      [.version(try version("one", after: nil, one))], current: one)
    await #expect(throws: NewerSchemaError.self) { try await fixture.db.migrate(older) }
  }

  @Test("A database whose schema matches no version, or several, is refused")
  func schema() async throws {
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = SchemaHistory.Entry.version(
      try version("two", after: "one", one), converting: [.column("t", "a", sql: "a || '!'")])
    let foreign = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, z TEXT)")
    #expect(await reason(foreign, [first], one) == .notRecognized)
    let plain = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT")
    #expect(await reason(plain, [first, second], one) == .undecided)
    // A version in between drops a column that the last one adds again.
    let gone = Schema(["CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT"])
    let without = SchemaHistory.Entry.version(try version("without", after: "one", gone))
    let again = SchemaHistory.Entry.version(try version("again", after: "without", one))
    #expect(await reason(plain, [first, without, again], one) == .undecided)
    // Two names were swapped.
    var swapped = Schema(["CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT"])
    let before = SchemaHistory.Entry.version(try version("before", after: nil, swapped))
    swapped.tables[0].columns[1].formerNames = ["b"]
    swapped.tables[0].columns[2].formerNames = ["a"]
    let swap = SchemaHistory.Entry.version(try version("swap", after: "before", swapped))
    let two = try await Fixture("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b TEXT) STRICT")
    #expect(await reason(two, [before, swap], swapped) == .undecided)
    #expect(await reason(plain, [first], one) == nil)
  }

  @Test("A step with enforced foreign keys is refused in a history")
  func enforced() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let step = MigrationStep("s", foreignKeys: .enforced, sql: "DELETE FROM t")
    let second = SchemaHistory.Entry.version(try version("two", after: "one", two), steps: [step])
    #expect(await reason(fixture, [first, second], two) == .enforcedForeignKeys)
  }

  @Test("A rule may be edited if the database was created at its version, so that it never ran")
  func editedElsewhere() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = try version("two", after: "one", two)
    let third = SchemaHistory.Entry.version(try version("three", after: "two", three))
    func entries(_ sql: String) -> [SchemaHistory.Entry] {
      [first, .version(second, fill: [.column("t", "b", sql: sql)])]
    }
    #expect(await reason(fixture, entries("lower(a)"), two) == nil)
    #expect(await reason(fixture, entries("upper(a)") + [third], three) == nil)
    #expect(
      try await fixture.texts("SELECT version || ' ' || kind FROM orm_schema ORDER BY id") == [
        "one new", "two new", "three version",
      ])
  }

  @Test("A history is refused if a draft's steps have run and its structs have changed since")
  func changedDraft() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    #expect(await reason(fixture, [first], one) == nil)
    let draft = SchemaHistory.Entry.draft(
      "two", steps: [MigrationStep("s", sql: "UPDATE t SET b = a")])
    #expect(await reason(fixture, [first, draft], two) == nil)
    #expect(await reason(fixture, [first, draft], three) == .changedDraft)
  }

  @Test("A history is refused if a draft's rules have run and were edited since")
  func editedDraft() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    func draft(_ sql: String) -> SchemaHistory.Entry {
      .draft("two", fill: [.column("t", "b", sql: sql)])
    }
    func recorded(_ sql: String, formerChecksums: [String] = []) throws -> SchemaHistory.Entry {
      .version(
        try version("two", after: "one", two), fill: [.column("t", "b", sql: sql)],
        formerChecksums: formerChecksums)
    }
    #expect(await reason(fixture, [first], one) == nil)
    #expect(await reason(fixture, [first, draft("a")], two) == nil)
    #expect(await reason(fixture, [first, draft("a || a")], two) == .changedDraft)
    #expect(await reason(fixture, [first, try recorded("a || a")], two) == .changedDraft)
    // The database can't go back either.
    await #expect(throws: HistoryError.self) {
      try await fixture.db.goBack(
        to: try version("one", after: nil, one),
        of: SchemaHistory([first, draft("a || a")], current: two))
    }
    let checksum = try await fixture.texts("SELECT checksum FROM orm_schema ORDER BY id DESC")[0]
    #expect(
      await reason(fixture, [first, try recorded("a || a", formerChecksums: [checksum])], two)
        == nil)
  }

  @Test("An invalid list of versions is refused even if the database is at the newest version")
  func wrongListAtNewest() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    let second = SchemaHistory.Entry.version(try version("two", after: "one", two))
    let third = SchemaHistory.Entry.version(try version("three", after: "two", two))
    #expect(await reason(fixture, [first, second, third], two) == nil)
    #expect(await reason(fixture, [second, first, third], two) == .brokenChain)
    #expect(await reason(fixture, [first, first, third], two) == .duplicate)
  }

  @Test("A history is refused if a column's recorded representation is not its version's")
  func convertedElsewhere() async throws {
    let fixture = try await Fixture("")
    let history = try HistoryTests.history(through: 2)
    try await fixture.db.migrate(HistoryTests.history(through: 1))
    try await fixture.db.run("INSERT INTO episode VALUES (1, '3')")
    try await fixture.db.migrate(
      MigrationList {
        MigrationStep(
          "other",
          sql: "UPDATE orm_columns SET representation = 'iso8601' WHERE \"column\" = 'duration'")
      })
    let error = await #expect(throws: HistoryError.self) { try await fixture.db.migrate(history) }
    #expect(error?.reason == .convertedElsewhere && error?.version == "first")
    #expect(error?.message.contains("episode.duration is stored as iso8601, not as text") == true)
    #expect(try await fixture.texts("SELECT duration FROM episode") == ["3"])
  }

  @Test("A draft is migrated to again if its structs change, and is recorded under its name")
  func draft() async throws {
    let fixture = try await Fixture("")
    let first = SchemaHistory.Entry.version(try version("one", after: nil, one))
    #expect(await reason(fixture, [first], one) == nil)
    try await fixture.db.run("INSERT INTO t VALUES (1, 'A')")
    let draft = SchemaHistory.Entry.draft("two", fill: [.column("t", "b", sql: "lower(a)")])
    #expect(await reason(fixture, [first, draft], two) == nil)
    #expect(await reason(fixture, [first, draft], two) == nil)
    #expect(try await fixture.texts("SELECT b FROM t") == ["a"])
    // The rule has run for `b`, and runs for `c` alone.
    try await fixture.db.run("UPDATE t SET b = 'kept'")
    let rules: [ColumnRule] = [
      .column("t", "b", sql: "lower(a)"), .column("t", "c", sql: "a || '!'"),
    ]
    #expect(await reason(fixture, [first, .draft("two", fill: rules)], three) == nil)
    #expect(try await fixture.texts("SELECT b || c FROM t") == ["keptA!"])
    let recorded = SchemaHistory.Entry.version(
      try version("two", after: "one", three), fill: rules)
    #expect(await reason(fixture, [first, recorded], three) == nil)
    #expect(
      try await fixture.texts("SELECT version || ' ' || kind FROM orm_schema ORDER BY id") == [
        "one new", "two draft", "two draft", "two version",
      ])
  }
}
