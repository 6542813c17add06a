import ORM
import Testing

@Suite("Operators with the value on the left")
struct ValueFirstTests {
  @Test("A comparison with the value on the left is rendered with the column first")
  func comparisons() async throws {
    try await expect(Song.where { 9 > $0.plays }, #" WHERE "plays" < $1"#, [9], ids: [3, 4])
    try await expect(Song.where { 9 >= $0.plays }, #" WHERE "plays" <= $1"#, [9], ids: [1, 3, 4])
    try await expect(Song.where { 9 < $0.plays }, #" WHERE "plays" > $1"#, [9], ids: [2, 5])
    try await expect(Song.where { 9 <= $0.plays }, #" WHERE "plays" >= $1"#, [9], ids: [1, 2, 5])
  }

  @Test("A comparison with the value on the left does not match NULL")
  func optionalColumns() async throws {
    try await expect(Song.where { 4.5 > $0.rating }, #" WHERE "rating" < $1"#, [4.5], ids: [3])
    try await expect(
      Song.where { 4.5 >= $0.rating }, #" WHERE "rating" <= $1"#, [4.5], ids: [1, 3])
    try await expect(Song.where { 4.5 < $0.rating }, #" WHERE "rating" > $1"#, [4.5], ids: [5])
    try await expect(
      Song.where { 4.5 <= $0.rating }, #" WHERE "rating" >= $1"#, [4.5], ids: [1, 5])
  }

  @Test("A calculation with the value on the left keeps the order of its operands")
  func calculations() async throws {
    try await expect(
      Song.where { 20 - $0.plays > 10 }, #" WHERE $1 - "plays" > $2"#, [20, 10],
      ids: [1, 3, 4])
    try await expect(
      Song.where { 2 * $0.plays > 18 && 1 + $0.plays > 10 },
      #" WHERE $1 * "plays" > $2 AND $3 + "plays" > $4"#, [2, 18, 1, 10], ids: [2, 5])
    let query = Song.where { 100 / $0.plays > 10 }
    #expect(try query.statement().sql.hasSuffix(#" WHERE $1 / "plays" > $2"#))
  }

  @Test("An update calculates with several values on the left")
  func updates() async throws {
    func set(_ changes: (inout Updates<Song>) -> Void) throws -> String {
      let sql = try Song.updateAll(changes).statement().sql
      return String(sql.dropFirst(#"UPDATE "song" SET "#.utf8.count))
    }
    func plays(_ value: String) -> String {
      #""plays" = orm_exact_integer(\#(value), \#(Int.min), \#(Int.max), 'song', 'plays')"#
    }
    #expect(try set { $0.plays = 100 - 2 * $0.plays } == plays(#"$1 - $2 * "plays""#))
    #expect(try set { $0.plays = 1 + 2 * $0.plays } == plays(#"$1 + $2 * "plays""#))
    #expect(
      try set { $0.plays = 2 * $0.plays + 3 * $0.id } == plays(#"$1 * "plays" + $2 * "id""#))
    #expect(try set { $0.plays += 100 - 2 * $0.id } == plays(#""plays" + ($1 - $2 * "id")"#))
    #expect(try set { $0.plays = 100 / (2 * $0.plays) } == plays(#"$1 / ($2 * "plays")"#))
    #expect(try set { $0.rating = 1.5 - 2 * $0.rating } == #""rating" = $1 - $2 * "rating""#)
    #expect(try set { $0.isFavorite = 3 < 2 * $0.plays } == #""isFavorite" = $1 * "plays" > $2"#)
    #expect(try set { $0.plays = 3 + 4 * 5 } == #""plays" = $1"#)
    let db = try await Song.database()
    try await db.run(Song.where { $0.id == 1 }.update { $0.plays = 100 - 2 * $0.plays })
    #expect(try await db.first(Song.where { $0.id == 1 }.select { $0.plays }) == 82)
  }
}
