import ORM
import Testing

private struct Marks: OptionSet, ColumnValue, Hashable {
  let rawValue: UInt8
  static let live = Marks(rawValue: 1)
  static let demo = Marks(rawValue: 2)
  static let last = Marks(rawValue: 128)
}

@Embeddable
private struct State: Hashable {
  var marks: Marks
}

@Table
private struct Take: Hashable {
  let id: Int
  var marks: Marks
  var more: Marks?
  @Embedded(prefix: "state_") var state: State
}

/// The methods of Swift's `OptionSet` on columns of an update.
@Suite("Updates of option sets")
struct OptionSetUpdateTests {
  private let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Take.self)
    try await db.insert([
      Take(id: 1, marks: [.demo, .last], more: nil, state: State(marks: [])),
      Take(id: 2, marks: [.live], more: [.live], state: State(marks: [.last])),
    ])
  }

  /// Expects what an update sets, and the values of a column after it.
  private func expect<Value: Equatable>(
    _ set: String, _ column: (Take) -> Value, _ values: [Value],
    sourceLocation: SourceLocation = #_sourceLocation, _ update: (inout Updates<Take>) -> Void
  ) async throws {
    let update = Take.updateAll(update)
    #expect(
      try update.statement().sql == #"UPDATE "take" SET \#(set)"#, sourceLocation: sourceLocation)
    try await db.run(update)
    let found = try await db.fetch(Take.order { $0.id }).map(column)
    #expect(found == values, sourceLocation: sourceLocation)
  }

  @Test("Options are added and removed, without a check of the result")
  func sets() async throws {
    try await expect(#""marks" = "marks" | $1"#, \.marks, [[.demo, .last, .live], [.live]]) {
      $0.marks.insert(.live)
    }
    try await expect(#""marks" = "marks" & ~$1"#, \.marks, [[.last, .live], [.live]]) {
      $0.marks.remove([.demo])
    }
    try await expect(
      #""marks" = "marks" | $1"#, \.marks, [[.last, .live, .demo], [.live, .demo]]
    ) {
      $0.marks.formUnion([.demo, .live])
    }
    try await expect(#""marks" = "marks" & $1"#, \.marks, [[.last, .demo], [.demo]]) {
      $0.marks.formIntersection([.demo, .last])
    }
    try await expect(
      #""marks" = ("marks" | $1) & ~("marks" & $2)"#, \.marks,
      [[.demo, .live], [.demo, .live, .last]]
    ) {
      $0.marks.formSymmetricDifference([.live, .last])
    }
    try await expect(#""marks" = "marks" | "state_marks""#, \.marks.rawValue, [3, 131]) {
      $0.marks.formUnion($0.state.marks)
    }
  }

  @Test("NULL counts as an empty set if options are added, and stays NULL if they are removed")
  func optionals() async throws {
    try await expect(#""more" = "more" & ~$1"#, \.more, [nil, []]) { $0.more.remove(.live) }
    try await expect(#""more" = "more" & $1"#, \.more, [nil, []]) {
      $0.more.formIntersection(.live)
    }
    try await expect(#""more" = coalesce("more", 0) | $1"#, \.more, [[.live], [.live]]) {
      $0.more.insert(.live)
    }
    try await db.run(Take.where { $0.id == 1 }.update { $0.more = nil })
    try await expect(
      #""more" = (coalesce("more", 0) | $1) & ~(coalesce("more", 0) & $2)"#, \.more,
      [[.demo, .live], [.demo]]
    ) {
      $0.more.formSymmetricDifference([.demo, .live])
    }
    try await db.run(Take.where { $0.id == 1 }.update { $0.more = nil })
    try await expect(#""more" = coalesce("more", 0) | $1"#, \.more, [[.last], [.demo, .last]]) {
      $0.more.formUnion(.last)
    }
    try await expect(#""more" = coalesce("more", 0) | "marks""#, \.more?.rawValue, [130, 131]) {
      $0.more.formUnion($0.marks)
    }
  }

  @Test("Several changes of an option set are rendered as one expression")
  func several() async throws {
    try await expect(
      #""marks" = ("marks" | $1) & ~$2, "state_marks" = "state_marks" | $3"#, \.marks,
      [[.live, .last], [.live]]
    ) {
      $0.marks.insert(.live)
      $0.marks.remove(.demo)
      $0.state.marks.insert(.demo)
    }
    let states = try await db.fetch(Take.select { $0.state.marks })
    #expect(states == [[.demo], [.demo, .last]])
  }

  @Test("An upsert can add the options of the row that is not inserted")
  func upsert() async throws {
    let upsert = Take.insert(Take(id: 1, marks: [.live], more: [.live], state: State(marks: [])))
      .onConflict { $0.id }.doUpdate {
        $0.marks.formUnion($1.marks)
        $0.more.formUnion($1.more ?? $1.marks)
      }
    let sql = try upsert.statement().sql
    #expect(
      sql.hasSuffix(
        #"DO UPDATE SET "marks" = "marks" | "excluded"."marks", "more" = coalesce("more", 0) "#
          + #"| coalesce("excluded"."more", "excluded"."marks")"#), "\(sql)")
    try await db.run(upsert)
    let row = try await db.find(Take.self, 1)
    #expect(row?.marks == [.demo, .last, .live] && row?.more == .live)
  }

  @Test("Updates with different options change the right bits on one connection")
  func turns() async throws {
    for mark in [Marks.live, .demo, .last, .live] {
      try await db.run(Take.where { $0.id == 2 }.update { $0.marks.insert(mark) })
      #expect(try await db.count(Take.where { $0.id == 2 && $0.marks.contains(mark) }) == 1)
      try await db.run(Take.where { $0.id == 2 }.update { $0.marks.remove(mark) })
      #expect(try await db.count(Take.where { $0.id == 2 && $0.marks.contains(mark) }) == 0)
      try await db.run(Take.where { $0.id == 2 }.update { $0.marks.formIntersection(mark) })
    }
  }

  @Test("Bits outside the range of the column's type are refused")
  func outside() async throws {
    let ticket = FunctionSample.updateAll { $0.number = $0.number.bitwiseOr(7) }
    #expect(try ticket.statement().sql == #"UPDATE "sample" SET "number" = "number" | $1"#)
    try await db.create(SmallNumber.self)
    try await db.insert(SmallNumber(id: 1, number: 1))
    let small = SmallNumber.updateAll { $0.number = $0.number.bitwiseOr(6) }
    #expect(try small.statement().sql == #"UPDATE "smallNumber" SET "number" = "number" | $1"#)
    try await db.run(small)
    let large = SmallNumber.updateAll { $0.number = $0.number.bitwiseOr(256) }
    #expect(try large.statement().sql.contains(#"orm_integer("number" | $1, -128, 127"#))
    await #expect(throws: DatabaseError.self) { try await db.run(large) }
    let complement = SmallNumber.updateAll { $0.number = $0.number.bitwiseAnd(255) }
    await #expect(throws: Never.self) { try await db.run(complement) }
    #expect(try await db.find(SmallNumber.self, 1)?.number == 7)
  }
}

@Table
private struct SmallNumber: Hashable {
  let id: Int
  var number: Int8
}
