import Foundation
import ORM
import Testing

@Table("product_price")
private struct PricedProduct: Equatable {
  let id: Int
  var price: Decimal
  var cost: Decimal = 0
  var discount: Decimal?
}

@Suite("Decimals in queries")
struct DecimalQueryTests {
  /// More digits than a REAL can hold, both signs, and scales whose texts sort in another order.
  private static let prices = [
    "10", "9.99", "-3.5", "100", "0.1", "-30", "0.000000000000000000000001", "10.01",
    "123456789012345678901234567.1", "123456789012345678901234567.2", "0", "-0.05",
  ]

  private func database(_ prices: [String] = Self.prices) async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(PricedProduct.self)
    try await db.insert(
      try prices.enumerated().map { index, price in
        PricedProduct(
          id: index + 1, price: try #require(Decimal(string: price)),
          discount: index % 2 == 0 ? Decimal(index) / 10 : nil)
      })
    return db
  }

  private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

  @Test("Decimals of every scale, sign and length are ordered as numbers")
  func order() async throws {
    let db = try await database()
    let sorted = try Self.prices.map(decimal).sorted()
    try await expect(
      PricedProduct.order { $0.price }.select { $0.price },
      #"SELECT "price" FROM "product_price" ORDER BY "price" COLLATE "decimal""#, in: db,
      rows: sorted)
    let query = PricedProduct.where { $0.price > Decimal(10) }.order { $0.price.desc() }
    #expect(try await db.fetch(query).map(\.price) == sorted.filter { $0 > 10 }.reversed())
    #expect(try await db.first(PricedProduct.select { $0.price.max() }) == .some(sorted.last))
    #expect(try await db.first(PricedProduct.select { $0.price.min() }) == .some(sorted.first))
  }

  @Test("Decimals are compared exactly, with values and with each other")
  func comparison() async throws {
    let db = try await database()
    let prices = try Self.prices.map(decimal)
    for limit in prices {
      let found = try await db.fetch(
        PricedProduct.where { $0.price <= limit }.order { $0.id }.select { $0.price })
      #expect(found == prices.filter { $0 <= limit })
      let between = try await db.count(PricedProduct.where { $0.price.between(limit...limit) })
      #expect(between == 1)
    }
    let pairs = try await db.fetch(
      PricedProduct.where { $0.price < $0.discount }.order { $0.id }.select { $0.id })
    #expect(
      pairs == prices.indices.filter { $0 % 2 == 0 && prices[$0] < Decimal($0) / 10 }.map { $0 + 1 }
    )
  }

  @Test("Arithmetic with decimals is exact, and division by zero is NULL")
  func arithmetic() async throws {
    let fifth = try decimal("0.2")
    let db = try await database(["0.1", "-12.5", "9999999999999999.99"])
    try await expect(
      PricedProduct.order { $0.id }.select { $0.price + fifth },
      #"SELECT decimal_add("price", $1) FROM "product_price" ORDER BY "id""#, ["0.2"], in: db,
      rows: [try decimal("0.3"), try decimal("-12.3"), try decimal("10000000000000000.19")])
    let rows = try await db.fetch(
      PricedProduct.order { $0.id }.select {
        ($0.price - 1, $0.price * $0.price, ($0.price / 8).optional(), $0.price.abs())
      })
    #expect(
      rows.map(\.0) == [
        try decimal("-0.9"), try decimal("-13.5"), try decimal("9999999999999998.99"),
      ])
    #expect(rows.map(\.1).prefix(2) == [try decimal("0.01"), try decimal("156.25")])
    #expect(
      rows.map(\.2) == [
        try decimal("0.0125"), try decimal("-1.5625"), try decimal("1249999999999999.99875"),
      ])
    #expect(rows.map(\.3).prefix(2) == [try decimal("0.1"), try decimal("12.5")])
    #expect(try await db.count(PricedProduct.where { $0.price * 10 == 1 }) == 1)
    #expect(
      try await db.fetch(PricedProduct.where { $0.id == 1 }.select { ($0.price / 0).optional() })
        == [nil])
    #expect(
      try await db.fetch(PricedProduct.where { $0.id == 2 }.select { $0.discount + 1 }) == [nil])
    let third = try await db.fetch(
      PricedProduct.where { $0.id == 1 }.select { ($0.price / 3).optional() })
    #expect(third == [try decimal("0." + "0" + String(repeating: "3", count: 38))])
  }

  @Test("A result with more digits than a Decimal holds throws instead of being rounded")
  func inexact() async throws {
    let db = try await database([
      "0.000000000000000000000000000000000001", "99999999999999999999999999999999999999",
    ])
    for query in [
      PricedProduct.select { $0.price * $0.price * $0.price * $0.price },
      PricedProduct.where { $0.id == 2 }.select { $0.price + Decimal(1) / 1000 },
    ] {
      let error = await #expect(throws: DatabaseError.self) { try await db.fetch(query) }
      #expect(error?.description.contains("has more digits than a Decimal holds") == true)
    }
    let sum = await #expect(throws: DatabaseError.self) {
      try await db.fetch(PricedProduct.select { $0.price.sum() })
    }
    #expect(sum?.message.hasPrefix("decimal_sum() threw") == true)
  }

  @Test("Sums and averages of decimals are exact, and ignore NULL")
  func aggregates() async throws {
    let db = try await database(Array(repeating: "0.1", count: 1000))
    try await expect(
      PricedProduct.select { ($0.price.sum(), $0.price.average()) },
      #"SELECT decimal_sum("price"), decimal_avg("price") FROM "product_price""#, in: db,
      rows: [(Decimal?(100), try Decimal?(decimal("0.1")))])
    let distinct = try await db.first(PricedProduct.select { $0.price.sum(distinct: true) })
    #expect(try distinct == .some(decimal("0.1")))
    let none = try await db.fetch(
      PricedProduct.where { $0.id == 0 }.select { ($0.price.sum(), $0.discount.average()) })
    #expect(none.count == 1 && none.first?.0 == nil && none.first?.1 == nil)
    let running = try await db.fetch(
      PricedProduct.where { $0.id <= 3 }.order { $0.id }
        .select { $0.price.sum().over(order: $0.id) })
    #expect(running == [try decimal("0.1"), try decimal("0.2"), try decimal("0.3")])
    let sliding = try await db.fetch(
      Decimal.self,
      sql: """
        SELECT decimal_sum(price) OVER (ORDER BY id ROWS 1 PRECEDING) FROM product_price WHERE id <= 3
        """)
    #expect(sliding == [try decimal("0.1"), try decimal("0.2"), try decimal("0.2")])
    let step = try decimal("0.005")
    try await db.run(
      PricedProduct.where { $0.id == 1 }.update { $0.price += step })
    #expect(try await db.find(PricedProduct.self, 1)?.price == decimal("0.105"))
  }

  @Test("Decimal arithmetic in SQL agrees with Swift's Decimal on random numbers")
  func random() async throws {
    var generator = SeededGenerator(seed: 18)
    var pairs: [(Decimal, Decimal)] = []
    for _ in 0..<400 {
      func number() -> Decimal {
        let digits = Decimal(
          Int64.random(in: -999_999_999_999...999_999_999_999, using: &generator))
        return digits
          * Decimal(sign: .plus, exponent: .random(in: -6...4, using: &generator), significand: 1)
      }
      pairs.append((number(), number()))
    }
    let db = try Database.inMemory()
    try await db.create(PricedProduct.self)
    try await db.insert(
      pairs.enumerated().map { PricedProduct(id: $0, price: $1.0, cost: $1.1) })
    let rows = try await db.fetch(
      PricedProduct.order { $0.id }.select {
        ($0.price + $0.cost, $0.price - $0.cost, $0.price * $0.cost, $0.price < $0.cost)
      })
    for (row, (left, right)) in zip(rows, pairs) {
      #expect(row.0 == left + right && row.1 == left - right && row.2 == left * right)
      #expect(row.3 == (left < right))
    }
    let sorted = try await db.fetch(PricedProduct.order { $0.price }.select { $0.price })
    #expect(sorted == pairs.map(\.0).sorted())
    let sum = try await db.first(PricedProduct.select { $0.price.sum() })
    #expect(sum == .some(pairs.map(\.0).reduce(0, +)))
  }

  @Test("A DECIMAL column that another program declared is compared and summed as decimals")
  func numericColumn() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE product_price (id INTEGER PRIMARY KEY, price DECIMAL(10, 2), cost, discount)")
    try await db.execute(
      "INSERT INTO product_price VALUES (1, 10, 0, NULL), (2, 9.5, 0, NULL), (3, '100', 0, NULL)")
    let limit = try decimal("9.75")
    let dear = PricedProduct.where { $0.price > limit }.order { $0.price }
    #expect(try await db.fetch(dear).map(\.price) == [10, 100])
    let sum = try await db.first(PricedProduct.select { $0.price.sum() })
    #expect(try sum == .some(decimal("119.5")))
  }

  @Test("A comparison and an order use an index with the collation, and pages keep the order")
  func index() async throws {
    let db = try await database()
    try await db.execute(#"CREATE INDEX by_price ON product_price (price COLLATE "decimal")"#)
    let cheap = PricedProduct.where { $0.price < 10 }.order { $0.price }
    let plan = try await db.explain(cheap)
    #expect("\(plan)".contains("USING INDEX by_price") && !"\(plan)".contains("TEMP B-TREE"))
    var page = try await db.fetch(PricedProduct.order { $0.price }.page(size: 5))
    var seen = page.rows.map(\.price)
    while let next = page.next {
      page = try await db.fetch(PricedProduct.order { $0.price }.page(after: next, size: 5))
      seen += page.rows.map(\.price)
    }
    #expect(seen == (try Self.prices.map(decimal).sorted()))
  }

  @Test("A view that calculates with decimals can be read on another connection")
  func view() async throws {
    let folder = try TemporaryFolder()
    do {
      let db = try Database(folder.file())
      try await db.create(PricedProduct.self)
      try await db.insert(PricedProduct(id: 1, price: try decimal("0.1")))
      try await db.execute(
        #"CREATE VIEW double AS SELECT decimal_add(price, price) AS n FROM product_price WHERE price < '9' COLLATE "decimal""#
      )
    }
    let db = try Database(folder.file())
    #expect(try await db.value(Decimal.self, sql: "SELECT n FROM double") == decimal("0.2"))
  }
}
