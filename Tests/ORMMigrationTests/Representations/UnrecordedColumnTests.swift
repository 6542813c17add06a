import CSQLite
import Foundation
import ORM
import Testing

/// Columns that `create` finds, and columns that a step or plain SQL renames or adds, so that no
/// record says how their values are stored.
@Suite("Columns without a record")
struct UnrecordedColumnTests {
  @Table("visit") struct Visit: Equatable { let id: Int; var at: Date }
  @Table("visit") struct VisitIn2001: Equatable {
    let id: Int; @Column(as: SecondsSince2001.self) var at: Date
  }
  @Table("visit") struct Named { let id: Int }
  @Table("visit") struct Renamed: Equatable { let id: Int; var time: Date }
  @Table("visit") struct RenamedIn2001: Equatable {
    let id: Int; @Column(as: SecondsSince2001.self) var time: Date
  }
  @Table("visit") struct Plain: Equatable { let id: Int; var time: Double }
  @Table("stay") struct Stay: Equatable { let id: Int; var at: Date }
  @Table("stay") struct StayIn2001: Equatable {
    let id: Int; @Column(as: SecondsSince2001.self) var at: Date
  }

  private static let when = Date(timeIntervalSince1970: 1_700_000_000)
  private static let text = """
    CREATE TABLE "visit" ("id" INTEGER PRIMARY KEY, "at" REAL NOT NULL) STRICT
    """

  private func database(_ sql: String...) async throws -> Database {
    let db = try Database.inMemory()
    for sql in sql { try await db.execute(script: SQL(stringLiteral: sql)) }
    return db
  }

  /// Expects that a migration asks how the values of a column are stored.
  private func expectQuestion(_ db: Database, _ schema: Schema) async {
    let error = await #expect(throws: DataLossError.self) { try await db.migrate(to: schema) }
    #expect(error?.losses.map(\.kind) == [.undefinedConversion])
    #expect("\(error.map { "\($0)" } ?? "")".contains("converting:"))
  }

  // MARK: - create

  @Test("A table that create finds is recorded, so a later change of representation is converted")
  func found() async throws {
    let db = try await database(Self.text)
    try await db.create(Visit.self)
    try await db.insert(Visit(id: 1, at: Self.when))
    await #expect(throws: SchemaMismatchError.self) { try await db.create(VisitIn2001.self) }
    try await db.migrate(to: Schema(of: VisitIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("create records a column that plain SQL has added")
  func added() async throws {
    let db = try await database()
    try await db.create(Named.self)
    try await db.execute("ALTER TABLE visit ADD COLUMN at REAL NOT NULL DEFAULT 0")
    try await db.create(Visit.self)
    try await db.insert(Visit(id: 1, at: Self.when))
    await #expect(throws: SchemaMismatchError.self) { try await db.create(VisitIn2001.self) }
    try await db.migrate(to: Schema(of: VisitIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("A second create writes nothing")
  func unchanged() async throws {
    let db = try await database(Self.text)
    try await db.create(Visit.self)
    let before = try await db.value(Int.self, sql: "SELECT total_changes()")
    try await db.create(Visit.self)
    #expect(try await db.value(Int.self, sql: "SELECT total_changes()") == before)
  }

  @Test("A column that is recorded later keeps its table's mark as created")
  func keepsMark() async throws {
    let db = try await database()
    try await db.create(Visit.self)
    try await db.execute("DELETE FROM orm_columns WHERE \"column\" = 'at'")
    try await db.create(Visit.self)
    let texts = try await db.texts("SELECT text FROM orm_columns")
    #expect(texts.count == 2)
    #expect(Set(texts).count == 1)
  }

  // MARK: - Renames

  @Test(
    "A column that plain SQL or a step renames keeps its record, and is converted",
    arguments: [
      "ALTER TABLE visit RENAME COLUMN at TO time", "alter table main.visit rename at to \"time\"",
      "-- new\nALTER TABLE [Visit] RENAME COLUMN AT TO time;",
    ])
  func renamed(_ sql: String) async throws {
    for isScript in [false, true] {
      let db = try await database()
      try await db.migrate(to: Schema(of: Visit.self))
      try await db.insert(Visit(id: 1, at: Self.when))
      let text = SQL(stringLiteral: sql)
      if isScript {
        let steps = MigrationList { MigrationStep("rename", before: .schema, sql: sql) }
        try await db.migrate(to: Schema(of: RenamedIn2001.self), steps: steps)
      } else {
        try await db.execute(text)
        try await db.migrate(to: Schema(of: RenamedIn2001.self))
      }
      #expect(try await db.fetch(RenamedIn2001.self) == [RenamedIn2001(id: 1, time: Self.when)])
    }
  }

  @Test("A rename is recorded each time that the same SQL runs")
  func renamedAgain() async throws {
    let db = try await database()
    try await db.create(Visit.self)
    try await db.insert(Visit(id: 1, at: Self.when))
    for _ in 1...3 {
      try await db.execute("ALTER TABLE visit RENAME COLUMN at TO time")
      let columns = try await db.texts("SELECT \"column\" FROM orm_columns ORDER BY 1")
      #expect(columns == ["id", "time"])
      try await db.execute("ALTER TABLE visit RENAME COLUMN time TO at")
    }
    try await db.migrate(to: Schema(of: VisitIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("A table that plain SQL renames keeps its records")
  func renamedTable() async throws {
    let db = try await database()
    try await db.create(Visit.self)
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.execute("ALTER TABLE visit RENAME TO stay")
    try await db.migrate(to: Schema(of: StayIn2001.self))
    #expect(try await db.fetch(StayIn2001.self) == [StayIn2001(id: 1, at: Self.when)])
  }

  @Test("The rename of a temporary table leaves the records of both names unchanged")
  func renamedTemporary() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Visit.self, StayIn2001.self))
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.insert(StayIn2001(id: 1, at: Self.when))
    try await db.transaction { tx in
      try tx.execute("CREATE TEMP TABLE visit (x)")
      try tx.execute("ALTER TABLE visit RENAME TO stay")
      try tx.execute("DROP TABLE temp.stay")
    }
    try await db.migrate(to: Schema(of: VisitIn2001.self, StayIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
    #expect(try await db.fetch(StayIn2001.self) == [StayIn2001(id: 1, at: Self.when)])
  }

  @Test("A rename that is rolled back leaves the records unchanged")
  func undone() async throws {
    let db = try await database()
    try await db.create(Visit.self)
    try await db.insert(Visit(id: 1, at: Self.when))
    try? await db.transaction { tx in
      try tx.execute("ALTER TABLE visit RENAME COLUMN at TO time")
      throw CancellationError()
    }
    try await db.migrate(to: Schema(of: VisitIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("A column that C code renames is not assumed to be stored as the struct declares")
  func renamedUnseen() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Visit.self))
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.renameUnseen("ALTER TABLE visit RENAME COLUMN at TO time")
    await expectQuestion(db, Schema(of: RenamedIn2001.self))
    await expectQuestion(db, Schema(of: Plain.self))
    await #expect(throws: SchemaMismatchError.self) { try await db.create(RenamedIn2001.self) }
    // The struct declares the representation of the column that is missing.
    try await db.migrate(to: Schema(of: Renamed.self))
    #expect(try await db.fetch(Renamed.self) == [Renamed(id: 1, time: Self.when)])
    try await db.migrate(to: Schema(of: RenamedIn2001.self))
    #expect(try await db.fetch(RenamedIn2001.self) == [RenamedIn2001(id: 1, time: Self.when)])
  }

  @Test("A rule can convert a column without a record")
  func answered() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Visit.self))
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.renameUnseen("ALTER TABLE visit RENAME COLUMN at TO time")
    try await db.migrate(
      to: Schema(of: RenamedIn2001.self),
      converting: [.column("visit", "time", sql: "time - 978307200")])
    #expect(try await db.fetch(RenamedIn2001.self) == [RenamedIn2001(id: 1, time: Self.when)])
  }

  @Test("A table that C code renames is not assumed to be stored as the struct declares")
  func renamedTableUnseen() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Visit.self))
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.renameUnseen("ALTER TABLE visit RENAME TO stay")
    await expectQuestion(db, Schema(of: StayIn2001.self))
    try await db.migrate(to: Schema(of: Stay.self))
    #expect(try await db.fetch(Stay.self) == [Stay(id: 1, at: Self.when)])
  }

  @Test("A column that plain SQL added with values needs a rule if its type has several forms")
  func addedWithValues() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Named.self))
    try await db.execute("INSERT INTO visit VALUES (1)")
    try await db.execute("ALTER TABLE visit ADD COLUMN time REAL NOT NULL DEFAULT 5")
    await expectQuestion(db, Schema(of: Renamed.self))
    try await db.migrate(to: Schema(of: Plain.self))
    #expect(try await db.fetch(Plain.self) == [Plain(id: 1, time: 5)])
  }

  @Test("A column that plain SQL added to an empty table is recorded as the struct declares")
  func addedWithoutValues() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Named.self))
    try await db.execute("ALTER TABLE visit ADD COLUMN time REAL NOT NULL DEFAULT 5")
    try await db.migrate(to: Schema(of: Renamed.self))
    try await db.insert(Renamed(id: 1, time: Self.when))
    try await db.migrate(to: Schema(of: RenamedIn2001.self))
    #expect(try await db.fetch(RenamedIn2001.self) == [RenamedIn2001(id: 1, time: Self.when)])
  }

  @Test("A step that adds a column and records its representation needs no rule")
  func recordedByStep() async throws {
    let db = try await database()
    try await db.migrate(to: Schema(of: Named.self))
    try await db.execute("INSERT INTO visit VALUES (1)")
    let steps = MigrationList {
      MigrationStep("add", before: .schema) { tx in
        try tx.execute("ALTER TABLE visit ADD COLUMN time REAL NOT NULL DEFAULT 5")
        try tx.recordRepresentations(of: Renamed.self)
      }
    }
    try await db.migrate(to: Schema(of: Renamed.self), steps: steps)
    #expect(
      try await db.fetch(Renamed.self).map(\.time) == [Date(timeIntervalSince1970: 5)])
  }
}

extension Database {
  /// Runs a statement with SQLite's C interface only.
  fileprivate func renameUnseen(_ sql: String) async throws {
    let code = try await withHandle { sqlite3_exec($0, sql, nil, nil, nil) }
    #expect(code == SQLITE_OK)
  }
}
