import Foundation
import ORM
import Testing

@Suite("Walks through all pages")
struct PageWalkTests {
  static let orders: [@Sendable () -> Select<PagedItem>] = [
    { PagedItem.all },
    { PagedItem.order { $0.id.desc() } },
    { PagedItem.order { $0.shelf } },
    {
      PagedItem.order {
        $0.shelf.desc(); $0.name
      }
    },
    {
      PagedItem.order {
        $0.shelf.desc(); $0.name.desc()
      }
    },
    {
      PagedItem.order {
        $0.name.collate(.noCase); $0.weight
      }
    },
    {
      PagedItem.order {
        $0.weight; $0.label
      }
    },
    {
      PagedItem.order {
        $0.weight.desc(); $0.label.desc()
      }
    },
    {
      PagedItem.order {
        $0.weight.asc(nulls: .last); $0.label.desc(nulls: .first); $0.name
      }
    },
    {
      PagedItem.order {
        $0.label.asc(nulls: .last); $0.shelf; $0.weight.desc(nulls: .first)
      }
    },
    {
      PagedItem.order {
        $0.label; $0.id.desc()
      }
    },
    {
      PagedItem.order {
        $0.price.desc(); $0.data
      }
    },
    {
      PagedItem.order {
        ($0.shelf * 2 + 1).desc(); $0.weight.coalesce(7)
      }
    },
    {
      PagedItem.order {
        $0.weight == nil; $0.name.length()
      }
    },
    {
      PagedItem.where { $0.shelf > -1 || $0.weight == nil }.order {
        $0.data.desc(); $0.label
      }
    },
    { PagedItem.order { SQLCase.when($0.shelf < 0, then: $0.weight).end() } },
  ]

  @Test(
    "Consecutive pages have the rows of one fetch, forwards and backwards",
    arguments: orders.indices)
  func walks(number: Int) async throws {
    let query = Self.orders[number]()
    var generator = SeededGenerator(seed: UInt64(number))
    let database = try Database.inMemory()
    try await database.create(PagedItem.self)
    let items = (0..<2_000).map { _ in PagedItem.random(using: &generator) }
    try await database.insert(items)
    // The key breaks ties, as it does for pages.
    let whole = try await database.fetch(query.page(size: 10_000))
    #expect(whole.next == nil && whole.rows.count >= 700)
    let plain = try await database.fetch(query)
    #expect(Set(plain) == Set(whole.rows))
    let (forwards, backwards) = try await database.read { [generator] db in
      var generator = generator
      return (
        try Self.forwards(query, using: &generator, on: db),
        try Self.backwards(query, using: &generator, on: db)
      )
    }
    #expect(forwards == whole.rows)
    #expect(backwards == whole.rows)
  }

  /// The rows of all pages, from the first on.
  private static func forwards(
    _ query: Select<PagedItem>, using generator: inout SeededGenerator, on db: isolated Connection
  ) throws -> [PagedItem] {
    var page = try db.fetch(query.page(size: 1))
    var rows = page.rows
    while let next = page.next {
      let size = Int.random(in: 1...90, using: &generator)
      page = try db.fetch(query.page(after: next, size: size))
      #expect(page.rows.count == size || page.next == nil)
      rows += page.rows
    }
    return rows
  }

  /// The rows of all pages, from the last back.
  private static func backwards(
    _ query: Select<PagedItem>, using generator: inout SeededGenerator, on db: isolated Connection
  ) throws -> [PagedItem] {
    var page = try db.fetch(query.page(before: nil, size: 1))
    var rows = page.rows
    while let previous = page.previous {
      let size = Int.random(in: 1...90, using: &generator)
      page = try db.fetch(query.page(before: previous, size: size))
      rows = page.rows + rows
    }
    return rows
  }

  @Test("Pages have the order of the query")
  func keepsTheOrder() async throws {
    var generator = SeededGenerator(seed: 99)
    let database = try Database.inMemory()
    try await database.create(PagedItem.self)
    try await database.insert((0..<500).map { _ in PagedItem.random(using: &generator) })
    for order in Self.orders {
      // The key is added, as the query alone does not order equal rows.
      let query = order().order { $0.id }
      let plain = try await database.fetch(query)
      #expect(try await database.fetch(query.page(size: 500)).rows == plain)
    }
  }

  @Test(
    "No row that stays is skipped or repeated while other rows are inserted and deleted",
    arguments: [0, 3, 8, 11])
  func whileOthersWrite(number: Int) async throws {
    let query = Self.orders[number]()
    var generator = SeededGenerator(seed: 1_000 + UInt64(number))
    let files = try TwoDatabases()
    defer { withExtendedLifetime(files) {} }
    try await files.db.create(PagedItem.self)
    try await files.db.insert((1...1_500).map { PagedItem.random(id: $0 * 10, using: &generator) })
    var stays = Set((1...1_500).map { $0 * 10 })
    var seen: [Int] = []
    var next: Page<PagedItem>.Cursor?
    var nextID = 1
    repeat {
      let page = try await files.db.fetch(query.page(after: next, size: 40))
      seen += page.rows.compactMap(\.id)
      next = page.next
      // The row at the page's edge is deleted too: its place stays.
      var gone = page.rows.suffix(1).compactMap(\.id)
      for _ in 0..<8 { gone.append(Int.random(in: 1...1_500, using: &generator) * 10) }
      var come: [PagedItem] = []
      for number in nextID..<nextID + 8 {
        come.append(.random(id: number / 9 * 10 + number % 9 + 1, using: &generator))
      }
      nextID += 8
      try await files.other.transaction { [gone, come] tx in
        try tx.delete(PagedItem.self, where: { $0.id.in(gone) })
        try tx.insert(come)
      }
      stays.subtract(gone)
    } while next != nil
    #expect(Set(seen).count == seen.count)
    #expect(stays.isSubset(of: seen))
    #expect(stays.count > 800)
  }

  private typealias Pairs = Results2<OneValue<Int?>, OneValue<Int?>>

  @Test("Pages of outer joins have the rows of one fetch, including those without a match")
  func joins() async throws {
    var generator = SeededGenerator(seed: 7)
    let database = try Database.inMemory()
    try await database.create(PagedItem.self)
    try await database.insert((1...60).map { PagedItem.random(id: $0 - 30, using: &generator) })
    let left = PagedItem.leftJoin(PagedItem.self, as: "other") { $0.id == $1.shelf }
      .order { _, other in other.weight.desc() }
      .select { ($0.id, $1.id) }
    try await expectWalks(left, in: database, count: 115)
    let right = PagedItem.rightJoin(PagedItem.self, as: "other") { $0.shelf == $1.id }
      .order { item, _ in item.label }
      .order { _, other in other.shelf }
      .select { ($0.id, $1.id) }
    try await expectWalks(right, in: database, count: 115)
    let full = PagedItem.fullJoin(PagedItem.self, as: "other") { $0.id == $1.shelf && $1.id > 0 }
      .order { item, _ in item.weight.asc(nulls: .last) }
      .select { ($0.id, $1.id) }
    try await expectWalks(full, in: database, count: 115)
  }

  @Test("Pages of a query ordered before an outer join contain the rows without a match")
  func orderedBeforeJoin() async throws {
    var generator = SeededGenerator(seed: 8)
    let database = try Database.inMemory()
    try await database.create(PagedItem.self)
    try await database.insert((1...60).map { PagedItem.random(id: $0 - 30, using: &generator) })
    let right = PagedItem.order { $0.shelf.desc() }
      .rightJoin(PagedItem.self, as: "other") { $0.shelf == $1.id }
      .select { ($0.id, $1.id) }
    try await expectWalks(right, in: database, count: 115)
    let full = PagedItem.order { $0.shelf.asc(nulls: .last) }
      .fullJoin(PagedItem.self, as: "other") { $0.id == $1.shelf && $1.id > 0 }
      .select { ($0.id, $1.id) }
    try await expectWalks(full, in: database, count: 115)
  }

  private func expectWalks<Scope>(
    _ query: SelectQuery<Scope, Pairs>, in database: Database, count: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let plain = try await database.fetch(query).map { [$0.0, $0.1] }
    #expect(plain.count == count, sourceLocation: sourceLocation)
    let whole = try await database.fetch(query.page(size: 1_000)).rows.map { [$0.0, $0.1] }
    #expect(Set(whole) == Set(plain) && whole.count == count, sourceLocation: sourceLocation)
    var rows: [[Int?]] = []
    var next: Page<(Int?, Int?)>.Cursor?
    repeat {
      let page = try await database.fetch(query.page(after: next, size: 7))
      rows += page.rows.map { [$0.0, $0.1] }
      next = page.next
    } while next != nil
    #expect(rows == whole, sourceLocation: sourceLocation)
    var previous: Page<(Int?, Int?)>.Cursor?
    rows = []
    repeat {
      let page = try await database.fetch(query.page(before: previous, size: 11))
      rows = page.rows.map { [$0.0, $0.1] } + rows
      previous = page.previous
    } while previous != nil
    #expect(rows == whole, sourceLocation: sourceLocation)
  }
}
