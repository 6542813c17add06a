import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Suite("Pages")
struct PageTests {
  @Test("A page has the order of the query, and the primary key breaks ties")
  func first() async throws {
    let page = try await page(
      Album.order { $0.title }.page(size: 2),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" ORDER BY "title", "id" LIMIT $1"#, [3])
    #expect(page.rows == [Catalog.blue, Catalog.deluxe])
    #expect(page.previous == nil && page.next != nil)
  }

  @Test("The next page begins after the last row, and the last page has no next page")
  func next() async throws {
    let albums = Album.where { $0.id < 4 }.order { $0.title }
    let first = try await Catalog.database().fetch(albums.page(size: 2))
    let second = try await page(
      albums.page(after: first.next, size: 2),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" WHERE "id" < $1 AND ("title", "id") > ($2, $3) ORDER BY "title", "id" LIMIT $4"#,
      [4, "Love Deluxe", 2, 3])
    #expect(second.rows == [Catalog.promise])
    #expect(second.next == nil && second.previous != nil)
    let whole = try await Catalog.database().fetch(albums.page(size: 3))
    #expect(whole.rows.count == 3 && whole.next == nil && whole.previous == nil)
  }

  @Test("Pages can be fetched backwards, from a cursor or from the end")
  func backwards() async throws {
    let albums = Album.order { $0.title.desc() }
    let last = try await page(
      albums.page(before: nil, size: 2),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" ORDER BY "title", "id" LIMIT $1"#, [3])
    #expect(last.rows == [Catalog.deluxe, Catalog.blue])
    #expect(last.next == nil)
    let before = try await page(
      albums.page(before: last.previous, size: 2),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" WHERE ("title", "id") > ($1, $2) ORDER BY "title", "id" LIMIT $3"#,
      ["Love Deluxe", 2, 3])
    #expect(before.rows == [Catalog.unknown, Catalog.promise])
    #expect(before.previous == nil)
    let again = try await Catalog.database().fetch(albums.page(after: before.next, size: 2))
    #expect(again.rows == last.rows && again.next == nil && again.previous == last.previous)
  }

  @Test("A page with mixed directions and NULL has a condition for each term of its order")
  func mixed() async throws {
    let select = #"SELECT "id", "title", "artistID", "year" FROM "album""#
    let end = #" ORDER BY "year" DESC, "title", "id" LIMIT "#
    let albums = Album.order { $0.year.desc() }.order { $0.title }
    let database = try await Catalog.database()
    let first = try await database.fetch(albums.page(size: 3))
    #expect(first.rows == [Catalog.deluxe, Catalog.unknown, Catalog.promise])
    let second = try await page(
      albums.page(after: first.next, size: 3),
      select
        + #" WHERE "year" < $1 OR "year" IS NULL OR "year" = $2 AND ("title", "id") > ($3, $4)"#
        + end + "$5", [1985, 1985, "Promise", 1, 4])
    #expect(second.rows == [Catalog.blue])
    let third = try await page(
      albums.page(before: second.previous, size: 1),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" WHERE "year" IS NOT NULL OR ("title", "id") < ($1, $2)"#
        + #" ORDER BY "year", "title" DESC, "id" DESC LIMIT $3"#, ["Kind of Blue", 3, 2])
    #expect(third.rows == [Catalog.promise])
    _ = try await page(
      Album.order { $0.year.asc(nulls: .last) }.page(after: try await nullsLast().next, size: 1),
      #"SELECT "id", "title", "artistID", "year" FROM "album""#
        + #" WHERE "year" IS NULL AND "id" > $1 ORDER BY "year" NULLS LAST, "id" LIMIT $2"#, [3, 2])
  }

  private func nullsLast() async throws -> Page<CatalogAlbum> {
    let database = try await Catalog.database()
    try await database.insert(CatalogAlbum(id: 9, title: "", artistID: nil, year: nil))
    let albums = Album.order { $0.year.asc(nulls: .last) }
    #expect(try await database.fetch(albums.page(before: nil, size: 1)).rows.map(\.id) == [9])
    return try await database.fetch(albums.page(size: 4))
  }

  @Test("Columns and tuples can be paged, and the terms of the order are selected after them")
  func selected() async throws {
    let titles = Album.order { $0.title }.select { $0.title.upper() }
    let page = try await page(
      titles.page(size: 1),
      #"SELECT upper("title"), "title", "id" FROM "album" ORDER BY "title", "id" LIMIT $1"#, [2])
    #expect(page.rows == ["KIND OF BLUE"])
    let lines = Album.order { $0.id }.select { ($0.id, $0.year) }
    let second = try await Catalog.database().fetch(lines.page(size: 3))
    #expect(second.rows.map(\.0) == [1, 2, 3] && second.rows.map(\.1) == [1985, 1992, nil])
  }

  @Test("The keys of all tables of a join break ties, unless its order is unique")
  func joined() async throws {
    let query = Artist.leftJoin(Album.self) { $0.id == $1.artistID }
      .order { _, album in album.title }
      .select { artist, album in (artist.name, album.title) }
    let first = try await page(
      query.page(size: 2),
      #"SELECT "artist"."name", "album"."title", "artist"."id", "album"."id""#
        + #" FROM "artist" LEFT JOIN "album" ON "artist"."id" IS "album"."artistID""#
        + #" ORDER BY "album"."title", "artist"."id", "album"."id" LIMIT $1"#, [3])
    #expect(first.rows.map(\.0) == ["Nina", "Miles"])
    let second = try await page(
      query.page(after: first.next, size: 2),
      #"SELECT "artist"."name", "album"."title", "artist"."id", "album"."id""#
        + #" FROM "artist" LEFT JOIN "album" ON "artist"."id" IS "album"."artistID""#
        + #" WHERE ("album"."title", "artist"."id", "album"."id") > ($1, $2, $3)"#
        + #" ORDER BY "album"."title", "artist"."id", "album"."id" LIMIT $4"#,
      ["Kind of Blue", 2, 3, 3])
    #expect(second.rows.map(\.1) == ["Love Deluxe", "Promise"] && second.next == nil)
    let named = Album.join(Artist.self) { $0.artistID == $1.id }
      .order { album, _ in album.id }.select { album, artist in (album.title, artist.name) }
    let only = try await page(
      named.page(size: 1, orderIsUnique: true),
      #"SELECT "album"."title", "artist"."name", "album"."id" FROM "album" JOIN "artist""#
        + #" ON "album"."artistID" IS "artist"."id" ORDER BY "album"."id" LIMIT $1"#, [2])
    #expect(only.rows.map(\.0) == ["Promise"])
  }

  @Test("A key of two columns breaks ties, and the rowid does if a table has no key")
  func keys() async throws {
    let database = try Database.inMemory()
    try await database.create(PagedLine.self, PagedEntry.self)
    let lines = [("a", 1), ("b", 1), ("a", 2), ("c", 2)].map {
      PagedLine(order: $0.1, product: $0.0, amount: nil)
    }
    try await database.insert(lines)
    let ordered = PagedLine.order { $0.amount.desc() }
    let first = try await database.fetch(ordered.page(size: 3))
    #expect(
      try ordered.page(after: first.next, size: 3).statement()
        == Statement(
          sql: #"SELECT "order", "product", "amount" FROM "line""#
            + #" WHERE "amount" IS NULL AND ("order", "product") < ($1, $2)"#
            + #" ORDER BY "amount" DESC, "order" DESC, "product" DESC LIMIT $3"#,
          arguments: [1, "b", 4]))
    #expect(first.rows == [lines[3], lines[2], lines[1]])
    #expect(
      try await database.fetch(ordered.page(after: first.next, size: 3)).rows == [lines[0]])
    let partly = PagedLine.order { $0.product }
    #expect(
      try partly.page(size: 1).statement().sql
        == #"SELECT "order", "product", "amount" FROM "line""#
        + #" ORDER BY "product", "order" LIMIT $1"#)

    try await database.insert(["x", "x", "y"].map { PagedEntry(text: $0) })
    let entries = PagedEntry.order { $0.text }
    let page = try await database.fetch(entries.page(size: 1))
    #expect(
      try entries.page(after: page.next, size: 1).statement()
        == Statement(
          sql: #"SELECT "text", "rowid" FROM "entry" WHERE ("text", "rowid") > ($1, $2)"#
            + #" ORDER BY "text", "rowid" LIMIT $3"#, arguments: ["x", 1, 2]))
    #expect(
      try await database.fetch(entries.page(after: page.next, size: 2)).rows.map(\.text)
        == ["x", "y"])
  }

  @Test("A page has its own order, whatever pages of the same table were rendered before")
  func orders() throws {
    let orders: [(PageQuery<WholeRow<CatalogAlbum>>, String)] = [
      (Album.order { $0.title }.page(size: 1), #""title", "id""#),
      (Album.order { $0.title }.page(size: 1, orderIsUnique: true), #""title""#),
      (Album.order { $0.title.desc() }.page(size: 1), #""title" DESC, "id" DESC"#),
      (Album.order { $0.title }.page(before: nil, size: 1), #""title" DESC, "id" DESC"#),
      (Album.order { $0.title.collate(.noCase) }.page(size: 1), #""title" COLLATE NOCASE, "id""#),
      (Album.order { $0.year.asc(nulls: .last) }.page(size: 1), #""year" NULLS LAST, "id""#),
      (Album.order { $0.year }.page(size: 1), #""year", "id""#),
      (Album.all.page(size: 1), #""id""#),
      (Album.order { $0.id * 2 }.order { $0.title }.page(size: 1), #""id" * $2, "title", "id""#),
      (Album.order { $0.id * 3 }.order { $0.title }.page(size: 1), #""id" * $2, "title", "id""#),
    ]
    for (query, order) in orders + orders.reversed() + orders.flatMap({ [$0, $0] }) {
      let sql = try query.statement().sql
      let end = try #require(sql.firstRange(of: " ORDER BY "))
      #expect(sql[end.upperBound...].hasPrefix(order + " LIMIT "), "\(sql)")
    }
    let thirds = try orders[9].0.statement().arguments
    #expect(thirds.first == .integer(3) && thirds.count == 3)
  }

  @Test("An index finds the start of a page, and needs no sort if it has the order's columns")
  func plans() async throws {
    let database = try Database.inMemory()
    try await database.create(PagedItem.self)
    var generator = SeededGenerator(seed: 1)
    try await database.insert((1...50).map { PagedItem.random(id: $0, using: &generator) })
    let orders: [Select<PagedItem>] = [
      PagedItem.order { $0.shelf }, PagedItem.order { $0.shelf.desc() },
      PagedItem.order {
        $0.shelf; $0.name
      },
      PagedItem.order {
        $0.shelf.desc(); $0.name.desc()
      },
      PagedItem.order {
        $0.shelf; $0.name.desc()
      },
    ]
    for (index, query) in orders.enumerated() {
      let page = try await database.fetch(query.page(size: 20))
      let plan = try await database.explain(
        query.page(after: page.next, size: 20).statement())
      #expect(plan.uses(index: "item_shelf_name_index") && plan.scans.isEmpty, "\(index): \(plan)")
      let sorts = [0, 1, 4].contains(index)
      #expect(plan.usesTemporaryTree == sorts, "\(plan)")
    }
    let byKey = try await database.fetch(PagedItem.order { $0.id }.page(size: 5))
    let plan = try await database.explain(
      PagedItem.order { $0.id }.page(after: byKey.next, size: 5).statement())
    #expect(plan.details == ["SEARCH item USING INTEGER PRIMARY KEY (rowid>?)"])
  }

  /// Fetches a page of the catalog, whose text and arguments are expected.
  private func page<Result>(
    _ page: PageQuery<Result>, _ sql: String, _ arguments: [SQLValue],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Page<Result.Output> {
    let statement = try page.statement()
    #expect(statement.sql == sql, sourceLocation: sourceLocation)
    #expect(statement.arguments == arguments, sourceLocation: sourceLocation)
    return try await Catalog.database().fetch(page)
  }
}
