import ORM
import Testing

struct OrderTests {
  @Test("An order can name its columns by key paths")
  func keyPaths() async throws {
    try await expect(
      Song.order(\.plays, \.title), #" ORDER BY "plays", "title""#, ids: [4, 3, 1, 5, 2])
    try await expect(
      Song.where { $0.plays > 0 }.order(\.title), #" WHERE "plays" > $1 ORDER BY "title""#, [0],
      ids: [5, 1, 2, 3])
    try await expect(
      Song.order { $0.isFavorite.desc() }.order(\.id), #" ORDER BY "isFavorite" DESC, "id""#,
      ids: [1, 4, 5, 2, 3])
    try await expect(
      Song.order(\.salePrice, \.id).limit(2),
      #" ORDER BY "salePrice" COLLATE "decimal", "id" LIMIT $1"#, [2], ids: [2, 4])
  }

  @Test("An order can be a tuple, as a selection can")
  func tuples() async throws {
    try await expect(
      Song.order { ($0.plays.desc(), $0.title) }, #" ORDER BY "plays" DESC, "title""#,
      ids: [5, 2, 1, 3, 4])
    try await expect(
      Song.order {
        ($0.rating.desc(nulls: .last), $0.title.lower(), $0.id.asc())
        $0.plays
      },
      #" ORDER BY "rating" DESC NULLS LAST, lower("title"), "id", "plays""#, ids: [5, 1, 3, 4, 2])
  }

  @Test("The order of a join can be a tuple")
  func joins() throws {
    let query = Song.join(Song.self, as: "other") { $0.original == $1.id }
      .order { ($1.title, $0.plays.desc()) }
    #expect(
      try query.statement().sql.hasSuffix(#" ORDER BY "other"."title", "song"."plays" DESC"#))
  }

  @Test("The lines of a join's condition are joined with AND")
  func joinConditions() async throws {
    let query = Song.join(Song.self, as: "other") {
      $0.original == $1.id
      $1.plays < 10
    }
    .select { song, other in (song.id, other.id) }
    #expect(
      try query.statement().sql
        == #"SELECT "song"."id", "other"."id" FROM "song" JOIN "song" AS "other" "#
        + #"ON "song"."original" IS "other"."id" AND "other"."plays" < $1"#)
    let rows = try await Song.database().fetch(query)
    #expect(rows.map(\.0) == [3] && rows.map(\.1) == [1])
  }
}
