import CTuned
import Foundation
import ORM

/// Queries of several parts.
extension Verb {
  private static func count<Row>(_ rows: [Row]) -> Int64 {
    consume(rows)
    return Int64(rows.count)
  }

  static let composed = [
    Verb(
      "fetch(union)", .read("\(select) WHERE \"id\" = ? UNION \(select) WHERE \"id\" = ? + 1", "kk")
    ) {
      db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id == key }.union(Purchase.where { $0.id == key + 1 })))
    },
    Verb(
      "fetch(common table)",
      .read(
        """
        WITH "some" AS (\(select) WHERE "id" >= ? AND "id" < ? + 10) SELECT \(columns) FROM \
        "some" WHERE "quantity" > 3
        """, "kk")
    ) { db, _, key in
      let some = TableExpression(
        with: "some", as: Purchase.where { $0.id >= key && $0.id < key + 10 })
      return count(try db.fetch(some.all.where { $0.quantity > 3 }))
    },
    Verb(
      "fetch(recursive)",
      .read(
        """
        WITH RECURSIVE "next" AS (SELECT "id", "name" FROM "tag" WHERE "id" = ? + 1 UNION ALL \
        SELECT "tag"."id", "tag"."name" FROM "tag" JOIN "next" ON "tag"."id" = "next"."id" + 1 \
        WHERE "tag"."id" < ? + 6) SELECT "name" FROM "next"
        """, "ss")
    ) { db, call, _ in
      let id = call % 7
      let next = TableExpression(recursive: "next", from: Tag.where { $0.id == id + 1 }) { next in
        Tag.join(source: next) { $0.id == $1.id + 1 }.where { tag, _ in tag.id < id + 6 }
          .select { tag, _ in tag }
      }
      return count(try db.fetch(next.all.select { $0.name }))
    },
    Verb(
      "fetch(count of related rows)",
      .read(
        """
        SELECT "title", (SELECT count(*) FROM "track" WHERE "albumID" = "album"."id") FROM \
        "album" WHERE "id" = ?
        """, "s")
    ) { db, call, _ in
      let id = call % 7
      return count(
        try db.fetch(Album.where { $0.id == id }.select { ($0.title, $0.tracks.count()) }))
    },
    Verb(
      "fetch(where related rows exist)",
      .read(
        """
        SELECT "title" FROM "album" WHERE "artistID" = ? AND EXISTS (SELECT 1 FROM "track" WHERE \
        "albumID" = "album"."id" AND "seconds" > ?)
        """, "sd")
    ) { db, call, _ in
      let (id, seconds) = (call % 7, Double(call))
      return count(
        try db.fetch(
          Album.where { $0.artistID == id && $0.tracks.exists { $0.seconds > seconds } }
            .select { $0.title }))
    },
    Verb(
      "fetch(column of a related row)",
      .read(
        """
        SELECT "track"."title", "album"."title" FROM "track" JOIN "album" ON "album"."id" = \
        "track"."albumID" WHERE "track"."id" = ?
        """, "k")
    ) { db, _, key in
      count(
        try db.fetch(Track.where { $0.id == key }.select { ($0.title, $0.album.title) }))
    },
    Verb(
      "fetch(left join), 10 rows",
      .read(
        """
        SELECT "album"."title", "track"."title" FROM "album" LEFT JOIN "track" ON "album"."id" = \
        "track"."albumID" WHERE "album"."id" = ?
        """, "s")
    ) { db, call, _ in
      let id = call % 7
      return count(
        try db.fetch(
          Album.leftJoin(Track.self) { $0.id == $1.albumID }.where { album, _ in album.id == id }
            .select { ($0.title, $1.title) }))
    },
    Verb(
      "fetch(window)",
      .read(
        """
        SELECT "id", row_number() OVER (ORDER BY "amount" DESC) FROM "purchase" WHERE "id" >= ? \
        AND "id" < ? + 10
        """, "kk")
    ) { db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id >= key && $0.id < key + 10 }.select {
            ($0.id, SQLFunction.rowNumber().over(order: $0.amount.desc()))
          }))
    },
    Verb(
      "fetch(functions)",
      .read(
        """
        SELECT upper("product"), coalesce("note", ?), length("product") + "quantity" FROM \
        "purchase" WHERE "id" = ?
        """, "tk")
    ) { db, _, key in
      count(
        try db.fetch(
          Purchase.where { $0.id == key }.select {
            (
              $0.product.upper(), $0.note.coalesce("a text of 20 letters"),
              $0.product.length() + $0.quantity
            )
          }))
    },
    Verb(
      "fetch(page of 10, and the next)",
      .read(select + #" WHERE "id" >= ? ORDER BY "id" LIMIT 11"#, "k"),
      .read(select + #" WHERE "id" >= ? AND "id" > ? + 9 ORDER BY "id" LIMIT 11"#, "kk")
    ) { db, _, key in
      let query = Purchase.where { $0.id >= key }.order { $0.id }
      let first = try db.fetch(query.page(size: 10))
      consume(first)
      guard let next = first.next else { return Int64(first.rows.count) }
      let second = try db.fetch(query.page(after: next, size: 10))
      consume(second)
      return Int64(first.rows.count + 1 + second.rows.count + (second.next == nil ? 0 : 1))
    },
    Verb(
      "run(insert of a query)",
      .write(
        #"INSERT INTO "tag" ("name") SELECT "product" FROM "purchase" WHERE "id" = ?"#, "k")
    ) { db, _, key in
      Int64(
        try db.run(
          Tag.insert({ $0.name }, select: { Purchase.where { $0.id == key }.select { $0.product } })
        ))
    },
    Verb(
      "fetch(insert.returning)", .control("SAVEPOINT a"),
      .read(#"INSERT INTO "tag" ("name") VALUES (?) RETURNING "id", "name""#, "t"),
      .control("RELEASE a")
    ) { db, _, _ in
      count(try db.fetch(Tag.insert { $0.name = "a text of 20 letters" }.returning()))
    },
    Verb(
      "fetch(full-text snippet)",
      .read(
        """
        SELECT "rowid", snippet("memo", 0, '[', ']', '…', 10) FROM "memo" WHERE "memo" MATCH \
        'word7' ORDER BY rank
        """)
    ) { db, _, _ in
      count(
        try db.fetch(
          Memo.where { $0.match(.token("word7")) }.order { $0.rank }.select {
            ($0.id, $0.text.snippet("[", "]", tokenCount: 10))
          }))
    },
  ]
}
