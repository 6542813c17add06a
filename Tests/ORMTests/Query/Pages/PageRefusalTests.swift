import Foundation
import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Suite("Queries that can't be paged")
struct PageRefusalTests {
  @Test("Grouped, distinct and aggregated queries can't be paged, except as a subquery")
  func severalRows() async throws {
    let counts = Album.group { $0.year }.select { ($0.year, $0.count()) }
    #expect(throws: PageError.aggregatedQuery) { try counts.page(size: 1).statement() }
    let distinct = Album.select { $0.year }.distinct()
    #expect(throws: PageError.aggregatedQuery) { try distinct.page(size: 1).statement() }
    let count = Album.select { $0.count() + 1 }
    #expect(throws: PageError.aggregatedQuery) { try count.page(size: 1).statement() }
    let ranked = Album.order { SQLFunction.rank().over(order: $0.year) }
    #expect(throws: PageError.aggregatedQuery) { try ranked.page(size: 1).statement() }
    let numbered = Album.order { $0.id }.select { SQLFunction.rowNumber().over(order: $0.id) }
    #expect(throws: PageError.aggregatedQuery) { try numbered.page(size: 1).statement() }
    let cased = Album.select { SQLCase.when($0.count() > 1, then: "many").else("few") }
    #expect(throws: PageError.aggregatedQuery) { try cased.page(size: 1).statement() }
    let raw = Album.select { SQLExpression(sql: "1 + \($0.id.count())", as: Int.self) }
    #expect(throws: PageError.aggregatedQuery) { try raw.page(size: 1).statement() }

    let latest = TableExpression(Album.where { $0.year != nil }.distinct(), as: "latest").all
    let byTitle = latest.order { $0.title }
    let query = byTitle.page(size: 2, orderIsUnique: true)
    #expect(
      try query.statement().sql
        == #"SELECT "id", "title", "artistID", "year" FROM (SELECT DISTINCT "id", "title","#
        + #" "artistID", "year" FROM "album" WHERE "year" IS NOT NULL) AS "latest""#
        + #" ORDER BY "title" LIMIT $1"#)
    let page = try await Catalog.database().fetch(query)
    #expect(page.rows == [Catalog.deluxe, Catalog.promise])
    #expect(throws: PageError.noKey(source: "latest")) { try byTitle.page(size: 2).statement() }
    #expect(throws: PageError.noKey(source: "latest")) {
      try latest.page(size: 2, orderIsUnique: true).statement()
    }
  }

  @Test("Paging refuses a query with a limit, and a page size below 1")
  func limits() throws {
    #expect(throws: PageError.limit) { try Album.limit(5).page(size: 1).statement() }
    for size in [0, -1, Int.min] {
      #expect(throws: PageError.invalidSize) { try Album.all.page(size: size).statement() }
    }
    #expect(try Album.all.page(size: .max).statement().arguments == [.integer(.max)])
  }

  @Test("A cursor of another order is refused, and other conditions are allowed")
  func otherOrder() async throws {
    let database = try await Catalog.database()
    let cursor = try await database.fetch(Album.order { $0.title }.page(size: 1)).next
    let others: [Select<CatalogAlbum>] = [
      Album.all, Album.order { $0.title.desc() }, Album.order { $0.title.collate(.noCase) },
      Album.order { $0.title.asc(nulls: .last) },
      Album.order {
        $0.title; $0.year
      },
      Album.as("other").order { $0.title }, Album.order { $0.title.substr(1, 2) },
    ]
    for query in others {
      #expect(throws: PageError.cursorOrderMismatch) {
        try query.page(after: cursor, size: 1).statement()
      }
    }
    #expect(throws: PageError.cursorOrderMismatch) {
      try Album.order { $0.title }.page(after: cursor, size: 1, orderIsUnique: true).statement()
    }
    let short = try await database.fetch(Album.order { $0.title.substr(1, 2) }.page(size: 1)).next
    #expect(throws: PageError.cursorOrderMismatch) {
      try Album.order { $0.title.substr(1, 3) }.page(after: short, size: 1).statement()
    }
    let narrowed = Album.where { $0.id > 1 }.order { $0.title }
    #expect(try await database.fetch(narrowed.page(after: cursor, size: 9)).rows.count == 2)
  }

  @Test("Errors of pages describe their cause")
  func words() {
    #expect("\(PageError.limit)" == "a query with a limit can't be paged; remove the limit")
    #expect("\(PageError.noKey(source: "x"))".contains("\"x\" has no key"))
    #expect("\(PageError.cursorOrderMismatch)".contains("another order"))
    #expect("\(PageError.invalidSize)".contains("at least 1"))
    #expect("\(PageError.aggregatedQuery)".contains("groups"))
  }
}
