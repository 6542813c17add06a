import CTuned
import Foundation
import ORM

extension Verb {
  private static let byKey = select + #" WHERE "id" = ?"#
  private static let byRange = select + #" WHERE "id" >= ? AND "id" < ? + 10"#

  private static func count<Row>(_ rows: [Row]) -> Int64 {
    consume(rows)
    return Int64(rows.count)
  }

  private static func count<Row>(_ row: Row?) -> Int64 {
    consume(row)
    return row == nil ? 0 : 1
  }

  static let finding = [
    Verb("find(type, key)", .read(byKey, "k")) { db, _, key in
      count(try db.find(Purchase.self, key))
    },
    Verb(
      "find(type, two keys)",
      .read(#"SELECT * FROM "tagging" WHERE "albumID" = ? AND "tagID" = ?"#, "kk")
    ) { db, _, key in count(try db.find(Tagging.self, (key, key))) },
    Verb("refresh(row)", .read(byKey, "k")) { db, call, key in
      consume(try db.refresh(Purchase.new(key, call: call)))
      return 1
    },
    Verb("first(type, where:)", .read(byKey + " LIMIT 1", "k")) { db, _, key in
      count(try db.first(Purchase.self, where: { $0.id == key }))
    },
    Verb(
      "first(query, selected)",
      .read(#"SELECT "product" FROM "purchase" WHERE "id" = ? LIMIT 1"#, "k")
    ) { db, _, key in
      count(try db.first(Purchase.where { $0.id == key }.select { $0.product }))
    },
    Verb("lastInserted(type)", .read(select + " ORDER BY \"id\" DESC LIMIT 1")) { db, _, _ in
      count(try db.lastInserted(Purchase.self))
    },
  ]

  static let fetching = [
    Verb("fetch(type), 20 rows", .read(#"SELECT "id", "name" FROM "tag""#)) { db, _, _ in
      count(try db.fetch(Tag.self))
    },
    Verb("fetch(type, where:), a row", .read(byKey, "k")) { db, _, key in
      count(try db.fetch(Purchase.self, where: { $0.id == key }))
    },
    Verb("fetch(type, where:), 10 rows", .read(byRange, "kk")) { db, _, key in
      count(try db.fetch(Purchase.self, where: { $0.id >= key && $0.id < key + 10 }))
    },
    Verb(
      "fetch(type, where: in), 10 keys",
      .read(select + #" WHERE "id" IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"#, "f")
    ) { db, call, key in
      let keys = (0..<10).map { key + $0 }
      return count(try db.fetch(Purchase.self, where: { $0.id.in(keys) }))
    },
    Verb("fetch(PreparedQuery)", .read(byKey, "k")) { db, _, key in
      count(try db.fetch(prepared(key)))
    },
  ]

  private static let prepared = PreparedQuery { (key: Placeholder<Int>) in
    Purchase.where { $0.id == key }
  }

  static let fetchingByQuery = [
    Verb(
      "fetch(order, limit)",
      .read(select + #" WHERE "id" >= ? ORDER BY "id" LIMIT 10"#, "k")
    ) { db, _, key in
      count(try db.fetch(Purchase.where { $0.id >= key }.order { $0.id }.limit(10)))
    },
    Verb(
      "fetch(select tuple)",
      .read(#"SELECT "product", "amount" FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id >= key && $0.id < key + 10 }.select { ($0.product, $0.amount) }))
    },
    Verb(
      "fetch(distinct)",
      .read(
        #"SELECT DISTINCT "quantity" FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id >= key && $0.id < key + 10 }.select { $0.quantity }.distinct()))
    },
    Verb(
      "fetch(group)",
      .read(
        """
        SELECT "quantity", count(*), sum("amount") FROM "purchase" WHERE "id" >= ? AND \
        "id" < ? + 10 GROUP BY "quantity"
        """, "kk")
    ) { db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id >= key && $0.id < key + 10 }.group { $0.quantity }
            .select { ($0.quantity, $0.count(), $0.amount.sum()) }))
    },
    Verb(
      "fetch(join), 10 rows",
      .read(
        """
        SELECT "album"."title", "track"."title" FROM "album" JOIN "track" ON "album"."id" = \
        "track"."albumID" WHERE "album"."id" = ?
        """, "s")
    ) { db, call, _ in
      let id = call % 7
      return count(
        try db.fetch(
          Album.join(Track.self) { $0.id == $1.albumID }.where { album, _ in album.id == id }
            .select { ($0.title, $1.title) }))
    },
    Verb(
      "fetch(page of 10)",
      .read(select + #" WHERE "id" >= ? ORDER BY "id" LIMIT 11"#, "k")
    ) { db, _, key in
      let page = try db.fetch(Purchase.where { $0.id >= key }.order { $0.id }.page(size: 10))
      consume(page)
      return Int64(page.rows.count + (page.next == nil ? 0 : 1))
    },
  ]

  static let asking = [
    Verb("count(type), 20 rows", .read(#"SELECT count(*) FROM "tag""#)) { db, _, _ in
      consume(try db.count(Tag.self))
      return 1
    },
    Verb(
      "count(type, where:)",
      .read(#"SELECT count(*) FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      consume(try db.count(Purchase.self, where: { $0.id >= key && $0.id < key + 10 }))
      return 1
    },
    Verb("exists(type, key:)", .read(#"SELECT 1 FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in try db.exists(Purchase.self, key: key) ? 1 : 0
    },
    Verb(
      "exists(type, where:)",
      .read(#"SELECT EXISTS (SELECT 1 FROM "purchase" WHERE "id" = ?)"#, "k")
    ) { db, _, key in try db.exists(Purchase.self, where: { $0.id == key }) ? 1 : 0 },
    Verb(
      "first(select sum)",
      .read(
        #"SELECT sum("amount") FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      consume(
        try db.first(
          Purchase.where { $0.id >= key && $0.id < key + 10 }.select { $0.amount.sum() }))
      return 1
    },
  ]

  static let bySQL = [
    Verb("fetch(type, sql:)", .read(byKey, "k")) { db, _, key in
      count(
        try db.fetch(
          Purchase.self,
          sql: """
            SELECT "id", "customerID", "product", "amount", "quantity", "at", "note" FROM \
            "purchase" WHERE "id" = \(key)
            """))
    },
    Verb("first(type, sql:)", .read(#"SELECT * FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in
      count(try db.first(Purchase.self, sql: "SELECT * FROM purchase WHERE id = \(key)"))
    },
    Verb("value(type, sql:)", .read(#"SELECT "amount" FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in
      consume(try db.value(Double.self, sql: "SELECT amount FROM purchase WHERE id = \(key)"))
      return 1
    },
    Verb("execute(sql)", .write(#"UPDATE "purchase" SET "amount" = ? WHERE "id" = ?"#, "dk")) {
      db, call, key in
      Int64(try db.execute("UPDATE purchase SET amount = \(Double(call)) WHERE id = \(key)"))
    },
    Verb(
      "execute(script:)", .define("UPDATE purchase SET amount = 1 WHERE id = 1"),
      .define("UPDATE purchase SET amount = 2 WHERE id = 2")
    ) { db, _, _ in
      try db.execute(
        script: """
          UPDATE purchase SET amount = 1 WHERE id = 1; UPDATE purchase SET amount = 2 WHERE id = 2
          """)
      return 0
    },
    Verb("explain(query)", .define("EXPLAIN QUERY PLAN " + byKey)) { db, _, key in
      consume(try db.explain(Purchase.where { $0.id == key }))
      return 0
    },
  ]

  static let rowByRow = [
    Verb("forEach(query), 10 rows", .read(byRange, "kk")) { db, _, key in
      var sum: Int64 = 0
      try db.forEach(Purchase.where { $0.id >= key && $0.id < key + 10 }) { row in
        consume(row)
        sum += 1
      }
      return sum
    },
    Verb("withCursor(query), 10 rows", .read(byRange, "kk")) { db, _, key in
      try db.withCursor(Purchase.where { $0.id >= key && $0.id < key + 10 }) { rows in
        var sum: Int64 = 0
        while let row = try rows.next() {
          consume(row)
          sum += 1
        }
        return sum
      }
    },
    Verb(
      "forEach(type, sql:), 10 rows",
      .read(#"SELECT * FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      var sum: Int64 = 0
      try db.forEach(
        Purchase.self, sql: "SELECT * FROM purchase WHERE id >= \(key) AND id < \(key) + 10"
      ) { row in
        consume(row)
        sum += 1
      }
      return sum
    },
  ]
}
