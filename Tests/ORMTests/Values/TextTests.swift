import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

@Suite("String")
struct TextTests {
  @Test(
    "Text is stored byte for byte",
    arguments: [
      "", "a", "fifteen bytes !", "sixteen bytes !!", "it's \"quoted\"", "\0", "a\0b", "\0\0",
      "a\0",
      "👩‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿", "e\u{301}", "\u{e9}", "\u{feff}bom", "\r\n", "مرحبا", "\u{10ffff}",
    ])
  func text(text: String) async throws {
    let stored = try await roundTrip(text, as: String.self)
    // Two strings are equal even if only their normal forms are.
    #expect(Array(stored.utf8) == Array(text.utf8))
    let optional = try await roundTrip(text, as: String?.self)
    #expect(optional.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("Ten megabytes of text are stored unchanged")
  func longText() async throws {
    let text = String(repeating: "0123456789 äöü€😀", count: 500_000)
    #expect(text.utf8.count > 10_000_000)
    #expect(try await roundTrip(text, as: String.self) == text)
  }

  @Test("A nil text is stored as NULL, not as an empty text")
  func null() async throws {
    #expect(try await roundTrip(nil, as: String?.self) == nil)
    #expect(try await roundTrip("", as: String?.self) == "")
  }

  @Test(
    "A stored text that is not UTF-8 throws, and is not repaired",
    arguments: ["ff", "61c3", "c080", "eda080", "f4908080", "61ff62"])
  func invalidUTF8(bytes: String) async throws {
    let database = try Database.inMemory()
    for isOptional in [false, true] {
      let error = await #expect(throws: RowDecodingError.self) {
        try await database.read { connection in
          let select = try connection.statement("SELECT CAST(x'\(bytes)' AS TEXT) AS value")
          if isOptional {
            _ = try select.scalar(String?.self)
          } else {
            _ = try select.scalar(String.self)
          }
        }
      }
      #expect(
        error?.reason == .invalid(type: "String", description: "the stored text is not UTF-8"))
      #expect(error?.column == "value")
    }
  }

  @Test(
    "A single invalid byte is detected in texts of any length, at any position",
    arguments: Array(1...18) + [31, 32, 33, 63, 64, 65, 200])
  func invalidByte(count: Int) async throws {
    let database = try Database.inMemory()
    try await database.read { connection in
      let select = try connection.statement("SELECT CAST($1 AS TEXT) AS value")
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
      for position in 0..<count {
        bytes[position] = 0x80
        try select.bind([.blob(bytes)])
        #expect(throws: RowDecodingError.self) { try select.scalar(String.self) }
        bytes[position] = UInt8(ascii: "a")
      }
      try select.bind([.blob(bytes)])
      #expect(try select.scalar(String.self) == String(repeating: "a", count: count))
    }
  }

  @Test(
    "Short texts are decoded as the strings that Swift makes of the same bytes", arguments: 0...17)
  func shortText(count: Int) async throws {
    let database = try Database.inMemory()
    try await database.read { connection in
      let select = try connection.statement("SELECT CAST($1 AS TEXT) AS value")
      // If a byte too many is read, the bytes after the text show it.
      let bytes = Array("A\0z~0123456789\u{7F}bcdef".utf8)
      var samples = [Array(bytes.prefix(count)), [UInt8](repeating: 0, count: count)]
      for place in 0..<max(0, count - 1) {
        // A two-byte character at each position
        samples.append(Array(bytes.prefix(count)))
        samples[samples.count - 1].replaceSubrange(place..<place + 2, with: "ä".utf8)
      }
      for sample in samples {
        try select.bind([.blob(sample)])
        let text = try #require(try select.scalar(String.self))
        let expected = String(decoding: sample, as: UTF8.self)
        #expect(Array(text.utf8) == sample && text == expected)
        #expect(text.hashValue == expected.hashValue && Set([text, expected]).count == 1)
        #expect(text.unicodeScalars.count == expected.unicodeScalars.count)
        var longer = text
        longer += "!"
        #expect(Array(longer.utf8) == sample + Array("!".utf8) && Array(text.utf8) == sample)
        #expect(text + text == expected + expected)
      }
    }
  }

  @Test(
    "Text is not decoded from numbers, BLOB or NULL",
    arguments: [SQLValue.integer(1), 1.5, .blob([97]), nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: String.self)
        == .storageClass(expected: "TEXT", found: stored.storageClass))
  }
}
