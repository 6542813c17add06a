import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Upserts")
struct UpsertTests {
  private let bolt = StockItem(id: 9, code: "bolt", shelfID: 3, place: 1, count: 20, note: "new")
  private let insert =
    #"INSERT INTO "item" (\#(Stock.written)) VALUES ($1, $2, $3, $4, $5, $6, $7)"#
  private let arguments: [SQLValue] = ["bolt", 3, 1, 20, "new", 0, 9]

  @Test("An upsert updates the existing row from its own values and from the excluded row")
  func doUpdate() async throws {
    try await expect(
      Item.insert(bolt).onConflict { $0.code }.doUpdate { row, excluded in
        row.count += excluded.count
        row.note = excluded.note
        row.isHidden = true
      },
      insert + #" ON CONFLICT ("code") DO UPDATE SET "count" = "count" + "excluded"."count", "#
        + #""note" = "excluded"."note", "isHidden" = $8"#,
      arguments + [1], changes: 1
    ) {
      $0[0].count = 25
      $0[0].note = "new"
      $0[0].isHidden = true
    }
  }

  @Test("An upsert inserts a row without a conflict")
  func noConflict() async throws {
    let pin = Item(id: 9, code: "pin", shelfID: 3, place: 1)
    try await expect(
      Item.insert(pin).onConflict { $0.code }.doUpdate { row, _ in row.count += 1 },
      insert + #" ON CONFLICT ("code") DO UPDATE SET "count" = "count" + $8"#,
      ["pin", 3, 1, 0, nil, 0, 9, 1], changes: 1
    ) { $0 += [pin] }
  }

  @Test("The condition of an upsert sees both rows, and nothing is written if it is false")
  func condition() async throws {
    let upsert = Item.insert(bolt).onConflict { $0.code }.doUpdate { row, excluded in
      row.count = excluded.count
    } where: { row, excluded in
      row.count > excluded.count
    }
    let sql =
      insert + #" ON CONFLICT ("code") DO UPDATE SET "count" = "excluded"."count" "#
      + #"WHERE "count" > "excluded"."count""#
    try await expect(upsert, sql, arguments, changes: 0) { _ in }
    try await expect(
      upsert.returning { $0.id }, sql + #" RETURNING "id""#, arguments, rows: [])
    let reversed = Item.insert(bolt).onConflict { $0.code }.doUpdate { row, excluded in
      row.count = excluded.count
    } where: { row, excluded in
      row.count < excluded.count
      excluded.note != nil
    }
    try await expect(
      reversed.returning { ($0.id, $0.count) },
      insert + #" ON CONFLICT ("code") DO UPDATE SET "count" = "excluded"."count" "#
        + #"WHERE "count" < "excluded"."count" AND "excluded"."note" IS NOT NULL "#
        + #"RETURNING "id", "count""#,
      arguments, rows: [(1, 20)])
  }

  @Test("The conflict target of an upsert can have several columns")
  func columns() async throws {
    let item = Item(id: 9, code: "pin", shelfID: 1, place: 2)
    try await expect(
      Item.insert(item).onConflict {
        $0.shelfID
        $0.place
      }.doUpdate { row, excluded in row.code = excluded.code },
      insert + #" ON CONFLICT ("shelfID", "place") DO UPDATE SET "code" = "excluded"."code""#,
      ["pin", 1, 2, 0, nil, 0, 9], changes: 1
    ) { $0[1].code = "pin" }
  }

  @Test("An upsert names a partial index by its condition, in which values are literals")
  func partialIndex() async throws {
    let db = try await Stock.database()
    try await db.run(Item.where { $0.id == 3 }.update { $0.count = 500 })
    let other = Item(id: 9, code: "pin", shelfID: 3, place: 1, count: 101, note: "long")
    let upsert = Item.insert(other).onConflict {
      $0.note
    } where: {
      $0.count > 100
    }.doUpdate { row, excluded in row.count += excluded.count }
    #expect(
      try upsert.statement()
        == Statement(
          sql: insert + #" ON CONFLICT ("note") WHERE "count" > 100 "#
            + #"DO UPDATE SET "count" = "count" + "excluded"."count""#,
          arguments: ["pin", 3, 1, 101, "long", 0, 9]))
    #expect(try await db.run(upsert) == 1)
    #expect(try await db.find(Item.self, 3)?.count == 601)
    let wrong = Item.insert(other).onConflict {
      $0.note
    } where: {
      $0.count > 99
    }.doNothing()
    let error = await #expect(throws: DatabaseError.self) { try await db.run(wrong) }
    let message = try #require(error?.message)
    #expect(message.contains("does not match any PRIMARY KEY or UNIQUE"))
  }

  @Test("An upsert names an index on an expression by the expression")
  func expressionIndex() async throws {
    let db = try await Stock.database()
    try await db.execute("CREATE UNIQUE INDEX lowered ON shelf (lower(name) COLLATE RTRIM)")
    let upsert = Shelf.insert(Shelf(id: 9, name: "a ", capacity: 1))
      .onConflict { $0.name.lower().collate(.rightTrim) }
      .doUpdate { row, excluded in row.capacity = excluded.capacity }
    #expect(
      try upsert.statement().sql
        == #"INSERT INTO "shelf" ("name", "capacity", "id") VALUES ($1, $2, $3) "#
        + #"ON CONFLICT (lower("name") COLLATE RTRIM) "#
        + #"DO UPDATE SET "capacity" = "excluded"."capacity""#)
    #expect(try await db.run(upsert) == 1)
    #expect(try await db.find(Shelf.self, 1) == Shelf(id: 1, name: "A", capacity: 1))
  }

  @Test("doNothing changes no row, with a conflict target and without one")
  func doNothing() async throws {
    try await expect(
      Item.insert(bolt).onConflict { $0.code }.doNothing(),
      insert + #" ON CONFLICT ("code") DO NOTHING"#, arguments, changes: 0
    ) { _ in }
    let upsert = Item.insert(bolt).onConflict().doNothing()
    try await expect(upsert, insert + " ON CONFLICT DO NOTHING", arguments, changes: 0) { _ in }
    try await expect(
      upsert.returning(), insert + " ON CONFLICT DO NOTHING RETURNING \(Stock.fetched)", arguments,
      rows: [])
  }

  @Test("An upsert whose update sets no column throws, even after one that does nothing")
  func noAssignment() async throws {
    let db = try await Stock.database()
    #expect(try await db.run(Item.insert(bolt).onConflict { $0.code }.doNothing()) == 0)
    let empty = Item.insert(bolt).onConflict { $0.code }.doUpdate { _, _ in }
    await #expect(throws: MissingAssignmentError(table: "item")) { try await db.run(empty) }
    #expect(throws: MissingAssignmentError(table: "item")) { try empty.statement() }
  }

  @Test("The first conflict clause that applies is used, and one without a target is the last")
  func clauses() async throws {
    func upsert(_ item: Item) -> Insert<Item> {
      Item.insert(item)
        .onConflict { $0.code }.doUpdate { row, _ in row.note = "code" }
        .onConflict {
          $0.shelfID
          $0.place
        }.doNothing()
        .onConflict().doUpdate { row, excluded in row.note = "other" }
    }
    let clauses =
      #" ON CONFLICT ("code") DO UPDATE SET "note" = $8 ON CONFLICT ("shelfID", "place") "#
      + #"DO NOTHING ON CONFLICT DO UPDATE SET "note" = $9"#
    let words: [SQLValue] = ["code", "other"]
    try await expect(
      upsert(Item(id: 9, code: "bolt", shelfID: 3, place: 9)), insert + clauses,
      ["bolt", 3, 9, 0, nil, 0, 9] + words, changes: 1
    ) { $0[0].note = "code" }
    try await expect(
      upsert(Item(id: 9, code: "pin", shelfID: 1, place: 1)), insert + clauses,
      ["pin", 1, 1, 0, nil, 0, 9] + words, changes: 0
    ) { _ in }
    try await expect(
      upsert(Item(id: 3, code: "pin", shelfID: 3, place: 1)), insert + clauses,
      ["pin", 3, 1, 0, nil, 0, 3] + words, changes: 1
    ) { $0[2].note = "other" }
  }

  @Test("Several rows can be upserted at once, and each written row is returned")
  func rows() async throws {
    let items = [bolt, Item(id: 10, code: "pin", shelfID: 3, place: 2)]
    let upsert = Item.insert(items).onConflict { $0.code }.doUpdate { row, excluded in
      row.count = excluded.count
      row.note = SQLFunction.iif(row.count > 10, "many", "few").optional()
    }
    try await expect(
      upsert.returning { ($0.id, $0.note) },
      #"INSERT INTO "item" (\#(Stock.written)) VALUES (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?)"#
        + #" ON CONFLICT ("code") DO UPDATE SET "count" = "excluded"."count", "#
        + #""note" = iif("excluded"."count" > $15, $16, $17) RETURNING "id", "note""#,
      ["bolt", 3, 1, 20, "new", 0, 9, "pin", 3, 2, 0, nil, 0, 10, 10, "many", "few"],
      rows: [(1, "many"), (10, nil)])
  }

  @Test("An upsert of a query has a WHERE, so that ON is not read as that of a join")
  func select() async throws {
    let plain = Item.insert {
      ($0.code, $0.shelfID, $0.place)
    } select: {
      Item.select { ($0.code, $0.shelfID, $0.place) }
    }
    try await expect(
      plain.onConflict { $0.code }.doUpdate { row, _ in row.count += 1 },
      #"INSERT INTO "item" ("code", "shelfID", "place") SELECT "code", "shelfID", "place" "#
        + #"FROM "item" WHERE TRUE ON CONFLICT ("code") DO UPDATE SET "count" = "count" + $1"#,
      [1], changes: 3
    ) { for index in $0.indices { $0[index].count += 1 } }
    let conditional = Shelf.insert {
      $0.name
    } select: {
      Shelf.select { $0.name }.unionAll(Shelf.where { $0.id > 1 }.select { $0.name })
    }
    #expect(
      try conditional.onConflict().doNothing().statement().sql
        == #"INSERT INTO "shelf" ("name") SELECT "name" FROM "shelf" UNION ALL SELECT "name" "#
        + #"FROM "shelf" WHERE "id" > $1 ON CONFLICT DO NOTHING"#)
    let compound = Shelf.insert {
      $0.name
    } select: {
      Shelf.where { $0.id > 1 }.select { $0.name }.unionAll(Shelf.select { $0.name })
    }.onConflict().doNothing()
    #expect(
      try compound.statement().sql.hasSuffix(#"FROM "shelf" WHERE TRUE ON CONFLICT DO NOTHING"#))
    #expect(try await Stock.database().run(compound) == 0)
  }

  @Test("An upsert can query other tables, and its own table under an alias")
  func subqueries() async throws {
    let upsert = Item.insert(bolt).onConflict { $0.code }.doUpdate { row, excluded in
      row.note = Shelf.where { $0.id == excluded.shelfID }.select { $0.name }.scalar()
      row.count = Item.as("other").where { $0.id > row.shelfID }.select { $0.count.max() }.scalar()
        .coalesce(0)
    }
    try await expect(
      upsert,
      insert + #" ON CONFLICT ("code") DO UPDATE SET "#
        + #""note" = (SELECT "name" FROM "shelf" WHERE "id" = "excluded"."shelfID"), "#
        + #""count" = coalesce((SELECT max("count") FROM "item" AS "other" "#
        + #"WHERE "id" > "item"."shelfID"), $8)"#,
      arguments + [0], changes: 1
    ) {
      $0[0].note = "C"
      $0[0].count = 7
    }
  }
}
