import GRDB

extension Purchase: TableRecord, FetchableRecord {
  static let databaseTableName = "purchase"

  init(row: Row) {
    self.init(
      id: row[0], customerID: row[1], product: row[2], amount: row[3], quantity: row[4],
      at: row[5], note: row[6])
  }
}

/// What W14, W15 and W17 do, as GRDB's users do it.
enum PurchasesOfGRDB {
  static func update(_ db: Database, _ call: Int, _ key: Int) throws -> Int64 {
    Int64(
      try Purchase.filter(key: key).updateAll(
        db, Column("amount").set(to: Double(call)), Column("quantity").set(to: call % 7)))
  }

  static func delete(_ db: Database, _ call: Int, _ key: Int) throws -> Int64 {
    Int64(try Purchase.filter(key: key).deleteAll(db))
  }

  static func updateWide(_ db: Database, _ call: Int, _ key: Int) throws -> Int64 {
    Int64(
      try Table("shipment").filter(Column("id") == key).updateAll(
        db, Column("c7").set(to: call), Column("c42").set(to: call % 7)))
  }

  static func deleteWide(_ db: Database, _ call: Int, _ key: Int) throws -> Int64 {
    Int64(try Table("shipment").filter(Column("id") == key).deleteAll(db))
  }

  static func select(_ db: Database, _ call: Int, _ key: Int) throws -> [Purchase] {
    try Purchase.fetchAll(db, sql: "SELECT * FROM purchase WHERE id = ?", arguments: [key])
  }

  static func value(_ db: Database, _ call: Int, _ key: Int) throws -> Double? {
    try Double.fetchOne(db, sql: "SELECT amount FROM purchase WHERE id = ?", arguments: [key])
  }

  static func exists(_ db: Database, _ call: Int, _ key: Int) throws -> Bool {
    try Purchase.exists(db, key: key)
  }

  static func forEach(_ db: Database, _ body: (Purchase) -> Void) throws {
    let rows = try Purchase.fetchCursor(db)
    while let row = try rows.next() { body(row) }
  }

  static func first(_ db: Database) throws -> Purchase? { try Purchase.fetchCursor(db).next() }

  /// The rows behind one, by their time.
  static func page(_ db: Database, after last: Purchase?, size: Int) throws -> [Purchase] {
    let rows = Purchase.order(Column("at"), Column("id")).limit(size)
    guard let last else { return try rows.fetchAll(db) }
    let (at, id) = (last.at.timeIntervalSince1970, last.id)
    return try rows.filter(sql: "(at, id) > (?, ?)", arguments: [at, id]).fetchAll(db)
  }
}
