import Foundation
import ORM
import Testing

/// Columns whose stored form is the text of their values, and columns whose stored form is not.
@Table
private struct Stocked {
  let id: Int
  var title: String
  var count: Int?
  var ratio: Double
  var genre: SongGenre?
  var flags: SongFlags
  var price: Decimal
  var day: CalendarDay
  var page: URL
  var isNew: Bool
  @Column(as: JSON.self) var tags: [String]
  @Column(as: MinorUnits<Scale2>.self) var cents: Decimal
  @Column(as: UnixSeconds.self) var seen: Date?
  var made: Date
  var code: UUID?
  var cover: Data
}

@Suite("Values that groupConcat joins")
struct GroupConcatTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Stocked.self)
    for id in 1...2 {
      try await db.insert(
        Stocked(
          id: id, title: "title\(id)", count: id, ratio: 0.5, genre: .soul, flags: .live,
          price: Decimal(id), day: try #require(CalendarDay(year: 2024, month: 2, day: id)),
          page: try #require(URL(string: "https://example.org/\(id)")), isNew: true, tags: ["a"],
          cents: 12.5, seen: Date(timeIntervalSince1970: 0),
          made: Date(timeIntervalSince1970: 86400),
          code: UUID(), cover: Data([UInt8(id)])))
    }
    return db
  }

  @Test("groupConcat joins numbers, texts and raw values")
  func joined() async throws {
    let db = try await database()
    let row = try await db.first(
      Stocked.select {
        $0.title.groupConcat()
        $0.count.groupConcat(separator: "; ")
        $0.ratio.groupConcat()
        $0.genre.groupConcat(distinct: true)
        $0.flags.groupConcat()
        $0.price.groupConcat()
      })
    let (titles, counts, ratios, genres, flags, prices) = try #require(row)
    #expect(titles == "title1,title2" && counts == "1; 2" && ratios == "0.5,0.5")
    #expect(genres == "soul" && flags == "1,1" && prices == "1,2")
    let others = try await db.first(
      Stocked.select {
        $0.day.groupConcat()
        $0.page.groupConcat()
        $0.isNew.groupConcat()
        $0.tags.groupConcat()
      })
    let (days, pages, news, tags) = try #require(others)
    #expect(days == "2024-02-01,2024-02-02" && news == "1,1" && tags == #"["a"],["a"]"#)
    #expect(pages == "https://example.org/1,https://example.org/2")
  }

  @Test("groupConcat refuses values that are not stored as their text")
  func refused() async throws {
    let db = try await database()
    func expectRefusal<Query: SelectStatement>(
      of column: String, _ query: Query, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      let error = await #expect(throws: ValueEncodingError.self, sourceLocation: sourceLocation) {
        try await db.fetch(query)
      }
      #expect(error?.column == column, sourceLocation: sourceLocation)
      #expect(
        error?.description.contains("strftime") == true, sourceLocation: sourceLocation)
    }
    await expectRefusal(of: "cents", Stocked.select { $0.cents.groupConcat() })
    await expectRefusal(of: "seen", Stocked.select { $0.seen.groupConcat(separator: ", ") })
    await expectRefusal(of: "made", Stocked.select { $0.made.groupConcat(distinct: true) })
    await expectRefusal(of: "code", Stocked.select { $0.code.groupConcat() })
    await expectRefusal(of: "cover", Stocked.select { $0.cover.groupConcat() })
    await expectRefusal(
      of: "added", Song.select { _ in Song.select { $0.added.groupConcat() }.scalar() })
    let texts = try await db.first(
      Stocked.select {
        $0.made.strftime("%Y-%m").groupConcat()
        $0.cents.cast(as: String.self).groupConcat()
        $0.cover.hex().groupConcat()
      })
    let (months, cents, covers) = try #require(texts)
    #expect(months == "1970-01,1970-01" && cents == "1250,1250" && covers == "01,02")
  }
}
