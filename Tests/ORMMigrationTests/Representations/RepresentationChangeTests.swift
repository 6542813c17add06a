import Foundation
import ORM
import Testing

/// Two versions of a program that store the same values in different representations.
@Suite("Columns whose representation changes")
struct RepresentationChangeTests {
  enum Celsius: ColumnConversion {
    static func encode(_ value: Decimal) throws -> String { "\(value)" }
    static func decode(_ stored: String) throws -> Decimal { Decimal(string: stored) ?? 0 }
  }
  enum Kelvin: ColumnConversion {
    static let representationName = "Celsius"
    static func encode(_ value: Decimal) throws -> String { "\(value)" }
    static func decode(_ stored: String) throws -> Decimal { Decimal(string: stored) ?? 0 }
  }
  enum Fahrenheit: ColumnConversion {
    static func encode(_ value: Decimal) throws -> String { "\(value)" }
    static func decode(_ stored: String) throws -> Decimal { Decimal(string: stored) ?? 0 }
  }
  enum Numbered: Int, ColumnValue, CaseIterable { case jazz, soul, folk }
  enum Reordered: Int, ColumnValue, CaseIterable { case folk, jazz, soul }
  enum Named: String, ColumnValue, CaseIterable { case jazz = "J", soul, folk }
  enum Described: Int, ColumnValue, CaseIterable, CustomStringConvertible {
    case jazz, soul
    var description: String { self == .jazz ? "Jazz" : "Soul" }
  }
  enum Fewer: Int, ColumnValue, CaseIterable { case jazz, soul }
  enum More: Int, ColumnValue, CaseIterable { case jazz, soul, folk, blues }
  enum Open: Int, ColumnValue { case jazz, soul }
  enum OpenText: String, ColumnValue { case jazz, soul }

  @Table("t") struct Dates: Equatable { let id: Int; var v: Date }
  @Table("t") struct Milliseconds: Equatable {
    let id: Int; @Column(as: UnixMilliseconds.self) var v: Date
  }
  @Table("t") struct WithSeconds {
    let id: Int
    @Column(as: UnixSeconds.self) var v: Date
  }
  @Table("t") struct Texts: Equatable { let id: Int; @Column(as: ISO8601.self) var v: Date }
  @Table("t") struct InCelsius { let id: Int; @Column(as: Celsius.self) var v: Decimal }
  @Table("t") struct InKelvin { let id: Int; @Column(as: Kelvin.self) var v: Decimal }
  @Table("t") struct InFahrenheit { let id: Int; @Column(as: Fahrenheit.self) var v: Decimal }
  @Table("t") struct WithNumbered { let id: Int; var v: Numbered }
  @Table("t") struct WithReordered { let id: Int; var v: Reordered }
  @Table("t") struct WithNamed { let id: Int; var v: Named }
  @Table("t") struct WithDescribed { let id: Int; var v: Described }
  @Table("t") struct WithDescribedAndNote { let id: Int; var v: Described; var note: String? }
  @Table("t") struct WithFewer { let id: Int; var v: Fewer }
  @Table("t") struct WithMore { let id: Int; var v: More }
  @Table("t") struct WithOpen { let id: Int; var v: Open }
  @Table("t") struct WithOpenText { let id: Int; var v: OpenText }
  @Table("t") struct WithInt { let id: Int; var v: Int }
  @Table("t") struct WithInt8 { let id: Int; var v: Int8 }
  @Table("t") struct WithBool { let id: Int; var v: Bool }
  @Table("t") struct WithUUID { let id: UUID; var n: Int }
  @Table("t") struct WithUUIDText { @Column(as: UUIDText.self) let id: UUID; var n: Int }
  @Table("child") struct Child {
    let id: Int
    @Column(references: WithUUID.self, onDelete: .cascade) var parent: UUID
  }
  @Table("child") struct ChildOfText {
    let id: Int
    @Column(as: UUIDText.self, references: WithUUIDText.self, onDelete: .cascade) var parent: UUID
  }

  @Table("t") struct Renamed {
    let id: Int
    @Column(renamedFrom: "v", as: UnixMilliseconds.self) var at: Date
  }

  private static let when = Date(timeIntervalSince1970: 1_700_000_000.25)

  private static func database(_ schema: Schema, _ rows: [String]) async throws -> Database {
    let db = try Database.inMemory()
    try await db.migrate(to: schema)
    for row in rows { try await db.execute("INSERT INTO t (v) VALUES (\(raw: row))") }
    return db
  }

  @Test("A date keeps its value in each new representation, and a second migration does nothing")
  func dates() async throws {
    let db = try await Self.database(Schema(of: Dates.self), [])
    try await db.insert(Dates(id: 1, v: Self.when))
    let plan = try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(plan.changes.map(\.property) == [.type, .representation])
    #expect(try await db.fetch(Milliseconds.self) == [Milliseconds(id: 1, v: Self.when)])
    try await db.migrate(to: Schema(of: Texts.self))
    #expect(try await db.fetch(Texts.self) == [Texts(id: 1, v: Self.when)])
    #expect(try await db.migrate(to: Schema(of: Texts.self)).isEmpty)
    #expect(
      try await db.migrate(
        to: Schema(of: Dates.self), allowing: [.returningFromNewerSchema]
      ).steps.count == 1)
    #expect(try await db.fetch(Dates.self) == [Dates(id: 1, v: Self.when)])
  }

  @Test("A table made by create records how its values are stored")
  func created() async throws {
    let db = try Database.inMemory()
    try await db.create(Dates.self)
    try await db.insert(Dates(id: 1, v: Self.when))
    try await db.create(Dates.self)
    #expect(try await db.schema() == Schema(of: Dates.self))
    await #expect(throws: SchemaMismatchError.self) { try await db.verify(Schema(of: Texts.self)) }
    try await db.migrate(to: Schema(of: Texts.self))
    #expect(try await db.fetch(Texts.self) == [Texts(id: 1, v: Self.when)])
  }

  @Test("create refuses a table whose values it would misread")
  func createRefuses() async throws {
    let db = try Database.inMemory()
    try await db.create(InCelsius.self)
    let error = await #expect(throws: SchemaMismatchError.self) {
      try await db.create(InFahrenheit.self)
    }
    #expect("\(try #require(error))".contains("representation of column v changes from"))
    #expect("\(try #require(error))".contains("Tests.Celsius to "))
    try await db.create(InKelvin.self)
  }

  @Test("A custom representation is converted by a rule, and refused without one")
  func ownForms() async throws {
    let db = try await Self.database(Schema(of: InCelsius.self), ["'20'"])
    let error = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: InFahrenheit.self), allowing: [.changingValues("t", "v")])
    }
    let text = "\(try #require(error))"
    #expect(text.contains("no conversion is known for 1 value of column v, from Representation"))
    #expect(text.contains("ChangeTests.Celsius to RepresentationChangeTests.Fahrenheit"))
    #expect(text.contains("converting: [.column(\"t\", \"v\", sql: \"…\")]"))
    try await db.migrate(
      to: Schema(of: InFahrenheit.self),
      converting: [.column("t", "v", sql: "CAST(v * 9 / 5 + 32 AS TEXT)")])
    #expect(try await db.fetch(InFahrenheit.self).map(\.v) == [68])
    #expect(
      try await db.migrate(
        to: Schema(of: InFahrenheit.self),
        converting: [.column("t", "v", sql: "CAST(v * 9 / 5 + 32 AS TEXT)")]
      ).isEmpty)
    #expect(try await db.fetch(InFahrenheit.self).map(\.v) == [68])
  }

  @Test("A representation whose type is renamed is the same if it keeps its name")
  func renamedType() async throws {
    let db = try await Self.database(Schema(of: InCelsius.self), ["'20'"])
    #expect(try await db.migrate(to: Schema(of: InKelvin.self)).isEmpty)
  }

  @Test("A CaseIterable enum is converted by the names of its cases")
  func enums() async throws {
    for (schema, stored) in [
      (Schema(of: WithReordered.self), "1,2,0"), (Schema(of: WithNamed.self), "J,soul,folk"),
    ] {
      let db = try await Self.database(Schema(of: WithNumbered.self), ["0", "1", "2"])
      try await db.migrate(to: schema)
      #expect(try await db.value(String.self, sql: "SELECT group_concat(v) FROM t") == stored)
      #expect(try await db.migrate(to: schema).isEmpty)
    }
  }

  @Test("An enum that isn't CaseIterable is accepted as its raw type, and refused as another")
  func openEnums() async throws {
    let db = try await Self.database(Schema(of: WithOpen.self), ["0"])
    await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: WithOpenText.self))
    }
    let plain = try await Self.database(Schema(of: WithInt.self), ["0"])
    #expect(try await plain.migrate(to: Schema(of: WithOpen.self)).isEmpty)
    await #expect(throws: DataLossError.self) {
      try await plain.migrate(to: Schema(of: WithOpenText.self))
    }
  }

  @Test("Values that a narrower type can't read are counted, with their keys")
  func narrower() async throws {
    for schema in [
      Schema(of: WithInt8.self), Schema(of: WithBool.self), Schema(of: WithFewer.self),
    ] {
      let db = try await Self.database(Schema(of: WithInt.self), ["0", "1", "1000"])
      let error = await #expect(throws: DataLossError.self) { try await db.migrate(to: schema) }
      let loss = try #require(error?.losses.first)
      #expect(loss.kind == .unstorableValue && loss.count == 1 && loss.keys == ["3"])
      try await db.execute("DELETE FROM t WHERE v = 1000")
      let plan = try await db.migrate(to: schema)
      #expect(plan.steps.isEmpty)
      try await db.verify(schema)
    }
  }

  @Test("An older program continues if a newer one has added a case to an enum")
  func olderProgram() async throws {
    let db = try await Self.database(Schema(of: WithFewer.self), ["0"])
    try await db.migrate(to: Schema(of: WithMore.self))
    try await db.migrate(to: Schema(of: WithFewer.self))
    try await db.migrate(to: Schema(of: WithMore.self))
    try await db.execute("INSERT INTO t (v) VALUES (3)")
    #expect(try await db.fetch(WithMore.self).map(\.v) == [.jazz, .blues])
  }

  @Test("A database without records is assumed to match the schema, and the plan warns of it")
  func unrecorded() async throws {
    let db = try Database.inMemory()
    try await db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, v REAL NOT NULL) STRICT")
    try await db.execute("INSERT INTO t VALUES (1, 1.5)")
    let plan = try await db.plan(to: Schema(of: Dates.self))
    #expect(plan.isEmpty)
    #expect(plan.warnings.contains { $0.contains("assumed") && $0.contains("secondsSince1970") })
    try await db.create(Dates.self)
    try await db.migrate(to: Schema(of: Dates.self))
    #expect(try await db.plan(to: Schema(of: Dates.self)).warnings.isEmpty)
    try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1.5)])
  }

  @Test("Keys with a new representation are converted together with their foreign keys")
  func keys() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: WithUUID.self, Child.self))
    let id = UUID()
    try await db.insert(WithUUID(id: id, n: 7))
    try await db.insert(Child(id: 1, parent: id))
    try await db.migrate(to: Schema(of: WithUUIDText.self, ChildOfText.self))
    #expect(try await db.find(WithUUIDText.self, id)?.n == 7)
    #expect(try await db.fetch(ChildOfText.self).map(\.parent) == [id])
    #expect(try await db.fetch(Row.self, sql: "PRAGMA foreign_key_check").isEmpty)
  }

  @Test("A rename together with a new representation keeps the value")
  func renamed() async throws {
    let db = try await Self.database(Schema(of: Dates.self), [])
    try await db.insert(Dates(id: 1, v: Self.when))
    try await db.migrate(to: Schema(of: Renamed.self))
    #expect(try await db.fetch(Renamed.self).map(\.at) == [Self.when])
    #expect(try await db.migrate(to: Schema(of: Renamed.self)).isEmpty)
  }

  @Test("The representation is in the schema's JSON, and is read back")
  func json() throws {
    let schema = Schema(of: WithNamed.self, Child.self)
    let json = try schema.json()
    #expect(json.contains("\"representation\" : \"uuid\"") && json.contains("'J'"))
    #expect(try Schema(json: json) == schema)
  }

  @Test(
    "A value that can't be converted becomes NULL, or its row is removed, if that is allowed"
  )
  func allowed() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Dates.self))
    let old = Date(timeIntervalSince1970: -1e12)
    try await db.insert([Dates(id: 1, v: Self.when), Dates(id: 2, v: old)])
    let schema = Schema(of: Texts.self)
    let first = await #expect(throws: DataLossError.self) { try await db.migrate(to: schema) }
    #expect(first?.losses.map(\.kind) == [.unstorableValue])
    let second = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: schema, allowing: [.changingValues("t", "v")])
    }
    #expect(second?.losses.map(\.kind) == [.nullValue] && second?.losses.first?.keys == ["2"])
    try await db.migrate(
      to: schema, allowing: [.changingValues("t", "v"), .removingRows("t")])
    #expect(try await db.fetch(Texts.self) == [Texts(id: 1, v: Self.when)])
  }

  @Test("Values that a step converts and records are not converted again")
  func ownStep() async throws {
    let db = try await Self.database(Schema(of: WithSeconds.self), ["1700000000"])
    let steps = MigrationList {
      MigrationStep("milliseconds", before: .schema) { tx in
        try tx.execute("UPDATE t SET v = v * 1000")
        try tx.recordRepresentations(of: Milliseconds.self)
      }
    }
    try await db.migrate(to: Schema(of: Milliseconds.self), steps: steps)
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }

  @Test("The record of a table that plain SQL has rebuilt does not apply to the new table")
  func madeAgain() async throws {
    let db = try await Self.database(Schema(of: WithSeconds.self), ["1700000000"])
    try await db.execute(
      script: """
        CREATE TABLE t_new (id INTEGER PRIMARY KEY, v INTEGER NOT NULL) STRICT;
        INSERT INTO t_new SELECT id, v * 1000 FROM t;
        DROP TABLE t;
        ALTER TABLE t_new RENAME TO t;
        """)
    let plan = try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(plan.warnings.contains { $0.contains("unixMilliseconds") })
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }

  @Test("The record of a dropped table does not apply to a different one on the same page")
  func createdAgain() async throws {
    let db = try await Self.database(Schema(of: WithSeconds.self), ["1700000000"])
    try await db.execute(
      script: """
        DROP TABLE t;
        CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL, note TEXT) STRICT;
        INSERT INTO t (id, v) VALUES (1, 1700000000000);
        """)
    try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }

  @Test("A plan warns of an enum whose description hides the names of its cases")
  func describedEnum() async throws {
    let db = try await Self.database(Schema(of: WithDescribed.self), ["1"])
    let plan = try await db.plan(to: Schema(of: WithDescribedAndNote.self))
    #expect(
      plan.warnings == [
        "t: the cases of v are not compared, because the enum's own description hides their names;"
          + " if cases were reordered, rows are read as other cases: write a number for each case"
      ])
    let named = try await Self.database(Schema(of: WithNumbered.self), ["1"])
    #expect(try await named.plan(to: Schema(of: WithMore.self)).warnings.isEmpty)
  }

  @Test("A record still applies after vacuum() and a column added by plain SQL")
  func vacuumed() async throws {
    let db = try Database.inMemory()
    try await db.execute(script: "CREATE TABLE a (x TEXT); CREATE INDEX ia ON a (x);")
    try await db.migrate(to: Schema(of: WithSeconds.self))
    try await db.execute("INSERT INTO t VALUES (1, 1700000000)")
    try await db.vacuum()
    try await db.execute("ALTER TABLE t ADD COLUMN note TEXT")
    try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }

  @Test(
    "A record still applies after another program's ADD COLUMN and VACUUM",
    arguments: ["", ", CHECK (v > 0)", ", UNIQUE (v, id)"])
  func addedAndVacuumed(constraint: String) async throws {
    let db = try Database.inMemory()
    let create = "CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL\n\(constraint)) STRICT"
    try await db.execute(SQL(stringLiteral: create))
    try await db.migrate(to: Schema(of: WithSeconds.self))
    try await db.execute(
      script: """
        INSERT INTO t VALUES (1, 1700000000);
        ALTER TABLE t ADD COLUMN note TEXT CHECK (note IN ('a', 'b,c')) ;
        ALTER TABLE t ADD COLUMN more INTEGER;
        -- As VACUUM of another program would have moved it.
        UPDATE orm_columns SET place = 99 << 32 | 99;
        """)
    try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }

  @Test("A record still applies in a compact copy of a table that another program altered")
  func vacuumedInto() async throws {
    let folder = try TemporaryFolder()
    let other = try RawDatabase(folder.file("old.sqlite"))
    try other.run(
      """
      CREATE TABLE a (x);
      CREATE TABLE t (id INTEGER PRIMARY KEY, v INTEGER NOT NULL, extra TEXT) STRICT;
      INSERT INTO t VALUES (1, 1700000000, NULL);
      """)
    let db = try Database(folder.file("old.sqlite"))
    try await db.migrate(to: Schema(of: WithSeconds.self))
    // In the copy, the table has the root page of the dropped one.
    try other.run("DROP TABLE a; ALTER TABLE t DROP COLUMN extra")
    try await db.vacuum(into: folder.file())
    let copy = try Database(folder.file())
    try await copy.execute("ALTER TABLE t ADD COLUMN note TEXT")
    try await copy.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await copy.fetch(Milliseconds.self).map(\.v)
        == [Date(timeIntervalSince1970: 1_700_000_000)])
  }

  @Test("A compact copy does not renew a record that no longer applies")
  func staleInCopy() async throws {
    let folder = try TemporaryFolder()
    let db = try await Self.database(Schema(of: WithSeconds.self), ["1700000000"])
    try await db.execute(
      script: """
        CREATE TABLE t_new (id INTEGER PRIMARY KEY, v INTEGER NOT NULL) STRICT;
        INSERT INTO t_new SELECT id, v * 1000 FROM t;
        DROP TABLE t;
        ALTER TABLE t_new RENAME TO t;
        """)
    try await db.vacuum(into: folder.file())
    let copy = try Database(folder.file())
    let plan = try await copy.migrate(to: Schema(of: Milliseconds.self))
    #expect(plan.warnings.contains { $0.contains("unixMilliseconds") })
    #expect(
      try await copy.fetch(Milliseconds.self).map(\.v)
        == [Date(timeIntervalSince1970: 1_700_000_000)])
  }

  @Test("A record still applies after VACUUM as plain SQL and an added column")
  func holds() async throws {
    let db = try await Self.database(Schema(of: WithSeconds.self), ["1700000000"])
    try await db.execute("VACUUM")
    try await db.execute("ALTER TABLE t ADD COLUMN note TEXT")
    try await db.migrate(to: Schema(of: Milliseconds.self))
    #expect(
      try await db.fetch(Milliseconds.self).map(\.v) == [Date(timeIntervalSince1970: 1_700_000_000)]
    )
  }
}
