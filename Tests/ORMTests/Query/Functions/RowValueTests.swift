import Foundation
import ORM
import Testing

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Suite("Row values")
struct RowValueTests {
  private static let ids = #"SELECT "id" FROM "album" WHERE "#

  @Test("Row values of columns are compared with each other")
  func columns() async throws {
    try await expect(
      where: { RowValue($0.number, $0.id).isAtMost(RowValue($0.id, $0.number)) },
      #"("number", "id") <= ("id", "number")"#, rows: [1])
    try await expect(
      where: { RowValue($0.number, $0.id).isAtLeast(RowValue($0.id, $0.number)) },
      #"("number", "id") >= ("id", "number")"#, rows: [2])
    try await expect(
      where: { RowValue($0.count, $0.id).isSame(as: RowValue($0.count, $0.id)) },
      #"("count", "id") IS ("count", "id")"#, rows: [1, 2])
    try await expect(
      where: { !RowValue($0.count, $0.id).isSame(as: RowValue($0.count, $0.number)) },
      #"NOT (("count", "id") IS ("count", "number"))"#, rows: [1, 2])
  }

  @Test("A row value can be tested with BETWEEN")
  func between() async throws {
    try await expect(
      Album.where { RowValue($0.year, $0.id).between((1985, 1), and: (1992, 2)) }
        .select { $0.id },
      Self.ids + #"("year", "id") BETWEEN ($1, $2) AND ($3, $4)"#, [1985, 1, 1992, 2],
      rows: [1, 2])
    try await expect(
      where: {
        RowValue($0.id, $0.number)
          .between(RowValue($0.number, $0.id), and: RowValue($0.id, $0.id))
      },
      #"("id", "number") BETWEEN ("number", "id") AND ("id", "id")"#, rows: [1])
    try await expect(
      where: { !RowValue($0.count, $0.id).between((12, 1), and: (12, nil ?? 1)) },
      #"(("count", "id") BETWEEN ($1, $2) AND ($3, $4)) IS NOT TRUE"#, [12, 1, 12, 1], rows: [2])
    let query = Album.where { RowValue($0.year, $0.id).between((nil, 1), and: (1992, 2)) }
    #expect(try query.statement().arguments == [nil, 1, 1992, 2])
    #expect(
      !RowValue(FunctionSample.columns.number, FunctionSample.columns.id)
        .between((1, 2), and: (3, 4)).canBeNull)
  }

  @Test("IN tests whether a row value is among the rows of a query")
  func inQuery() async throws {
    let newest = Album.as("other").group { $0.artistID }.select { ($0.artistID, $0.year.max()) }
    try await expect(
      Album.where { RowValue($0.artistID, $0.year).in(newest) }.select { $0.id },
      Self.ids + #"("artistID", "year") IN (SELECT "artistID", max("year") FROM "album" AS "other""#
        + #" GROUP BY "artistID")"#, rows: [2])
    let named = Artist.where { $0.name.like("%e") }.select { ($0.id.optional(), $0.name) }
    try await expect(
      Album.where { !RowValue($0.artistID, $0.title).in(named) }.order { $0.id }.select { $0.id },
      Self.ids + #"(("artistID", "title") IN (SELECT "id", "name" FROM "artist""#
        + #" WHERE "name" LIKE $1)) IS NOT TRUE ORDER BY "id""#, ["%e"], rows: [1, 2, 3, 4])
  }

  @Test("A row value is compared with the first row of a query")
  func firstOfQuery() async throws {
    let newest = Album.as("other").order {
      $0.year.desc(); $0.id
    }.limit(1)
      .select { ($0.year, $0.id) }
    try await expect(
      Album.where { RowValue($0.year, $0.id).isEqual(to: RowValue(newest)) }.select { $0.id },
      Self.ids + #"("year", "id") = (SELECT "year", "id" FROM "album" AS "other""#
        + #" ORDER BY "year" DESC, "id" LIMIT $1)"#, [1], rows: [2])
    try await expect(
      Album.where { RowValue(newest).isGreater(than: 1985, 1) && $0.id == 1 }.select { $0.id },
      Self.ids + #"(SELECT "year", "id" FROM "album" AS "other" ORDER BY "year" DESC, "id""#
        + #" LIMIT $1) > ($2, $3) AND "id" = $4"#, [1, 1985, 1, 1], rows: [1])
  }

  @Test("A short list of row values has a parameter for each value")
  func short() async throws {
    try await expect(
      Album.where { RowValue($0.id, $0.title).in([(1, "Promise"), (2, "Promise")]) }
        .select { $0.id },
      Self.ids + #"("id", "title") IN (VALUES ($1, $2), ($3, $4))"#, [1, "Promise", 2, "Promise"],
      rows: [1])
    try await expect(
      Album.where { RowValue($0.id, $0.title).in([]) }.select { $0.id }, Self.ids + "FALSE",
      rows: [])
    try await expect(
      Album.where { !RowValue($0.year, $0.id).in([(1985, 1)]) }.order { $0.id }.select { $0.id },
      Self.ids + #"(("year", "id") IN (VALUES ($1, $2))) IS NOT TRUE ORDER BY "id""#, [1985, 1],
      rows: [2, 3, 4])
  }

  @Test("nil in a list of row values matches NULL")
  func null() async throws {
    try await expect(
      Album.where { RowValue($0.artistID, $0.year).in([(2, nil), (1, 1985), (nil, 1992)]) }
        .order { $0.id }.select { $0.id },
      Self.ids + #"("artistID", "year") IN (VALUES ($1, $2)) OR ("artistID", "year") IS ($3, $4)"#
        + #" OR ("artistID", "year") IS ($5, $6) ORDER BY "id""#,
      [1, 1985, 2, nil, nil, 1992], rows: [1, 3, 4])
    try await expect(
      Album.where { !RowValue($0.artistID, $0.year).in([(2, nil)]) }.order { $0.id }
        .select { $0.id },
      Self.ids + #"NOT (("artistID", "year") IS ($1, $2)) ORDER BY "id""#, [2, nil],
      rows: [1, 2, 4])
    let songs = try await Song.database().fetch(
      Song.where { RowValue($0.salePrice, $0.id).in([(nil, 2), (Decimal(9), 3), (Decimal(8), 1)]) })
    #expect(songs.map(\.id) == [2, 3])
  }

  @Test("A long list of row values is bound as one JSON array, whatever its length")
  func long() async throws {
    let sql =
      Self.ids + #"("id", "title") IN (SELECT value ->> 0, value ->> 1 FROM json_each($1))"#
    let rows = (1...20).map { ($0, $0 == 2 ? "Love Deluxe" : "a\"\\\u{1}[,]\n\($0)") }
    let query = Album.where { RowValue($0.id, $0.title).in(rows) }.select { $0.id }
    #expect(try query.statement().sql == sql)
    let database = try await Catalog.database()
    #expect(try await database.fetch(query) == [2])
    try await database.execute("UPDATE album SET title = \(rows[2].1) WHERE id = 3")
    #expect(try await database.fetch(query) == [2, 3])
    let many = Album.where { RowValue($0.id, $0.title).in((1...50_000).map { ($0, "Promise") }) }
    #expect(try many.select { $0.id }.statement().sql == sql)
    let found = try await database.fetch(many.select { $0.id })
    #expect(found == [1])
    let plan = try await database.explain(query)
    #expect(plan.details.contains("SEARCH album USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)")
  }

  @Test("A long list of row values with a Double has the same SQL for every length")
  func others() async throws {
    let sql =
      #"SELECT "id" FROM "sample" WHERE ("ratio", "id") IN (SELECT +value, +value1 FROM orm_list($1))"#
    let database = try await FunctionSample.database()
    var texts: Set<String> = []
    for count in 9...40 {
      let rows = (1...count).map { (Double($0) / 2, $0) }
      let query = FunctionSample.where { RowValue($0.ratio, $0.id).in(rows) }.select { $0.id }
      texts.insert(try query.statement().sql)
      #expect(try await database.fetch(query) == [1])
    }
    #expect(texts == [sql])
  }

  /// The Swift spellings of the guide's list, in its order: the code is compared with the page.
  private static let spellings: [@Sendable (FunctionSample.Columns) -> SQLExpression<Bool>] = [
    { RowValue($0.id, $0.number).isEqual(to: 1, -7) },
    { !RowValue($0.id, $0.number).isEqual(to: 1, -7) },
    { RowValue($0.id, $0.number).isLess(than: 1, 0) },
    { RowValue($0.id, $0.number).isAtMost(1, -7) },
    { RowValue($0.id, $0.number).isGreater(than: 1, 0) },
    { RowValue($0.id, $0.number).isAtLeast(2, 3) },
    { RowValue($0.id, $0.number).isSame(as: RowValue($0.id, $0.number)) },
    { !RowValue($0.id, $0.number).isSame(as: RowValue($0.number, $0.id)) },
    { RowValue($0.id, $0.number).between((1, 0), and: (2, 9)) },
    { RowValue($0.id, $0.number).in(query) },
    { RowValue($0.id, $0.number).in([(1, -7)]) },
    { RowValue($0.id, $0.number).isEqual(to: RowValue(query)) },
  ]

  private static let query = FunctionSample.as("other").where { $0.id == 2 }
    .select { ($0.id, $0.number) }

  @Test("The guide's Swift for each form of row values returns the right rows")
  func list() async throws {
    let listed = try Document("Sources/ORM/ORM.docc/Queries.md").table(["Row value", "Swift"])
    let swift = listed.filter { !$0[1].hasPrefix("none: ") }
    #expect(listed.count == 14)
    #expect(swift.count == Self.spellings.count)
    let code = try Document("Tests/ORMTests/Query/Functions/RowValueTests.swift").lines
    let rows: [[Int]] = [[1], [2], [1], [1], [2], [2], [1, 2], [1, 2], [2], [2], [1], [2]]
    let database = try await FunctionSample.database()
    for (index, row) in swift.enumerated() {
      #expect(code.contains("    { \(row[1]) },"), "\(row[1])")
      let query = FunctionSample.where(Self.spellings[index]).order { $0.id }.select { $0.id }
      #expect(try await database.fetch(query) == rows[index], "\(row[0])")
    }
  }
}
