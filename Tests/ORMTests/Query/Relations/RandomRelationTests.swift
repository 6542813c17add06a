import ORM
import Testing

@testable import ORMSQLite

/// Conditions on relations of up to three steps, and on related rows up to three levels deep. The
/// rows refer to each other, to no row, and to rows that do not exist. The results are compared
/// with a model in memory.
@Suite("Random relations")
struct RandomRelationTests {
  @Table
  struct Node: Equatable {
    let id: Int
    var value: Int?
    @Column(index: true) var nextID: Int
    var otherID: Int?
  }

  @Test(
    "Conditions on random relations find the rows that a model in memory finds", arguments: 1...8)
  func fetch(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 1...40 {
      let rows = Self.rows(&random)
      let db = try Database.inMemory()
      try await db.create(Node.self)
      try await db.insert(rows)
      let model = Model(rows)
      let first = Condition.random(3, &random)
      let second = Condition.random(2, &random)
      let query = Node.where { first.expression(of: $0) }
      let expected = model.ids(first)
      let ids = query.order { $0.id }.select { $0.id }
      #expect(try await db.fetch(ids) == expected, "\(first) of \(rows)")
      #expect(try await db.count(query) == expected.count)
      let both = query.select { $0.id }.union(
        Node.where { second.expression(of: $0) }.select { $0.id })
      let either = Set(expected + model.ids(second)).sorted()
      #expect(try await db.fetch(both.order { $0.id }) == either, "\(first) or \(second)")
      // Inside of a query for the same table.
      let outer = Node.as("outer").where { row in
        Node.where { $0.id == row.id && first.expression(of: $0) && second.expression(of: row) }
          .exists()
      }
      let common = Set(expected).intersection(model.ids(second)).sorted()
      #expect(try await db.fetch(outer.order { $0.id }).map(\.id) == common, "\(first), \(second)")
      try await expectWrites(first, expected, rows, in: db)
    }
  }

  @Test("Lists of random relations contain the rows that a model in memory has", arguments: 1...8)
  func lists(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &+ 1000)
    for set in 1...65 {
      let rows = Self.rows(&random)
      let db = try Database.inMemory()
      try await db.create(Node.self)
      try await db.insert(rows)
      let model = Model(rows)
      let condition = Condition.random(2, &random)
      let inner = Condition.random(1, &random)
      let (way, deeper) = (Way.random(&random), Way.random(&random))
      let limit = Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : 99
      let all = Bool.random(using: &random)
      let parents =
        all ? Node.order { $0.id } : Node.where { condition.expression(of: $0) }.order { $0.id }
      let query = parents.select {
        $0.id
        $0.rows(way, along: []).where { inner.expression(of: $0) }
          .order { row in
            row.value.desc()
            row.id
          }
          .limit(limit)
          .select { ($0.id, $0.rows(deeper, along: []).order { $0.id }.select { $0.id }) }
        $0.rows(deeper, along: []).order { $0.id.desc() }.first
      }
      let found = try await db.fetch(query)
      let ids = all ? rows.map(\.id) : model.ids(condition)
      let expected = ids.compactMap { model.rows[$0] }.map { row in
        let lists = model.rows(way, of: row).filter { model.isFound($0, by: inner) }
          .sorted { ($1.value ?? -1, $0.id) < ($0.value ?? -1, $1.id) }.prefix(limit)
          .map { ($0.id, model.rows(deeper, of: $0).map(\.id).sorted()) }
        return (row.id, lists, model.rows(deeper, of: row).map(\.id).max())
      }
      #expect(
        "\(found.map { ($0.0, $0.1, $0.2?.id) })" == "\(expected)", "\(way) \(inner) of \(rows)")
      guard set.isMultiple(of: 4) else { continue }
      var streamed: [(Int, [(Int, [Int])], Int?)] = []
      for try await row in db.stream(query) { streamed.append((row.0, row.1, row.2?.id)) }
      #expect("\(streamed)" == "\(expected)", "\(way) \(inner) of \(rows)")
      try await expectRepeats(db.observe(query), in: db, &random) { found in
        "\(found.map { ($0.0, $0.1, $0.2) })"
      }
    }
  }

  /// An observation reports a commit if, and only if, it changes the observed value.
  private func expectRepeats<Value>(
    _ observation: ValueObservation<Value>, in db: Database, _ random: inout SeededGenerator,
    _ text: (Value) -> String
  ) async throws {
    let read = observation.read
    var last = try await db.reading { try read.body($0) }
    for _ in 0..<4 {
      let (id, value) = (
        Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random)
      )
      switch Int.random(in: 0...4, using: &random) {
      case 0: try await db.execute("UPDATE node SET value = \(value % 4) WHERE id = \(id)")
      case 1: try await db.execute("UPDATE node SET nextID = \(value) WHERE id = \(id)")
      case 2: try await db.execute("UPDATE node SET otherID = \(value) WHERE id = \(id)")
      case 3: try await db.execute("DELETE FROM node WHERE id = \(id)")
      default: try await db.execute("UPDATE OR IGNORE node SET id = \(value) WHERE id = \(id)")
      }
      let next = try await db.reading { try read.body($0) }
      let texts = [last, next].map { $0.value.map(text) }
      #expect(read.isRepeat(last, next) == (texts[0] == texts[1]), "\(texts)")
      last = next
    }
  }

  private func expectWrites(
    _ condition: Condition, _ expected: [Int], _ rows: [Node], in db: Database
  ) async throws {
    let query = Node.where { condition.expression(of: $0) }
    #expect(try await db.run(query.update { $0.value = -7 }) == expected.count, "\(condition)")
    let changed = try await db.fetch(Node.where { $0.value == -7 }.order { $0.id }).map(\.id)
    #expect(changed == expected, "\(condition)")
    let model = Model(try await db.fetch(Node.all))
    let doomed = model.ids(condition)
    #expect(try await db.run(query.delete()) == doomed.count, "\(condition)")
    let left = try await db.fetch(Node.order { $0.id }).map(\.id)
    #expect(left == rows.map(\.id).filter { !doomed.contains($0) }, "\(condition)")
  }

  private static func rows(_ random: inout SeededGenerator) -> [Node] {
    (1...Int.random(in: 1...9, using: &random)).map { id in
      Node(
        id: id, value: Bool.random(using: &random) ? Int.random(in: 0...3, using: &random) : nil,
        nextID: Int.random(in: 0...8, using: &random),
        otherID: Bool.random(using: &random) ? Int.random(in: 0...8, using: &random) : nil)
    }
  }

  /// The rows, and their relations in memory.
  struct Model {
    let rows: [Int: Node]

    init(_ rows: [Node]) { self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }) }

    func ids(_ condition: Condition) -> [Int] {
      rows.values.filter { isFound($0, by: condition) }.map(\.id).sorted()
    }

    /// Whether a query for the rows that meet the condition has the row: the steps of its relations
    /// that are certain, up to one that is not, are joined by JOIN.
    func isFound(_ row: Node, by condition: Condition) -> Bool {
      condition.paths.allSatisfy { path in
        let certain = path.prefix { $0 == .next }
        return certain.isEmpty || end(of: Array(certain), from: row) != nil
      } && holds(condition, of: row)
    }

    private func holds(_ condition: Condition, of row: Node) -> Bool {
      func value(_ path: [Step]) -> Int? { end(of: path, from: row)?.value }
      func rows(_ path: [Step], _ way: Way, _ inner: Condition) -> [Node] {
        guard let end = end(of: path, from: row) else { return [] }
        return self.rows(way, of: end).filter { isFound($0, by: inner) }
      }
      return switch condition {
      case .equals(let path, let other): value(path) == other
      case .less(let path, let other): value(path).map { $0 < other } ?? false
      case .same(let path, let other): value(path) == value(other)
      case .exists(let path, let way, let inner): !rows(path, way, inner).isEmpty
      case .count(let path, let way, let inner, let number):
        rows(path, way, inner).count == number
      case .sum(let path, let way, let inner, let number):
        rows(path, way, inner).compactMap(\.value).reduce(0, +) > number
      case .and(let left, let right): holds(left, of: row) && holds(right, of: row)
      case .or(let left, let right): holds(left, of: row) || holds(right, of: row)
      case .not(let operand): !holds(operand, of: row)
      }
    }

    func rows(_ way: Way, of row: Node) -> [Node] {
      switch way {
      case .nexts: rows.values.filter { $0.nextID == row.id }
      case .others: rows.values.filter { $0.otherID == row.id }
      case .othersOfNexts: rows(.nexts, of: row).flatMap { rows(.others, of: $0) }
      case .nextsToOther: rows(.nexts, of: row).compactMap { end(of: [.other], from: $0) }
      case .othersToNext: rows(.others, of: row).compactMap { end(of: [.next], from: $0) }
      case .overBoth: rows.values.filter { end(of: [.other, .next], from: $0)?.id == row.id }
      }
    }

    private func end(of path: [Step], from row: Node) -> Node? {
      path.reduce(row as Node?) { row, step in
        guard let row else { return nil }
        return switch step {
        case .next: rows[row.nextID]
        case .other: row.otherID.flatMap { rows[$0] }
        }
      }
    }
  }

  enum Step: CaseIterable { case next, other }

  enum Way: CaseIterable {
    case nexts, others, othersOfNexts, nextsToOther, othersToNext, overBoth

    static func random(_ random: inout SeededGenerator) -> Way {
      allCases.randomElement(using: &random) ?? .nexts
    }
  }

  indirect enum Condition {
    case equals([Step], Int?)
    case less([Step], Int)
    case same([Step], [Step])
    case exists([Step], Way, Condition)
    case count([Step], Way, Condition, Int)
    case sum([Step], Way, Condition, Int)
    case and(Condition, Condition)
    case or(Condition, Condition)
    case not(Condition)

    static func random(_ depth: Int, _ random: inout SeededGenerator) -> Condition {
      func path(_ random: inout SeededGenerator, _ most: Int = 3) -> [Step] {
        (0..<Int.random(in: 0...most, using: &random)).map { _ in
          Step.allCases.randomElement(using: &random) ?? .next
        }
      }
      switch Int.random(in: depth > 0 ? 0...11 : 0...2, using: &random) {
      case 0:
        let value = Int.random(in: -1...3, using: &random)
        return .equals(path(&random), value < 0 ? nil : value)
      case 1: return .less(path(&random), Int.random(in: 0...3, using: &random))
      case 2: return .same(path(&random), path(&random))
      case 3...5: return .and(.random(depth - 1, &random), .random(depth - 1, &random))
      case 6, 7: return .or(.random(depth - 1, &random), .random(depth - 1, &random))
      case 8: return .not(.random(depth - 1, &random))
      case 9: return .exists(path(&random, 1), .random(&random), .random(depth - 1, &random))
      case 10:
        let number = Int.random(in: 0...2, using: &random)
        return .count(path(&random, 1), .random(&random), .random(depth - 1, &random), number)
      default:
        let number = Int.random(in: 0...3, using: &random)
        return .sum(path(&random, 1), .random(&random), .random(depth - 1, &random), number)
      }
    }

    var paths: [[Step]] {
      switch self {
      case .equals(let path, _), .less(let path, _), .exists(let path, _, _),
        .count(let path, _, _, _), .sum(let path, _, _, _):
        [path]
      case .same(let path, let other): [path, other]
      case .and(let left, let right), .or(let left, let right): left.paths + right.paths
      case .not(let operand): operand.paths
      }
    }

    func expression(of row: Node.Columns) -> SQLExpression<Bool> {
      switch self {
      case .equals(let path, let other): row.value(along: path) == other
      case .less(let path, let other): row.value(along: path) < other
      case .same(let path, let other): row.value(along: path) == row.value(along: other)
      case .exists(let path, let way, let inner):
        row.rows(way, along: path).exists { inner.expression(of: $0) }
      case .count(let path, let way, let inner, let number):
        row.rows(way, along: path).where { inner.expression(of: $0) }.count() == number
      case .sum(let path, let way, let inner, let number):
        row.rows(way, along: path).where { inner.expression(of: $0) }.sum { $0.value }.coalesce(0)
          > number
      case .and(let left, let right): left.expression(of: row) && right.expression(of: row)
      case .or(let left, let right): left.expression(of: row) || right.expression(of: row)
      case .not(let operand): !operand.expression(of: row)
      }
    }
  }
}

extension RandomRelationTests.Node.Columns {
  var next: ToOne<RandomRelationTests.Node> { toOne(nextID) }
  var other: ToOptional<RandomRelationTests.Node> { toOptional(otherID) }

  var nexts: ToMany<RandomRelationTests.Node> { toMany(\.next) }
  var others: ToMany<RandomRelationTests.Node> { toMany(\.other) }
  var othersOfNexts: ToMany<RandomRelationTests.Node> { nexts.to { $0.others } }
  var nextsToOther: ToMany<RandomRelationTests.Node> { nexts.to { $0.other } }
  var othersToNext: ToMany<RandomRelationTests.Node> { others.to { $0.next } }
  var overBoth: ToMany<RandomRelationTests.Node> { toMany(\.other.next) }

  fileprivate func rows(
    _ way: RandomRelationTests.Way, along path: [RandomRelationTests.Step]
  ) -> ToMany<RandomRelationTests.Node> {
    switch path.first {
    case .next: next.rows(way, along: [])
    case .other: Self.rows(way, of: other)
    case nil:
      switch way {
      case .nexts: nexts
      case .others: others
      case .othersOfNexts: othersOfNexts
      case .nextsToOther: nextsToOther
      case .othersToNext: othersToNext
      case .overBoth: overBoth
      }
    }
  }

  private static func rows(
    _ way: RandomRelationTests.Way, of row: ToOptional<RandomRelationTests.Node>
  ) -> ToMany<RandomRelationTests.Node> {
    switch way {
    case .nexts: row.nexts
    case .others: row.others
    case .othersOfNexts: row.othersOfNexts
    case .nextsToOther: row.nextsToOther
    case .othersToNext: row.othersToNext
    case .overBoth: row.overBoth
    }
  }

  fileprivate typealias Value = Column<RandomRelationTests.Node, Int?>

  fileprivate func value(along path: [RandomRelationTests.Step]) -> Value {
    guard let step = path.first else { return value }
    return switch step {
    case .next: next.value(along: Array(path.dropFirst()))
    case .other: Self.value(of: other, along: Array(path.dropFirst()))
    }
  }

  private static func value(
    of row: ToOptional<RandomRelationTests.Node>, along path: [RandomRelationTests.Step]
  ) -> Value {
    guard let step = path.first else { return row.value }
    return switch step {
    case .next: value(of: row.next, along: Array(path.dropFirst()))
    case .other: value(of: row.other, along: Array(path.dropFirst()))
    }
  }
}
