import ORM
import Testing

struct SelectTests {
  @Test("all selects every row, without a condition")
  func all() async throws {
    try await expect(Song.all, "", ids: [1, 2, 3, 4, 5])
  }

  @Test("where adds a condition, and does not change a stored query")
  func scopes() async throws {
    let narrowed = Song.favorites.where { $0.plays > 0 || $0.id == 4 }
    try await expect(
      narrowed, #" WHERE "isFavorite" AND ("plays" > $1 OR "id" = $2)"#, [0, 4], ids: [1, 4, 5])
    try await expect(Song.favorites, #" WHERE "isFavorite""#, ids: [1, 4, 5])
  }

  @Test("Later terms of an order apply to rows that are equal by the earlier ones")
  func order() async throws {
    try await expect(
      Song.byRating.order { $0.title }, #" ORDER BY "rating" DESC NULLS LAST, "title""#,
      ids: [5, 1, 3, 4, 2])
    let query = Song.order {
      $0.rating.asc(nulls: .first)
      $0.id.desc()
    }
    try await expect(
      query, #" ORDER BY "rating" NULLS FIRST, "id" DESC"#, ids: [4, 2, 3, 1, 5])
    try await expect(
      Song.order { $0.plays * -2 + $0.id }, #" ORDER BY "plays" * $1 + "id""#, [-2],
      ids: [2, 1, 5, 3, 4])
  }

  @Test(
    "A term inside an if is part of the order only if the if applies", arguments: [true, false])
  func conditionalOrder(newestFirst: Bool) async throws {
    let query = Song.order {
      if newestFirst { $0.id.desc() } else { $0.title }
      if newestFirst { $0.title }
    }
    try await expect(
      query, newestFirst ? #" ORDER BY "id" DESC, "title""# : #" ORDER BY "title""#,
      ids: newestFirst ? [5, 4, 3, 2, 1] : [4, 5, 1, 2, 3])
  }

  @Test("Limits are bound as parameters, so all pages have the same SQL")
  func limit() async throws {
    let ordered = Song.order { $0.id }
    try await expect(ordered.limit(2), #" ORDER BY "id" LIMIT $1"#, [2], ids: [1, 2])
    try await expect(
      ordered.limit(2, offset: 3), #" ORDER BY "id" LIMIT $1 OFFSET $2"#, [2, 3], ids: [4, 5])
    try await expect(ordered.limit(9).limit(1), #" ORDER BY "id" LIMIT $1"#, [1], ids: [1])
    try await expect(Song.limit(-1), " LIMIT $1", [0], ids: [])
    try await expect(
      Song.limit(2).where { $0.id > 3 }, #" WHERE "id" > $1 LIMIT $2"#, [3, 2], ids: [4, 5])
  }

  @Test("distinct is rendered as SELECT DISTINCT")
  func distinct() async throws {
    let query = Song.favorites.distinct()
    let statement = try query.statement()
    #expect(statement.sql.hasPrefix(#"SELECT DISTINCT "id", "title", "#))
    #expect(statement.sql.hasSuffix(#" FROM "song" WHERE "isFavorite""#))
    #expect(try await Song.database().fetch(query).map(\.id) == [1, 4, 5])
  }

  @Test("first fetches a single row, and respects the limit of the query")
  func first() async throws {
    let database = try await Song.database()
    let query = Song.order { $0.id.desc() }
    #expect(try query.firstStatement().sql.hasSuffix(#" ORDER BY "id" DESC LIMIT $1"#))
    #expect(try query.firstStatement().arguments == [1])
    #expect(try await database.first(query)?.id == 5)
    #expect(try await database.first(query.limit(3, offset: 2))?.id == 3)
    #expect(try await database.first(query.limit(0)) == nil)
  }

  @Test("count returns the number of rows that a fetch returns")
  func count() async throws {
    let database = try await Song.database()
    let from = #"SELECT count(*) FROM "song""#
    let limited = #"SELECT count(*) FROM (SELECT 1 FROM "song""#
    let cases: [(Select<Song>, Statement)] = [
      (.init(), Statement(sql: from)),
      (
        Song.where { $0.plays > 3 }.order { $0.id },
        Statement(sql: from + #" WHERE "plays" > $1"#, arguments: [3])
      ),
      (Song.limit(2), Statement(sql: limited + " LIMIT $1)", arguments: [2])),
      (
        Song.favorites.limit(9, offset: 2),
        Statement(sql: limited + #" WHERE "isFavorite" LIMIT $1 OFFSET $2)"#, arguments: [9, 2])
      ),
    ]
    for (query, statement) in cases {
      #expect(try query.countStatement() == statement)
      #expect(try await database.count(query) == database.fetch(query).count)
    }
  }

  @Test("A count of distinct rows counts equal rows once")
  func distinctCount() async throws {
    let database = try Database.inMemory()
    try await database.create(Listen.self)
    for day in [1, 1, 2] { try await database.insert(Listen(song: 1, day: day)) }
    let query = Listen.all.distinct()
    #expect(
      try query.countStatement().sql
        == #"SELECT count(*) FROM (SELECT DISTINCT "song", "day" FROM "listen")"#)
    #expect(try await database.count(query) == 2)
    #expect(try await database.count(query.limit(5, offset: 1)) == 1)
    #expect(
      try query.limit(1, offset: 2).existsStatement().sql
        == #"SELECT EXISTS (SELECT 1 FROM (SELECT DISTINCT "song", "day" FROM "listen" "#
        + "LIMIT $1 OFFSET $2))")
    #expect(try await !database.exists(query.limit(1, offset: 2)))
    #expect(try await database.exists(Listen.limit(1, offset: 2)))
  }

  @Test("exists tests for a row without fetching one")
  func exists() async throws {
    let database = try await Song.database()
    let query = Song.where { $0.plays > 9 }.order { $0.title }
    #expect(
      try query.existsStatement()
        == Statement(
          sql: #"SELECT EXISTS (SELECT 1 FROM "song" WHERE "plays" > $1)"#, arguments: [9]))
    #expect(try await database.exists(query))
    #expect(try await !database.exists(query.limit(5, offset: 2)))
    #expect(try await !database.exists(query.where { $0.id == 1 }))
  }

  @Test("The description of a statement contains its arguments")
  func description() throws {
    let statement = try Listen.where { $0.song == 1 && $0.day == 2 }.statement()
    let text = """
      SELECT "song", "day" FROM "listen" WHERE "song" = $1 AND "day" = $2
      -- 1, 2
      """
    #expect("\(statement)" == text)
    #expect("\(try Listen.all.statement())" == #"SELECT "song", "day" FROM "listen""#)
  }
}

/// A table without a key.
@Table
struct Listen: Hashable {
  var song: Int
  var day: Int
}
