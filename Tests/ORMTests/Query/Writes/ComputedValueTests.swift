import Foundation
import ORM
import Testing

/// A statement fails, and writes nothing, if SQL computes a value that its column can't read.
struct ComputedValueTests {
  enum Level: Int, ColumnValue, CaseIterable { case low = 1, high }
  enum Size: String, ColumnValue, CaseIterable { case small, large }
  struct Rank: RawRepresentable, ColumnValue, Hashable { let rawValue: Int16 }

  struct Settings: Codable, Hashable, Sendable { var step: Int8 = 100 }

  @Table("counter")
  struct Counter: Hashable {
    let id: Int
    var left: UInt8 = 0
    var level: Int8 = 100
    var maybe: Int8?
    var big: UInt64 = 0
    var count: Int = .max
    var ratio: Float = 1e38
    var exact: Double = 1e308
    var price: Decimal = 1
    var isOn: Bool = true
    var grade: Level = .high
    var size: Size = .small
    var rank: Rank = Rank(rawValue: 32_767)
    @Column(as: JSON.self) var settings: Settings = Settings()
    var other: Int = 0
  }

  /// A table as other programs create it: it stores values of any storage class.
  @Table("loose", strict: false)
  struct Loose: Hashable {
    let id: Int
    var count: Int = .max
    var small: Int16 = 0
  }

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Counter.self, Loose.self, LessView.self, MaybeView.self)
    try await db.insert([Counter(id: 1), Counter(id: 2, left: 7)])
    try await db.insert(Loose(id: 1))
    return db
  }

  private func expectRefusal(
    of write: some WriteStatement, table: String = "counter", _ column: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let db = try await database()
    let before = (try await db.fetch(Counter.self), try await db.fetch(Loose.self))
    let thrown = await #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) {
      try await db.run(write)
    }
    let error = thrown?.underlyingError as? ValueEncodingError
    #expect(error?.table == table, "\(String(describing: thrown))", sourceLocation: sourceLocation)
    #expect(error?.column == column, sourceLocation: sourceLocation)
    let after = (try await db.fetch(Counter.self), try await db.fetch(Loose.self))
    #expect(after == before, sourceLocation: sourceLocation)
  }

  @Test("Every form of a write fails if it sets a narrow integer outside its range")
  func integers() async throws {
    let all = Counter.updateAll { $0.left -= 1 }
    #expect(
      try all.statement().sql
        == #"UPDATE "counter" SET "left" = orm_integer("left" - $1, 0, 255, 'counter', 'left')"#)
    try await expectRefusal(of: all, "left")
    try await expectRefusal(of: Counter.updateAll { $0.level += 100 }, "level")
    try await expectRefusal(of: Counter.updateAll { $0.big -= 1 }, "big")
    try await expectRefusal(
      of: Counter.where { $0.id == 2 }.update { $0.maybe = ($0.level * 2).optional() }, "maybe")
    try await expectRefusal(
      of: Counter.insert(Counter(id: 1)).onConflict { $0.id }.doUpdate { row, excluded in
        row.level += excluded.level
      }, "level")
    try await expectRefusal(
      of: Counter.insert { row in
        row.id = 9
        row.level = Counter.where { $0.id == 1 }.select { $0.level * 3 }.scalar().coalesce(0)
      }, "level")
    try await expectRefusal(
      of: Counter.insert {
        ($0.id, $0.level)
      } select: {
        Counter.where { $0.id == 1 }.select { ($0.id + 10, $0.level * 3) }
      }, "level")
    try await expectRefusal(
      of: Counter.insert {
        ($0.id, $0.level)
      } select: {
        Counter.where { $0.id == 1 }.select { ($0.id + 10, $0.level * 3) }
          .union(Counter.where { $0.id == 2 }.select { ($0.id + 10, $0.level) })
      }, "level")
    let from = Counter.all.update(from: Loose.self) { counter, loose in
      counter.left -= 1
      counter.other = loose.id
    } where: {
      $0.id == $1.id
    }
    try await expectRefusal(of: from, "left")
  }

  @Selection
  struct Less {
    var id: Int
    var left: UInt8
  }

  @Selection
  struct LessView: DatabaseView {
    var id: Int
    var left: UInt8

    static var definition: some SelectStatement<LessView> {
      Counter.all.select { LessView.select(id: $0.id + 10, left: $0.left - 1) }
    }
  }

  @Selection
  struct MaybeView: DatabaseView {
    var id: Int?
    var maybe: Int8?

    static var definition: some SelectStatement<MaybeView> {
      Counter.all.select {
        MaybeView.select(id: $0.id.optional(), maybe: ($0.level + 100).optional())
      }
    }
  }

  private static let less = Counter.all.select { Less.select(id: $0.id + 10, left: $0.left - 1) }

  @Test(
    "A write fails if its source query computes a value outside the column's range",
    arguments: [
      TableExpression(less, as: "less"), TableExpression(with: "less", as: less),
      TableExpression(TableExpression(less, as: "inner").all, as: "less"),
      TableExpression(less.unionAll(less), as: "less"),
    ])
  func derivedColumns(_ less: TableExpression<Less>) async throws {
    let update = Counter.all.update(source: less) {
      $0.left = $1.left
    } where: {
      $0.id + 10 == $1.id
    }
    try await expectRefusal(of: update, "left")
    let first = Counter.all.update(source: less) { counter, other in
      counter.set(
        \.left, \.level,
        to: Counter.where { $0.id == 1 }.select { (other.left, $0.level) })
    } where: {
      $0.id + 10 == $1.id
    }
    try await expectRefusal(of: first, "left")
    let insert = Counter.insert {
      ($0.id, $0.left)
    } select: {
      less.all.select { ($0.id, $0.left) }
    }
    try await expectRefusal(of: insert, "left")
    let scalar = less.all.select { $0.left }.scalar().coalesce(UInt8(0))
    try await expectRefusal(of: Counter.updateAll { $0.left = scalar }, "left")
  }

  @Test("A write fails if a view computes a value outside the column's range")
  func viewColumns() async throws {
    let insert = Counter.insert {
      ($0.id, $0.left)
    } select: {
      LessView.all.select { ($0.id, $0.left) }
    }
    try await expectRefusal(of: insert, "left")
  }

  @Test("A write fails if an outer-joined view computes a value outside the column's range")
  func outerJoinedViewColumns() async throws {
    let insert = Counter.insert {
      ($0.id, $0.maybe)
    } select: {
      Counter.all.leftJoin(MaybeView.self) {
        $0.id.optional() == $1.id
      }
      .select { ($0.id + 20, $1.maybe) }
    }
    try await expectRefusal(of: insert, "maybe")
  }

  @Test("A column that a query only passes on is not checked")
  func passedColumns() throws {
    let counters = TableExpression(Counter.where { $0.id > 1 }, as: "other")
    let update = Counter.all.update(source: counters) {
      $0.left = $1.left
    } where: {
      $0.id == $1.id
    }
    #expect(try !update.statement().sql.contains("orm_integer"))
    let insert = Counter.insert {
      ($0.id, $0.left)
    } select: {
      counters.all.select { ($0.id, $0.left) }
    }
    #expect(try !insert.statement().sql.contains("orm_integer"))
  }

  @Test("An overflow of 64 bits fails, and needs no check in a STRICT table")
  func wideIntegers() async throws {
    let strict = Counter.updateAll { $0.count += 1 }
    #expect(try strict.statement().sql == #"UPDATE "counter" SET "count" = "count" + $1"#)
    let db = try await database()
    let error = await #expect(throws: DatabaseError.self) { try await db.run(strict) }
    #expect(error?.message.contains("counter.count") == true)
    #expect(try await db.fetch(Counter.self).map(\.count) == [.max, .max])
    try await expectRefusal(of: Loose.updateAll { $0.count += 1 }, table: "loose", "count")
    let twice = Loose.updateAll {
      $0.small -= 32_767
      $0.small -= 2
    }
    try await expectRefusal(of: twice, table: "loose", "small")
  }

  @Test("An overflow of 64 bits between two operations fails, whatever the last result is")
  func overflowOnTheWay() async throws {
    let update = Counter.updateAll { $0.count = $0.count + 1000 - $0.count }
    #expect(
      try update.statement().sql
        == #"UPDATE "counter" SET "count" = orm_exact_integer("count" + $1 - "count", "#
        + #"-9223372036854775808, 9223372036854775807, 'counter', 'count')"#)
    try await expectRefusal(of: update, "count")
    try await expectRefusal(of: Counter.updateAll { $0.count = $0.count * 3 / 3 }, "count")
    let twice = Counter.updateAll {
      $0.count += 1
      $0.count -= 1
    }
    try await expectRefusal(of: twice, "count")
    try await expectRefusal(
      of: Loose.updateAll { $0.count = $0.count + 1000 - $0.count }, table: "loose", "count")
    try await expectRefusal(
      of: Counter.updateAll { $0.other = ($0.count + 1).max($0.id) - $0.count }, "other")
    try await expectRefusal(
      of: Counter.updateAll {
        $0.other = SQLCase.when($0.id == 1, then: $0.count + 1).else($0.count) - $0.count
      }, "other")
    // An operation on bits makes an INTEGER of a REAL.
    try await expectRefusal(
      of: Counter.updateAll { $0.other = ($0.count + 1).bitwiseAnd(7) }, "other")
    try await expectRefusal(
      of: Counter.updateAll { $0.other = ($0.count + 1).bitwiseNot() }, "other")
    try await expectRefusal(
      of: Counter.updateAll { $0.settings = $0.settings.jsonSet("step", to: $0.count + 1) },
      "settings")
  }

  @Test("An overflow of 64 bits in a query whose result is stored fails")
  func overflowInQueries() async throws {
    let first = Counter.where { $0.id == 1 }
    try await expectRefusal(
      of: Counter.updateAll {
        $0.other = first.select { $0.count + 9 - $0.count }.scalar().coalesce(0)
      }, "other")
    try await expectRefusal(
      of: Counter.updateAll { row in
        row.other =
          Counter.select { ($0.count - $0.id * 9_223_372_036_854_775_807 * 2).sum() }.scalar()
          .coalesce(0)
      }, "other")
    let rounded = Counter.all.select {
      Large.select(id: $0.id + 10, count: $0.count + 9 - $0.count)
    }
    try await expectRefusal(
      of: Counter.insert {
        ($0.id, $0.count)
      } select: {
        Counter.all.select { ($0.id + 10, $0.count + 9 - $0.count) }
      }, "count")
    try await expectRefusal(
      of: Counter.insert {
        ($0.id, $0.count)
      } select: {
        first.select { ($0.id + 10, $0.count) }
          .union(first.select { ($0.id + 20, $0.count + 9 - $0.count) })
      }, "count")
    let source = TableExpression(rounded, as: "large")
    try await expectRefusal(
      of: Counter.all.update(source: source) {
        $0.count = $1.count
      } where: {
        $0.id + 10 == $1.id
      }, "count")
    try await expectRefusal(
      of: Counter.insert(Counter(id: 1)).onConflict { $0.id }.doUpdate { row, excluded in
        row.count = row.count + excluded.count - row.count
      }, "count")
  }

  @Selection
  struct Large {
    var id: Int
    var count: Int
  }

  @Test("Subtracting 1 from the least integer fails in a table that is not STRICT")
  func leastInteger() async throws {
    let db = try await database()
    try await db.insert(Loose(id: 2, count: .min))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.run(Loose.where { $0.id == 2 }.update { $0.count -= 1 })
    }
    #expect((error?.underlyingError as? ValueEncodingError)?.column == "count")
    #expect(try await db.find(Loose.self, 2)?.count == .min)
  }

  @Test("A selected result that overflowed between two operations is not decoded as an integer")
  func overflowInResults() async throws {
    let db = try await database()
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(Counter.select { $0.count + 9 - $0.count })
    }
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(Counter.select { ($0.count + 9 - $0.count).optional() })
    }
  }

  @Test("A computed Bool, enum, float, decimal, raw value or JSON that can't be read fails")
  func others() async throws {
    try await expectRefusal(
      of: Counter.updateAll { $0.isOn = SQLExpression(sql: "\($0.id) + 1") }, "isOn")
    try await expectRefusal(
      of: Counter.updateAll { $0.grade = SQLExpression(sql: "\($0.grade) + 1") }, "grade")
    try await expectRefusal(
      of: Counter.updateAll { $0.size = SQLExpression(sql: "upper(\($0.size))") }, "size")
    try await expectRefusal(
      of: Counter.updateAll { $0.rank = SQLExpression(sql: "\($0.rank) + 1") }, "rank")
    try await expectRefusal(of: Counter.updateAll { $0.ratio *= 10 }, "ratio")
    try await expectRefusal(
      of: Counter.updateAll { $0.price = SQLExpression(sql: "'a lot'") }, "price")
    try await expectRefusal(
      of: Counter.updateAll { $0.settings = $0.settings.jsonSet("step", to: $0.level + 100) },
      "settings")
  }

  @Test("Computed values that fit are stored, and columns and constants are not checked")
  func fitting() async throws {
    let db = try await database()
    let update = Counter.where { $0.id == 2 }.update {
      $0.left -= 7
      $0.left += 1
      $0.maybe = $0.level.optional()
      $0.level = 5
      $0.isOn.toggle()
      $0.grade = SQLCase.when($0.id == 2, then: .low).else(.high)
      $0.exact *= 10
      $0.ratio /= 2
      $0.price += 1
    }
    #expect(
      try update.statement().sql
        == #"UPDATE "counter" SET "left" = orm_integer("left" - $1 + $2, 0, 255, 'counter', 'left'), "#
        + #""maybe" = "level", "level" = $3, "isOn" = NOT "isOn", "#
        + #""grade" = CASE WHEN "id" = $4 THEN $5 ELSE $6 END, "exact" = "exact" * $7, "#
        + #""ratio" = orm_float("ratio" / $8, 'counter', 'ratio'), "#
        + #""price" = decimal_add("price", $9) WHERE "id" = $10"#)
    #expect(try await db.run(update) == 1)
    let counter = try await db.find(Counter.self, 2)
    #expect(counter?.left == 1)
    #expect(counter?.maybe == 100)
    #expect(counter?.exact == .infinity)
    #expect(try await db.run(Counter.updateAll { $0.maybe = $0.maybe + 1 }) == 2)
    #expect(try await db.fetch(Counter.order { $0.id }).map(\.maybe) == [nil, 101])
  }

  @Test("A trigger fails if 64 bits overflow between two of its operations")
  func overflowInTriggers() async throws {
    let db = try await database()
    let trigger = Trigger("loose_added", after: .insert(Loose.self)) { new in
      Counter.where { $0.id == new.id }.update {
        $0.count = $0.count * 3 / 3
        $0.other = ($0.other + 1).bitwiseAnd(7)
      }
    }
    try await db.create(trigger)
    let error = await #expect(throws: DatabaseError.self) { try await db.insert(Loose(id: 2)) }
    #expect(error?.message == "'counter'.'count': the number leaves the integers of 64 bits")
    try await db.insert(Loose(id: 3, count: .min))
    let loose = Trigger("loose_deleted", after: .delete(Loose.self)) { old in
      Loose.where { $0.id == 3 }.update { $0.count -= 1 }
    }
    try await db.create(loose)
    await #expect(throws: DatabaseError.self) {
      try await db.run(Loose.where { $0.id == 1 }.delete())
    }
    #expect(try await db.find(Loose.self, 3)?.count == .min)
  }

  @Test("A trigger checks computed values by RAISE, which works in every program")
  func triggers() async throws {
    let db = try await database()
    let trigger = Trigger("loose_added", after: .insert(Loose.self)) { new in
      Counter.where { $0.id == new.id }.update { $0.left -= 1 }
    }
    try await db.create(trigger)
    let sql = try await db.fetch(
      String.self, sql: "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    #expect(!sql[0].contains("orm_integer"))
    #expect(sql[0].contains(#"CASE WHEN "left" - 1 NOT BETWEEN 0 AND 255 THEN RAISE(ABORT, "#))
    try await db.insert(Loose(id: 2))
    let error = await #expect(throws: DatabaseError.self) {
      try await db.run(Loose.where { $0.id == 1 }.delete())
      try await db.insert(Loose(id: 1))
    }
    #expect(error?.message == "'counter'.'left': the number is outside of 0 to 255")
    #expect(try await db.fetch(Counter.order { $0.id }).map(\.left) == [0, 6])
  }
}
