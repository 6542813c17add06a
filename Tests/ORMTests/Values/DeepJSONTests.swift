import Foundation
import ORM
import Testing

/// JSON with arrays and objects nested to any depth.
private indirect enum Nested: Codable, Sendable {
  case array([Nested])
  case object([String: Nested])
  case number(Int)

  init(from decoder: any Decoder) throws {
    if var container = try? decoder.unkeyedContainer() {
      var values: [Nested] = []
      while !container.isAtEnd { values.append(try container.decode(Nested.self)) }
      self = .array(values)
    } else if let values = try? [String: Nested](from: decoder) {
      self = .object(values)
    } else {
      self = .number(try decoder.singleValueContainer().decode(Int.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let values): try values.encode(to: encoder)
    case .object(let values): try values.encode(to: encoder)
    case .number(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  /// The number of levels, counted along the first value of each.
  var levels: Int {
    var (count, value): (Int, Nested?) = (0, self)
    while let level = value {
      switch level {
      case .array(let values): value = values.first
      case .object(let values): value = values.values.first
      case .number: return count
      }
      count += 1
    }
    return count
  }

  static func arrays(_ count: Int) -> Nested {
    (0..<count).reduce(.number(1)) { value, _ in .array([value]) }
  }
}

@Table("paper")
private struct Paper: Sendable {
  var id: Int?
  @Column(as: JSON.self) var content: Nested
}

@Suite("Deeply nested JSON", .timeLimit(.minutes(10)))
struct DeepJSONTests {
  private static let smallStack = 512 << 10
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Paper.self)
  }

  /// Reads the text as the content of the only row, on a stack as small as that of Apple's threads.
  private func read(_ text: String) async throws -> Int {
    let db = db
    return try await OwnThread.run(stackSize: Self.smallStack) {
      try db.blocking.transaction { tx in
        try tx.execute("DELETE FROM paper")
        try tx.execute("INSERT INTO paper (content) VALUES (\(text))")
        return try #require(try tx.fetch(Paper.self).first).content.levels
      }
    }
  }

  @Test("JSON that is nested too deep throws, and does not overflow a small stack")
  func tooDeep() async throws {
    for count in [513, 2000, 100_000] {
      for (opening, closing) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"]":"#, "}]")] {
        let text = String(repeating: opening, count: count)
        for text in [text, text + "1" + String(repeating: closing, count: count)] {
          let error = await #expect(throws: RowDecodingError.self) { _ = try await read(text) }
          #expect(error?.column == "content")
        }
      }
    }
  }

  @Test("JSON with unbalanced brackets throws", arguments: [2, 30, 511, 512])
  func unbalanced(count: Int) async throws {
    for (opening, closing) in [("[", "]"), (#"{"a":"#, "}"), (#"{"a\\""#, "}")] {
      let start = String(repeating: opening, count: count)
      for text in [start, start + "1", start + closing, "\"" + start, closing + start] {
        await #expect(throws: RowDecodingError.self) { _ = try await read(text) }
      }
    }
  }

  @Test(
    "JSON is decoded at any depth that Foundation's decoder allows, on a small stack",
    arguments: [20, 100, 512])
  func deep(count: Int) async throws {
    let end = String(repeating: "]", count: count)
    #expect(try await read(String(repeating: "[", count: count) + "1" + end) == count)
    let objects = String(repeating: #"{"a\"[":"#, count: count)
    #expect(try await read(objects + "1" + String(repeating: "}", count: count)) == count)
    // Brackets in texts are not levels, and closed brackets do not count.
    let flat = String(repeating: #"{"[[{":[1]},"#, count: count)
    #expect(try await read("[" + flat + "1]") == 3)
  }

  @Test(
    "JSON is encoded at any depth that Foundation's encoder allows, on a small stack",
    arguments: [smallStack, 8 << 20])
  func written(stackSize: Int) async throws {
    let db = db
    try await OwnThread.run(stackSize: stackSize) {
      try db.blocking.transaction { tx in
        try tx.insert(Paper(content: .arrays(511)))
        #expect(try tx.fetch(Paper.self).map(\.content.levels) == [511])
        // Swift releases a nested value recursively, on the current stack.
        for count in stackSize == Self.smallStack ? [520, 600] : [520, 600, 5000] {
          let error = #expect(throws: ValueEncodingError.self) {
            try tx.insert(Paper(content: .arrays(count)))
          }
          #expect(error?.column == "content")
        }
      }
    }
    #expect(try await db.count(Paper.self) == 1)
  }
}
