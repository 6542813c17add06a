import Foundation
import ORM
import Testing

/// A bound that the column's representation would round returns the rows that Swift's operator
/// returns for the fetched values.
struct BoundTests {
  /// A custom representation that rounds.
  enum Tenths: ColumnConversion {
    static func encode(_ value: Double) throws -> Int64 { Int64((value * 10).rounded()) }
    static func decode(_ stored: Int64) -> Double { Double(stored) / 10 }
  }

  @Table("visit")
  struct Visit {
    let id: Int
    @Column(as: UnixSeconds.self) var seconds: Date
    @Column(as: UnixMilliseconds.self) var milliseconds: Date
    @Column(as: JulianDay.self) var julian: Date
    @Column(as: ISO8601.self) var iso: Date
    @Column(as: ISO8601Seconds.self) var isoSeconds: Date
    @Column(as: DateTimeText.self) var text: Date
    @Column(as: DateTimeMillisecondsText.self) var millisecondsText: Date
    @Column(as: DateText.self) var day: Date
    @Column(as: UnixSeconds.self) var maybe: Date?
    @Column(as: Tenths.self) var tenths: Double

    init(id: Int, _ date: Date) {
      self.id = id
      (seconds, milliseconds, julian, iso, isoSeconds) = (date, date, date, date, date)
      (text, millisecondsText, day, maybe) = (date, date, date, date)
      tenths = date.timeIntervalSince(BoundTests.start)
    }
  }

  static let start = Date(timeIntervalSince1970: 1_709_208_000)
  private static let offsets = [
    -86_400, -43_200.5, -1, -0.9996, -0.001, -0.0004, 0, 0.0004, 0.0006, 0.25, 0.4996, 0.5, 0.9996,
    1, 43_200, 86_400,
  ]

  private func database() async throws -> (Database, [Visit]) {
    let db = try Database.inMemory()
    try await db.create(Visit.self)
    let visits = Self.offsets.enumerated().map { Visit(id: $0 + 1, Self.start + $1) }
    try await db.insert(visits)
    return (db, try await db.fetch(Visit.order { $0.id }))
  }

  private func expectOrder<Representation: ColumnRepresentation>(
    of column: @Sendable (Visit.Columns) -> Column<Visit, Representation>,
    _ value: (Visit) -> Representation.Value, _ bounds: [Representation.Value],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws where Representation.Value: Comparable {
    let (db, visits) = try await database()
    func expect(
      _ condition: (Visit.Columns) -> SQLExpression<Bool>,
      _ isIn: (Representation.Value) -> Bool, _ words: @autoclosure () -> String
    ) async throws {
      let found = try await db.fetch(Visit.where(condition).order { $0.id }.select { $0.id })
      #expect(
        found == visits.filter { isIn(value($0)) }.map(\.id), "\(words())",
        sourceLocation: sourceLocation)
    }
    let less = PreparedQuery { (bound: Placeholder<Representation>) in
      Visit.where { column($0) < bound }.order { $0.id }.select { $0.id }
    }
    for bound in bounds {
      try await expect({ column($0) < bound }, { $0 < bound }, "< \(bound)")
      try await expect({ column($0) <= bound }, { $0 <= bound }, "<= \(bound)")
      try await expect({ column($0) > bound }, { $0 > bound }, "> \(bound)")
      try await expect({ column($0) >= bound }, { $0 >= bound }, ">= \(bound)")
      try await expect({ column($0).in(bound...) }, { $0 >= bound }, "\(bound)...")
      try await expect({ column($0).in(..<bound) }, { $0 < bound }, "..<\(bound)")
      try await expect(
        { RowValue(column($0), $0.id).isGreater(than: bound, 0) }, { $0 >= bound }, "row \(bound)")
      let prepared = try await db.fetch(less(bound))
      #expect(
        prepared == visits.filter { value($0) < bound }.map(\.id), "prepared < \(bound)",
        sourceLocation: sourceLocation)
      for upper in bounds where bound <= upper {
        let (closed, open) = (bound...upper, bound..<upper)
        try await expect({ column($0).between(closed) }, { closed.contains($0) }, "\(closed)")
        try await expect({ column($0).in(open) }, { open.contains($0) }, "\(open)")
      }
    }
  }

  private static let bounds = offsets.map { start + $0 }

  @Test("A bound with a fraction returns the rows that Swift returns, for each kind of date")
  func dates() async throws {
    try await expectOrder(of: { $0.seconds }, \.seconds, Self.bounds)
    try await expectOrder(of: { $0.milliseconds }, \.milliseconds, Self.bounds)
    try await expectOrder(of: { $0.julian }, \.julian, Self.bounds)
    try await expectOrder(of: { $0.iso }, \.iso, Self.bounds)
    try await expectOrder(of: { $0.isoSeconds }, \.isoSeconds, Self.bounds)
    try await expectOrder(of: { $0.text }, \.text, Self.bounds)
    try await expectOrder(of: { $0.millisecondsText }, \.millisecondsText, Self.bounds)
    try await expectOrder(of: { $0.day }, \.day, Self.bounds)
  }

  @Test("A bound returns the rows that Swift returns, for a custom representation")
  func conversions() async throws {
    try await expectOrder(of: { $0.tenths }, \.tenths, Self.offsets)
  }

  @Test("A bound of an optional column returns the rows that Swift returns")
  func optionals() async throws {
    let (db, visits) = try await database()
    for bound in Self.bounds {
      let found = try await db.fetch(
        Visit.where { $0.maybe < bound && $0.maybe >= Self.start }.order { $0.id }.select { $0.id })
      let expected = visits.filter { visit in
        visit.maybe.map { $0 < bound && $0 >= Self.start } ?? false
      }
      #expect(found == expected.map(\.id), "\(bound)")
    }
  }

  @Table("mark")
  struct Mark { let id: Int }

  @Test("A bound in the condition of a join returns the rows that Swift returns")
  func joins() async throws {
    let (db, visits) = try await database()
    try await db.create(Mark.self)
    try await db.insert(visits.map { Mark(id: $0.id) })
    for bound in Self.bounds {
      let found = try await db.fetch(
        Visit.join(Mark.self) { $0.id == $1.id && $0.iso < bound && $0.seconds <= bound }
          .select { visit, _ in visit.id })
      let expected = visits.filter { $0.iso < bound && $0.seconds <= bound }
      #expect(found.sorted() == expected.map(\.id), "\(bound)")
    }
  }

  @Test("All bounds have the same SQL, and an exact one is bound in its stored form")
  func statements() throws {
    let exact = try Visit.where { $0.seconds < Self.start }.statement()
    let between = try Visit.where { $0.seconds < Self.start + 0.5 }.statement()
    #expect(exact.sql == between.sql)
    #expect(exact.arguments == [.integer(1_709_208_000)])
    #expect(between.arguments == [.real(1_709_208_000.5)])
  }

  @Test("A stored value is found by ==, although its representation rounds")
  func equality() async throws {
    let (db, _) = try await database()
    let written = Self.start + 0.4996
    let found = try await db.fetch(
      Visit.where { $0.milliseconds == written && $0.seconds == written && $0.day.in([written]) })
    #expect(found.map(\.id).contains(try #require(Self.offsets.firstIndex(of: 0.4996)) + 1))
  }
}
