import Foundation
import ORM
import Testing

private enum Mood: String, Codable, CaseIterable, Sendable { case calm, loud, sad, glad, odd }

/// Values of the types that Swift encodes in a varying order, at several depths.
private struct Mixed: Codable, Hashable, Sendable {
  var words: Set<String>
  var moods: [Mood: Int]
  var ids: [UUID: [String: Double]]
  var nested: [Set<Int>]
  var pairs: Set<Set<Mood>>
  var maybe: Set<Double>?
  var names: [String: Set<Int>]
  var zero: Double
  var dates: Set<Date>
  var data: Data
}

@Table private struct Shelf: Equatable {
  let id: Int
  @Column(as: JSON.self) var mixed: Mixed
  @Column(as: JSON.self) var moods: Set<Mood>
  @Column(as: JSON.self) var maybe: [String]?
}

@Selection private struct MoodsOfShelf {
  @Column(as: JSON.self) var moods: Set<Mood>
}

@Suite("JSON of equal values")
struct CanonicalJSONTests {
  private static func mixed(_ generator: inout SeededGenerator, size: Int = 8) -> Mixed {
    func number() -> Int { .random(in: 0...1000, using: &generator) }
    func uuid() -> UUID {
      let (high, low) = (generator.next(), generator.next())
      return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    return Mixed(
      words: Set((0..<size).map { _ in "w\(number())" }),
      moods: Dictionary(Mood.allCases.map { ($0, number()) }) { $1 },
      ids: Dictionary((0..<size).map { _ in (uuid(), ["b": 1.5, "a": Double(number())]) }) { $1 },
      nested: (0..<3).map { _ in Set((0..<size).map { _ in number() }) },
      pairs: Set((0..<3).map { _ in Set(Mood.allCases.shuffled(using: &generator).prefix(3)) }),
      maybe: number() > 500 ? Set([0.5, 1, Double(number())]) : nil,
      names: ["a": Set((0..<size).map { _ in number() }), "b": []],
      zero: Bool.random(using: &generator) ? 0.0 : -0.0,
      dates: Set((0..<3).map { Date(timeIntervalSinceReferenceDate: Double($0)) }),
      data: Data([1, 2, 3]))
  }

  /// Returns an equal value whose collections were filled in another order, and with a larger
  /// capacity.
  private static func copy(_ mixed: Mixed) -> Mixed {
    func other<Element>(_ set: Set<Element>) -> Set<Element> {
      var copy = Set<Element>(minimumCapacity: set.count * 7)
      for element in set.reversed() { copy.insert(element) }
      return copy
    }
    func other<Key, Value>(_ values: [Key: Value]) -> [Key: Value] {
      var copy = [Key: Value](minimumCapacity: values.count * 7)
      for (key, value) in values.reversed() { copy[key] = value }
      return copy
    }
    return Mixed(
      words: other(mixed.words), moods: other(mixed.moods), ids: other(mixed.ids),
      nested: mixed.nested.map(other), pairs: other(Set(mixed.pairs.map(other))),
      maybe: mixed.maybe.map(other), names: other(mixed.names), zero: -mixed.zero,
      dates: other(mixed.dates), data: mixed.data)
  }

  @Test("Equal values have equal JSON, whatever the order of their sets and dictionaries")
  func equalTexts() throws {
    var generator = SeededGenerator(seed: 2)
    var varied = 0
    let plain = JSONEncoder()
    plain.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for _ in 0..<200 {
      let mixed = Self.mixed(&generator)
      let copy = Self.copy(mixed)
      #expect(mixed == copy)
      let text = try JSON.Of<Mixed>.sqlValue(of: mixed)
      #expect(try JSON.Of<Mixed>.sqlValue(of: copy) == text)
      #expect(try JSON.Of<Mixed>.asStored(copy) == mixed)
      if try plain.encode(mixed) != plain.encode(copy) { varied += 1 }
    }
    // The test proves something only if the plain texts differ.
    #expect(varied > 100)
  }

  @Test("Sets, and dictionaries whose keys are not texts, are sorted by their JSON")
  func order() throws {
    #expect(try JSON.Of<Set<Mood>>.sqlValue(of: [.sad, .calm]) == #"["calm","sad"]"#)
    #expect(
      try JSON.Of<[Mood: Int]>.sqlValue(of: [.sad: 1, .calm: 2]) == #"["calm",2,"sad",1]"#)
    #expect(try JSON.Of<Set<Int>>.sqlValue(of: [10, 9, 1]) == "[1,10,9]")
    #expect(try JSON.Of<[Int: Int]>.sqlValue(of: [2: 1, 1: 2]) == #"{"1":2,"2":1}"#)
    #expect(try JSON.Of<[Double]>.sqlValue(of: [-0.0, 1, 0.5]) == "[0,1,0.5]")
    #expect(try JSON.Of<Data>.sqlValue(of: Data([1, 2])) == #""AQI=""#)
    #expect(try JSON.Of<Set<Data>>.sqlValue(of: [Data([1, 2])]) == #"["AQI="]"#)
    #expect(try JSON.Of<Set<Date>>.sqlValue(of: [Date(timeIntervalSinceReferenceDate: 3)]) == "[3]")
  }

  @Test("updateChanges finds no difference between equal values, and their stored JSON is equal")
  func verbs() async throws {
    let db = try Database.inMemory()
    try await db.create(Shelf.self)
    var generator = SeededGenerator(seed: 3)
    for id in 0..<200 {
      let shelf = Shelf(id: id, mixed: Self.mixed(&generator), moods: [.sad, .calm], maybe: nil)
      try await db.insert(shelf)
      var copy = shelf
      copy.mixed = Self.copy(shelf.mixed)
      copy.moods = [.calm, .sad]
      #expect(try await !db.updateChanges(copy, from: shelf))
      #expect(try await db.find(Shelf.self, id) == copy)
      #expect(
        try await db.count(
          Shelf.where {
            $0.id == id && $0.mixed.isStored(as: copy.mixed) && $0.moods.isStored(as: copy.moods)
          }) == 1)
    }
    let texts = try await db.fetch(String.self, sql: "SELECT DISTINCT moods FROM shelf")
    #expect(texts == [#"["calm","sad"]"#])
  }

  @Test("Comparing or ordering by whole JSON throws, and the error suggests isStored(as:)")
  func refused() async throws {
    let db = try Database.inMemory()
    try await db.create(Shelf.self)
    let moods = Shelf.columns.moods
    let same = SQLExpression<JSON.Of<Set<Mood>>>(sql: "\(moods)")
    for condition in [
      moods == same, moods != same, moods.in([[.calm]]), Shelf.columns.maybe == ["a"],
      Shelf.columns.maybe != ["a"],
    ] {
      let error = await #expect(throws: ValueEncodingError.self) {
        try await db.count(Shelf.where { _ in condition })
      }
      #expect(error?.column == "moods" || error?.column == "maybe")
      #expect(error.map { "\($0)" }?.contains("isStored(as:)") == true)
    }
    await #expect(throws: ValueEncodingError.self) {
      try await db.fetch(Shelf.order { $0.moods })
    }
    #expect(try await db.count(Shelf.where { $0.maybe == nil }) == 0)
    #expect(try await db.count(Shelf.where { $0.maybe != nil }) == 0)
    #expect(try await db.count(Shelf.where { $0.maybe.isStored(as: ["a"]) }) == 0)
  }

  private func expectRefusal(
    of query: some SelectStatement, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let db = try await spacedShelves()
    let error = await #expect(
      throws: ValueEncodingError.self, sourceLocation: sourceLocation
    ) {
      _ = try await db.fetch(query)
    }
    #expect(
      error.map { "\($0)" }?.contains("isStored(as:)") == true, sourceLocation: sourceLocation)
  }

  /// Two shelves with equal JSON that is spelled differently.
  private func spacedShelves() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Shelf.self)
    var generator = SeededGenerator(seed: 3)
    let mixed = Self.mixed(&generator)
    try await db.insert(Shelf(id: 1, mixed: mixed, moods: [.calm], maybe: ["a"]))
    try await db.insert(Shelf(id: 2, mixed: mixed, moods: [.calm], maybe: ["a"]))
    try await db.execute(#"UPDATE shelf SET moods = '[ "calm" ]', maybe = '[ "a" ]' WHERE id = 2"#)
    return db
  }

  @Test("Looking for whole JSON in the rows of a subquery throws")
  func inQuery() async throws {
    let moods = Shelf.select { $0.moods }
    let maybe = Shelf.select { $0.maybe }
    try await expectRefusal(of: Shelf.where { $0.moods.in(moods) })
    try await expectRefusal(of: Shelf.where { $0.maybe.in(maybe) })
    try await expectRefusal(
      of: Shelf.where { RowValue($0.id, $0.moods).in(Shelf.select { ($0.id, $0.moods) }) })
  }

  @Test("Distinct values of whole JSON throw")
  func distinct() async throws {
    try await expectRefusal(of: Shelf.select { $0.moods }.distinct())
    try await expectRefusal(of: Shelf.all.distinct().select { ($0.id, $0.maybe) })
    try await expectRefusal(of: Shelf.select { $0.moods.count(distinct: true) })
    try await expectRefusal(of: Shelf.select { $0.moods.groupConcat(distinct: true) })
    let moods = Shelf.select { MoodsOfShelf.select(moods: $0.moods) }
    try await expectRefusal(of: TableExpression(moods, as: "moods").all.distinct())
    try await expectRefusal(of: TableExpression(with: "moods", as: moods).all.distinct())
  }

  @Test("Grouping by whole JSON throws")
  func grouped() async throws {
    try await expectRefusal(of: Shelf.group { $0.moods }.select { $0.count() })
    try await expectRefusal(
      of: Shelf.join(Shelf.self, as: "other") { $0.id == $1.id }.group { $1.maybe }
        .select { shelf, _ in shelf.id.count() })
    try await expectRefusal(of: Shelf.select { $0.id.count().over(partition: $0.moods) })
  }

  @Test("A compound query that compares whole JSON throws, but UNION ALL does not")
  func compounds() async throws {
    let moods = Shelf.select { $0.moods }
    let maybe = Shelf.select { $0.maybe }
    try await expectRefusal(of: moods.union(moods))
    try await expectRefusal(of: moods.except(moods))
    try await expectRefusal(of: maybe.intersect(maybe))
    try await expectRefusal(of: moods.unionAll(moods).union(moods))
    let db = try await spacedShelves()
    #expect(try await db.fetch(moods.unionAll(moods)).count == 4)
  }

  @Test("Rows with a key, and elements of JSON, can be distinct, united, counted and grouped")
  func compared() async throws {
    let db = try await spacedShelves()
    #expect(try await db.fetch(Shelf.all.distinct()).count == 2)
    #expect(try await db.fetch(Shelf.all.union(Shelf.all)).count == 2)
    #expect(try await db.fetch(Shelf.select { $0.moods.count() }) == [2])
    #expect(try await db.fetch(Shelf.select { $0.maybe[0] }.distinct()) == ["a"])
    #expect(try await db.fetch(Shelf.group { $0.maybe[0] }.select { $0.count() }) == [2])
  }
}
