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

@Embeddable
private struct CountedLabel: Hashable {
  @Column(as: JSON.self) var value: CountedValue
}

@Table
private struct CountedShelf: Hashable {
  let id: Int
  @Embedded var label: CountedLabel
  @Column(as: JSON.self) var other: CountedValue?
}

/// A value whose JSON can't be decoded.
private struct Unreadable: Codable, Hashable {
  init() {}
  init(from decoder: any Decoder) throws {
    let context = DecodingError.Context(codingPath: [], debugDescription: "never")
    throw DecodingError.dataCorrupted(context)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }
}

@Table
private struct UnreadableNote: Hashable {
  let id: Int
  @Column(as: JSON.self) var body: Unreadable?
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

  // A single test, because the counters are static.
  @Test("An insert encodes and decodes a JSON value once, an update encodes it, a fetch decodes it")
  func once() async throws {
    let db = try Database.inMemory()
    try await db.create(CountedNote.self, CountedShelf.self)
    let insert = try await counts {
      try await db.insert(CountedNote(id: 1, body: [CountedValue(1)]))
    }
    #expect(insert == [1, 1])
    let draft = try await counts {
      try await db.insert(CountedNote.Draft(body: [CountedValue(1)]))
    }
    #expect(draft == [1, 1])
    let several = try await counts {
      try await db.insert([
        CountedNote(id: 3, body: [CountedValue(1)]), CountedNote(id: 4, body: [CountedValue(1)]),
      ])
    }
    #expect(several == [2, 2])
    let drafts = try await counts {
      try await db.insert([CountedNote.Draft(body: []), .init(body: [CountedValue(1)])])
    }
    #expect(drafts == [1, 1])
    let save = try await counts {
      try await db.save(CountedNote(id: 4, body: [CountedValue(1)]))
    }
    #expect(save == [1, 1])
    let embedded = try await counts {
      let label = CountedLabel(value: CountedValue(1))
      try await db.insert(CountedShelf(id: 1, label: label, other: nil))
    }
    #expect(embedded == [1, 1])
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

  @Test("A row with JSON that can't be decoded is not inserted; a row with NULL there is inserted")
  func unreadable() async throws {
    let db = try Database.inMemory()
    try await db.create(UnreadableNote.self)
    let note = UnreadableNote(id: 1, body: Unreadable())
    await #expect(throws: RowDecodingError.self) { try await db.insert(note) }
    await #expect(throws: RowDecodingError.self) { try await db.save(note) }
    await #expect(throws: RowDecodingError.self) {
      try await db.insert([UnreadableNote(id: 2, body: nil), note])
    }
    #expect(try await db.count(UnreadableNote.self) == 0)
    let trace = try await StatementTrace.start(on: db)
    try await db.insert(UnreadableNote(id: 3, body: nil))
    try await db.insert([UnreadableNote(id: 4, body: nil), UnreadableNote(id: 5, body: nil)])
    #expect(trace.count("SELECT") == 0)
    #expect(try await db.count(UnreadableNote.self) == 3)
  }
}
