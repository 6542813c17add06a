import Foundation
import ORM
import Testing

struct PricedMoney: RawRepresentable, ColumnValue, Comparable {
  let rawValue: Decimal

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

enum PricedCents: ColumnConversion {
  static func encode(_ value: Int) -> Decimal { Decimal(value) / 100 }
  static func decode(_ stored: Decimal) -> Int { NSDecimalNumber(decimal: stored * 100).intValue }
}

@Table("priced")
struct PricedItem {
  let id: Int
  var price: Decimal
  var cost: PricedMoney
  @Column(as: PricedCents.self) var fee: Int
}

@Suite("Numbers that are stored as text")
struct NumberAsTextTests {
  private func database() async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(PricedItem.self)
    let items = [(1, 10), (2, 9), (3, 100)].map { id, price in
      PricedItem(
        id: id, price: Decimal(price), cost: PricedMoney(rawValue: Decimal(price)),
        fee: price * 100)
    }
    try await db.insert(items)
    return db
  }

  @Test("Numbers that a raw value stores as text are ordered and compared as numbers")
  func rawValue() async throws {
    let db = try await database()
    let ordered = PricedItem.order { $0.cost }.select { $0.id }
    try await expect(
      ordered, #"SELECT "id" FROM "priced" ORDER BY "cost" COLLATE "decimal""#, in: db,
      rows: [2, 1, 3])
    let nine = PricedMoney(rawValue: 9)
    let dear = PricedItem.where { $0.cost > nine }.order { $0.id }.select { $0.id }
    try await expect(
      dear,
      #"SELECT "id" FROM "priced" WHERE "cost" COLLATE "decimal" > $1 ORDER BY "id""#,
      ["9"], in: db, rows: [1, 3])
    let greatest = PricedItem.select { $0.cost.max() }
    try await expect(
      greatest, #"SELECT max("cost" COLLATE "decimal") FROM "priced""#, in: db,
      rows: [PricedMoney(rawValue: 100)])
  }

  @Test("Numbers that a conversion stores as text are ordered as numbers")
  func conversion() async throws {
    let db = try await database()
    let ordered = PricedItem.order { $0.fee.desc() }.select { $0.fee }
    try await expect(
      ordered, #"SELECT "fee" FROM "priced" ORDER BY "fee" COLLATE "decimal" DESC"#, in: db,
      rows: [10_000, 1_000, 900])
  }

  @Test("Row values of subqueries compare numbers that are stored as text as numbers")
  func rowValues() async throws {
    let nine = PricedItem.where { $0.id == 2 }.select { ($0.price, $0.id) }
    let ten = PricedItem.where { $0.id == 1 }.select { ($0.price, $0.id) }
    let query = PricedItem.where { _ in RowValue(nine).isLess(than: RowValue(ten)) }
      .order { $0.id }.select { $0.id }
    try await expect(
      query,
      #"SELECT "id" FROM "priced" WHERE (SELECT "price" COLLATE "decimal", "id" FROM "priced" WHERE "id" = $1)"#
        + #" < (SELECT "price" COLLATE "decimal", "id" FROM "priced" WHERE "id" = $2) ORDER BY "id""#,
      [2, 1], in: try await database(), rows: [1, 2, 3])
    let limited = nine.order { $0.id }.limit(1).union(nine)
    let compound = PricedItem.where { _ in RowValue(limited).isLess(than: RowValue(ten)) }
      .order { $0.id }.select { $0.id }
    try await expect(
      compound,
      #"SELECT "id" FROM "priced" WHERE (SELECT * FROM (SELECT "price" COLLATE "decimal", "id" FROM "priced""#
        + #" WHERE "id" = $1 ORDER BY "id" LIMIT $2) UNION SELECT "price" COLLATE "decimal", "id" FROM "priced""#
        + #" WHERE "id" = $3) < (SELECT "price" COLLATE "decimal", "id" FROM "priced" WHERE "id" = $4)"#
        + #" ORDER BY "id""#,
      [2, 1, 2, 1], in: try await database(), rows: [1, 2, 3])
  }

  @Test("A compound orders numbers that are stored as text as numbers")
  func compound() async throws {
    let pairs = PricedItem.select { ($0.id, $0.price) }
    let dearest = pairs.union(pairs).order { $0.price.desc() }.limit(2)
    try await expect(
      dearest,
      #"SELECT "id", "price" FROM "priced" UNION SELECT "id", "price" FROM "priced""#
        + #" ORDER BY "price" COLLATE "decimal" DESC LIMIT $1"#,
      [2], in: try await database(), rows: [(3, 100), (1, 10)])
    let again = dearest.union(PricedItem.where { $0.id == 2 }.select { ($0.id, $0.price) })
      .order { $0.price }
    try await expect(
      again,
      #"SELECT * FROM (SELECT "id", "price" FROM "priced" UNION SELECT "id", "price" FROM "priced""#
        + #" ORDER BY "price" COLLATE "decimal" DESC LIMIT $1)"#
        + #" UNION SELECT "id", "price" FROM "priced" WHERE "id" = $2 ORDER BY "price" COLLATE "decimal""#,
      [2, 2], in: try await database(), rows: [(2, 9), (1, 10), (3, 100)])
    let twins = PricedItem.select { ($0.price, $0.price) }.union(
      PricedItem.select { ($0.price, $0.price) }
    ).order { $0.price }
    try await expect(
      twins,
      #"SELECT "price", "price" FROM "priced" UNION SELECT "price", "price" FROM "priced""#
        + #" ORDER BY "price" COLLATE "decimal""#,
      in: try await database(), rows: [(9, 9), (10, 10), (100, 100)])
  }
}
