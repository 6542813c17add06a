import Foundation
import ORM
import Testing

@Suite("Aggregates and collations written in Swift", .timeLimit(.minutes(10)))
struct AggregateTests {
  let db: Database

  static let longest = DatabaseAggregate("longest", initial: nil as String?) {
    (longest: inout String?, text: String) in
    if text.count > longest?.count ?? -1 { longest = text }
  } result: {
    $0
  }

  static let total = DatabaseAggregate("total2", initial: 0) { (total: inout Int, number: Int) in
    total += number
  } inverse: { total, number in
    total -= number
  } result: {
    $0
  }

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self)
    try await db.insert([
      Record(title: "b", plays: 1), Record(title: "Äb", plays: 2), Record(title: "abc", plays: 3),
      Record(title: "B", plays: 4),
    ])
  }

  @Test("An aggregate returns one value per group, and its initial result without rows")
  func groups() async throws {
    try db.add(Self.longest)
    #expect(try await db.value(String?.self, sql: "SELECT longest(title) FROM record") == "abc")
    #expect(
      try await db.value(String?.self, sql: "SELECT longest(title) FROM record WHERE id > 9") == nil
    )
    #expect(
      try await db.fetch(
        String.self, sql: "SELECT longest(title) FROM record GROUP BY plays % 2 ORDER BY 1")
        == ["abc", "Äb"])
  }

  @Test("An aggregate can have several arguments, and each call has its own state")
  func states() async throws {
    let weigh = DatabaseAggregate("weigh", initial: [Int]()) {
      (sums: inout [Int], a: Int, b: Int?) in
      sums.append(a * (b ?? 0))
    } result: { (sums: [Int]) -> String in
      sums.map { "\($0)" }.joined(separator: ",")
    }
    try db.add(weigh)
    let row = try await db.first(
      Row.self, sql: "SELECT weigh(plays, 2), weigh(plays, NULL), weigh(id, 1) FROM record")
    #expect(row?.values == ["2,4,6,8", "0,0,0,0", "1,2,3,4"])
  }

  @Test("An aggregate with an inverse can be a window function; one without is refused")
  func windows() async throws {
    try db.add(Self.total)
    try db.add(Self.longest)
    let sums = try await db.fetch(
      Int.self,
      sql: """
        SELECT total2(plays) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM record
        """)
    #expect(sums == [1, 3, 5, 7])
    let none = try await db.fetch(
      Int.self,
      sql: """
        SELECT total2(plays) OVER (ORDER BY id ROWS BETWEEN 9 FOLLOWING AND 9 FOLLOWING)
        FROM record
        """)
    #expect(none == [0, 0, 0, 0])
    #expect(try await db.value(Int.self, sql: "SELECT total2(plays) FROM record") == 10)
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(Row.self, sql: "SELECT longest(title) OVER () FROM record")
    }
  }

  @Test("An aggregate can be called in raw SQL of typed columns")
  func typed() async throws {
    try db.add(Self.longest)
    let call = Self.longest(Record.columns.title)
    let sql: SQL = "SELECT \(call) FROM \(Record.self)"
    #expect(try sql.statement().sql == #"SELECT "longest"("title") FROM "record""#)
    #expect(try await db.value(String?.self, sql: sql) == "abc")
  }

  @Test("An aggregate throws the error of its step, its inverse or its result")
  func errors() async throws {
    try db.add(
      DatabaseAggregate("step", initial: 0) { (_: inout Int, x: Int) in
        if x == 3 { throw Stop() }
      } result: { (_: Int) -> Int in
        Issue.record("there is no value after a step that threw")
        return 0
      })
    try db.add(
      DatabaseAggregate("back", initial: 0) { (_: inout Int, _: Int) in
      } inverse: { _, _ in
        throw Stop()
      } result: {
        $0
      })
    try db.add(
      DatabaseAggregate("end", initial: 0) { (_: inout Int, _: Int) in
      } result: { (_: Int) -> Int in
        throw Stop()
      })
    let window: SQL = "OVER (ORDER BY id ROWS CURRENT ROW)"
    for (sql, name) in [
      ("SELECT step(plays) FROM record", "step"), ("SELECT end(plays) FROM record", "\"end\""),
      ("SELECT back(plays) \(window) FROM record", "back"),
    ] as [(SQL, String)] {
      let text = try sql.statement().sql.replacing("end(", with: "\"end\"(")
      let error = await #expect(throws: DatabaseError.self) {
        try await db.fetch(Row.self, sql: "\(raw: text)")
      }
      #expect(error?.underlyingError is Stop)
      #expect(error?.message == "\(name.filter { $0 != "\"" })() threw Stop")
    }
  }

  @Test("An aggregate releases its state at the end, after errors and after cancellation")
  func released() async throws {
    let count = Count()
    try db.add(
      DatabaseAggregate("counted", initial: Counted(count)) { (_: inout Counted, x: Int) in
        if x == 99 { throw Stop() }
      } inverse: { _, _ in
      } result: {
        $0.value
      })
    #expect(try await db.value(Int.self, sql: "SELECT counted(plays) FROM record") == 1)
    #expect(count.made == 1)
    _ = try await db.fetch(Int.self, sql: "SELECT counted(plays) FROM record GROUP BY id")
    _ = try await db.first(Int.self, sql: "SELECT counted(plays) FROM record GROUP BY id")
    _ = try await db.fetch(Int.self, sql: "SELECT counted(plays) OVER (ORDER BY id) FROM record")
    _ = try await db.first(Int.self, sql: "SELECT counted(plays) OVER (ORDER BY id) FROM record")
    _ = try await db.value(Int.self, sql: "SELECT counted(plays) FROM record WHERE id > 9")
    await #expect(throws: DatabaseError.self) {
      try await db.fetch(
        Int.self, sql: "SELECT counted(iif(plays = 3, 99, 0)), counted(1) FROM record")
    }
    let made = count.made
    let task = Task { [db] in
      try await db.value(
        Int.self,
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
          SELECT counted(0) FROM n
          """)
    }
    // On a thread that no task can keep busy: tasks may have only two threads.
    Thread.detachNewThread {
      while count.made == made { usleep(1000) }
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(count.alive == 0)
  }

  @Test("A collation in Swift orders and compares text")
  func collation() async throws {
    let caseless = DatabaseCollation("caseless") { left, right in
      let (left, right) = (left.lowercased(), right.lowercased())
      return left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
    }
    try db.add(caseless)
    let query = Record.where { $0.title.collate(caseless) == "äB" }
    #expect(try query.statement().sql.hasSuffix(#"WHERE "title" COLLATE "caseless" = $1"#))
    let found = try await db.fetch(query).map(\.title)
    #expect(found == ["Äb"])
    let ordered = Record.order {
      $0.title.collate(caseless).desc(); $0.id
    }
    let titles = try await db.fetch(ordered).map(\.title)
    #expect(titles == ["Äb", "b", "B", "abc"])
    try db.add(DatabaseCollation("caseless") { _, _ in .orderedSame })
    let ids = try await db.fetch(ordered).map(\.id)
    #expect(ids == [1, 2, 3, 4])
    try db.add(DatabaseCollation("É") { _, _ in .orderedSame })
    try db.add(DatabaseCollation("é") { _, _ in .orderedAscending })
    let same = try await db.first(Row.self, sql: "SELECT 1 = 2 COLLATE É, '1' = '2' COLLATE É")
    #expect(same?.values == [0, 1])
  }

  @Test("A collation is released with its database")
  func collationReleased() async throws {
    let count = Count()
    do {
      let db = try Database.inMemory()
      let counted = Counted(count)
      try db.add(
        DatabaseCollation("c") { _, _ in counted.value == 1 ? .orderedSame : .orderedAscending })
      #expect(try await db.value(Bool.self, sql: "SELECT 'a' = 'b' COLLATE c"))
    }
    #expect(count.alive == 0 && count.made == 1)
  }
}
