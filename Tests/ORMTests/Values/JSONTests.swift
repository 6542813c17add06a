import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

private struct Track: Codable, Equatable, Sendable {
  var title: String
  var seconds: Int?
  var link: URL?
}

private struct Disc: Codable, Equatable, Sendable { var tracks: [Track] }

@Suite("JSON")
struct JSONTests {
  @Test("A Codable value is stored as JSON with sorted keys and unescaped slashes")
  func encoding() throws {
    #expect(JSON.Of<[String]>.columnType == .json)
    #expect(!JSON.Of<[String]>.isNullable)
    #expect(try JSON.Of<[String]>.sqlValue(of: ["a/b", "c\"d", "é"]) == #"["a/b","c\"d","é"]"#)
    #expect(
      try JSON.Of<[String: Int]>.sqlValue(of: ["b": 2, "a": 1, "c": 3]) == #"{"a":1,"b":2,"c":3}"#)
    #expect(
      try JSON.Of<Track>.sqlValue(of: Track(title: "x", seconds: 1, link: URL(string: "a://b/c")))
        == #"{"link":"a://b/c","seconds":1,"title":"x"}"#)
  }

  @Test("A JSON value is decoded as it was encoded")
  func roundTrips() async throws {
    for tags in [[], [""], ["a", "b\0c", "👩‍👩‍👧‍👦"]] {
      #expect(try await roundTrip(tags, as: JSON.Of<[String]>.self) == tags)
      #expect(try await roundTrip(tags, as: JSON.Of<[String]>?.self) == tags)
    }
    #expect(try await roundTrip(nil, as: JSON.Of<[String]>?.self) == nil)
    let disc = Disc(tracks: [Track(title: "a", seconds: .max), Track(title: "b")])
    #expect(try await roundTrip(disc, as: JSON.Of<Disc>.self) == disc)
    #expect(try await roundTrip("text", as: JSON.Of<String>.self) == "text")
    #expect(try await roundTrip(.max, as: JSON.Of<UInt64>.self) == .max)
    let date = Date(timeIntervalSinceReferenceDate: 0.123_456_789_012)
    #expect(try await roundTrip(date, as: JSON.Of<Date>.self) == date)
  }

  @Test("A nil inside a JSON value is null, and a nil JSON value is NULL")
  func null() async throws {
    #expect(try JSON.Of<Int?>.sqlValue(of: nil) == "null")
    #expect(try await roundTrip(nil, as: JSON.Of<Int?>.self) == nil)
    #expect(try JSON.Of<Int>?.sqlValue(of: nil) == .null)
  }

  @Test("SQLite's JSON functions can read stored JSON")
  func inSQL() async throws {
    let text = try JSON.Of<[String]>.sqlValue(of: ["jazz", "soul"])
    let database = try Database.inMemory()
    let second = try await database.read { connection in
      let select = try connection.statement("SELECT json_extract($1, '$[1]')")
      try select.bind([text])
      return try select.scalar(String.self)
    }
    #expect(second == "soul")
  }

  @Test(
    "The error of invalid JSON names the place in the JSON, not the value",
    arguments: [
      ("secret", "the text is not JSON, or contains a number that is out of range"),
      ("", "the text is not JSON, or contains a number that is out of range"),
      (#""secret""#, "the JSON is not Dictionary<String, Any>"),
      (#"{"secret":1}"#, #"the JSON has no "tracks""#),
      (#"{"tracks":[{"title":"secret"},{"seconds":1}]}"#, #"the JSON at tracks[1] has no "title""#),
      (
        #"{"tracks":[{"title":"a","seconds":"secret"}]}"#,
        "the JSON at tracks[0].seconds is not Int"
      ),
      (
        #"{"tracks":[{"title":"a","seconds":123.456}]}"#,
        "the text is not JSON, or contains a number that is out of range"
      ),
      (
        #"{"tracks":[{"title":null}]}"#,
        "the JSON at tracks[0].title is null where String is expected"
      ),
      (
        #"{"tracks":[{"title":"a","link":""}]}"#,
        "the JSON at tracks[0].link is not valid for its type"
      ),
    ])
  func failures(text: String, description: String) async throws {
    #expect(
      try await decodingFailure(.text(text), as: JSON.Of<Disc>.self)
        == .invalid(type: "Disc", description: description))
  }

  @Test("A value that JSON can't represent is refused")
  func unencodable() throws {
    #expect(
      try encodingFailure([1, .nan], as: JSON.Of<[Double]>.self)
        == .invalid(description: "JSON can't represent the value at [1]"))
    #expect(throws: ValueEncodingError.self) { try JSON.Of<[Double]>.asStored([.infinity]) }
  }

  @Test("A value that can't be decoded from its own JSON is refused")
  func unreadable() {
    struct OneWay: Codable, Equatable {
      init() {}
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "secret"))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    #expect(throws: ValueEncodingError.self) { try JSON.Of<OneWay>.asStored(OneWay()) }
  }

  @Test("JSON is decoded from TEXT only", arguments: [SQLValue.integer(1), 1.5, .blob([49]), nil])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: JSON.Of<Int>.self)
        == .storageClass(expected: "TEXT", found: stored.storageClass))
  }
}
