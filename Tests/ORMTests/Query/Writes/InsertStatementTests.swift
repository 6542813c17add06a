import ORM
import Testing

private typealias Item = StockItem
private typealias Shelf = StockShelf

@Suite("Insert statements")
struct InsertStatementTests {
  private let pin = StockItem(id: 9, code: "pin", shelfID: 3, place: 1, count: 2, note: "it's")
  private let cap = StockItem(id: 8, code: "cap", shelfID: 3, place: 2)

  @Test("A row is inserted by one statement")
  func row() async throws {
    try await expect(
      Item.insert(pin),
      #"INSERT INTO "item" (\#(Stock.written)) VALUES ($1, $2, $3, $4, $5, $6, $7)"#,
      ["pin", 3, 1, 2, "it's", 0, 9], changes: 1
    ) { $0 += [pin] }
  }

  @Test("Several rows are inserted by one statement, whose parameters are ?")
  func rows() async throws {
    try await expect(
      Item.insert([pin, cap]),
      #"INSERT INTO "item" (\#(Stock.written)) VALUES (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?)"#,
      ["pin", 3, 1, 2, "it's", 0, 9, "cap", 3, 2, 0, nil, 0, 8], changes: 2
    ) { $0 += [cap, pin] }
  }

  @Test("Inserted drafts leave their keys to the database")
  func drafts() async throws {
    let draft = Item.Draft(code: "pin", shelfID: 3, place: 1)
    let columns = #""code", "shelfID", "place", "count", "note", "isHidden""#
    try await expect(
      Item.insert(draft),
      #"INSERT INTO "item" (\#(columns)) VALUES ($1, $2, $3, $4, $5, $6)"#,
      ["pin", 3, 1, 0, nil, 0], changes: 1
    ) { $0 += [Item(id: 4, code: "pin", shelfID: 3, place: 1)] }
    try await expect(
      Item.insert([draft, Item.Draft(code: "cap", shelfID: 3, place: 2)]),
      #"INSERT INTO "item" (\#(columns)) VALUES (?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?)"#,
      ["pin", 3, 1, 0, nil, 0, "cap", 3, 2, 0, nil, 0], changes: 2
    ) {
      $0 += [
        Item(id: 4, code: "pin", shelfID: 3, place: 1),
        Item(id: 5, code: "cap", shelfID: 3, place: 2),
      ]
    }
  }

  @Test("An insert writes only the columns that it sets, and the others get their defaults")
  func partial() async throws {
    let insert = Item.insert {
      $0.code = "pin"
      $0.shelfID = 3
      $0.place = 1
    }
    try await expect(
      insert, #"INSERT INTO "item" ("code", "shelfID", "place") VALUES ($1, $2, $3)"#,
      ["pin", 3, 1], changes: 1
    ) { $0 += [Item(id: 4, code: "pin", shelfID: 3, place: 1)] }
  }

  @Test("An inserted value can be an expression, such as a subquery")
  func expressions() async throws {
    let insert = Item.insert {
      $0.code = SQLFunction.char("p", "i", "n")
      $0.shelfID = Shelf.where { $0.name == "C" }.select { $0.id }.scalar().coalesce(0)
      $0.place = Item.select { $0.place.max() }.scalar().coalesce(0) + 1
      $0.note = Shelf.select { $0.name.min() }.scalar()
    }
    try await expect(
      insert,
      #"INSERT INTO "item" ("code", "shelfID", "place", "note") VALUES (char($1, $2, $3), "#
        + #"coalesce((SELECT "id" FROM "shelf" WHERE "name" = $4), $5), "#
        + #"coalesce((SELECT max("place") FROM "item"), $6) + $7, (SELECT min("name") FROM "shelf"))"#,
      [112, 105, 110, "C", 0, 0, 1], changes: 1
    ) { $0 += [Item(id: 4, code: "pin", shelfID: 3, place: 3, note: "A")] }
  }

  @Test("Rows that set different columns are inserted by several statements, in their order")
  func partialRows() async throws {
    let rows = [
      Assignments<Shelf> { $0.name = "D" },
      Assignments<Shelf> { $0.name = "E" },
      Assignments<Shelf> {
        $0.name = "F"
        $0.capacity = 3
      },
      Assignments<Shelf> { $0.name = "G" },
    ]
    let insert = Shelf.insert(rows)
    #expect(
      try insert.statements() == [
        Statement(
          sql: #"INSERT INTO "shelf" ("name") VALUES ($1), ($2)"#, arguments: ["D", "E"]),
        Statement(
          sql: #"INSERT INTO "shelf" ("name", "capacity") VALUES ($1, $2)"#, arguments: ["F", 3]),
        Statement(sql: #"INSERT INTO "shelf" ("name") VALUES ($1)"#, arguments: ["G"]),
      ])
    #expect(throws: StatementCountError(table: "shelf", count: 3)) { try insert.statement() }
    let db = try await Stock.database()
    let ids = try await db.fetch(insert.returning { $0.id })
    #expect(ids == [4, 5, 6, 7])
    let capacities = try await db.fetch(Shelf.where { $0.id > 3 }.select { $0.capacity })
    #expect(capacities == [nil, nil, 3, nil])
  }

  @Test("A row can be inserted with only default values")
  func defaults() async throws {
    let insert = Coin.insertDefaultValues()
    #expect(try insert.statement() == Statement(sql: #"INSERT INTO "coin" DEFAULT VALUES"#))
    #expect(
      try Coin.insertDefaultValues(or: .ignore).statement().sql
        == #"INSERT OR IGNORE INTO "coin" DEFAULT VALUES"#)
    let db = try Database.inMemory()
    try await db.create(Coin.self)
    let coin = try await db.first(insert.returning())
    #expect(coin == Coin(id: 1, side: "heads"))
    let many = Coin.insert([Assignments(), Assignments()])
    #expect(try await db.run(many) == 2)
  }

  @Test("An insert resolves a conflict by the resolution that it names, such as OR IGNORE")
  func resolutions() async throws {
    let same = Item(id: 9, code: "bolt", shelfID: 3, place: 1)
    let values = #"INTO "item" (\#(Stock.written)) VALUES ($1, $2, $3, $4, $5, $6, $7)"#
    let arguments: [SQLValue] = ["bolt", 3, 1, 0, nil, 0, 9]
    try await expect(
      Item.insert(same, or: .ignore), "INSERT OR IGNORE \(values)", arguments, changes: 0
    ) { _ in }
    try await expect(
      Item.insert(same, or: .replace), "INSERT OR REPLACE \(values)", arguments, changes: 1
    ) { $0 = [Stock.nut, Stock.rod, same] }
    for (resolution, word) in [
      (ConflictResolution.abort, "ABORT"), (.fail, "FAIL"), (.rollback, "ROLLBACK"),
    ] {
      let insert = Item.insert([cap, same], or: resolution)
      #expect(try insert.statement().sql.hasPrefix(#"INSERT OR \#(word) INTO "item" ("#))
      let db = try await Stock.database()
      let error = await #expect(throws: DatabaseError.self) { try await db.run(insert) }
      #expect(
        error?.violation == ConstraintViolation(kind: .unique, table: "item", columns: ["code"]))
      // Only FAIL keeps the rows before the row in conflict.
      #expect(try await db.count(Item.self) == (resolution == .fail ? 4 : 3))
    }
  }

  @Test("ROLLBACK ends the enclosing transaction, and FAIL keeps the rows before the conflict")
  func transactions() async throws {
    let same = Item(id: 9, code: "bolt", shelfID: 3, place: 1)
    let other = Item(id: 10, code: "cap", shelfID: 3, place: 9)
    for (resolution, count) in [(ConflictResolution.rollback, 3), (.fail, 5), (.abort, 4)] {
      let db = try await Stock.database()
      let (first, insert) = (Item.insert(pin), Item.insert([other, same], or: resolution))
      _ = try? await db.transaction { tx in
        try tx.run(first)
        #expect(throws: DatabaseError.self) { try tx.run(insert) }
      }
      #expect(try await db.count(Item.self) == count)
    }
  }

  @Test("An insert can take its rows from a query, for the columns that it names")
  func select() async throws {
    let insert = Item.insert {
      ($0.code, $0.shelfID, $0.place, $0.note)
    } select: {
      Shelf.where { $0.id > 1 }.select {
        ($0.name.lower(), $0.id, $0.id + 10, $0.name.optional())
      }
    }
    try await expect(
      insert,
      #"INSERT INTO "item" ("code", "shelfID", "place", "note") "#
        + #"SELECT lower("name"), "id", "id" + $1, "name" FROM "shelf" WHERE "id" > $2"#,
      [10, 1], changes: 2
    ) {
      $0 += [
        Item(id: 4, code: "b", shelfID: 2, place: 12, note: "B"),
        Item(id: 5, code: "c", shelfID: 3, place: 13, note: "C"),
      ]
    }
    let one = Shelf.insert(or: .ignore) {
      $0.name
    } select: {
      Item.select { $0.code }
    }
    #expect(
      try one.statement().sql
        == #"INSERT OR IGNORE INTO "shelf" ("name") SELECT "code" FROM "item""#)
  }

  @Test("An insert can take its rows from a query of the same table")
  func selectOfItself() async throws {
    let insert = Item.insert {
      ($0.code, $0.shelfID, $0.place)
    } select: {
      Item.where { $0.shelfID == 1 }.select { ($0.code.appending("2"), $0.shelfID, $0.place + 10) }
    }
    try await expect(
      insert,
      #"INSERT INTO "item" ("code", "shelfID", "place") "#
        + #"SELECT "code" || $1, "shelfID", "place" + $2 FROM "item" WHERE "shelfID" = $3"#,
      ["2", 10, 1], changes: 2
    ) {
      $0 += [
        Item(id: 4, code: "bolt2", shelfID: 1, place: 11),
        Item(id: 5, code: "nut2", shelfID: 1, place: 12),
      ]
    }
  }

  @Test("The common table expression of an insert's query comes first, with its parameters")
  func commonTable() async throws {
    let many = TableExpression(with: "many", as: Item.where { $0.count > 4 })
    let insert = Shelf.insert {
      ($0.name, $0.capacity)
    } select: {
      many.all.where { $0.id < 3 }.select { ($0.code.appending("s"), $0.count.optional()) }
    }
    let statement = try insert.statement()
    #expect(
      statement
        == Statement(
          sql: #"WITH "many"(\#(Stock.fetched)) AS (SELECT \#(Stock.fetched) FROM "item" "#
            + #"WHERE "count" > $1) INSERT INTO "shelf" ("name", "capacity") "#
            + #"SELECT "code" || $2, "count" FROM "many" WHERE "id" < $3"#,
          arguments: [4, "s", 3]))
    let db = try await Stock.database()
    let rows = try await db.fetch(insert.returning())
    #expect(rows == [Shelf(id: 4, name: "bolts", capacity: 5)])
  }

  @Test("An insert can take its rows from a compound with an order and a limit")
  func compound() async throws {
    let insert = Shelf.insert {
      $0.name
    } select: {
      Item.select { $0.code }.union(Item.select { $0.code.upper() }).order { $0.code }.limit(2)
    }
    #expect(
      try insert.statement()
        == Statement(
          sql: #"INSERT INTO "shelf" ("name") SELECT "code" FROM "item" "#
            + #"UNION SELECT upper("code") FROM "item" ORDER BY "code" LIMIT $1"#,
          arguments: [2]))
    let db = try await Stock.database()
    let names = try await db.fetch(insert.returning { $0.name })
    #expect(names == ["BOLT", "NUT"])
  }
}

/// A table whose columns all have defaults.
@Table
private struct Coin: Equatable {
  let id: Int
  var side: String = "heads"
}
