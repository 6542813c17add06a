import Foundation
import ORM
import Testing

@Suite("URL")
struct URLTests {
  @Test(
    "A URL is stored as its absolute string",
    arguments: [
      "https://example.com/a%20b?q=1#f", "file:///tmp/a", "mailto:a@b.c", "relative/path", "a",
    ])
  func absoluteString(text: String) async throws {
    let url = try #require(URL(string: text))
    #expect(try URL.sqlValue(of: url) == .text(text))
    #expect(try await roundTrip(url, as: URL.self) == url)
    #expect(try await roundTrip(url, as: URL?.self) == url)
    #expect(try await roundTrip(nil, as: URL?.self) == nil)
  }

  @Test("A relative URL is stored and returned as its absolute URL")
  func relative() async throws {
    let base = try #require(URL(string: "https://example.com/a/"))
    let url = try #require(URL(string: "b", relativeTo: base))
    let stored = try await roundTrip(url, as: URL.self)
    #expect(stored.absoluteString == "https://example.com/a/b")
    #expect(stored.baseURL == nil)
  }

  @Test(
    "A text that is not a URL throws, and is not repaired",
    arguments: ["", "a b", "http://[::1", "%"])
  func invalid(text: String) async throws {
    #expect(
      try await decodingFailure(.text(text), as: URL.self)
        == .invalid(type: "URL", description: "the text is not a URL"))
  }

  @Test("A URL is decoded from TEXT only", arguments: [SQLValue.integer(1), 1.5, .blob([97]), nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: URL.self)
        == .storageClass(expected: "TEXT", found: stored.storageClass))
  }
}
