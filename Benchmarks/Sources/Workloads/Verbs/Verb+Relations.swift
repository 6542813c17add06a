import CTuned
import Foundation
import ORM

extension Verb {
  private static let tracks = """
    SELECT "id", "title", "albumID", "seconds" FROM "track" WHERE "albumID"
    """
  private static let albums = """
    SELECT "id", "title", "artistID", "year", "price" FROM "album"
    """
  /// Whether there is the row that others are of: without it the verb throws.
  private static let albumKey = #"SELECT "id" FROM "album" WHERE "id" = 1"#
  private static let tagKeys = "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)"

  static let related = [
    Verb(
      "fetch(row and list)", .read(albums + #" WHERE "id" = ? + 1"#, "s"),
      .read(tracks + " IN (? + 1)", "s")
    ) { db, call, _ in
      let id = call % 7 + 1
      let rows = try db.fetch(Album.where { $0.id == id }.select { ($0, $0.tracks) })
      consume(rows)
      return rows.reduce(0) { $0 + 1 + Int64($1.1.count) }
    },
    Verb(
      "load(rows)", .control(#"SELECT "id" FROM "album" WHERE "id" IN (1, 2, 3)"#),
      .read(tracks + " IN (1, 2, 3)")
    ) { db, _, _ in
      let albums = (1...3).map {
        Album(id: $0, title: "", artistID: 1, year: nil, price: 1)
      }
      let rows = try db.load(albums) { $0.tracks }
      consume(rows)
      return rows.reduce(0) { $0 + Int64($1.1.count) }
    },
    Verb(
      "sync(rows), one of 10 changed", .control("SAVEPOINT a"), .control(albumKey),
      .read(tracks + " = 1"),
      .write(#"UPDATE "track" SET "seconds" = ? WHERE "id" = 3"#, "d"), .control("RELEASE a")
    ) { db, call, _ in
      let album = Album(id: 1, title: "", artistID: 1, year: nil, price: 1)
      // As `baseline_albums_create` makes them.
      var tracks = (1...10).map {
        Track(id: $0, title: "Track \($0)", albumID: 1, seconds: Double($0 % 10) * 30)
      }
      tracks[2].seconds = Double(call)
      let change = try db.sync(tracks, as: \.tracks, of: album)
      return 10 + Int64(change.updated)
    },
    Verb(
      "link, unlink (10 rows)", .control("SAVEPOINT a"), .control(albumKey),
      .control(#"SELECT count(*) FROM "tag" WHERE "id" IN \#(tagKeys)"#),
      .write(
        """
        INSERT INTO "tagging" ("albumID", "tagID") SELECT 1, "id" FROM "tag" WHERE "id" IN \
        \(tagKeys) AND NOT EXISTS (SELECT 1 FROM "tagging" WHERE "albumID" = 1 AND "tag"."id" = \
        "tagID")
        """),
      .control("RELEASE a"), .control("SAVEPOINT a"), .control(albumKey),
      .write(#"DELETE FROM "tagging" WHERE "albumID" = 1 AND "tagID" IN \#(tagKeys)"#),
      .control("RELEASE a")
    ) { db, _, _ in
      let album = Album(id: 1, title: "", artistID: 1, year: nil, price: 1)
      let tags = (1...10).map { Tag(id: $0, name: "") }
      let linked = try db.link(album, to: tags, by: \.tags)
      return Int64(linked + (try db.unlink(album, from: tags, by: \.tags)))
    }.heavy,
  ]

  static let virtual = [
    Verb(
      "fetch(full-text match)",
      .read(#"SELECT "rowid", "text" FROM "memo" WHERE "memo" MATCH 'word7'"#)
    ) { db, _, _ in
      let rows = try db.fetch(Memo.where { $0.match(.token("word7")) })
      consume(rows)
      return Int64(rows.count)
    },
    Verb(
      "fetch(R*Tree intersects)",
      .read(
        """
        SELECT "id", "minX", "maxX", "minY", "maxY" FROM "place" WHERE "minX" <= 9 AND \
        "maxX" >= 7 AND "minY" <= 9 AND "maxY" >= 7
        """)
    ) { db, _, _ in
      let box = Box2D<Float>(x: 7...9, y: 7...9)
      let rows = try db.fetch(PlacedBox.where { $0.intersects(box) })
      consume(rows)
      return Int64(rows.count)
    },
  ]

  static let defining = [
    Verb(
      "create, drop(type)",
      .define(
        #"CREATE TABLE IF NOT EXISTS "sketch" ("id" INTEGER PRIMARY KEY, "name" TEXT) STRICT"#),
      .define(#"DROP TABLE IF EXISTS "sketch""#)
    ) { db, _, _ in
      try db.create(Sketch.self)
      try db.drop(Sketch.self)
      return 0
    }
  ]

  static let transactions = [
    Verb("transaction in another", .control("SAVEPOINT a"), .control("RELEASE a")) {
      db, call, _ in try db.transaction { 0 }
    },
    Verb("read in a transaction, a find", .read(select + #" WHERE "id" = ?"#, "k")) { db, _, key in
      let row = try db.read { try db.find(Purchase.self, key) }
      consume(row)
      return row == nil ? 0 : 1
    },
  ]
}

@Table
struct Sketch {
  let id: Int
  var name: String?
}
