import ORM
import Testing

@Suite("Operators with the value on the left")
struct ValueFirstTests {
  @Test("A comparison is written with the column first")
  func comparisons() async throws {
    try await expect(Song.where { 9 > $0.plays }, #" WHERE "plays" < $1"#, [9], ids: [3, 4])
    try await expect(Song.where { 9 >= $0.plays }, #" WHERE "plays" <= $1"#, [9], ids: [1, 3, 4])
    try await expect(Song.where { 9 < $0.plays }, #" WHERE "plays" > $1"#, [9], ids: [2, 5])
    try await expect(Song.where { 9 <= $0.plays }, #" WHERE "plays" >= $1"#, [9], ids: [1, 2, 5])
  }

  @Test("A value is in no order with NULL")
  func optionalColumns() async throws {
    try await expect(Song.where { 4.5 > $0.rating }, #" WHERE "rating" < $1"#, [4.5], ids: [3])
    try await expect(
      Song.where { 4.5 >= $0.rating }, #" WHERE "rating" <= $1"#, [4.5], ids: [1, 3])
    try await expect(Song.where { 4.5 < $0.rating }, #" WHERE "rating" > $1"#, [4.5], ids: [5])
    try await expect(
      Song.where { 4.5 <= $0.rating }, #" WHERE "rating" >= $1"#, [4.5], ids: [1, 5])
  }

  @Test("A calculation keeps the order of its operands")
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
}
