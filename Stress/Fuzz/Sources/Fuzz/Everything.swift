import Foundation
import ORM

enum Mood: String, ColumnValue { case calm, loud }
enum Level: Int16, ColumnValue { case low, high = 256 }
struct Flags: OptionSet, Hashable, ColumnValue { let rawValue: UInt32 }
struct Email: RawRepresentable, Hashable, ColumnValue { let rawValue: String }
struct Token: RawRepresentable, Hashable, ColumnValue {
  let rawValue: UUID?
  init?(rawValue: UUID?) { self.rawValue = rawValue }
}
enum Cents: ColumnConversion {
  struct TooMuch: Error {}
  static func encode(_ value: Decimal) throws -> Int64 {
    guard let cents = Int64(exactly: NSDecimalNumber(decimal: value * 100)) else { throw TooMuch() }
    return cents
  }
  static func decode(_ stored: Int64) -> Decimal { Decimal(stored) / 100 }
}

struct Settings: Codable, Hashable, Sendable {
  var name: String
  var size: Double
  var date: Date?
  var data: Data?
  var next: [Settings?]?
}

@Embeddable struct Place: Equatable {
  var latitude: Double
  var longitude: Float?
}

@Embeddable struct Address: Equatable {
  var street: String?
  @Embedded(prefix: "at_") var place: Place
}

/// A column of each kind.
@Table(strict: false)
struct Everything: Identifiable, Equatable {
  var id: Int?
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
  var uint: UInt
  var flag: Bool
  var real: Double
  var narrow: Float
  var text: String
  var data: Data
  var bytes: [UInt8]
  var uuid: UUID
  @Column(as: UUIDText.self) var uuidText: UUID
  var price: Decimal
  @Column(as: Cents.self) var cents: Decimal
  var link: URL
  var date: Date
  @Column(as: UnixSeconds.self) var seconds: Date
  @Column(as: UnixMilliseconds.self) var milliseconds: Date
  @Column(as: JulianDay.self) var julian: Date
  @Column(as: ISO8601.self) var iso: Date
  @Column(as: DateTimeText.self) var dateTime: Date
  @Column(as: DateText.self) var day: Date
  var mood: Mood
  var level: Level
  var flags: Flags
  var email: Email
  var token: Token?
  @Column(as: JSON.self) var settings: Settings
  @Column(as: JSON.self) var tags: [String]?
  var maybeWhole: UInt64?
  var maybeText: String?
  var maybeData: Data?
  var maybeDate: Date?
  var maybePrice: Decimal?
  var maybeLink: URL?
  var maybeMood: Mood?
  @Embedded(prefix: "home_") var home: Address
  @Embedded(prefix: "work_") var work: Address?

  static func sample() throws -> Everything {
    guard
      let link = URL(string: "https://example.com/a"),
      let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    else { throw CocoaError(.coderInvalidValue) }
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    return Everything(
      int8: -1, int16: -1, int32: -1, int64: -1, uint8: 1, uint16: 1, uint32: 1, uint64: 1, uint: 1,
      flag: true, real: 1.5, narrow: 1.5, text: "a", data: Data([1]), bytes: [1], uuid: uuid,
      uuidText: uuid, price: 1.5, cents: 1.5, link: link, date: date, seconds: date,
      milliseconds: date, julian: date, iso: date, dateTime: date, day: date, mood: .calm,
      level: .high,
      flags: [], email: Email(rawValue: "a@b"), settings: Settings(name: "a", size: 1.5),
      home: Address(place: Place(latitude: 1)))
  }
}
