import Foundation
import ORM
import Testing

/// The code of the guide to values.
enum ValuesSamples {
  enum Genre: String, ColumnValue { case jazz, soul }

  struct Flags: OptionSet, ColumnValue {
    let rawValue: Int
    static let live = Flags(rawValue: 1)
    static let remaster = Flags(rawValue: 2)
  }

  enum Level: Int, ColumnValue, CaseIterable, CustomStringConvertible {
    case low = 1, high = 2
    var description: String { self == .low ? "Low" : "High" }
  }

  @Table
  struct Session {
    let id: Int
    @Column(as: UnixSeconds.self) var until: Date
    var level: Level = .low
  }

  struct FractionOfASecond: Error {}

  enum WholeSeconds: ColumnConversion {
    static func encode(_ value: Duration) throws -> Int64 {
      let (seconds, attoseconds) = value.components
      guard attoseconds == 0 else { throw FractionOfASecond() }
      return seconds
    }
    static func decode(_ stored: Int64) -> Duration { .seconds(stored) }
  }

  @Table
  struct Album {
    var id: Int?
    var title: String
    var genre: Genre = .soul
    var flags: Flags = []
    @Column(as: JSON.self) var tags: [String] = []
    @Column(as: MinorUnits<Scale2>.self) var price: Decimal
    @Column(as: WholeSeconds.self) var length: Duration?
    var released: CalendarDay?
  }

  @Table
  struct Visit {
    var id: Int?
    var at: Date
    @Column(as: SecondsSince2001.self) var left: Date?
  }

  struct Format: RawRepresentable, ColumnValue, Hashable {
    let rawValue: String
    static let single = Format(rawValue: "single")
    static let album = Format(rawValue: "album")
  }

  struct Settings: Codable, Sendable {
    var theme: String
    var textSize: Int?  // since version 2
  }

  @Table
  struct Release {
    let id: Int
    var format: Format
    @Column(as: JSON.self) var settings: Settings
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self, Visit.self, Release.self, Session.self)
    let limit = try #require(CalendarDay(year: 1984, month: 1, day: 1))
    let now = Date.now.asStored
    let visit = try await db.insert(Visit(at: now, left: now))
    let found = try await db.find(Visit.self, visit.id ?? 0)
    print(found?.at == now)  // true
    #expect(found?.at == now && found?.left == now)
    let price = Decimal(999) / 100
    let released = CalendarDay(year: 1984, month: 7, day: 16)
    try await db.insert(
      Album(
        title: "Diamond Life", flags: [.live], tags: ["soul"], price: price, length: .seconds(2670),
        released: released))

    let live = try await db.fetch(Album.self, where: { $0.flags.contains(.live) })
    // SELECT … FROM "album" WHERE ("flags" & $1) = $2
    try await db.run(
      Album.where { $0.genre == .soul }.update {
        $0.flags.insert(.remaster)
        $0.flags.remove(.live)
      })
    // UPDATE "album" SET "flags" = ("flags" | $1) & ~$2 WHERE "genre" = $3
    #expect(try await db.fetch(Album.all).map(\.flags) == [.remaster])
    let prices = live.map(\.price)
    #expect(prices == [price])

    let cheap = try await db.fetch(Album.self, where: { $0.price < 10 && $0.genre == .soul })
    // SELECT … FROM "album" WHERE "price" < $1 AND "genre" = $2
    #expect(cheap.count == 1)

    let recent = try await db.fetch(Album.self, where: { $0.released >= limit })
    // SELECT … FROM "album" WHERE "released" >= $1
    #expect(recent.count == 1 && recent[0].length == .seconds(2670))

    try await db.insert(Session(id: 1, until: Date(timeIntervalSince1970: 0)))
    let past = try await db.fetch(Session.self, where: { $0.until < Date.now })
    // SELECT … FROM "session" WHERE "until" < $1
    #expect(past.map(\.level) == [.low])

    let total = try await db.first(Album.select { $0.price.sum() })
    // SELECT sum("price") FROM "album" LIMIT $1
    let usual = try await db.first(Album.select { $0.price.average() })
    // SELECT decimal_avg("price") FROM "album" LIMIT $1
    #expect(total == price && usual == price)

    let day = CalendarDay(.now, in: .current)
    let dueDay = day.advanced(by: 14)
    let due = try await db.fetch(Album.self, where: { $0.released <= dueDay })
    // SELECT … FROM "album" WHERE "released" <= $1
    #expect(due.count == 1)

    try await db.execute("UPDATE album SET genre = 'polka'")
    do {
      _ = try await db.fetch(Album.self)
    } catch let error as RowDecodingError {
      print(error.table ?? "", error.column, error.reason)
    }
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Album.self) }
    try await db.insert(Album(title: "Promise", price: 9.99))

    let results = try await db.fetchResults(Album.order { $0.title })
    // SELECT … FROM "album" ORDER BY "title"
    let readable = results.compactMap { try? $0.get() }
    for case .failure(let error) in results { print(error.key ?? [], error.column) }
    #expect(readable.map(\.title) == ["Promise"] && results.count == 2)

    // The row has a case from a later version, and lacks a property that an earlier version did not
    // write.
    try await db.execute(
      """
      INSERT INTO release VALUES (1, 'mixtape', '{"theme": "dark", "font": "Inter"}')
      """)
    let releases = try await db.fetch(Release.self)
    print(releases.map { $0.format == .album })  // [false]
    print(releases.map { $0.settings.textSize ?? 12 })  // [12]
    #expect(releases.map(\.format.rawValue) == ["mixtape"])
    #expect(releases.map(\.settings.textSize) == [nil])
  }
}
