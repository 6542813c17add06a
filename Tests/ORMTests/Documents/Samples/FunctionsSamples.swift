import ORM
import Testing

/// The code of the guide to functions.
enum FunctionsSamples {
  @Table
  struct Album {
    let id: Int
    var title: String
    var artist: String
    var plays: Int?
  }

  static func run(_ db: Database) async throws {
    try await db.create(Album.self)
    try await db.insert([
      Album(id: 1, title: "Promise", artist: "Sade", plays: 12),
      Album(id: 2, title: "Love Deluxe", artist: "Sade", plays: nil),
    ])

    let names = try await db.fetch(Album.select { ($0.title.upper(), $0.plays ?? 0) })
    // SELECT upper("title"), coalesce("plays", $1) FROM "album"
    #expect(names.map(\.0) == ["PROMISE", "LOVE DELUXE"])
    #expect(names.map(\.1) == [12, 0])

    let grades = try await db.fetch(
      Album.select { SQLCase.when($0.plays > 9, then: "hit").else("rest") })
    // SELECT CASE WHEN "plays" > $1 THEN $2 ELSE $3 END FROM "album"
    #expect(grades == ["hit", "rest"])

    let ranks = try await db.fetch(
      Album.select {
        ($0.title, SQLFunction.rank().over(partition: $0.artist, order: $0.plays.desc()))
      })
    // SELECT "title", rank() OVER (PARTITION BY "artist" ORDER BY "plays" DESC) FROM "album"
    #expect(ranks.map(\.0) == ["Promise", "Love Deluxe"])
    #expect(ranks.map(\.1) == [1, 2])
  }
}
