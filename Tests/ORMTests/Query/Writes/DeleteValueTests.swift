import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Delete statements, and RETURNING")
struct DeleteAndReturningTests {
  @Test("A delete removes the rows that meet its condition")
  func condition() async throws {
    try await expect(
      Item.where { $0.count > 0 && $0.note == nil }.delete(),
      #"DELETE FROM "item" WHERE "count" > $1 AND "note" IS NULL"#, [0], changes: 1
    ) { $0.removeFirst() }
  }

  @Test("A delete with an order and a limit finds the rows by their keys")
  func limit() async throws {
    try await expect(
      Item.order { $0.count.desc() }.limit(2).delete(),
      #"DELETE FROM "item" WHERE "id" IN (SELECT "id" FROM "item" ORDER BY "count" DESC LIMIT $1)"#,
      [2], changes: 2
    ) { $0 = [Stock.nut] }
  }

  @Test("A delete can find its rows by a common table expression")
  func commonTable() async throws {
    let counts = TableExpression(with: "counts", as: Stock.counts)
    try await expect(
      Item.where { $0.shelfID.in(counts.all.where { $0.items > 1 }.select { $0.shelf }) }.delete(),
      #"WITH "counts"("shelf", "items") AS (SELECT "item"."shelfID" AS "shelf", count(*) AS "items" "#
        + #"FROM "item" GROUP BY "item"."shelfID") DELETE FROM "item" WHERE "shelfID" IN "#
        + #"(SELECT "shelf" FROM "counts" WHERE "items" > $1)"#,
      [1], changes: 2
    ) { $0 = [Stock.rod] }
  }

  @Test("deleteAll deletes all rows; a delete without a condition throws")
  func all() async throws {
    try await expect(Item.deleteAll(), #"DELETE FROM "item""#, changes: 3) { $0 = [] }
    #expect(throws: MissingConditionError(table: "item")) { try Item.all.delete().statement() }
  }

  @Test("RETURNING returns whole rows, a column, several expressions, or a selected struct")
  func returning() async throws {
    let delete = Item.where { $0.shelfID == 1 }.delete()
    let sql = #"DELETE FROM "item" WHERE "shelfID" = $1 RETURNING "#
    try await expect(
      delete.returning(), sql + Stock.fetched, [1], rows: [Stock.bolt, Stock.nut])
    try await expect(
      delete.returning { $0 }, sql + Stock.fetched, [1], rows: [Stock.bolt, Stock.nut])
    try await expect(
      delete.returning { $0.code }, sql + #""code""#, [1], rows: ["bolt", "nut"])
    try await expect(
      delete.returning { ($0.code.upper(), $0.note) }, sql + #"upper("code"), "note""#, [1],
      rows: [("BOLT", nil), ("NUT", "small")])
    try await expect(
      delete.returning { ($0, $0.count + 1) }, sql + Stock.fetched + #", "count" + $2"#, [1, 1],
      rows: [(Stock.bolt, 6), (Stock.nut, 1)])
    try await expect(
      delete.returning { StockLine.select(shelf: $0.shelfID, items: $0.count * 2) },
      sql + #""shelfID" AS "shelf", "count" * $2 AS "items""#, [1, 2],
      rows: [StockLine(shelf: 1, items: 10), StockLine(shelf: 1, items: 0)])
  }

  @Test("A RETURNING expression can query other tables for the row")
  func returningSubquery() async throws {
    let update = Item.as("old").where { $0.id == 3 }.update {
      $0.shelfID = 1; $0.place = 9
    }
    .returning { item in
      (item.id, Shelf.where { $0.id == item.shelfID }.select { $0.name }.scalar())
    }
    try await expect(
      update,
      #"UPDATE "item" AS "old" SET "shelfID" = $1, "place" = $2 WHERE "id" = $3 RETURNING "id", "#
        + #"(SELECT "name" FROM "shelf" WHERE "id" = "item"."shelfID")"#,
      [1, 9, 3], rows: [(3, "A")])
  }

  @Test("RETURNING returns up to ten expressions as a tuple")
  func tuples() async throws {
    let db = try await Stock.database()
    let delete = Item.where { $0.id == 1 }.delete()
    let row = try #require(
      try await db.first(
        delete.returning {
          (
            $0.id, $0.code, $0.shelfID, $0.place, $0.count, $0.note, $0.isHidden, $0.id, $0.id,
            $0.code
          )
        }))
    #expect((row.0, row.1, row.2, row.3, row.4) == (1, "bolt", 1, 1, 5))
    #expect((row.5, row.6, row.7, row.8, row.9) == (nil, false, 1, 1, "bolt"))
    let nothing = try await db.first(delete.returning { ($0.id, $0.code, $0.place) })
    #expect(nothing == nil)
  }
}
