import Foundation
import ORM
import Testing

@testable import ORMCore

private typealias Artist = CatalogArtist
private typealias Album = CatalogAlbum

@Selection
private struct Target: Hashable {
  let id: Int
  let year: Int?
}

@Selection
private struct Mixed: Hashable {
  let number: Int
  let ratio: Double?
  let text: String
  let bytes: [UInt8]?
}

@Selection
private struct ShelvedCount: Hashable {
  let n: Int
}

/// Rows of Swift values in a query, and queries without a table.
@Suite("Rows of values")
struct ValueRowTests {
  private func targets(_ rows: [(Int, Int?)]) -> TableExpression<Target> {
    TableExpression(values: rows, as: "new") { Target.select(id: $0.0, year: $0.1) }
  }

  @Test("Rows of values are rendered as VALUES, and can be read, joined and used with in")
  func few() async throws {
    let new = targets([(1, 1986), (3, 1959)])
    try await expect(
      new.all,
      #"WITH "new"("id", "year") AS (VALUES ($1, $2), ($3, $4)) SELECT "id", "year" FROM "new""#,
      [1, 1986, 3, 1959], rows: [Target(id: 1, year: 1986), Target(id: 3, year: 1959)])
    try await expect(
      Album.join(source: new) { $0.id == $1.id }.order { album, _ in album.id }
        .select { album, new in new.year ?? 0 },
      #"WITH "new"("id", "year") AS (VALUES ($1, $2), ($3, $4)) SELECT coalesce("new"."year", $5) "#
        + #"FROM "album" JOIN "new" ON "album"."id" = "new"."id" ORDER BY "album"."id""#,
      [1, 1986, 3, 1959, 0], rows: [1986, 1959])
    try await expect(
      Album.where { $0.id.in(new.all.where { $0.year > 1960 }.select { $0.id }) }
        .select { $0.title },
      #"WITH "new"("id", "year") AS (VALUES ($1, $2), ($3, $4)) SELECT "title" FROM "album" "#
        + #"WHERE "id" IN (SELECT "id" FROM "new" WHERE "year" > $5)"#,
      [1, 1986, 3, 1959, 1960], rows: ["Promise"])
  }

  @Test(
    "Rows of values have any storage class, and more than eight of them are one parameter",
    arguments: [0, 1, 8, 9, 2_000])
  func many(count: Int) async throws {
    let db = try await Catalog.database()
    let integers = (0..<count).map { ($0, Optional($0 + 1)) }
    let new = targets(integers).all
    let mixed = (0..<count).map {
      Mixed(
        number: $0, ratio: $0 % 3 == 0 ? nil : Double($0) / 2, text: "it's \($0)\0",
        bytes: $0 % 2 == 0 ? nil : [UInt8($0 % 256)])
    }
    let source = TableExpression(values: mixed, as: "mixed") {
      Mixed.select(number: $0.number, ratio: $0.ratio, text: $0.text, bytes: $0.bytes)
    }
    try await db.read { db in
      for _ in 0..<2 {
        let (targets, others) = (try db.fetch(new), try db.fetch(source.all))
        #expect(targets == integers.map { Target(id: $0.0, year: $0.1) })
        #expect(others == mixed)
      }
    }
    let arguments = try new.statement().arguments.count
    #expect(arguments == (count > 8 ? 1 : count * 2))
    let sql = try new.statement().sql
    switch count {
    case 0: #expect(sql.contains(#"AS (SELECT NULL, NULL WHERE FALSE)"#))
    case 1: #expect(sql.contains(#"AS (VALUES ($1, $2))"#))
    case 8: #expect(sql.contains("($15, $16))"))
    default: #expect(sql.contains("AS (SELECT value ->> 0, value ->> 1 FROM json_each($1))"))
    }
  }

  @Test("Different numbers of rows of values can alternate on one connection")
  func turns() async throws {
    let db = try await Catalog.database()
    try await db.read { db in
      for count in [2, 3, 2, 9, 0, 1, 9, 2] {
        for shift in 0..<2 {
          let rows = (0..<count).map { ($0 + shift, Optional($0)) }
          let joined = Album.join(source: targets(rows)) { $0.id == $1.id }
            .where { album, _ in album.id > shift }.order { album, _ in album.id }
            .select { album, new in (album.id, new.year) }
          let found = try db.fetch(joined)
          let expected = rows.filter { $0.0 > shift && (1...4).contains($0.0) }
          #expect(found.map(\.0) == expected.map(\.0) && found.map(\.1) == expected.map(\.1))
        }
      }
    }
  }

  @Test("Rows of values can update the rows of a table")
  func updates() async throws {
    let db = try await Catalog.database()
    for count in [2, 20] {
      let rows = (1...count).map { ($0, Optional(count * 100 + $0)) }
      let update = Album.all.update(source: targets(rows)) {
        $0.year = $1.year
      } where: {
        $0.id == $1.id
      }
      #expect(try await db.run(update) == min(count, 4))
      let years = try await db.fetch(Album.order { $0.id }.select { $0.year })
      #expect(years.prefix(2) == [count * 100 + 1, count * 100 + 2])
    }
  }

  @Test("Rows of values can be computed by expressions")
  func expressions() async throws {
    let computed = TableExpression(values: ["a", "bc"], as: "words") {
      ShelvedCount.select(n: SQLExpression.value($0).length())
    }
    try await expect(
      computed.all,
      #"WITH "words"("n") AS (VALUES (length($1)), (length($2))) SELECT "n" FROM "words""#,
      ["a", "bc"], rows: [ShelvedCount(n: 1), ShelvedCount(n: 2)])
    let db = try await Catalog.database()
    for count in [1, 10] {
      let wrong = TableExpression(values: 0..<count, as: "wrong") { number in
        ShelvedCount.select(n: SQLExpression<Int>.value(number, as: Int.self))
      }
      #expect(try await db.fetch(wrong.all).count == count)
    }
  }

  @Test("More rows of values than a compound can have terms can be computed by expressions")
  func manyExpressions() async throws {
    let db = try await Catalog.database()
    let computed = TableExpression(values: 0..<2_000, as: "number") { number in
      ShelvedCount.select(
        n: number.isMultiple(of: 2) ? SQLExpression.value(number) : SQLExpression.value(number) + 1)
    }
    let sums = try await db.fetch(computed.all.select { ($0.n.count(), $0.n.sum()) })
    #expect(sums.map(\.0) == [2_000] && sums.map(\.1) == [2_000_000])
    let looked = TableExpression(values: 1...600, as: "looked") { number in
      ShelvedCount.select(
        n: Album.where { $0.id == number }.select { $0.id }.scalar().coalesce(0))
    }
    #expect(
      try await db.fetch(looked.all.where { $0.n > 0 }.select { $0.n }).sorted() == [1, 2, 3, 4])
  }

  @Test("A query without a table has one row")
  func noTable() async throws {
    try await expect(
      SelectQuery {
        Album.select { $0.count() }.scalar()
        Artist.select { $0.name.max() }.scalar()
      }.select { _ in 1 },
      #"SELECT $1"#, [1], rows: [1])
    let db = try await Catalog.database()
    let query = SelectQuery {
      (Album.select { $0.count() }.scalar(), Artist.select { $0.count() }.scalar(), "both")
    }
    #expect(
      try query.statement().sql
        == #"SELECT (SELECT count(*) FROM "album"), (SELECT count(*) FROM "artist"), $1"#)
    let row = try #require(try await db.first(query))
    #expect(row.0 == 4 && row.1 == 3 && row.2 == "both")
    #expect(try await db.count(query) == 1)
    #expect(try await db.exists(query))
    let names = SelectQuery { "none" }.union(Artist.select { $0.name })
    let found = try await db.fetch(names)
    #expect(found == ["Miles", "Nina", "Sade", "none"])
    #expect(try await db.fetch(Album.where { $0.id.in(SelectQuery { 3 }) }).map(\.id) == [3])
  }

  @Test("A recursive query can start from values")
  func recursion() async throws {
    let counter = TableExpression(
      recursive: "counter", from: SelectQuery { ShelvedCount.select(n: 1) }
    ) {
      $0.all.where { $0.n < 4 }.select { ShelvedCount.select(n: $0.n + 1) }
    }
    try await expect(
      counter.all.select { $0.n },
      #"WITH RECURSIVE "counter"("n") AS (SELECT $1 AS "n" UNION ALL "#
        + #"SELECT "counter"."n" + $2 AS "n" FROM "counter" WHERE "counter"."n" < $3) "#
        + #"SELECT "n" FROM "counter""#,
      [1, 1, 4], rows: [1, 2, 3, 4])
    let seeds = TableExpression(values: [1, 10], as: "seed") { ShelvedCount.select(n: $0) }
    let powers = TableExpression(recursive: "power", from: seeds.all) {
      $0.all.where { $0.n < 40 }.select { ShelvedCount.select(n: $0.n * 2) }
    }
    try await expect(
      powers.all.order { $0.n }.select { $0.n },
      #"WITH RECURSIVE "seed"("n") AS (VALUES ($1), ($2)), "power"("n") AS (SELECT "n" FROM "seed" "#
        + #"UNION ALL SELECT "power"."n" * $3 AS "n" FROM "power" WHERE "power"."n" < $4) "#
        + #"SELECT "n" FROM "power" ORDER BY "n""#,
      [1, 10, 2, 40], rows: [1, 2, 4, 8, 10, 16, 20, 32, 40, 64])
  }
}
