import Foundation
import ORM
import Testing

struct MinorUnitsTests {
  @Table("item")
  struct Item: Hashable {
    var id: Int?
    @Column(as: MinorUnits<Scale2>.self) var price: Decimal
    @Column(as: MinorUnits<Scale2>.self) var discount: Decimal?
    @Column(as: MinorUnits<Scale0>.self) var yen: Decimal = 0
    @Column(as: MinorUnits<Scale8>.self) var bitcoins: Decimal = 0
  }

  @Table("loose", strict: false)
  struct Loose: Hashable {
    let id: Int
    @Column(as: MinorUnits<Scale2>.self) var price: Decimal
  }

  private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

  private func database(_ prices: String...) async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Item.self, Loose.self)
    try await db.insert(try prices.map { Item(price: try decimal($0)) })
    return db
  }

  @Test("An amount is stored as an integer of minor units, and decoded exactly")
  func storing() async throws {
    let db = try await database()
    let texts = [
      "0", "19.99", "-0.01", "1", "100", "92233720368547758.07", "-92233720368547758.08", "0.1",
    ]
    for text in texts {
      let item = Item(
        price: try decimal(text), discount: try decimal(text), bitcoins: try decimal("0.00000001"))
      let inserted = try await db.insert(item)
      let found = try await db.find(Item.self, try #require(inserted.id))
      #expect(found == inserted)
      #expect(found?.price == item.price && found?.discount == item.price)
      #expect(try await db.fetch(Item.where { $0.price == item.price }).last == found)
    }
    let stored = try await db.fetch(
      String.self, sql: "SELECT price || ' ' || discount || ' ' || yen || ' ' || bitcoins FROM item"
    )
    #expect(stored[1] == "1999 1999 0 1")
    #expect(Item.schema.columns[1].type == .integer)
  }

  @Test("Amounts with fractions of the unit, too large amounts and NaN are refused")
  func refusing() async throws {
    let db = try await database()
    for text in ["19.999", "0.001", "1e30", "92233720368547758.08", "-92233720368547758.09"] {
      let item = Item(price: try decimal(text))
      let error = await #expect(throws: ValueEncodingError.self) { try await db.insert(item) }
      #expect(error?.table == "item", "\(text)")
      #expect(error?.column == "price", "\(text)")
      await #expect(throws: ValueEncodingError.self) {
        try await db.fetch(Item.where { $0.price < item.price })
      }
    }
    await #expect(throws: ValueEncodingError.self) { try await db.insert(Item(price: .nan)) }
    await #expect(throws: ValueEncodingError.self) {
      try await db.insert(Item(price: 1, yen: try self.decimal("0.5")))
    }
    #expect(try await db.count(Item.self) == 0)
    try await db.execute("UPDATE item SET price = price")
    await #expect(throws: RowDecodingError.self) {
      try await db.fetch(
        Item.self, sql: "SELECT 1.5 AS price, 1 AS id, 2 AS yen, 3 AS bitcoins, NULL AS discount")
    }
  }

  @Test("SQLite calculates, compares and orders amounts")
  func calculating() async throws {
    let db = try await database("0.10", "0.20", "10", "9.50")
    let sum = Item.select { $0.price.sum() }
    #expect(try sum.statement().sql == #"SELECT sum("price") FROM "item""#)
    #expect(try await db.first(sum) == decimal("19.80"))
    #expect(
      try await db.fetch(Item.order { $0.price }.select { $0.price + $0.price })
        == ["0.2", "0.4", "19", "20"].map { try self.decimal($0) })
    let more = Item.where { $0.price - 1 >= 9 }
    #expect(
      try more.statement()
        == Statement(
          sql:
            #"SELECT "id", "price", "discount", "yen", "bitcoins" FROM "item" WHERE "price" - $1 >= $2"#,
          arguments: [100, 900]))
    #expect(try await db.fetch(more).map(\.price) == [10])
    #expect(try await db.first(Item.select { $0.price.max() }) == decimal("10"))
    #expect(try await db.fetch(Item.select { $0.discount.sum() }) == [nil])
    try await db.run(
      Item.updateAll {
        $0.price += 1; $0.discount = $0.price.optional()
      })
    #expect(try await db.first(Item.select { $0.discount.sum() }) == decimal("23.8"))
    #expect(try await db.first(Item.select { ($0.price - 100).abs().min() }) == decimal("89"))
  }

  @Test("An average of amounts keeps fractions of the minor unit")
  func averages() async throws {
    let db = try await database("0.01", "0.02")
    #expect(try await db.first(Item.select { $0.price.average() }) == decimal("0.015"))
    try await db.insert(Item(price: try decimal("0.01")))
    let average = try await db.first(Item.select { $0.price.average() })
    #expect(average == (try decimal("0.013333333333333333333333333333333333333")))
    let half = try decimal("0.0133")
    let grouped = Item.group { $0.yen }.having { $0.price.average() > half }.select { $0.yen }
    #expect(try await db.fetch(grouped) == [0])
    let none = Item.where { $0.id == 9 }.select { $0.price.average() }
    #expect(try await db.fetch(none) == [nil])
  }

  @Test("An addition that overflows throws, in strict and non-strict tables")
  func overflow() async throws {
    let db = try await database("92233720368547758.07")
    try await db.insert(Loose(id: 1, price: try decimal("92233720368547758.07")))
    await #expect(throws: DatabaseError.self) { try await db.run(Item.updateAll { $0.price += 1 }) }
    await #expect(throws: DatabaseError.self) {
      try await db.run(Loose.updateAll { $0.price += 1 })
    }
    #expect(try await db.fetch(Loose.self).count == 1)
  }

  @Test("A Double literal that isn't exactly an amount is refused, and the error suggests a string")
  func literals() throws {
    let error = #expect(throws: ValueEncodingError.self) {
      try Item.where { $0.price == 0.07 }.statement()
    }
    #expect(error?.description.contains(#"Decimal(string: "19.99")"#) == true)
    #expect(try Item.where { $0.price == 0.5 }.statement().arguments == [50])
  }
}
