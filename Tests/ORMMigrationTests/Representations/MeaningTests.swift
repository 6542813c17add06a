import Foundation
import ORM
import Testing

/// A column's meaning, which is recorded with its representation.
@Suite("The meanings of columns")
struct MeaningTests {
  enum Level: Int, ColumnValue, CaseIterable { case low, high }
  enum LongLevel: Int, ColumnValue, CaseIterable { case low, middle, high }

  @Table("track") struct Plain: Equatable {
    var id: Int?
    var rating: Int
  }
  @Table("track") struct InStars: Equatable {
    var id: Int?
    @Column(meaning: "1 to 5 stars") var rating: Int
  }
  @Table("track") struct InPercent: Equatable {
    var id: Int?
    @Column(meaning: "percent") var rating: Int
  }
  @Table("track") struct Scored: Equatable {
    var id: Int?
    @Column(renamedFrom: "rating", meaning: "percent") var score: Int
  }
  @Table("level") struct WithLevel {
    let id: Int
    @Column(meaning: "of noise") var level: Level
  }
  @Table("level") struct WithLongLevel: Equatable {
    let id: Int
    @Column(meaning: "of noise") var level: LongLevel
  }
  @Table("visit") struct Visit {
    @Column(meaning: "ticket number") var id: Int?
    @Column(unique: true, as: UnixSeconds.self, meaning: "of arrival") var at: Date?
  }

  static let percent = ColumnRule.column("track", "rating", sql: "(rating - 1) * 25")

  private static func rated(_ ratings: Int...) async throws -> Database {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: InStars.self))
    for rating in ratings { try await db.insert(InStars(rating: rating)) }
    return db
  }

  @Test("A changed meaning is a change of the schema, and is refused without a rule")
  func refused() async throws {
    let db = try await Self.rated(1, 5)
    let schema = Schema(of: InPercent.self)
    let change = try #require(schema.changes(from: try await db.schema()).first)
    #expect(
      "\(change)" == """
        track: the representation of column rating changes from int64 with the meaning \
        "1 to 5 stars" to int64 with the meaning "percent"
        """)
    let error = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: schema, allowing: [.changingValues("track", "rating")])
    }
    #expect(error?.losses.map(\.kind) == [.undefinedConversion])
    let text = "\(try #require(error))"
    #expect(
      text.contains(
        """
        track: no conversion is known for 2 values of column rating, from the meaning \
        "1 to 5 stars" to the meaning "percent" (keys 1, 2); convert the values with converting: \
        [.column("track", "rating", sql: "…")]
        """))
    #expect(try await db.fetch(InStars.self).map(\.rating) == [1, 5])
    await #expect(throws: SchemaMismatchError.self) { try await db.verify(schema) }
    await #expect(throws: SchemaMismatchError.self) { try await db.create(InPercent.self) }
  }

  @Test("A changed meaning is converted by its rule, even if nothing else changes")
  func converted() async throws {
    let db = try await Self.rated(1, 5)
    for _ in 0..<3 {
      try await db.migrate(to: Schema(of: InPercent.self), converting: [Self.percent])
      #expect(try await db.fetch(InPercent.self).map(\.rating) == [0, 100])
    }
    try await db.verify(Schema(of: InPercent.self))
  }

  @Test("A new meaning of a column needs a rule, and a rule that returns the column keeps values")
  func added() async throws {
    let db = try Database.inMemory()
    try await db.create(Plain.self)
    try await db.insert(Plain(rating: 40))
    let error = await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: InPercent.self))
    }
    #expect(error?.losses.first?.type == "no meaning to the meaning \"percent\"")
    try await db.migrate(
      to: Schema(of: InPercent.self), converting: [.column("track", "rating", sql: "rating")])
    #expect(try await db.fetch(InPercent.self).map(\.rating) == [40])
  }

  @Test("The removal of a column's meaning is refused without a rule")
  func removed() async throws {
    let db = try await Self.rated(3)
    await #expect(throws: DataLossError.self) { try await db.migrate(to: Schema(of: Plain.self)) }
  }

  @Test("The meaning of a column can change without a rule if the table is empty")
  func empty() async throws {
    let db = try await Self.rated()
    try await db.migrate(to: Schema(of: InPercent.self))
    try await db.verify(Schema(of: InPercent.self))
  }

  @Test("A renamed column with a new meaning is converted from its old name")
  func renamed() async throws {
    let db = try await Self.rated(1, 5)
    let rule = ColumnRule.column("track", "score", sql: "(rating - 1) * 25")
    await #expect(throws: DataLossError.self) {
      try await db.migrate(to: Schema(of: Scored.self))
    }
    for _ in 0..<2 { try await db.migrate(to: Schema(of: Scored.self), converting: [rule]) }
    #expect(try await db.fetch(Scored.self).map(\.score) == [0, 100])
  }

  @Test("An enum with a meaning is converted by the names of its cases")
  func enums() async throws {
    let db = try Database.inMemory()
    try await db.migrate(to: Schema(of: WithLevel.self))
    try await db.insert(WithLevel(id: 1, level: .high))
    #expect(try await db.schema() == Schema(of: WithLevel.self))
    try await db.migrate(to: Schema(of: WithLongLevel.self))
    #expect(try await db.fetch(WithLongLevel.self) == [WithLongLevel(id: 1, level: .high)])
    try await db.verify(Schema(of: WithLongLevel.self))
  }

  @Test("Meanings are part of a table's schema, its record in the database, and its JSON")
  func carried() async throws {
    let schema = Schema(of: Visit.self)
    #expect(
      Visit.schema.columns.map(\.representation) == [
        RepresentationSchema("int64", meaning: "ticket number"),
        RepresentationSchema("unixSeconds", meaning: "of arrival"),
      ])
    let read = try Schema(json: try schema.json())
    #expect(read == schema)
    #expect(read.table("visit")?.column("at")?.representation?.meaning == "of arrival")
    for isMigrated in [false, true] {
      let db = try Database.inMemory()
      if isMigrated { try await db.migrate(to: schema) } else { try await db.create(Visit.self) }
      #expect(try await db.schema() == schema)
      #expect(
        try await db.texts("SELECT cases FROM orm_columns ORDER BY 1") == [
          #"{"meaning":"of arrival"}"#, #"{"meaning":"ticket number"}"#,
        ])
    }
    let db = try await Self.rated(3)
    #expect(try await db.texts("SELECT cases FROM orm_columns WHERE \"column\" = 'id'") == ["NULL"])
    #expect(Schema(of: InStars.self) != Schema(of: Plain.self))
    #expect(try Schema(of: Plain.self).json().contains("meaning") == false)
    #expect(schema.statements == Schema(of: Visit.self).statements)
    #expect(!schema.statements.joined().contains("ticket"))
  }
}
