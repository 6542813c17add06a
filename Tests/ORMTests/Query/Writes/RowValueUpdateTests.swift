import ORM
import Testing

@Suite("Updates that set several columns to the row of a query")
struct RowValueUpdateTests {
  private let biggest = StockShelf.order { $0.id.desc() }.limit(1).select { ($0.name, $0.id) }

  @Test("The last assignment to a column counts, before or after the row of a query")
  func last() async throws {
    let write = StockItem.where { $0.id == 1 }.update {
      $0.count = 5
      $0.set(\.code, \.count, to: biggest)
      $0.count = 7
    }
    try await expect(
      write,
      #"UPDATE "item" SET "count" = $1, ("code", "count") = (SELECT "name", "id" FROM "shelf""#
        + #" ORDER BY "id" DESC LIMIT $2), "count" = $3 WHERE "id" = $4"#,
      [5, 1, 7, 1], changes: 1
    ) { items in
      items[0].code = "C"
      items[0].count = 7
    }
  }

  @Test("A column that is set to a query's row is read with its new value in the same update")
  func read() async throws {
    let write = StockItem.where { $0.id == 1 }.update {
      $0.set(\.code, \.count, to: biggest)
      $0.count += 10
    }
    try await expect(
      write,
      #"UPDATE "item" SET ("code", "count") = (SELECT "name", "id" FROM "shelf" ORDER BY "id" DESC LIMIT $1),"#
        + #" "count" = (SELECT "column2" FROM (SELECT "shelf"."name" AS "column1", "shelf"."id" AS "column2""#
        + #" FROM "shelf" ORDER BY "shelf"."id" DESC LIMIT $2)) + $3 WHERE "id" = $4"#,
      [1, 1, 10, 1], changes: 1
    ) { items in
      items[0].code = "C"
      items[0].count = 13
    }
  }
}
