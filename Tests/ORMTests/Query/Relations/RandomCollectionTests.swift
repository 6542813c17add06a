import ORM
import Testing

/// Collections and links of random rows, compared with a model in memory.
@Suite("Random collections")
struct RandomCollectionTests {
  @Table
  struct Line: Hashable {
    let id: Int
  }

  @Table
  struct Stop: Hashable {
    var id: Int?
    @Column(index: true, references: Line.self) var lineID: Int?
    @Column(unique: true) var code: String
    @Column(unique: true) var rank: Int
    @Column(unique: true) var label: String?
  }

  @Table
  struct Sign: Hashable {
    @Column(primaryKey: true, collate: .noCase) let name: String
  }

  /// Neither a key nor an index has both references.
  @Table
  struct Mark: Hashable {
    let id: Int?
    @Column(collate: .noCase, references: Sign.self) var signName: String
    @Column(references: Line.self) var lineID: Int
  }

  @Test("sync leaves the given rows, and counts the rows that it changes", arguments: 0..<40)
  func collections(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let db = try Database.inMemory()
    try await db.create(Line.self, Stop.self)
    try await db.insert((1...3).map { Line(id: $0) })
    var model: [Int: [Stop]] = [:]
    for _ in 0..<6 {
      let line = Int.random(in: 1...3, using: &random)
      let old = model[line] ?? []
      // Values that change hands among the rows of the line, and some that are new.
      var values = old.map(\.rank).shuffled(using: &random)
      func value() -> Int {
        if let last = values.popLast(), Bool.random(using: &random) { return last }
        return line * 10_000 + Int.random(in: 0..<5_000, using: &random)
      }
      var given: [Stop] = []
      for row in old.shuffled(using: &random) where Int.random(in: 0..<5, using: &random) > 0 {
        let rank = Bool.random(using: &random) ? row.rank : value()
        given.append(
          Stop(id: row.id, lineID: line, code: "c\(rank)", rank: rank, label: row.label))
      }
      for _ in 0..<Int.random(in: 0..<8, using: &random) {
        let rank = value()
        let label = Bool.random(using: &random) ? "l\(rank)" : nil
        given.append(Stop(id: nil, lineID: line, code: "c\(rank)", rank: rank, label: label))
      }
      var (ranks, labels): (Set<Int>, Set<String?>) = ([], [])
      given = given.filter {
        ranks.insert($0.rank).inserted && ($0.label == nil || labels.insert($0.label).inserted)
      }
      let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
      let kept = given.filter { $0.id != nil }
      let change = try await db.sync(given, as: \.stops, of: Line(id: line))
      #expect(change.updated == kept.count { before[$0.id] != $0 })
      #expect(change.deleted == old.count - kept.count)
      #expect(change.inserted == given.count - kept.count)
      model[line] = kept + change.insertedRows
      for line in 1...3 {
        let rows = try await db.fetch(Stop.where { $0.lineID == line })
        #expect(Set(rows) == Set(model[line] ?? []))
      }
      #expect(Set(given.map(\.code)) == Set((model[line] ?? []).map(\.code)))
    }
  }

  @Test("link and unlink change links as operations of a set do", arguments: 0..<20)
  func links(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let db = try Database.inMemory()
    try await db.create(Line.self, Sign.self, Mark.self)
    try await db.insert((1...2).map { Line(id: $0) })
    let names = (0..<30).map { "n\($0)" }
    try await db.insert(names.map { Sign(name: $0) })
    var model: [Int: Set<String>] = [:]
    for _ in 0..<12 {
      let line = Int.random(in: 1...2, using: &random)
      let count = Bool.random(using: &random) ? 25 : 4
      let some = (0..<Int.random(in: 0...count, using: &random)).map { _ in
        names[Int.random(in: 0..<30, using: &random)]
      }
      let signs = some.map { Sign(name: Bool.random(using: &random) ? $0 : $0.uppercased()) }
      let known = model[line] ?? []
      if Bool.random(using: &random) {
        let linked = try await db.link(Line(id: line), to: signs, by: \.signs)
        #expect(linked == Set(some).subtracting(known).count)
        model[line] = known.union(some)
      } else {
        let unlinked = try await db.unlink(Line(id: line), from: signs, by: \.signs)
        #expect(unlinked == known.intersection(some).count)
        model[line] = known.subtracting(some)
      }
      let rows = try await db.fetch(Mark.select { ($0.lineID, $0.signName) })
      #expect(rows.count == model.values.reduce(0) { $0 + $1.count })
      for (line, name) in rows { #expect(model[line]?.contains(name) == true) }
    }
  }
}

extension RandomCollectionTests.Stop.Columns {
  fileprivate var line: ToOptional<RandomCollectionTests.Line> { toOptional(lineID) }
}

extension RandomCollectionTests.Line.Columns {
  fileprivate var stops: ToMany<RandomCollectionTests.Stop> { toMany(\.line) }
  fileprivate var marks: ToMany<RandomCollectionTests.Mark> { toMany(\.line) }
  fileprivate var signs: ToMany<RandomCollectionTests.Sign> { marks.to { $0.sign } }
}

extension RandomCollectionTests.Mark.Columns {
  fileprivate var line: ToOne<RandomCollectionTests.Line> { toOne(lineID) }
  fileprivate var sign: ToOne<RandomCollectionTests.Sign> { toOne(signName) }
}
