import CTuned
import Foundation
import ORM

extension Verb {
  static let writing = [
    Verb("insert(row)", .write(insert, newRow)) { db, call, _ in
      try db.insert(Purchase.new(100_001 + call, call: call))
      return 1
    },
    Verb(
      "insert(draft)",
      .write(
        """
        INSERT INTO "purchase" ("customerID", "product", "amount", "quantity", "at", "note") \
        VALUES (?, ?, ?, ?, ?, ?)
        """, "stdsd0")
    ) { db, call, _ in
      let row = try db.insert(
        Purchase.Draft(
          customerID: call % 7, product: "a text of 20 letters", amount: Double(call),
          quantity: call % 7, at: Date(timeIntervalSince1970: Double(call)), note: nil))
      consume(row)
      return 1
    },
    Verb("insert(draft), JSON of strings", .write(insertSheet, "t0")) { db, _, _ in
      consume(try db.insert(Sheet.Draft(tags: ["eight", "letters"], size: nil)))
      return 1
    },
    Verb("insert(draft), JSON of a struct", .write(insertSheet, "tt")) { db, call, _ in
      let size = Sheet.Size(width: Double(call), height: 2)
      consume(try db.insert(Sheet.Draft(tags: ["eight", "letters"], size: size)))
      return 1
    },
    Verb(
      // Whatever of the row can't be read is undone.
      "insert(type) { assignments }", .control("SAVEPOINT a"),
      .write("INSERT INTO \"tag\" (\"name\") VALUES (?)", "t"),
      .read("SELECT \"id\", \"name\" FROM \"tag\" WHERE \"id\" = last_insert_rowid()"),
      .control("RELEASE a")
    ) { db, _, _ in
      let row = try db.insert(Tag.self) { $0.name = "a text of 20 letters" }
      consume(row)
      return 2
    },
    Verb("update(row)", .write(update, "stdsd0k")) { db, call, key in
      try db.update(Purchase.new(key, call: call))
      return 1
    },
    Verb(
      "update(row, columns:)",
      .write(#"UPDATE "purchase" SET "amount" = ?, "quantity" = ? WHERE "id" = ?"#, "dsk")
    ) { db, call, key in
      try db.update(Purchase.new(key, call: call), columns: \.amount, \.quantity)
      return 1
    },
    Verb(
      "updateChanges(new, from: old)",
      .write(#"UPDATE "purchase" SET "amount" = ? WHERE "id" = ?"#, "dk")
    ) { db, call, key in
      let old = Purchase.new(key, call: 1)
      var new = old
      new.amount = Double(call) + 0.5
      return try db.updateChanges(new, from: old) ? 1 : 0
    },
    Verb(
      "save(row)",
      .write(upsert, "kstdsd0")
    ) { db, call, key in
      try db.save(Purchase.new(key, call: call))
      return 1
    },
    Verb("saveByPositiveKey(row)", .write(update, "stdsd0k")) { db, call, key in
      consume(try db.saveByPositiveKey(Purchase.new(key, call: call)))
      return 1
    },
    Verb("delete(row)", .write(#"DELETE FROM "shipment" WHERE "id" = ?"#, "k")) { db, _, key in
      try db.delete(Shipment(id: key)) ? 1 : 0
    },
    Verb("delete(type, key:)", .write(#"DELETE FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in try db.delete(Purchase.self, key: key) ? 1 : 0
    },
    Verb(
      "deleteAll(type)", .write("INSERT INTO \"tag\" (\"name\") VALUES (?)", "t"),
      .write(#"DELETE FROM "tag""#)
    ) { db, call, _ in
      try db.insert(Tag.Draft(name: "a text of 20 letters"))
      return Int64(1 + (try db.deleteAll(Tag.self)))
    },
  ]

  static let writingMany = [
    Verb(
      "insert(100 rows)",
      .write(
        insert + String(repeating: ", (?, ?, ?, ?, ?, ?, ?)", count: 99),
        newRow + String(repeating: "+" + newRow, count: 99))
    ) { db, call, _ in
      let rows = (0..<100).map { Purchase.new(1_000_001 + call * 100 + $0, call: call) }
      return Int64(try db.insert(rows).count)
    },
    Verb("update(10 rows)", .write(update, "stdsd0k", times: 10)) { db, call, key in
      let rows = (0..<10).map { Purchase.new(max(1, key - $0), call: call) }
      try db.update(rows)
      return 10
    },
    Verb(
      "save(10 rows)",
      .write(upsert, "kstdsd0", times: 10)
    ) { db, call, key in
      let rows = (0..<10).map { Purchase.new(max(1, key - $0), call: call) }
      return Int64(try db.save(rows).count)
    },
    Verb(
      "insert(parent:children:)", .control("SAVEPOINT a"),
      .write("INSERT INTO \"album\" (\"title\", \"artistID\", \"price\") VALUES (?, ?, ?)", "tsd"),
      .write(
        "INSERT INTO \"track\" (\"title\", \"albumID\", \"seconds\") VALUES (?, ?, ?)", "tsd",
        times: 3),
      .control("RELEASE a")
    ) { db, call, _ in
      let (_, tracks) = try db.insert(
        parent: Album.Draft(
          title: "a text of 20 letters", artistID: call % 7, year: nil, price: Double(call))
      ) { album in
        (0..<3).map { _ in
          Track.Draft(title: "a text of 20 letters", albumID: album.id, seconds: Double(call))
        }
      }
      return Int64(1 + tracks.count)
    },
  ]

  static let writingByQuery = [
    Verb(
      "run(update by query)",
      .write(#"UPDATE "purchase" SET "amount" = ?, "quantity" = ? WHERE "id" = ?"#, "dsk")
    ) { db, call, key in
      Int64(
        try db.run(
          Purchase.where { $0.id == key }.update {
            $0.amount = Double(call)
            $0.quantity = call % 7
          }))
    },
    Verb(
      "run(update by expression)",
      .write(#"UPDATE "purchase" SET "amount" = "amount" * 2 WHERE "id" = ?"#, "k")
    ) { db, _, key in
      Int64(try db.run(Purchase.where { $0.id == key }.update { $0.amount *= 2 }))
    },
    Verb("delete(type, where:)", .write(#"DELETE FROM "purchase" WHERE "id" = ?"#, "k")) {
      db, _, key in Int64(try db.delete(Purchase.self, where: { $0.id == key }))
    },
    Verb(
      "fetch(update.returning)", .control("SAVEPOINT a"),
      .read(
        """
        UPDATE "purchase" SET "amount" = ? WHERE "id" = ? RETURNING \(columns)
        """, "dk"),
      .control("RELEASE a")
    ) { db, call, key in
      Int64(
        try db.fetch(
          Purchase.where { $0.id == key }.update { $0.amount = Double(call) }.returning()
        ).count)
    },
    Verb(
      "run(insert.onConflict.doNothing)", .write(insert + " ON CONFLICT DO NOTHING", "nstdsd0")
    ) { db, call, _ in
      Int64(
        try db.run(
          Purchase.insert(Purchase.new(1_000_001 + call * 100, call: call)).onConflict()
            .doNothing()))
    },
    Verb(
      "run(insert.onConflict.doUpdate)",
      .write(
        insert
          + #" ON CONFLICT ("id") DO UPDATE SET "amount" = "amount" + excluded."amount""#,
        "kstdsd0")
    ) { db, call, key in
      Int64(
        try db.run(
          Purchase.insert(Purchase.new(key, call: call)).onConflict { $0.id }.doUpdate {
            row, excluded in row.amount += excluded.amount
          }))
    },
  ]
}
