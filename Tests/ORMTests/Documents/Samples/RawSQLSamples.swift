import Foundation
import ORM
import Testing

/// The code of the guide to SQL of one's own.
enum RawSQLSamples {
  @Table
  struct Album: Identifiable {
    var id: Int?
    var title: String
    var plays = 0
  }

  @Selection
  struct Pair {
    @Embedded var album: Album
    @Embedded var next: Album?
    var difference: Int?
  }

  struct Total: Decodable {
    var title: String
    var plays: Int?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self)
    try await db.insert([
      Album(title: "Promise", plays: 3), Album(title: "Love Deluxe", plays: 7),
      Album(title: "Diamond Life"),
    ])
    try await scripts(db)
    try await binding(db)
    try await reading(db)
    try await functions(db)
    try await streaming(db)
  }

  static func streaming(_ db: Database) async throws {
    for try await album in db.stream(Album.order { $0.title }) {
      try await db.execute("UPDATE album SET plays = 0 WHERE id = \(album.id)")
    }
    for try await title in db.stream(String.self, sql: "SELECT title FROM album") {
      if title == "Promise" { break }
    }
    #expect(try await db.value(Int.self, sql: "SELECT sum(plays) FROM album") == 0)

    try await db.read { db in
      try db.forEach(Album.where { $0.plays > 0 }) { album in print(album.title) }
      try db.withCursor(Album.order { $0.title }) { albums in
        while let album = try albums.next(), album.title < "M" { print(album.title) }
      }
    }

    let columns = try await db.columns(of: "SELECT title AS name, count(*) FROM album")
    print(columns.map(\.name), columns[0].declaredType ?? "", columns[0].table ?? "")
    #expect(columns.map(\.name) == ["name", "count(*)"] && columns[0].table == "album")

    let plan = try await db.explain(Album.where { $0.title == "Promise" })
    // EXPLAIN QUERY PLAN SELECT … FROM "album" WHERE "title" = $1
    print(plan, plan.uses(index: "album_title"), plan.scans)
    #expect(plan.scans == ["album"])
  }

  static func functions(_ db: Database) async throws {
    let slug = DatabaseFunction("slug", .deterministic) { (text: String) in
      text.lowercased().replacing(" ", with: "-")
    }
    try db.add(slug)

    let deluxe = try await db.fetch(Album.where { slug($0.title) == "love-deluxe" })
    // SELECT … FROM "album" WHERE "slug"("title") = $1
    let slugs = try await db.fetch(String.self, sql: "SELECT slug(title) FROM album")
    #expect(deluxe.map(\.id) == [2] && slugs.count == 3)

    let product = DatabaseAggregate("product", initial: 1) { (product: inout Int, factor: Int) in
      product *= factor
    } result: {
      $0
    }
    let caseless = DatabaseCollation("caseless") { $0.caseInsensitiveCompare($1) }
    try db.add(product)
    try db.add(caseless)

    let all = try await db.value(Int.self, sql: "SELECT product(plays) FROM album WHERE plays > 0")
    let sorted = try await db.fetch(Album.order { $0.title.collate(caseless) })
    // SELECT … FROM "album" ORDER BY "title" COLLATE "caseless"
    #expect(all == 32 && sorted.map(\.id) == [3, 2, 1])
  }

  static func scripts(_ db: Database) async throws {
    let (version, title) = (3, "Lovers Rock")
    let file = URL.temporaryDirectory.appending(path: "\(UUID()).sql")
    try "DELETE FROM album WHERE plays < 0;".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }

    try await db.execute("PRAGMA user_version = \(literal: version)")
    // PRAGMA user_version = 3
    #expect(try await db.value(Int.self, sql: "PRAGMA user_version") == 3)

    try await db.execute(
      script: """
        DELETE FROM album WHERE title = \(title);
        UPDATE album SET plays = plays + 1 WHERE title = \(title);
        """)
    try await db.execute(script: "\(raw: String(contentsOf: file, encoding: .utf8))")
    #expect(try await db.count(Album.self) == 3)
  }

  static func binding(_ db: Database) async throws {
    let title = "it's; DROP TABLE album; --"
    let found = try await db.fetch(Album.self, sql: "SELECT * FROM album WHERE title = \(title)")
    // SELECT * FROM album WHERE title = $1
    #expect(found.isEmpty)

    let ids = [1, 2]
    let recent = Album.order { $0.plays.desc() }.limit(10)
    let column = "plays"
    let most = try await db.value(
      Int?.self, sql: "SELECT max(\(identifier: column)) FROM \(recent) WHERE id IN \(ids)")
    // SELECT max("plays") FROM (SELECT … ORDER BY "plays" DESC LIMIT $1) WHERE id IN ($2, $3)
    #expect(most == 7)

    let changed = try await db.fetch(
      Album.self, sql: "UPDATE album SET plays = plays + 1 WHERE id IN \(ids) RETURNING *")
    // UPDATE album SET plays = plays + 1 WHERE id IN ($1, $2) RETURNING *
    #expect(changed.map(\.plays).sorted() == [4, 8])
  }

  static func reading(_ db: Database) async throws {
    let albums = try await db.fetch(
      Album.self, sql: "SELECT plays, title, id, 'x' AS mark FROM album ORDER BY id")
    #expect(albums.map(\.title) == ["Promise", "Love Deluxe", "Diamond Life"])

    let pairs = try await db.fetch(
      Pair.self,
      sql: """
        SELECT \(columnsOf: Album.self, as: "album"), \(columnsOf: Album.self, in: "n", as: "next"),
          n.plays - album.plays AS difference
        FROM album LEFT JOIN album AS n ON n.id = album.id + 1
        """)
    // SELECT "album"."id" AS "album.id", "album"."title" AS "album.title", …
    #expect(pairs.map(\.next?.id) == [2, 3, nil] && pairs.map(\.difference) == [4, -8, nil])

    let totals = try await db.fetch(
      decoding: Total.self, sql: "SELECT title, sum(plays) AS plays FROM album GROUP BY title")
    #expect(totals.map(\.plays) == [0, 8, 4])

    let rows = try await db.fetch(
      Row.self, sql: "SELECT plays > 5 AS isHit, count(*) AS number FROM album GROUP BY 1")
    for row in rows {
      print(try row["isHit", as: Bool.self], try row["number", as: Int.self])
    }
    #expect(rows.map(\.description).first == "isHit: 0, number: 2")

    let titles = try await db.fetch(String.self, sql: "SELECT title FROM album ORDER BY title")
    let count = try await db.value(Int.self, sql: "SELECT count(*) FROM album")
    let last = try await db.first(Int.self, sql: "SELECT plays FROM album ORDER BY id DESC")
    #expect(titles.count == count && last == 0)

    let short = Album.where { SQLExpression(sql: "length(\($0.title)) < \(8)") }
      .order { SQLExpression(sql: "length(\($0.title))", as: Int.self) }
    let names = try await db.fetch(short).map(\.title)
    // SELECT … FROM "album" WHERE length("title") < $1 ORDER BY length("title")
    #expect(names == ["Promise"])
  }
}
