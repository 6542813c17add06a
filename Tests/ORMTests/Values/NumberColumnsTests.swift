import Foundation
import ORM
import Testing

@testable import ORMCore
@testable import ORMSQLite

@Table("price") private struct Other {
  var id: Int?
  var amount: String
}

@Table private struct Price: Equatable {
  var id: Int?
  var amount: Decimal
  var old: Decimal?
}

@Table("price") private struct KeyedPrice: Equatable {
  let id: Int
  var amount: Decimal
  var old: Decimal?
}

/// A decimal in a column whose declared type has a numeric affinity: SQLite converts its text to a
/// number.
@Suite("Decimals in columns with other declared types")
struct NumberColumnsTests {
  static let digits = [
    "1234567890.1234567891", "12.10", "1e20", "0.1", "-7", "98765432109876543210",
  ]

  private func database(_ type: String, _ options: String = "") async throws -> Database {
    let db = try Database.inMemory()
    try await db.execute(
      script:
        "CREATE TABLE price (id INTEGER PRIMARY KEY, amount \(raw: type) NOT NULL, old \(raw: type))\(raw: options)"
    )
    return db
  }

  @Test(
    "Each write returns a decimal as a fetch does, whatever the column's declared type",
    arguments: ["NUMERIC", "DECIMAL(10, 2)", "REAL", "INTEGER", "money", "POINT", "TEXT", ""])
  func verbs(type: String) async throws {
    let db = try await database(type)
    let amounts = Self.digits.compactMap { Decimal(string: $0) }
    for amount in amounts {
      let inserted = try await db.insert(Price(amount: amount, old: amount))
      #expect(try await db.find(Price.self, inserted.id ?? 0) == inserted)
      var changed = inserted
      changed.amount = amount + 1
      let saved = try await db.save(changed)
      #expect(try await db.find(Price.self, inserted.id ?? 0) == saved)
      changed.amount = amount + 2
      let updated = try await db.saveByPositiveKey(changed)
      #expect(try await db.find(Price.self, inserted.id ?? 0) == updated)
      let drafted = try await db.insert(KeyedPrice.Draft(amount: amount, old: nil))
      #expect(try await db.find(KeyedPrice.self, drafted.id) == drafted)
    }
    try await db.deleteAll(Price.self)
    let inserted = try await db.insert(amounts.map { Price(amount: $0) })
    #expect(try await db.fetch(Price.order { $0.id }) == inserted)
    let drafted = try await db.insert(amounts.map { KeyedPrice.Draft(amount: $0, old: $0) })
    #expect(try await db.fetch(KeyedPrice.order { $0.id }).suffix(drafted.count) == drafted[...])
    let saved = try await db.save(inserted)
    #expect(try await db.fetch(Price.order { $0.id }).prefix(saved.count) == saved[...])
  }

  @Test("An ANY column of a strict table keeps every digit of a decimal")
  func any() async throws {
    let db = try await database("ANY", " STRICT")
    let amount = try #require(Decimal(string: Self.digits[0]))
    let inserted = try await db.insert(Price(amount: amount))
    #expect(inserted.amount == amount)
    #expect(try await db.fetch(Price.self) == [inserted])
  }

  @Test(
    "Rows are read back after a write only if the declared type converts texts to numbers",
    arguments: [
      ("NUMERIC", true), ("decimal(10, 2)", true), ("DOUBLE", true), ("CHARINT", true),
      ("STRING", true), ("any", true), ("VARCHAR(40)", false), ("clob", false), ("Text", false),
      ("BLOB", false), ("", false),
    ])
  func noReadingBack(type: String, changes: Bool) async throws {
    let db = try await database(type)
    let found = try await db.read { $0.changesNumbers(of: Price.self) }
    #expect(found == changes)
    #expect(try await db.read { $0.changesNumbers(of: Other.self) } == false)
  }
}
