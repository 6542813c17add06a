import CTuned
import Foundation
import ORM

/// Verbs of the database, where each call is awaited: C without a transaction around all of them.
extension Verb {
  private static let byKey = select + #" WHERE "id" = ?"#
  private static let byRange = select + #" WHERE "id" >= ? AND "id" < ? + 10"#

  static let awaitedReads = [
    Verb("await find", .read(byKey, "k")) { db, _, key in
      let row = try await db.find(Purchase.self, key)
      consume(row)
      return row == nil ? 0 : 1
    },
    Verb("await fetch(type, where:), 10 rows", .read(byRange, "kk")) { db, _, key in
      let rows = try await db.fetch(Purchase.self, where: { $0.id >= key && $0.id < key + 10 })
      consume(rows)
      return Int64(rows.count)
    },
    Verb("await first(type, where:)", .read(byKey + " LIMIT 1", "k")) { db, _, key in
      let row = try await db.first(Purchase.self, where: { $0.id == key })
      consume(row)
      return row == nil ? 0 : 1
    },
    Verb(
      "await count(type, where:)",
      .read(#"SELECT count(*) FROM "purchase" WHERE "id" >= ? AND "id" < ? + 10"#, "kk")
    ) { db, _, key in
      consume(try await db.count(Purchase.self, where: { $0.id >= key && $0.id < key + 10 }))
      return 1
    },
    Verb("await exists(type, key:)", .read(#"SELECT 1 FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in try await db.exists(Purchase.self, key: key) ? 1 : 0
    },
    Verb(
      "await value(sql:)", .read(#"SELECT "amount" FROM "purchase" WHERE "id" = ?"#, "k")
    ) { db, _, key in
      consume(
        try await db.value(Double.self, sql: "SELECT amount FROM purchase WHERE id = \(key)"))
      return 1
    },
    Verb(
      "await read { find }", .control("BEGIN"), .read(byKey, "k"), .control("COMMIT")
    ) { db, _, key in
      let row = try await db.read { try $0.find(Purchase.self, key) }
      consume(row)
      return row == nil ? 0 : 1
    },
    Verb("await within(deadline) { find }", .read(byKey, "k")) { db, _, key in
      let row = try await db.within(.seconds(60)) { try await $0.find(Purchase.self, key) }
      consume(row)
      return row == nil ? 0 : 1
    },
    Verb("stream(query), 10 rows", .read(byRange, "kk")) { db, _, key in
      var sum: Int64 = 0
      for try await row in db.stream(Purchase.where { $0.id >= key && $0.id < key + 10 }) {
        consume(row)
        sum += 1
      }
      return sum
    },
  ]

  static let awaitedWrites = [
    Verb(
      "await insert(row), delete(type, key:)", .write(insert, newRow),
      .write(#"DELETE FROM "purchase" WHERE "id" = ?"#, "n")
    ) { db, call, _ in
      // As the key of C's parameter `n`.
      let row = Purchase.new(1_000_000_000 + call, call: call)
      try await db.insert(row)
      return 1 + (try await db.delete(Purchase.self, key: row.id) ? 1 : 0)
    },
    Verb("await update(row)", .write(update, "stdsd0k")) { db, call, key in
      try await db.update(Purchase.new(key, call: call))
      return 1
    },
    Verb("await save(row)", .write(upsert, "kstdsd0")) { db, call, key in
      try await db.save(Purchase.new(key, call: call))
      return 1
    },
    Verb(
      "await run(update by query)",
      .write(#"UPDATE "purchase" SET "amount" = ?, "quantity" = ? WHERE "id" = ?"#, "dsk")
    ) { db, call, key in
      Int64(
        try await db.run(
          Purchase.where { $0.id == key }.update {
            $0.amount = Double(call)
            $0.quantity = call % 7
          }))
    },
    Verb("await execute(sql)", .write(#"UPDATE "purchase" SET "amount" = ? WHERE "id" = ?"#, "dk"))
    {
      db, call, key in
      Int64(try await db.execute("UPDATE purchase SET amount = \(Double(call)) WHERE id = \(key)"))
    },
    Verb(
      "await transaction { update }", .control("BEGIN IMMEDIATE"), .write(update, "stdsd0k"),
      .control("COMMIT")
    ) { db, call, key in
      try await db.transaction { try $0.update(Purchase.new(key, call: call)) }
      return 1
    },
    Verb(
      "recordChanges { update }", .control("BEGIN IMMEDIATE"), .session("purchase"),
      .write(update, "stdsd0k"), .endOfSession, .control("COMMIT")
    ) { db, call, key in
      try await db.transaction { db in
        let (_, changes) = try db.recordChanges(of: Purchase.self) {
          try db.update(Purchase.new(key, call: call))
        }
        consume(changes)
      }
      return 1
    }.heavy,
  ]

  /// For threads that wait.
  static let blocking = [
    Verb(
      "blocking.read { find }", .control("BEGIN"), .read(byKey, "k"), .control("COMMIT")
    ) { db, _, key in
      let row = try db.read { try $0.find(Purchase.self, key) }
      consume(row)
      return row == nil ? 0 : 1
    },
    Verb(
      "blocking.transaction { update }", .control("BEGIN IMMEDIATE"), .write(update, "stdsd0k"),
      .control("COMMIT")
    ) { db, call, key in
      try db.transaction { try $0.update(Purchase.new(key, call: call)) }
      return 1
    },
  ]

  static let observed = [
    Verb("observe, first value", .read(byKey, "k")) { db, _, key in
      for try await rows in db.observe(Purchase.where { $0.id == key }) {
        consume(rows)
        return Int64(rows.count)
      }
      return 0
    },
    Verb("observe().start()", .read(byKey, "k")) { db, _, key in
      let (rows, changes) = try await db.observe(Purchase.where { $0.id == key }).start()
      consume(changes)
      return Int64(rows.count)
    },
  ]

  static let ofTheWholeDatabase = [
    Verb("await userVersion()", .define("PRAGMA user_version")) { db, _, _ in
      consume(try await db.userVersion())
      return 0
    },
    Verb("await checkForeignKeys()", .define("PRAGMA foreign_key_check")) { db, _, _ in
      consume(try await db.checkForeignKeys())
      return 0
    },
  ]
}
