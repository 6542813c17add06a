import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

@Suite("Cursors of pages")
struct PageCursorTests {
  private typealias Cursor = Page<CatalogAlbum>.Cursor

  static let values: [SQLValue] = [
    nil, 0, 1, -1, .integer(.max), .integer(.min), 63, 64, -64, -65, 0.1, .real(-0.0),
    .real(.infinity), "", "é\0🎷", .blob([]), .blob([0, 255]),
    .text(String(repeating: "x", count: 200)),
  ]

  @Test("A cursor holds any values, and its text has only characters that a URL allows")
  func encoding() throws {
    let cursor = Cursor(place: CursorValue(order: 0x0102_0304_0506_0708, values: Self.values))
    let json = String(decoding: try JSONEncoder().encode(cursor), as: UTF8.self)
    #expect(json == "\"\(cursor)\"")
    #expect(
      "\(cursor)".allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    let decoded = try JSONDecoder().decode(Cursor.self, from: Data(json.utf8))
    #expect(decoded == cursor)
    guard case .real(let zero) = decoded.place.values[11] else {
      throw CocoaError(.coderReadCorrupt)
    }
    #expect(zero.sign == .minus)
  }

  @Test("The text of a cursor stays the same in later versions")
  func stable() throws {
    let place = CursorValue(order: 0x0102_0304_0506_0708, values: [1992, "Deluxe", nil, 0.5])
    #expect(place.text == "AQECAwQFBgcIAZAfAwZEZWx1eGUAAj_gAAAAAAAA")
    #expect(CursorValue(text: "AQECAwQFBgcIAZAfAwZEZWx1eGUAAj_gAAAAAAAA") == place)
  }

  @Test("The text of a cursor is the same in every process")
  func fingerprint() async throws {
    let query = CatalogAlbum.order {
      $0.year.desc(); $0.title
    }
    let page = try await Catalog.database().fetch(query.page(size: 1))
    let cursor = try #require(page.next)
    #expect("\(cursor)" == "AUxCMv6cYpScAZAfAwtMb3ZlIERlbHV4ZQEE")
    let same = try #require(Cursor("AUxCMv6cYpScAZAfAwtMb3ZlIERlbHV4ZQEE"))
    #expect(
      try await Catalog.database().fetch(query.page(after: same, size: 1)).rows == [Catalog.unknown]
    )
  }

  @Test("A text that is not the text of a cursor is refused")
  func malformed() throws {
    let text = CursorValue(order: 7, values: Self.values).text
    for length in 0..<text.count {
      // A text that is cut between two values is the text of fewer.
      if let cursor = Cursor(String(text.prefix(length))) {
        #expect(cursor.place.values.count < Self.values.count)
      }
    }
    for text in [
      "", "A", "====", "hello world", "AQ==", text + "=", "\(text) ", "B" + text.dropFirst(),
    ] {
      #expect(Cursor(text) == nil, "\(text)")
      let json = try JSONEncoder().encode(text)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Cursor.self, from: json) }
    }
    var generator = SeededGenerator(seed: 3)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for _ in 0..<5_000 {
      var other = Array(text)
      for _ in 0..<3 {
        other[Int.random(in: other.indices, using: &generator)] =
          letters.randomElement(using: &generator) ?? "A"
      }
      if let cursor = Cursor(String(other)) { #expect(cursor.description == String(other)) }
    }
  }
}
