import ORM
import Synchronization
import Testing

/// A value that counts how often values of its type are encoded and decoded.
private struct CountedValue: Codable, Hashable {
  static let encoded = Atomic(0)
  static let decoded = Atomic(0)

  var number: Int

  init(_ number: Int) { self.number = number }

  init(from decoder: any Decoder) throws {
    Self.decoded.add(1, ordering: .relaxed)
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    Self.encoded.add(1, ordering: .relaxed)
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

@Table
private struct CountedNote: Hashable {
  let id: Int
  @Column(as: JSON.self) var body: [CountedValue]
}

@Suite("The encoding of a JSON column")
struct JSONEncodingTests {
  /// How often the value is encoded and decoded while `body` runs.
  private func counts(_ body: () async throws -> Void) async rethrows -> [Int] {
    CountedValue.encoded.store(0, ordering: .relaxed)
    CountedValue.decoded.store(0, ordering: .relaxed)
    try await body()
    return [
      CountedValue.encoded.load(ordering: .relaxed), CountedValue.decoded.load(ordering: .relaxed),
    ]
  }

  // One test, as the counters are of the type.
  @Test("An update encodes a value once and decodes none, and a fetch decodes it once")
  func once() async throws {
    let db = try Database.inMemory()
    try await db.create(CountedNote.self)
    try await db.insert(CountedNote(id: 1, body: [CountedValue(1)]))
    let update = try await counts {
      try await db.update(CountedNote(id: 1, body: [CountedValue(3)]))
    }
    #expect(update == [1, 0])
    let updateAll = try await counts {
      _ = try await db.run(CountedNote.updateAll { $0.body = [CountedValue(5)] })
    }
    #expect(updateAll == [1, 0])
    let fetch = try await counts {
      _ = try await db.fetch(CountedNote.self, where: { $0.id == 1 })
    }
    #expect(fetch == [0, 1])
  }
}
