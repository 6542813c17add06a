import ORM
import Testing

/// Conversions with the same name in several types.
@Suite("Default names of representations")
struct QualifiedNameTests {
  enum Cents {
    enum Amount: ColumnConversion {
      static func encode(_ value: Double) -> Int { Int(value * 100) }
      static func decode(_ stored: Int) -> Double { Double(stored) / 100 }
    }
  }
  enum Mills {
    enum Amount: ColumnConversion {
      static func encode(_ value: Double) -> Int { Int(value * 1000) }
      static func decode(_ stored: Int) -> Double { Double(stored) / 1000 }
    }
  }
  @Table("item") struct InCents: Equatable {
    let id: Int; @Column(as: Cents.Amount.self) var price: Double
  }
  @Table("item") struct InMills: Equatable {
    let id: Int; @Column(as: Mills.Amount.self) var price: Double
  }

  @Test("The default name includes the enclosing types, but no module and no function")
  func names() {
    #expect(Cents.Amount.representationName == "QualifiedNameTests.Cents.Amount")
    #expect(Self.localName() == "QualifiedNameTests.Amount")
    #expect(InCents.schema.columns[1].representation?.name == "QualifiedNameTests.Cents.Amount")
  }

  private static func localName() -> String {
    enum Amount: ColumnConversion {
      static func encode(_ value: Double) -> Int { Int(value) }
      static func decode(_ stored: Int) -> Double { Double(stored) }
    }
    return Amount.representationName
  }

  @Test("Two conversions with the same name in different types are distinguished")
  func apart() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: InCents.self))
    try await db.insert(InCents(id: 1, price: 1.5))
    let error = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: InMills.self))
    }
    #expect(error?.losses.map(\.kind) == [.undefinedConversion])
    await #expect(throws: SchemaMismatchError.self) { try await db.create(InMills.self) }
  }

  @Test("A name that was recorded without its enclosing types is not a change")
  func shortName() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: InCents.self))
    try await db.insert(InCents(id: 1, price: 1.5))
    try await db.execute(
      "UPDATE orm_columns SET representation = 'Amount' WHERE \"column\" = 'price'")
    try await db.execute("DELETE FROM orm_schema")
    try await db.create(InCents.self)
    let plan = try await db.migrate(to: Schema(of: InCents.self))
    #expect(plan.isEmpty)
    #expect(try await db.fetch(InCents.self) == [InCents(id: 1, price: 1.5)])
    // From now on the whole name is recorded.
    await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: InMills.self))
    }
  }

  @Test("A recorded version with the short name matches the structs")
  func recordedVersion() async throws {
    var old = Schema(of: InCents.self)
    old.tables[0].columns[1].representation = "Amount"
    let version = Schema.Version("first", after: nil, try old.json())
    let history = SchemaHistory([.version(version)], current: Schema(of: InCents.self))
    let db = try Database.inMemory()
    try await db.migrate(history)
    #expect(try await db.migrate(history).allSatisfy(\.isEmpty))
  }

  @Test(
    "Two names are equal if one of them only lacks the enclosing types",
    arguments: [
      ("Cents", "Money.Cents", true), ("Money.Cents", "Cents", true), ("Cents", "Cents", true),
      ("Old.Cents", "New.Cents", false), ("Cents", "Dollars", false), ("ents", "Cents", false),
      ("v2", "celsius.v2", false), ("List<Cents>", "App.List<Money.Cents>", true),
      ("List<Cents>", "List<Mills>", false), ("minorUnits(2)", "minorUnits(3)", false),
    ])
  func same(_ left: String, _ right: String, _ isSame: Bool) {
    #expect(TypeName.isSame(left, right) == isSame)
  }
}
