import GRDB

extension WebMix {
  /// The same by statements that GRDB keeps.
  static func request(
    _ turn: Int, of rows: Int, on pool: DatabasePool
  ) async throws {
    let (kind, key) = kind(of: turn, rows)
    if kind < 80 {
      let row = try await pool.read { db in
        try Purchase.fetchOne(
          db.cachedStatement(sql: "SELECT * FROM purchase WHERE id = ?"), arguments: [key])
      }
      guard row != nil else { throw SQLiteFailure(code: 12) }
      consume(row)
    } else if kind < 95 {
      let lines = try await pool.read { db in
        try Row.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT purchase.*, customer.name FROM purchase JOIN customer ON \
              purchase.customerID = customer.id WHERE purchase.id >= ? ORDER BY purchase.id LIMIT 50
              """), arguments: [key]
        ).map { (Purchase(row: $0), $0["name"] as String) }
      }
      guard lines.count == 50 else { throw SQLiteFailure(code: 12) }
      consume(lines)
    } else {
      try await pool.write { db in
        let found = try Purchase.fetchOne(
          db.cachedStatement(sql: "SELECT * FROM purchase WHERE id = ?"), arguments: [key])
        guard found != nil else { throw SQLiteFailure(code: 12) }
        try db.cachedStatement(sql: "UPDATE purchase SET amount = ? WHERE id = ?").execute(
          arguments: [Double(key), key])
        try db.cachedStatement(
          sql: """
            INSERT INTO purchase (customerID, product, amount, quantity, at, note) VALUES \
            (?, 'a product', 1.5, 2, 1800000000.0, NULL)
            """
        ).execute(arguments: [turn % (rows / 10) + 1])
      }
    }
  }
}
