import Foundation
import Testing

import ORM
@testable import ORMCore
@testable import ORMSQLite

/// The dates of the table in the documentation of `Date`.
private let leapDay = Date(timeIntervalSince1970: 1_709_164_800)
private let noon = Date(timeIntervalSince1970: 1_709_209_815)

@Table private struct Instant {
  let id: Int
  @Column(as: SecondsSince2001.self) var at: Date
}

@Table private struct Moment {
  let id: Int
  var at: Date
}

@Suite("Date")
struct DateTests {
  @Test(
    "A date is stored as seconds since 1970, with fractions",
    arguments: [
      0, 1, -1, 0.5, -0.5, 1_709_209_815.25, -62_135_596_800, 253_402_300_799.999,
      -1_000_000_000.123_456,
    ])
  func seconds(seconds: Double) async throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(try Date.sqlValue(of: date) == .real(date.timeIntervalSince1970))
    // Most of these dates are stored exactly.
    #expect(abs(try await roundTrip(date, as: Date.self).timeIntervalSince(date)) < 1e-6)
    #expect(try await roundTrip(date, as: Date?.self) == Date.asStored(date))
  }

  @Test("Date.asStored returns the date that a fetch returns, and leaves that one unchanged")
  func asStored() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<10000 {
      let reference = Double.random(in: -4e9...4e9, using: &random)
      for date in [
        Date(timeIntervalSinceReferenceDate: reference),
        Date(timeIntervalSinceReferenceDate: reference / 1e6), Date.now,
      ] {
        let stored = try Date.read(from: Row(value: Date.sqlValue(of: date)), at: 0)
        guard
          try Date.asStored(date) == stored, try Date.asStored(stored) == stored,
          try Date.sqlValue(of: stored) == Date.sqlValue(of: date),
          Date.roundTripsExactly(date) == (stored == date), Date.roundTripsExactly(stored)
        else {
          Issue.record("\(date.timeIntervalSinceReferenceDate) does not stay")
          return
        }
      }
    }
  }

  @Test("Infinite and the most distant dates are kept, but NaN is refused")
  func limits() async throws {
    for date in [
      Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity),
      Date(timeIntervalSince1970: -.infinity),
    ] {
      #expect(try await roundTrip(date, as: Date.self) == date)
    }
    #expect(try encodingFailure(Date(timeIntervalSince1970: .nan), as: Date.self) == .notANumber)
    #expect(try await roundTrip(nil, as: Date?.self) == nil)
  }

  @Test("An INTEGER is decoded as seconds since 1970")
  func integer() async throws {
    #expect(try await read(1_709_209_815, as: Date.self) == noon)
    #expect(try await read(-1, as: Date.self) == Date(timeIntervalSince1970: -1))
  }

  @Test(
    "Texts in ISO 8601 or in the formats of SQLite's functions are parsed as dates",
    arguments: [
      ("2024-02-29", 0), ("2024-02-29 12:30", 45000), ("2024-02-29T12:30", 45000),
      ("2024-02-29 12:30:15", 45015), ("2024-02-29 12:30:15.250", 45015.25),
      ("2024-02-29T12:30:15Z", 45015), ("2024-02-29t12:30:15z", 45015),
      ("2024-02-29T12:30:15.5Z", 45015.5), ("2024-02-29T12:30:15,5Z", 45015.5),
      ("2024-02-29T12:30:15.000000001Z", 45015), ("2024-02-29T14:30:15+02:00", 45015),
      ("2024-02-29T14:30:15+0200", 45015), ("2024-02-29T14:30:15+02", 45015),
      ("2024-02-29T07:00:15-05:30", 45015), ("2024-02-29 12:30:15 +00:00", 45015),
      ("2024-02-29T23:59:59.999Z", 86399.999), ("2024-02-29T00:30:00+01:00", -1800),
      ("2024-02-29T12:30:15.25000000000000000000000000000000", 45015.25),
    ] as [(String, Double)])
  func texts(text: String, secondOfDay: Double) {
    let date = Date(timeIntervalSince1970: 1_709_164_800 + secondOfDay)
    #expect(Date(storedText: text) == date)
  }

  @Test(
    "A text that is not a date throws",
    arguments: [
      "", "today", "2024", "2024-02", "2024-2-29", "24-02-29", "2023-02-29", "1900-02-29",
      "2024-04-31", "2024-13-01", "2024-00-10", "2024-01-00", "2024-02-29T", "2024-02-29 ",
      "2024-02-29 12", "2024-02-29 24:00", "2024-02-29 12:60", "2024-02-29 12:30:60",
      "2024-02-29 12:30:15.", "2024-02-29 12:30:15x", "2024-02-29 12:30:15+", "2024-02-29Z",
      "2024-02-29 12:30:15+2", "2024-02-29 12:30:15+24:00", "2024-02-29 12:30:15+02:60",
      "2024-02-29 12:30:15 Z ", "-2024-02-29", "+2024-02-29", "20240229", "12:30:15", "2460370.5",
      "2024-02-29\0", "２０２４-02-29", "2024-02-29  12:30",
    ])
  func invalid(text: String) async throws {
    let description = "the text is not an ISO 8601 date"
    #expect(
      try await decodingFailure(.text(text), as: Date.self)
        == .storageClass(expected: "REAL", found: .text))
    #expect(
      try await decodingFailure(.text(text), as: ISO8601.self)
        == .invalid(type: "Date", description: description))
  }

  @Test("A date is not decoded from BLOB or NULL", arguments: [SQLValue.blob([1]), .null])
  func wrongStorageClass(stored: SQLValue) async throws {
    #expect(
      try await decodingFailure(stored, as: Date.self)
        == .storageClass(expected: "REAL", found: stored.storageClass))
  }

  @Test("The days of 400 years follow one another")
  func days() throws {
    let first = try #require(CivilDate(year: 1600, month: 2, day: 28)).daysSince1970
    var day = CivilDate(daysSince1970: first)
    for days in first + 1...first + 146_097 {
      let next = CivilDate(daysSince1970: days)
      // An expectation in each round would take most of the suite's time.
      guard next.daysSince1970 == days, isNext(next, after: day) else {
        Issue.record("day \(days) does not follow")
        return
      }
      day = next
    }
    #expect((day.year, day.month, day.day) == (2000, 2, 28))
  }

  private func isNext(_ next: CivilDate, after day: CivilDate) -> Bool {
    if next.day != 1 { return next.day == day.day + 1 && next.month == day.month }
    return day.day >= 28 && next.month == day.month % 12 + 1
      && next.year == day.year + (day.month == 12 ? 1 : 0)
  }

  @Test(
    "A day number has the same date as in SQLite",
    arguments: [-719_528, -1, 0, 59, 11016, 2_932_896])
  func sameAsSQLite(days: Int) async throws {
    let database = try Database.inMemory()
    let text = try await database.read { connection in
      try connection.statement("SELECT date(\(days) * 86400, 'unixepoch')").scalar(String.self)
    }
    #expect(try DateText.encode(Date(timeIntervalSince1970: Double(days) * 86400)) == text)
  }
}

@Suite("Representations of Date")
struct DateRepresentationTests {
  /// A date whose fraction is more precise than any representation.
  static let date = Date(timeIntervalSince1970: 1_709_209_815.250_4)

  @Test("UnixSeconds stores whole seconds, rounded down as unixepoch() does")
  func unixSeconds() async throws {
    #expect(UnixSeconds.columnType == .integer)
    #expect(try UnixSeconds.sqlValue(of: Self.date) == 1_709_209_815)
    #expect(try UnixSeconds.sqlValue(of: Date(timeIntervalSince1970: -0.5)) == -1)
    #expect(try await roundTrip(Self.date, as: UnixSeconds.self) == noon)
    #expect(try await roundTrip(Self.date, as: UnixSeconds?.self) == noon)
    #expect(try await roundTrip(nil, as: UnixSeconds?.self) == nil)
  }

  @Test("A number that no Date represents exactly is refused, not rounded")
  func tooLarge() async throws {
    for seconds: Int64 in [0, -1, 1 << 53, -(1 << 53), 1 << 60, .min] {
      let date = try await read(.integer(seconds), as: UnixSeconds.self)
      #expect(try UnixSeconds.encode(date) == seconds)
    }
    for seconds: Int64 in [(1 << 53) + 1, -(1 << 53) - 1, .max] {
      guard
        case .invalid(type: "Date", _) = try await decodingFailure(
          .integer(seconds), as: UnixSeconds.self)
      else {
        Issue.record("\(seconds) is read")
        return
      }
    }
    for milliseconds in [0, -1, 1_709_209_815_250, 253_402_300_799_999] as [Int64] {
      let date = try await read(.integer(milliseconds), as: UnixMilliseconds.self)
      #expect(try UnixMilliseconds.encode(date) == milliseconds)
    }
    guard
      case .invalid(type: "Date", _) = try await decodingFailure(
        .integer(.max), as: UnixMilliseconds.self)
    else {
      Issue.record("it is read")
      return
    }
  }

  @Test("SecondsSince2001 keeps every bit of every date")
  func secondsSince2001() async throws {
    var random = SeededGenerator(seed: 1)
    #expect(SecondsSince2001.columnType == .real)
    for _ in 0..<1000 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: -4e9...4e9, using: &random))
      #expect(SecondsSince2001.roundTripsExactly(date))
      #expect(try SecondsSince2001.decode(SecondsSince2001.encode(date)) == date)
    }
    for date in [Self.date, .now, .distantPast, .distantFuture, Date(timeIntervalSince1970: 0)] {
      #expect(try await roundTrip(date, as: SecondsSince2001.self) == date)
      #expect(try await roundTrip(date, as: SecondsSince2001?.self) == date)
    }
    let nan = Date(timeIntervalSince1970: .nan)
    #expect(try encodingFailure(nan, as: SecondsSince2001.self) == .notANumber)
    let db = try Database.inMemory()
    try await db.create(Instant.self)
    try await db.insert(Instant(id: 1, at: noon))
    let texts = Instant.select { $0.at.datetime() }
    #expect(
      try texts.statement().sql
        == #"SELECT datetime("at" + 978307200, 'unixepoch') FROM "instant""#)
    #expect(try await db.fetch(texts) == [noon])
    #expect(try await db.find(Instant.self, 1)?.at == noon)
  }

  @Test("A stored date equals the date's asStored, which is stored unchanged")
  func storedDate() async throws {
    let db = try Database.inMemory()
    try await db.create(Moment.self)
    var random = SeededGenerator(seed: 2)
    var changed = 0
    for id in 0..<300 {
      let date = Date(timeIntervalSinceReferenceDate: .random(in: 0...8e8, using: &random))
      let inserted = try await db.insert(Moment(id: id, at: date))
      let fetched = try #require(try await db.find(Moment.self, id))
      #expect(fetched.at == date.asStored && inserted.at == date.asStored)
      #expect(fetched.at.asStored == fetched.at)
      #expect(try await db.count(Moment.where { $0.id == id && $0.at == date }) == 1)
      if fetched.at != date { changed += 1 }
    }
    // The test proves something only if storing changes a date.
    #expect(changed > 0)
  }

  @Test("UnixMilliseconds stores the nearest millisecond, and decodes each one exactly")
  func unixMilliseconds() async throws {
    #expect(UnixMilliseconds.columnType == .integer)
    #expect(try UnixMilliseconds.sqlValue(of: Self.date) == 1_709_209_815_250)
    #expect(
      try await roundTrip(Self.date, as: UnixMilliseconds.self)
        == Date(timeIntervalSince1970: 1_709_209_815.25))
    let milliseconds = Int64(1_709_209_815_000)..<1_709_209_817_000
    #expect(
      try milliseconds.allSatisfy {
        try UnixMilliseconds.encode(UnixMilliseconds.decode($0)) == $0
      })
  }

  @Test("JulianDay stores the number that julianday() returns, and keeps milliseconds")
  func julianDay() async throws {
    #expect(JulianDay.columnType == .real)
    let database = try Database.inMemory()
    for text in [
      "2024-02-29 12:30:15.250", "1969-12-31 23:59:59.999", "0001-01-01 00:00:00.001",
      "9999-12-31 23:59:59.123",
    ] {
      let date = try #require(Date(storedText: text))
      let stored = try await database.read { connection in
        let select = try connection.statement("SELECT julianday('\(text)')")
        return try select.scalar(Double.self)
      }
      #expect(try JulianDay.encode(date) == stored)
      #expect(try await roundTrip(date, as: JulianDay.self) == date)
    }
  }

  @Test("ISO8601 stores a text in UTC with milliseconds")
  func iso8601() async throws {
    #expect(ISO8601.columnType == .text)
    #expect(try ISO8601.sqlValue(of: Self.date) == "2024-02-29T12:30:15.250Z")
    #expect(try ISO8601.sqlValue(of: leapDay) == "2024-02-29T00:00:00.000Z")
    #expect(
      try ISO8601.sqlValue(of: Date(timeIntervalSince1970: -0.001)) == "1969-12-31T23:59:59.999Z")
    #expect(
      try await roundTrip(Self.date, as: ISO8601.self)
        == Date(timeIntervalSince1970: 1_709_209_815.25))
    #expect(try await roundTrip(noon, as: ISO8601?.self) == noon)
    #expect(try await roundTrip(nil, as: ISO8601?.self) == nil)
  }

  @Test("DateTimeText stores the text of datetime(), with a fraction if the date has one")
  func dateTimeText() async throws {
    #expect(try DateTimeText.sqlValue(of: noon) == "2024-02-29 12:30:15")
    #expect(try DateTimeText.sqlValue(of: Self.date) == "2024-02-29 12:30:15.250")
    #expect(try await roundTrip(noon, as: DateTimeText.self) == noon)
    let database = try Database.inMemory()
    let now = try await database.read { connection in
      let select = try connection.statement("SELECT datetime(1709209815, 'unixepoch')")
      return try select.scalar(String.self)
    }
    #expect(try DateTimeText.encode(noon) == now)
  }

  @Test("DateText stores the day in UTC")
  func dateText() async throws {
    #expect(try DateText.sqlValue(of: Self.date) == "2024-02-29")
    #expect(try DateText.sqlValue(of: Date(timeIntervalSince1970: -0.0001)) == "1969-12-31")
    #expect(
      try DateText.sqlValue(of: leapDay.addingTimeInterval(86399.9999)) == "2024-02-29")
    #expect(try await roundTrip(Self.date, as: DateText.self) == leapDay)
    #expect(try await read("1969-12-31", as: DateText.self).timeIntervalSince1970 == -86400)
  }

  @Test("ISO8601 and DateTimeText texts sort in the order of their dates")
  func order() throws {
    let dates = [-62_167_219_200, -0.5, 0, 0.5, 1, 1_709_209_815, 1_709_209_815.001, 2_000_000_000]
      .map { Date(timeIntervalSince1970: $0) }
    for texts in [try dates.map(ISO8601.encode), try dates.map(DateTimeText.encode)] {
      let (bytes, sorted) = (texts.map { Array($0.utf8) }, texts.sorted().map { Array($0.utf8) })
      #expect(bytes == sorted)
      #expect(Set(texts).count == dates.count)
    }
  }

  @Test("A date text can have the years 0 to 9999, and dates outside of them are refused")
  func years() async throws {
    let first = Date(timeIntervalSince1970: -62_167_219_200)
    let last = Date(timeIntervalSince1970: 253_402_300_799.999)
    #expect(try ISO8601.sqlValue(of: first) == "0000-01-01T00:00:00.000Z")
    #expect(try ISO8601.sqlValue(of: last) == "9999-12-31T23:59:59.999Z")
    #expect(try await roundTrip(first, as: ISO8601.self) == first)
    #expect(try await roundTrip(last, as: DateTimeText.self) == last)
    for date in [
      first.addingTimeInterval(-0.001), last.addingTimeInterval(0.001),
      Date(timeIntervalSince1970: 1e13), Date(timeIntervalSince1970: -1e13),
    ] {
      for reason in [
        try encodingFailure(date, as: ISO8601.self),
        try encodingFailure(date, as: DateTimeText.self),
        try encodingFailure(date, as: DateText.self),
      ] {
        #expect(reason == .invalid(description: "text can hold only the years 0 to 9999"))
      }
    }
  }

  @Test("A date that overflows its representation, an infinite date and NaN are refused")
  func overflow() throws {
    for seconds in [1e20, -1e20, .infinity, -.infinity] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(try encodingFailure(date, as: UnixSeconds.self) == .overflow)
      #expect(try encodingFailure(date, as: UnixMilliseconds.self) == .overflow)
      #expect(try encodingFailure(date, as: JulianDay.self) == .overflow)
      #expect(try encodingFailure(date, as: ISO8601.self) == .overflow)
      #expect(try encodingFailure(date, as: DateText.self) == .overflow)
    }
    let nan = Date(timeIntervalSince1970: .nan)
    #expect(try encodingFailure(nan, as: UnixSeconds.self) == .notANumber)
    #expect(try encodingFailure(nan, as: UnixMilliseconds?.self) == .notANumber)
    #expect(try encodingFailure(nan, as: JulianDay.self) == .notANumber)
    #expect(try encodingFailure(nan, as: DateTimeText.self) == .notANumber)
    #expect(try encodingFailure(nan, as: DateText.self) == .notANumber)
  }

  @Test("A representation of dates decodes only its own storage class")
  func wrongStorageClass() async throws {
    #expect(
      try await decodingFailure("1", as: UnixSeconds.self)
        == .storageClass(expected: "INTEGER", found: .text))
    #expect(
      try await decodingFailure(1.5, as: UnixMilliseconds.self)
        == .storageClass(expected: "INTEGER", found: .real))
    #expect(
      try await decodingFailure("2024-02-29", as: JulianDay.self)
        == .storageClass(expected: "REAL", found: .text))
    #expect(
      try await decodingFailure(1_709_209_815, as: ISO8601.self)
        == .storageClass(expected: "TEXT", found: .integer))
    #expect(
      try await decodingFailure(nil, as: DateTimeText.self)
        == .storageClass(expected: "TEXT", found: .null))
  }
}
