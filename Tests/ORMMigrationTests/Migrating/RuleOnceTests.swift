import ORM
import Testing

/// Programs that leave rules and permissions in the code, over several versions.
@Suite("Rules that stay in the program")
struct RuleOnceTests {
  enum V1 {
    @Table("track") struct Track {
      var id: Int?; var title: String; @Column(meaning: "minutes") var length: Int
    }
  }
  enum V2 {
    @Table("track") struct Track {
      var id: Int?; var title: String; @Column(meaning: "seconds") var length: Int
    }
  }
  enum V3 {
    @Table("track") struct Track {
      var id: Int?; var title: String
      @Column(check: "length >= 0", meaning: "seconds") var length: Int
    }
  }
  enum V4 {
    @Table("track") struct Track {
      var id: Int?; var title: String
      @Column(check: "length >= 0", meaning: "seconds") var length: Int
      @Column(unique: true) var isrc: String?
    }
  }
  enum V5 {
    @Table("track") struct Track {
      var id: Int?; var title: String; @Column(meaning: "milliseconds") var length: Int
    }
  }
  enum Unsaid {
    @Table("track") struct Track { var id: Int?; var title: String; var length: Int }
  }
  enum UnsaidChecked {
    @Table("track") struct Track {
      var id: Int?; var title: String; @Column(check: "length >= 0") var length: Int
    }
  }
  enum E1 {
    @Table("episode") struct Episode { var id: Int?; var duration: String }
  }
  enum E2 {
    @Table("episode") struct Episode {
      var id: Int?; @Column(renamedFrom: "duration") var minutes: Double
    }
  }
  enum E3 {
    @Table("episode") struct Episode {
      var id: Int?; @Column(renamedFrom: "duration", "minutes") var seconds: Int
    }
  }
  enum E4 {
    @Table("episode") struct Episode {
      var id: Int?; @Column(renamedFrom: "duration", "minutes") var seconds: Int
      @Column(unique: true) var guid: String?
    }
  }
  enum Family {
    @Table("parent") struct Parent { @Column(meaning: "number") var id: Int }
    @Table("child") struct Child {
      let id: Int; @Column(references: Parent.self) var parentID: Int
    }
  }
  enum NewFamily {
    @Table("parent") struct Parent { @Column(meaning: "number plus 100") var id: Int }
    @Table("child") struct Child: Equatable {
      let id: Int; @Column(references: Parent.self) var parentID: Int
    }
  }

  static let inSeconds = ColumnRule.column("track", "length", sql: "length * 60")
  static let episode = ColumnRule.column(
    "episode", "seconds", sql: "CAST(minutes * 60 AS INTEGER)")

  private func lengths(_ db: Database) async throws -> [String] {
    try await db.texts("SELECT length || '' FROM track ORDER BY id")
  }

  private func minutes() async throws -> Database {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: V1.Track.self))
    try await db.insert(V1.Track(title: "a", length: 3))
    return db
  }

  @Test("A rule runs once, even if it stays in the program over several versions")
  func once() async throws {
    let db = try await minutes()
    for schema in [
      Schema(of: V2.Track.self), Schema(of: V2.Track.self), Schema(of: V3.Track.self),
      Schema(of: V3.Track.self), Schema(of: V4.Track.self), Schema(of: V4.Track.self),
    ] {
      try await db.migrate(to: schema, converting: [Self.inSeconds])
      #expect(try await lengths(db) == ["180"])
    }
  }

  @Test("A rule runs even if the version that it was written for was skipped")
  func skipped() async throws {
    let db = try await minutes()
    try await db.migrate(to: Schema(of: V4.Track.self), converting: [Self.inSeconds])
    #expect(try await lengths(db) == ["180"])
  }

  @Test("A rule does not run in a database that the version with the rule has created")
  func madeNew() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: V2.Track.self), converting: [Self.inSeconds])
    try await db.insert(V2.Track(title: "a", length: 180))
    for schema in [Schema(of: V2.Track.self), Schema(of: V3.Track.self), Schema(of: V4.Track.self)]
    {
      try await db.migrate(to: schema, converting: [Self.inSeconds])
      #expect(try await lengths(db) == ["180"])
    }
  }

  @Test("A rule does not run in a table that create has made with the current meaning")
  func created() async throws {
    let db = try Database.inMemory()
    try await db.create(V2.Track.self)
    try await db.insert(V2.Track(title: "a", length: 180))
    for schema in [Schema(of: V2.Track.self), Schema(of: V3.Track.self)] {
      try await db.migrate(to: schema, converting: [Self.inSeconds])
      #expect(try await lengths(db) == ["180"])
    }
    let unsaid = try Database.inMemory()
    try await unsaid.create(Unsaid.Track.self)
    await #expect(throws: MigrationError.self) {
      try await unsaid.migrate(to: Schema(of: Unsaid.Track.self), converting: [Self.inSeconds])
    }
  }

  @Test("A rule with a closure runs once")
  func closure() async throws {
    let db = try await minutes()
    let rule = ColumnRule.column("track", "length") { row in
      if case .integer(let minutes)? = row["length"] { .integer(minutes * 60) } else { .null }
    }
    for schema in [Schema(of: V2.Track.self), Schema(of: V3.Track.self), Schema(of: V4.Track.self)]
    {
      try await db.migrate(to: schema, converting: [rule])
      #expect(try await lengths(db) == ["180"])
    }
  }

  @Test("A rule for a column that does not change is refused, even if nothing else changes")
  func unchanged() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Unsaid.Track.self))
    try await db.insert(Unsaid.Track(title: "a", length: 3))
    for schema in [Schema(of: Unsaid.Track.self), Schema(of: UnsaidChecked.Track.self)] {
      let error = await #expect(throws: MigrationError.self) {
        try await db.migrate(to: schema, converting: [Self.inSeconds])
      }
      #expect(error?.reason == .ruleWithoutChange)
      let text = "\(try #require(error))"
      #expect(text.contains("the schema does not change track.length"))
      #expect(text.contains("write @Column(meaning: \"…\")"))
    }
    #expect(try await lengths(db) == ["3"])
  }

  @Test("A rule whose SQL is edited after it ran is refused if its column does not change")
  func otherRule() async throws {
    let db = try await minutes()
    try await db.migrate(to: Schema(of: V2.Track.self), converting: [Self.inSeconds])
    // Comments and white space do not make it a different rule.
    try await db.migrate(
      to: Schema(of: V3.Track.self),
      converting: [.column("track", "length", sql: "length*60 -- seconds")])
    let error = await #expect(throws: MigrationError.self) {
      try await db.migrate(
        to: Schema(of: V4.Track.self), converting: [.column("track", "length", sql: "length * 70")])
    }
    #expect(error?.reason == .ruleWithoutChange)
    #expect(try await lengths(db) == ["180"])
  }

  @Test("A rule that has run is refused for another change of its column")
  func otherChange() async throws {
    let db = try await minutes()
    try await db.migrate(to: Schema(of: V2.Track.self), converting: [Self.inSeconds])
    let error = await #expect(throws: MigrationError.self) {
      try await db.migrate(to: Schema(of: V5.Track.self), converting: [Self.inSeconds])
    }
    #expect(error?.reason == .usedRule)
    await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: V5.Track.self))
    }
    try await db.migrate(
      to: Schema(of: V5.Track.self), converting: [.column("track", "length", sql: "length * 1000")])
    #expect(try await lengths(db) == ["180000"])
  }

  @Test("A rule that reads a column by its former name can stay in the program", arguments: [2, 3])
  func formerName(_ version: Int) async throws {
    let db = try Database.inMemory()
    if version == 2 {
      try await db.migrate(to: Schema(of: E2.Episode.self))
      try await db.insert(E2.Episode(minutes: 12))
      try await db.migrate(to: Schema(of: E3.Episode.self), converting: [Self.episode])
    } else {
      try await db.migrate(to: Schema(of: E3.Episode.self))
      try await db.insert(E3.Episode(seconds: 720))
    }
    for _ in 0..<2 {
      try await db.migrate(to: Schema(of: E4.Episode.self), converting: [Self.episode])
      #expect(try await db.fetch(E4.Episode.self).map(\.seconds) == [720])
    }
  }

  @Test("A rule that reads a column of a skipped version stops the migration")
  func tooOld() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: E1.Episode.self))
    try await db.insert(E1.Episode(duration: "12"))
    let error = await #expect(throws: MigrationError.self) {
      try await db.migrate(to: Schema(of: E4.Episode.self), converting: [Self.episode])
    }
    #expect(error?.reason == .failedRule)
  }

  @Test("A rule for a foreign key runs once, together with the rule for the key")
  func references() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Family.Parent.self, Family.Child.self))
    try await db.insert(Family.Parent(id: 1))
    try await db.insert(Family.Child(id: 7, parentID: 1))
    for _ in 0..<2 {
      try await db.migrate(
        to: Schema(of: NewFamily.Parent.self, NewFamily.Child.self),
        converting: [
          .column("child", "parentID", sql: "parentID + 100"),
          .column("parent", "id", sql: "id + 100"),
        ])
      #expect(try await db.fetch(NewFamily.Child.self) == [NewFamily.Child(id: 7, parentID: 101)])
    }
  }

  @Test("A rule runs once in a database without records, and not again in later versions")
  func unrecorded() async throws {
    let fixture = try await Fixture("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('x')")
    let rule = ColumnRule.column("t", "a", sql: "a || '!'")
    for schema in [
      Schema("CREATE TABLE t (a TEXT)"), Schema("CREATE TABLE t (a TEXT CHECK (a <> ''))"),
      Schema("CREATE TABLE t (a TEXT CHECK (a <> ''), b TEXT UNIQUE)"),
    ] {
      try await fixture.db.migrate(to: schema, converting: [rule])
      #expect(try await fixture.texts("SELECT a FROM t") == ["x!"])
    }
  }

  @Test("A rule for a table or a column that the schema does not have throws at each start")
  func misspelt() async throws {
    let db = try await minutes()
    let schema = Schema(of: V1.Track.self)
    for rule in [
      ColumnRule.column("trak", "length", value: 1), .column("track", "lenght", value: 1),
    ] {
      for (fill, converting) in [([rule], []), ([], [rule])] {
        let error = await #expect(throws: MigrationError.self) {
          try await db.migrate(to: schema, fill: fill, converting: converting)
        }
        #expect(error?.reason == .unknownColumn)
        await #expect(throws: MigrationError.self) {
          try await db.plan(to: schema, fill: fill, converting: converting)
        }
      }
    }
  }

  @Test("The migration that used a rule is recorded, even if orm_schema lacked the column")
  func ledger() async throws {
    let db = try await minutes()
    #expect(try await db.texts("SELECT count(used) || '' FROM orm_schema") == ["0"])
    try await db.execute("ALTER TABLE orm_schema DROP COLUMN used")
    try await db.migrate(to: Schema(of: V1.Track.self))
    try await db.migrate(to: Schema(of: V2.Track.self), converting: [Self.inSeconds])
    #expect(try await db.texts("SELECT count(used) || '' FROM orm_schema") == ["1"])
  }
}

@Suite("Permissions that stay in the program")
struct PermissionOnceTests {
  static let start = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, note TEXT);
    INSERT INTO person VALUES (1, 'a', 20, 'x'), (2, NULL, 30, 'y'), (3, 'c', NULL, 'z');
    CREATE TABLE log (line TEXT); INSERT INTO log VALUES ('l');
    """
  static let named = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, note TEXT)
    """
  static let aged = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL, note TEXT)
    """
  static let withoutNote = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)
    """
  static let withNote = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, note TEXT)
    """

  @Test("A permission to remove rows counts once, and the error says when it was used")
  func rows() async throws {
    let fixture = try await Fixture(Self.start)
    for _ in 0..<2 {
      try await fixture.db.migrate(to: Schema(Self.named), allowing: [.removingRows("PERSON")])
    }
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: Schema(Self.aged), allowing: [.removingRows("person")])
    }
    #expect(error?.losses.map(\.keys) == [["3"]])
    let date = try await fixture.texts("SELECT at FROM orm_schema WHERE used IS NOT NULL")
    let text = "\(try #require(error))"
    #expect(
      text.contains(
        """
        to keep the rows, give the column a value with fill: [.column("person", "age", sql: "…")]; \
        to delete 1 of 2 rows, .removingRows("person") was already used at \(date[0]), and applies only \
        once: allow the loss for this migration alone, with db.migrate(plan, allowing: .everything)
        """))
    #expect(try await fixture.texts("SELECT id || '' FROM person") == ["1", "3"])
    let plan = try await fixture.db.plan(
      to: Schema(Self.aged), allowing: [.removingRows("person")])
    await #expect(throws: DataLossError.self) { try await fixture.db.migrate(plan) }
    try await fixture.db.migrate(plan, allowing: .everything)
    #expect(try await fixture.texts("SELECT id || '' FROM person") == ["1"])
  }

  @Test("A permission that allowed no loss is not used up")
  func unused() async throws {
    let fixture = try await Fixture(Self.start)
    try await fixture.db.migrate(
      to: Schema(Self.withNote), allowing: [.removingRows("person")])
    try await fixture.db.migrate(to: Schema(Self.named), allowing: [.removingRows("person")])
    #expect(try await fixture.texts("SELECT id || '' FROM person") == ["1", "3"])
  }

  @Test("A permission passed with a plan does not use up the same one in the program")
  func alone() async throws {
    let fixture = try await Fixture(Self.start)
    let plan = try await fixture.db.plan(to: Schema(Self.named))
    try await fixture.db.migrate(plan, allowing: [.removingRows("person")])
    try await fixture.db.migrate(to: Schema(Self.aged), allowing: [.removingRows("person")])
    #expect(try await fixture.texts("SELECT id || '' FROM person") == ["1"])
  }

  @Test("A permission to drop a column or a table counts once")
  func dropped() async throws {
    let fixture = try await Fixture(Self.start)
    let allowing: [PermittedLoss] = [.droppingColumn("person", "note"), .droppingTable("log")]
    try await fixture.db.migrate(to: Schema(Self.withoutNote), allowing: allowing)
    try await fixture.db.migrate(
      to: Schema(Self.withNote, "CREATE TABLE log (line TEXT)"), allowing: allowing)
    // Dropping an empty column or table is not a loss.
    try await fixture.db.migrate(
      to: Schema(Self.withoutNote),
      allowing: allowing + [.returningFromNewerSchema])
    try await fixture.db.migrate(
      to: Schema(Self.withNote, "CREATE TABLE log (line TEXT)"),
      allowing: allowing + [.returningFromNewerSchema])
    try await fixture.db.run("UPDATE person SET note = 'n'; INSERT INTO log VALUES ('m')")
    let error = await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(
        to: Schema(Self.withoutNote), allowing: allowing + [.returningFromNewerSchema])
    }
    #expect(Set(error?.losses.map(\.kind) ?? []) == [.droppedColumn, .droppedTable])
    #expect("\(try #require(error))".contains("was already used at"))
    #expect(try await fixture.texts("SELECT line FROM log") == ["m"])
  }

  @Test("A permission to change values counts once")
  func values() async throws {
    let fixture = try await Fixture("CREATE TABLE t (x TEXT); INSERT INTO t VALUES ('012')")
    let allowing: [PermittedLoss] = [.changingValues("t", "x"), .returningFromNewerSchema]
    let (text, number) = (Schema("CREATE TABLE t (x TEXT)"), Schema("CREATE TABLE t (x INTEGER)"))
    try await fixture.db.migrate(to: number, allowing: allowing)
    try await fixture.db.migrate(to: text, allowing: allowing)
    try await fixture.db.run("UPDATE t SET x = '007'")
    await #expect(throws: DataLossError.self) {
      try await fixture.db.migrate(to: number, allowing: allowing)
    }
    #expect(try await fixture.texts("SELECT x FROM t") == ["007"])
  }
}
