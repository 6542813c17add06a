import Foundation
import ORM
import Testing

/// Recorded representations in databases of other programs, beside rules, and in a database that
/// several versions of a program use.
@Suite("Recorded representations")
struct RecordedRepresentationTests {
  @Table("visit", strict: false) struct Visit: Equatable { let id: Int; var at: Date }
  @Table("visit", strict: false) struct VisitIn2001: Equatable {
    let id: Int; @Column(as: SecondsSince2001.self) var at: Date
  }
  @Table("item") struct Priced { let id: Int; var price: Decimal? }
  @Table("item") struct PricedInCents: Equatable {
    let id: Int; @Column(as: MinorUnits<Scale2>.self) var price: Decimal
  }
  @Table("item", strict: false) struct LooselyPriced { let id: Int; var price: Decimal? }
  @Table("item", strict: false) struct LooselyPricedInCents {
    let id: Int; @Column(unique: true, as: MinorUnits<Scale2>.self) var price: Decimal
  }
  @Table("item") struct Dated { let id: Int; var at: Date? }
  @Table("item") struct DatedInSeconds: Equatable {
    let id: Int; @Column(as: UnixSeconds.self) var at: Date
  }
  @Table("item") struct Plain { let id: Int }
  @Table("item") struct Flagged { let id: Int; var isNew: Bool }
  @Table("item") struct MaybeFlagged { let id: Int; var isNew: Bool? }

  enum State: Int, ColumnValue, CaseIterable { case draft, done }
  enum ShiftedState: Int, ColumnValue, CaseIterable { case draft = 1, done }
  @Table("item") struct WithState: Equatable { let id: Int; var state: State }
  @Table("item") struct WithShiftedState: Equatable { let id: Int; var state: ShiftedState }

  enum Two: Int, ColumnValue, CaseIterable { case one, two }
  enum Three: Int, ColumnValue, CaseIterable { case one, two, three }
  @Table("item") struct WithTwo {
    let id: Int
    @Column(default: 1) var count: Int
    var number: Two
  }
  @Table("item") struct WithThree {
    let id: Int
    @Column(default: 2) var count: Int
    var number: Three
  }

  private static let when = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(
    "A recorded representation applies to a type that other programs spell differently",
    arguments: ["DOUBLE", "FLOAT", "real", "DOUBLE PRECISION"])
  func otherSpelling(_ type: String) async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE visit (id INTEGER PRIMARY KEY, at \(raw: type) NOT NULL)")
    try await db.insert(Visit(id: 1, at: Self.when))
    let first = try await db.migrate(to: Schema(of: Visit.self))
    #expect(first.steps.isEmpty)
    #expect(first.warnings.contains { $0.contains("secondsSince1970") })
    #expect(try await db.schema().table("visit")?.column("at")?.representation != nil)
    await #expect(throws: SchemaMismatchError.self) { try await db.create(VisitIn2001.self) }
    try await db.migrate(to: Schema(of: VisitIn2001.self))
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("A value that can't be converted is a loss, even if a rule fills NULLs")
  func unconvertibleBesideFill() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Priced.self))
    try await db.execute("INSERT INTO item VALUES (1, '5'), (2, '19.999'), (3, NULL)")
    let schema = Schema(of: PricedInCents.self)
    let fill = [ColumnRule.column("item", "price", sql: "0")]
    let error = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: schema, fill: fill)
    }
    #expect(error?.losses.map(\.keys) == [["2"]])
    try await db.migrate(to: schema, allowing: [.changingValues("item", "price")], fill: fill)
    #expect(try await db.fetch(PricedInCents.self).map(\.price) == [5, 0, 0])
  }

  @Test("A conversion with a fill rule stays within SQLite's nesting limit, even with an index")
  func nestedConversion() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: LooselyPriced.self))
    try await db.execute("INSERT INTO item VALUES (1, '5'), (2, '19.999'), (3, '6')")
    try await db.migrate(
      to: Schema(of: LooselyPricedInCents.self), allowing: [.changingValues("item", "price")],
      fill: [.column("item", "price", sql: "0")])
    #expect(try await db.fetch(LooselyPricedInCents.self).map(\.price) == [5, 0, 6])
  }

  @Test("A NULL that a rule fills is not a changed value if a date's representation changes")
  func filledDates() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Dated.self))
    try await db.execute("INSERT INTO item VALUES (1, 1700000000), (2, NULL)")
    try await db.migrate(
      to: Schema(of: DatedInSeconds.self), fill: [.column("item", "at", sql: "0")])
    #expect(
      try await db.fetch(DatedInSeconds.self).map(\.at)
        == [Self.when, Date(timeIntervalSince1970: 0)])
  }

  @Test("A rule that fills a column with a value that its type can't read is refused")
  func unreadableFill() async throws {
    for (old, new) in [
      (Schema(of: Plain.self), Schema(of: Flagged.self)),
      (Schema(of: MaybeFlagged.self), Schema(of: Flagged.self)),
    ] {
      let db = try Database.inMemory()
      try await db.migrate(to: old)
      try await db.execute("INSERT INTO item (id) VALUES (1)")
      let error = await #expect(throws: DataLossError.self) {
        try await db.migrate(to: new, fill: [.column("item", "isNew", sql: "2")])
      }
      #expect(error?.losses.first?.kind == .unstorableValue)
      try await db.migrate(to: new, fill: [.column("item", "isNew", sql: "1")])
      #expect(try await db.fetch(Flagged.self).map(\.isNew) == [true])
    }
  }

  @Test("An older program is stopped if a newer one has changed the raw values of an enum")
  func otherRawValues() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: WithState.self))
    try await db.insert([WithState(id: 1, state: .draft), WithState(id: 2, state: .done)])
    try await db.migrate(to: Schema(of: WithShiftedState.self))
    await #expect(throws: NewerSchemaError.self) {
      try await db.migrate(to: Schema(of: WithState.self))
    }
    try await db.migrate(
      to: Schema(of: WithState.self), allowing: [.returningFromNewerSchema])
    #expect(try await db.fetch(WithState.self).map(\.state) == [.draft, .done])
  }

  @Test("A migration to a schema without representations keeps the recorded ones")
  func schemaWithoutRepresentations() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: Visit.self))
    try await db.insert(Visit(id: 1, at: Self.when))
    try await db.migrate(
      to: Schema(
        "CREATE TABLE visit (id INTEGER PRIMARY KEY, at REAL NOT NULL, note TEXT)"))
    try await db.migrate(
      to: Schema(of: VisitIn2001.self), allowing: [.droppingColumn("visit", "note")])
    #expect(try await db.fetch(VisitIn2001.self) == [VisitIn2001(id: 1, at: Self.when)])
  }

  @Test("A new case of an enum does not make create refuse the table")
  func newCase() async throws {
    let db = try Database.inMemory()
    try await db.create(WithTwo.self)
    try await db.create(WithThree.self)
  }
}
