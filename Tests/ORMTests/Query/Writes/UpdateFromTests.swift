import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Updates from other tables")
struct UpdateFromTests {
  @Test("Rows are updated from the matching rows of another table")
  func table() async throws {
    try await expect(
      Item.where { $0.count > 0 }.update(from: Shelf.self) { item, shelf in
        item.note = shelf.name
        item.count += shelf.capacity.coalesce(0)
        item.code = item.code.appending(shelf.name)
      } where: {
        $0.shelfID == $1.id
      },
      #"UPDATE "item" SET "note" = "shelf"."name", "#
        + #""count" = "item"."count" + coalesce("shelf"."capacity", $1), "#
        + #""code" = "item"."code" || "shelf"."name" FROM "shelf" "#
        + #"WHERE "item"."count" > $2 AND "item"."shelfID" = "shelf"."id""#,
      [0, 0], changes: 2
    ) {
      $0[0] = Item(id: 1, code: "boltA", shelfID: 1, place: 1, count: 15, note: "A")
      $0[2] = Item(id: 3, code: "rodB", shelfID: 2, place: 1, count: 7, note: "B")
    }
  }

  @Test("Rows can be updated from a subquery and from a common table expression")
  func queries() async throws {
    let subquery = TableExpression(Stock.counts, as: "counts")
    try await expect(
      Item.all.update(source: subquery) {
        $0.count = $1.items
      } where: {
        $0.shelfID == $1.shelf
      },
      #"UPDATE "item" SET "count" = "counts"."items" FROM (SELECT "item"."shelfID" "#
        + #"AS "shelf", count(*) AS "items" FROM "item" GROUP BY "item"."shelfID") AS "counts" "#
        + #"WHERE "item"."shelfID" = "counts"."shelf""#,
      changes: 3
    ) {
      $0[0].count = 2
      $0[1].count = 2
      $0[2].count = 1
    }
    let common = TableExpression(with: "counts", as: Stock.counts.having { $0.count() > 1 })
    try await expect(
      Item.where { $0.id > 1 }.update(source: common, or: .ignore) {
        $0.count = $1.items + 5
      } where: {
        $0.shelfID == $1.shelf
      },
      #"WITH "counts"("shelf", "items") AS (SELECT "item"."shelfID" AS "shelf", count(*) AS "items" "#
        + #"FROM "item" GROUP BY "item"."shelfID" HAVING count(*) > $1) "#
        + #"UPDATE OR IGNORE "item" SET "count" = "counts"."items" + $2 FROM "counts" "#
        + #"WHERE "item"."id" > $3 AND "item"."shelfID" = "counts"."shelf""#,
      [1, 5, 1], changes: 1
    ) { $0[1].count = 7 }
  }

  @Test("An update from the same table uses an alias, and returns the rows that it changes")
  func itself() async throws {
    let update = Item.where { $0.shelfID == 1 }.update(from: Item.self) { item, other in
      item.count = other.count + item.id
    } where: {
      $0.shelfID == $1.shelfID
      $0.place < $1.place
    }
    try await expect(
      update.returning { ($0.id, $0.count) },
      #"UPDATE "item" SET "count" = "item_2"."count" + "item"."id" FROM "item" AS "item_2" "#
        + #"WHERE "item"."shelfID" = $1 AND "item"."shelfID" = "item_2"."shelfID" "#
        + #"AND "item"."place" < "item_2"."place" RETURNING "id", "count""#,
      [1], rows: [(1, 1)])
    let aliased = Item.as("old").where { $0.id == 1 }
      .update(from: Item.self, as: "other") {
        $0.count = $1.count
      } where: {
        $0.id < $1.id
      }
    #expect(
      try aliased.statement().sql
        == #"UPDATE "item" AS "old" SET "count" = "other"."count" FROM "item" AS "other" "#
        + #"WHERE "old"."id" = $1 AND "old"."id" < "other"."id""#)
    #expect(try await Stock.database().run(aliased) == 1)
  }

  @Test("An update from another table can have a limit, and needs a condition")
  func limit() async throws {
    try await expect(
      Item.order { $0.id.desc() }.limit(2).update(from: Shelf.self) {
        $0.note = $1.name
      } where: {
        $0.shelfID == $1.id
      },
      #"UPDATE "item" SET "note" = "shelf"."name" FROM "shelf" WHERE "item"."id" IN "#
        + #"(SELECT "id" FROM "item" ORDER BY "id" DESC LIMIT $1) "#
        + #"AND "item"."shelfID" = "shelf"."id""#,
      [2], changes: 2
    ) {
      $0[1].note = "A"
      $0[2].note = "B"
    }
    let id: Int? = nil
    let without = Item.all.update(from: Shelf.self) {
      $0.note = $1.name
    } where: { _, shelf in
      if let id { shelf.id == id }
    }
    #expect(throws: MissingConditionError(table: "item")) { try without.statement() }
  }
}
