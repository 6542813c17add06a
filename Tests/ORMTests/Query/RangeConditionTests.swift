import Foundation
import ORM
import Testing

struct RangeConditionTests {
  @Test("A range is compared by its bounds")
  func ranges() async throws {
    try await expect(
      Song.where { $0.plays.in(3...9) }, #" WHERE "plays" BETWEEN $1 AND $2"#, [3, 9], ids: [1, 3])
    try await expect(
      Song.where { $0.plays.in(3..<9) }, #" WHERE "plays" >= $1 AND "plays" < $2"#, [3, 9],
      ids: [3])
    try await expect(
      Song.where { $0.plays.in(9...) }, #" WHERE "plays" >= $1"#, [9], ids: [1, 2, 5])
    try await expect(Song.where { $0.plays.in(..<9) }, #" WHERE "plays" < $1"#, [9], ids: [3, 4])
    try await expect(
      Song.where { $0.plays.in(...9) }, #" WHERE "plays" <= $1"#, [9], ids: [1, 3, 4])
    try await expect(
      Song.where { $0.plays.in(9..<9) }, #" WHERE "plays" >= $1 AND "plays" < $2"#, [9, 9], ids: [])
  }

  @Test("Every comparable type has ranges, and NULL is in no range")
  func types() async throws {
    try await expect(
      Song.where { $0.rating.in(4.5...) }, #" WHERE "rating" >= $1"#, [4.5], ids: [1, 5])
    try await expect(
      Song.where { !$0.rating.in(4.5...) }, #" WHERE ("rating" >= $1) IS NOT TRUE"#, [4.5],
      ids: [2, 3, 4])
    try await expect(
      Song.where { !$0.rating.in(4.5...5) }, #" WHERE ("rating" BETWEEN $1 AND $2) IS NOT TRUE"#,
      [4.5, 5.0], ids: [2, 3, 4])
    try await expect(
      Song.where { $0.title.in("S"..<"T") }, #" WHERE "title" >= $1 AND "title" < $2"#, ["S", "T"],
      ids: [1, 2])
    let start = Date(timeIntervalSince1970: 0)
    try await expect(
      Song.where { $0.added.in(start...start.addingTimeInterval(1_000)) },
      #" WHERE "added" BETWEEN $1 AND $2"#, [0.0, 1_000.0], ids: [1])
    try await expect(
      Song.where { $0.price.in(9...10) },
      #" WHERE "price" COLLATE "decimal" BETWEEN $1 AND $2"#,
      ["9", "10"], ids: [1, 2])
    try await expect(
      Song.where { $0.price.in(9..<100) },
      #" WHERE "price" COLLATE "decimal" >= $1 AND "price" COLLATE "decimal" < $2"#,
      ["9", "100"], ids: [1, 2])
  }

  @Test("The two bounds of a range stay together next to other conditions")
  func nesting() async throws {
    try await expect(
      Song.where { !$0.plays.in(3..<9) || $0.id == 3 },
      #" WHERE NOT ("plays" >= $1 AND "plays" < $2) OR "id" = $3"#, [3, 9, 3],
      ids: [1, 2, 3, 4, 5])
  }

  @Test("A range of any size has only its bounds as parameters")
  func endless() async throws {
    try await expect(
      Song.where { $0.id.in(Int.min...Int.max) }, #" WHERE "id" BETWEEN $1 AND $2"#,
      [.integer(.min), .integer(.max)], ids: [1, 2, 3, 4, 5])
    try await expect(Song.where { $0.id.in(4...) }, #" WHERE "id" >= $1"#, [4], ids: [4, 5])
  }
}
