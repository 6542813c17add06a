import ORM
import Testing

/// A row gets a unique value that another row still has.
@Suite("Unique values in synchronized collections")
struct SyncSwapTests {
  @Test("sync lets rows swap unique values, in any order")
  func swaps() async throws {
    let db = try Database.inMemory()
    try await db.create(Line.self, Stop.self)
    try await db.insert([Line(id: 1), Line(id: 2)])
    func stops(_ order: [Int]) -> [Stop] {
      order.enumerated().map { position, id in
        Stop(id: id, line: 1, position: position, label: "\(position)", code: "code \(position)")
      }
    }
    #expect(try await db.sync(stops([1, 2, 3, 4, 5]), as: \.stops, of: Line(id: 1)).inserted == 5)
    try await db.insert(Stop(id: 900, line: 2, position: 0, label: nil, code: "x"))
    for order in [[2, 1, 3, 4, 5], [5, 2, 1, 3, 4], [3, 4, 5, 1, 2], [6, 3, 4, 5, 1], [1, 3]] {
      let change = try await db.sync(stops(order), as: \.stops, of: Line(id: 1))
      #expect(!change.isEmpty)
      let rows = try await db.fetch(Stop.where { $0.line == 1 }.order { $0.position })
      #expect(rows == stops(order))
    }
    // With many rows, there are at most five updates for each row.
    let many = Array(1...500)
    try await db.sync(stops(many), as: \.stops, of: Line(id: 1))
    let trace = try await StatementTrace.start(on: db)
    for order in [many.shuffled(), many.reversed(), Array(many[1...]) + [1]] {
      trace.removeAll()
      try await db.sync(stops(order), as: \.stops, of: Line(id: 1))
      #expect(try await db.fetch(Stop.where { $0.line == 1 }.order { $0.position }) == stops(order))
      #expect(trace.count("UPDATE") <= 5 * many.count)
    }
    // A value of another line stays taken.
    let error = await #expect(throws: DatabaseError.self) {
      try await db.sync(
        [
          Stop(id: 1, line: 1, position: 1, label: nil, code: "x"),
          Stop(id: 2, line: 1, position: 2, label: nil, code: "y"),
        ], as: \.stops, of: Line(id: 1))
    }
    #expect(error?.violation?.kind == .unique && error?.violation?.columns == ["code"])
    #expect(try await db.count(Stop.where { $0.line == 1 }) == 500)
  }

  @Table
  struct Stop: Equatable {
    let id: Int
    var line: Int
    var position: Int
    @Column(unique: true) var label: String?
    @Column(unique: true) var code: String
    #Index<Stop>(\.line, \.position, unique: true)
  }

  @Table
  struct Line: Equatable {
    let id: Int
  }
}

extension SyncSwapTests.Stop.Columns {
  fileprivate var owner: ToOne<SyncSwapTests.Line> { toOne(line) }
}

extension SyncSwapTests.Line.Columns {
  fileprivate var stops: ToMany<SyncSwapTests.Stop> { toMany(\.owner) }
}
