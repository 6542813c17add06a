import ORM
import Testing

private typealias Item = StockItem

@Suite("Update statements")
struct UpdateStatementTests {
  @Test("An update resolves a conflict by the resolution that it names, such as OR IGNORE")
  func resolutions() async throws {
    func update(_ resolution: ConflictResolution) -> Update<Item> {
      Item.where { $0.shelfID == 1 }.update(or: resolution) { $0.place = 2 }
    }
    let sql = #""item" SET "place" = $1 WHERE "shelfID" = $2"#
    try await expect(update(.ignore), "UPDATE OR IGNORE \(sql)", [2, 1], changes: 1) { _ in }
    try await expect(update(.replace), "UPDATE OR REPLACE \(sql)", [2, 1], changes: 1) {
      $0[0].place = 2
      $0.remove(at: 1)
    }
    for resolution in [ConflictResolution.abort, .fail, .rollback] {
      let db = try await Stock.database()
      let error = await #expect(throws: DatabaseError.self) {
        try await db.run(update(resolution))
      }
      #expect(error?.violation?.columns == ["shelfID", "place"])
      #expect(error?.sql == "UPDATE OR \(resolution.rawValue) \(sql)")
    }
  }

  @Test("An update with an order and a limit finds the rows by their keys")
  func limit() async throws {
    try await expect(
      Item.where { $0.count < 9 }.order { $0.count.desc() }.limit(1, offset: 1)
        .update { $0.count = 0 },
      #"UPDATE "item" SET "count" = $1 WHERE "id" IN (SELECT "id" FROM "item" "#
        + #"WHERE "count" < $2 ORDER BY "count" DESC LIMIT $3 OFFSET $4)"#,
      [0, 9, 1, 1], changes: 1
    ) { $0[0].count = 0 }
    let group = Item.group { $0.shelfID }.having { $0.count() > 1 }.update { $0.count += 1 }
    #expect(
      try group.statement().sql
        == #"UPDATE "item" SET "count" = "count" + $1 WHERE "id" IN (SELECT "id" FROM "item" "#
        + #"GROUP BY "shelfID" HAVING count(*) > $2)"#)
    #expect(try await Stock.database().run(group) == 1)
  }

  @Test("An update can use an alias, and the rows of a common table expression")
  func aliases() async throws {
    let other = Item.as("other").where { item in Item.where { $0.count > item.count }.exists() }
    try await expect(
      other.update { $0.count += 1 },
      #"UPDATE "item" AS "other" SET "count" = "count" + $1 WHERE EXISTS (SELECT 1 FROM "item" "#
        + #"WHERE "count" > "other"."count")"#,
      [1], changes: 2
    ) {
      $0[0].count = 6
      $0[1].count = 1
    }
    let first = TableExpression(with: "first", as: Item.order { $0.id }.limit(2))
    try await expect(
      first.all.where { $0.note == nil }.update { $0.count += 1 }.returning { ($0.id, $0.count) },
      #"WITH "first"(\#(Stock.fetched)) AS (SELECT \#(Stock.fetched) FROM "item" ORDER BY "id" "#
        + #"LIMIT $1) UPDATE "item" SET "count" = "count" + $2 WHERE "id" IN "#
        + #"(SELECT "id" FROM "first" WHERE "note" IS NULL) RETURNING "id", "count""#,
      [2, 1], rows: [(1, 6)])
  }

  @Test("updateAll updates all rows; an update without a condition throws")
  func all() async throws {
    try await expect(
      Item.updateAll { $0.count = 1 }, #"UPDATE "item" SET "count" = $1"#, [1], changes: 3
    ) { for index in $0.indices { $0[index].count = 1 } }
    let db = try await Stock.database()
    let id: Int? = nil
    let queries = [Item.all, Item.order { $0.id }, Item.where { if let id { $0.id == id } }]
    for query in queries {
      let update = query.update { $0.count = 0 }
      #expect(throws: MissingConditionError(table: "item")) { try update.statement() }
      await #expect(throws: MissingConditionError(table: "item")) { try await db.run(update) }
    }
    #expect(try await db.fetch(Item.order { $0.id }) == Stock.items)
  }

  @Test("An update that sets no column throws, and no statement runs")
  func nothing() async throws {
    let error = MissingAssignmentError(table: "item")
    let update = Item.where { $0.id == 1 }.update { _ in }
    #expect(throws: error) { try update.statements() }
    #expect(throws: error) { try update.statement() }
    let db = try await Stock.database()
    let trace = try await StatementTrace.start(on: db)
    await #expect(throws: error) { try await db.run(update) }
    await #expect(throws: error) { try await db.fetch(update.returning()) }
    await #expect(throws: error) { try await db.run(Item.updateAll { _ = $0.code == "x" }) }
    let from = Item.all.update(from: StockShelf.self) { _, _ in
    } where: {
      $0.shelfID == $1.id
    }
    await #expect(throws: error) { try await db.run(from) }
    #expect(trace.statements.allSatisfy { !$0.contains("UPDATE") })
    #expect("\(error)".hasPrefix(#""item": the update sets no column; set one with '='"#))
  }
}
