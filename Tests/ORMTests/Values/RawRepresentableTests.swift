import Foundation
import ORM
import Testing

private enum Genre: String, ColumnValue, CaseIterable { case jazz, soul, rock = "rock'n'roll" }

private enum Rating: Int, ColumnValue, CaseIterable { case poor = -1, good = 1, great = 10 }

private enum Side: UInt8, ColumnValue, CaseIterable { case a, b }

private struct Flags: OptionSet, ColumnValue {
  let rawValue: Int
  static let wifi = Flags(rawValue: 1)
  static let lan = Flags(rawValue: 1 << 40)
}

private struct ByteFlags: OptionSet, ColumnValue { let rawValue: UInt8 }
private struct WordFlags: OptionSet, ColumnValue { let rawValue: UInt32 }
private struct LongFlags: OptionSet, ColumnValue { let rawValue: UInt64 }

private struct Tagged<Tag, RawValue: Sendable & Hashable>: RawRepresentable, Hashable, Sendable {
  let rawValue: RawValue
}
extension Tagged: ColumnRepresentation where RawValue: ColumnValue {}
extension Tagged: ColumnValue where RawValue: ColumnValue {}

private enum Tag {}
private typealias UserID = Tagged<Tag, Int64>

private struct Slug: RawRepresentable, ColumnValue, Equatable {
  let rawValue: String
  init?(rawValue: String) {
    if rawValue.contains(" ") { return nil }
    self.rawValue = rawValue
  }
}

private struct Note: RawRepresentable, ColumnValue, Equatable { let rawValue: String? }

@Suite("Raw values")
struct RawRepresentableTests {
  @Test("An enum is stored as its raw value")
  func enums() async throws {
    #expect(Genre.columnType == .text)
    #expect(Rating.columnType == .integer)
    #expect(try Genre.sqlValue(of: .rock) == "rock'n'roll")
    #expect(try Rating.sqlValue(of: .poor) == -1)
    for genre in Genre.allCases {
      #expect(try await roundTrip(genre, as: Genre.self) == genre)
      #expect(try await roundTrip(genre, as: Genre?.self) == genre)
    }
    for rating in Rating.allCases {
      #expect(try await roundTrip(rating, as: Rating.self) == rating)
    }
    for side in Side.allCases { #expect(try await roundTrip(side, as: Side.self) == side) }
    #expect(try await roundTrip(nil, as: Genre?.self) == nil)
  }

  @Test("An unknown raw value throws an error that does not contain it")
  func unknown() async throws {
    let description = "no value of this type has the stored raw value"
    #expect(
      try await decodingFailure("polka", as: Genre.self)
        == .invalid(type: "Genre", description: description))
    #expect(
      try await decodingFailure(5, as: Rating.self)
        == .invalid(type: "Rating", description: description))
    #expect(
      try await decodingFailure("a b", as: Slug.self)
        == .invalid(type: "Slug", description: description))
  }

  @Test("A raw value of another storage class or out of range throws")
  func strict() async throws {
    #expect(
      try await decodingFailure(1, as: Genre.self)
        == .storageClass(expected: "TEXT", found: .integer))
    #expect(
      try await decodingFailure(nil, as: Rating.self)
        == .storageClass(expected: "INTEGER", found: .null))
    #expect(try await decodingFailure(256, as: Side.self) == .overflow(type: "UInt8"))
  }

  @Test("An option set of any width is stored as its bits")
  func optionSets() async throws {
    for flags: Flags in [[], .wifi, .lan, [.wifi, .lan], Flags(rawValue: -1)] {
      #expect(try await roundTrip(flags, as: Flags.self) == flags)
      #expect(try await roundTrip(flags, as: Flags?.self) == flags)
    }
    #expect(try Flags.sqlValue(of: [.wifi, .lan]) == .integer(1 << 40 + 1))
    #expect(try await roundTrip(.init(rawValue: .max), as: ByteFlags.self).rawValue == .max)
    #expect(try await roundTrip(.init(rawValue: .max), as: WordFlags.self).rawValue == .max)
    let bits = UInt64(Int64.max)
    #expect(try await roundTrip(.init(rawValue: bits), as: LongFlags.self).rawValue == bits)
    #expect(try encodingFailure(.init(rawValue: bits + 1), as: LongFlags.self) == .overflow)
  }

  @Test("A struct that wraps one value is stored as that value")
  func wrappers() async throws {
    let id = UserID(rawValue: .max)
    #expect(UserID.columnType == .integer)
    #expect(try await roundTrip(id, as: UserID.self) == id)
    #expect(try await roundTrip(id, as: UserID?.self) == id)
    #expect(try await roundTrip(nil, as: UserID?.self) == nil)
    let name = Tagged<Tag, String>(rawValue: "a")
    #expect(try await roundTrip(name, as: Tagged<Tag, String>.self) == name)
    let nested = Tagged<Tag, UserID>(rawValue: id)
    #expect(try await roundTrip(nested, as: Tagged<Tag, UserID>.self) == nested)
  }

  @Test("A wrapper loses the same precision as the value that it wraps")
  func losses() async throws {
    typealias Stamp = Tagged<Tag, Date>
    let date = Date(timeIntervalSinceReferenceDate: 0.123_456_789_012)
    let stored = try await roundTrip(Stamp(rawValue: date), as: Stamp.self)
    #expect(stored.rawValue == (try Date.asStored(date)))
    #expect(stored.rawValue != date)
  }

  @Test("A wrapper of an optional makes the column nullable")
  func nullable() async throws {
    #expect(Note.isNullable)
    #expect(!Slug.isNullable)
    #expect(try await roundTrip(Note(rawValue: nil), as: Note.self) == Note(rawValue: nil))
    #expect(try await roundTrip(Note(rawValue: "a"), as: Note.self) == Note(rawValue: "a"))
  }

  @Test("A nil nested in an optional is decoded as the outermost nil")
  func nestedOptionals() async throws {
    #expect(try await roundTrip(.some(.some(1)), as: Int??.self) == .some(.some(1)))
    #expect(try await roundTrip(.none, as: Int??.self) == .none)
    #expect(try await roundTrip(.some(.none), as: Int??.self) == .none)
    #expect(try await roundTrip(Note(rawValue: nil), as: Note?.self) == nil)
    #expect(try await roundTrip(.jazz, as: Genre??.self) == .jazz)
  }
}
