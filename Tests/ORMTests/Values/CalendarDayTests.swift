import Foundation
import ORM
import Testing

struct CalendarDayTests {
  @Table("person")
  struct Person: Hashable {
    let id: Int
    var born: CalendarDay
    var died: CalendarDay?
    @Column(as: JSON.self) var visits: [CalendarDay] = []
    var added: Date = Date(timeIntervalSince1970: 0)
  }

  private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

  private func calendar(
    _ zone: String, _ identifier: Calendar.Identifier = .gregorian
  ) throws -> Calendar {
    var calendar = Calendar(identifier: identifier)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  @Test("A CalendarDay can only be made of a valid year, month and day")
  func numbers() throws {
    let leap = try #require(CalendarDay(year: 2024, month: 2, day: 29))
    #expect(leap.description == "2024-02-29")
    #expect((leap.year, leap.month, leap.day) == (2024, 2, 29))
    for (year, month, day) in [
      (2023, 2, 29), (1900, 2, 29), (2024, 0, 1), (2024, 13, 1), (1, 4, 31),
    ] {
      #expect(CalendarDay(year: year, month: month, day: day) == nil)
    }
    #expect(CalendarDay(year: 1_000_001, month: 1, day: 1) == nil)
  }

  @Test("Each CalendarDay has exactly one text, and other texts are refused")
  func texts() throws {
    for text in ["0000-01-01", "9999-12-31", "+10000-01-01", "-0044-03-15", "2024-02-29"] {
      #expect(try day(text).description == text)
    }
    for text in [
      "2024-2-29", "2024-02-30", "24-02-29", "2024-02-29 ", "2024-02-29T00:00", "+2024-02-29",
      "-0000-01-01", "2024-02-2９", "", "--", "2024-+2-01",
    ] {
      #expect(CalendarDay(text) == nil, "\(text)")
    }
    let days = [try day("2024-02-29")]
    let json = try JSONEncoder().encode(days)
    #expect(String(decoding: json, as: UTF8.self) == #"["2024-02-29"]"#)
    #expect(try JSONDecoder().decode([CalendarDay].self, from: json) == days)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2024-02-30"]"#.utf8))
    }
  }

  @Test("CalendarDay arithmetic crosses leap days and years, and is clamped to the valid range")
  func arithmetic() throws {
    #expect(try day("2024-02-28").advanced(by: 2) == day("2024-03-01"))
    #expect(try day("2024-03-01").distance(to: day("2023-03-01")) == -366)
    #expect(try day("0000-12-31") < day("0001-01-01"))
    #expect(try day("-0001-01-01") < day("0000-01-01"))
    #expect(try Array(day("2024-02-28")...day("2024-03-01")).map(\.day) == [28, 29, 1])
    let last = try day("2024-01-01").advanced(by: .max)
    #expect(last.description == "+1000000-12-31")
    #expect(try day("2024-01-01").advanced(by: .min).description == "-1000000-01-01")
    var found = try day("1999-12-31")
    for _ in 0..<800 {
      let next = found.advanced(by: 1)
      #expect(found < next && found.distance(to: next) == 1 && next.advanced(by: -1) == found)
      found = next
    }
  }

  @Test("A CalendarDay depends on the calendar's time zone, and starts at its first instant there")
  func instants() throws {
    let midnightInTokyo = Date(timeIntervalSince1970: 1_709_132_400)  // 2024-02-29 00:00 +09:00
    #expect(try CalendarDay(midnightInTokyo, in: calendar("Asia/Tokyo")) == day("2024-02-29"))
    #expect(try CalendarDay(midnightInTokyo, in: calendar("GMT")) == day("2024-02-28"))
    #expect(try CalendarDay(midnightInTokyo, in: calendar("Asia/Tokyo", .buddhist)).year == 2024)
    #expect(try day("2024-02-29").start(in: calendar("Asia/Tokyo")) == midnightInTokyo)
    // In Santiago, the clocks go forward at midnight on this day, so it begins at one.
    let santiago = try calendar("America/Santiago")
    let spring = try day("2023-09-03")
    #expect(spring.start(in: santiago) == Date(timeIntervalSince1970: 1_693_713_600))
    for zone in [
      "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati", "America/Santiago", "GMT",
    ] {
      let calendar = try calendar(zone)
      for days in stride(from: -300_000, to: 30_000, by: 977) {
        let day = try day("2024-02-29").advanced(by: days)
        #expect(CalendarDay(day.start(in: calendar), in: calendar) == day, "\(zone) \(day)")
      }
    }
    #expect(
      try CalendarDay(Date(timeIntervalSince1970: .infinity), in: calendar("GMT")).year > 9999)
    #expect(
      try CalendarDay(Date(timeIntervalSince1970: -1), in: calendar("GMT")) == day("1969-12-31"))
  }

  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Person.self)
    try await db.insert([
      Person(id: 1, born: try day("1959-01-16"), visits: [try day("2024-02-29")]),
      Person(id: 2, born: try day("1926-05-26"), died: try day("1991-09-28")),
    ])
    return db
  }

  @Test("A CalendarDay is stored as date() formats it, and compared and ordered as a day")
  func storing() async throws {
    let db = try await database()
    #expect(Person.schema.columns[1].type == .day)
    #expect(
      try await db.fetch(String.self, sql: "SELECT born FROM person") == [
        "1959-01-16", "1926-05-26",
      ])
    let limit = try day("1950-01-01")
    #expect(try await db.fetch(Person.where { $0.born >= limit }).map(\.id) == [1])
    #expect(try await db.fetch(Person.order { $0.born }.select { $0.id }) == [2, 1])
    #expect(
      try await db.fetch(Person.where { $0.died == nil }).first?.visits == [day("2024-02-29")])
    #expect(try await db.first(Person.select { $0.died.max() }) == day("1991-09-28"))
  }

  @Test("SQLite's date functions accept and return a CalendarDay")
  func functions() async throws {
    let db = try await database()
    let adults = Person.order { $0.id }.select { $0.born.day(.years(18), .startOfMonth) }
    #expect(
      try adults.statement().sql
        == #"SELECT date("born", $1, 'start of month') FROM "person" ORDER BY "id""#)
    #expect(try await db.fetch(adults) == [day("1977-01-01"), day("1944-05-01")])
    #expect(try await db.fetch(Person.select { $0.born.strftime("%Y") }) == ["1959", "1926"])
    #expect(try await db.first(Person.select { $0.added.day() }) == day("1970-01-01"))
    #expect(try await db.fetch(Person.where { $0.died.day() < $0.born.day(.years(70)) }).count == 1)
    #expect(
      try await db.fetch(Person.where { $0.born < SQLFunction.day().coalesce(limit) }).count == 2)
  }

  private let limit = CalendarDay(year: 2000, month: 1, day: 1) ?? CalendarDay(.now, in: .current)

  @Test("Invalid texts, other storage classes and five-digit years are refused in a day column")
  func refusing() async throws {
    let db = try await database()
    for value in ["'2024-2-29'", "'2024-02-29 12:00:00'", "'-0044-03-15'", "1.5", "'2023-02-29'"] {
      await #expect(throws: RowDecodingError.self, "\(value)") {
        try await db.fetch(CalendarDay.self, sql: "SELECT \(raw: value) AS day")
      }
    }
    let later = try day("+10000-01-01")
    let error = await #expect(throws: ValueEncodingError.self) {
      try await db.insert(Person(id: 3, born: later))
    }
    #expect(error?.column == "born")
  }
}
