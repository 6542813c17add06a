import Foundation
import ORM
import Testing

struct ComparisonTests {
  @Test("Each ordering operator finds the rows that Swift's operator would")
  func operators() async throws {
    try await expect(Song.where { $0.plays < 9 }, #" WHERE "plays" < $1"#, [9], ids: [3, 4])
    try await expect(Song.where { $0.plays <= 9 }, #" WHERE "plays" <= $1"#, [9], ids: [1, 3, 4])
    try await expect(Song.where { $0.plays > 9 }, #" WHERE "plays" > $1"#, [9], ids: [2, 5])
    try await expect(Song.where { $0.plays >= 9 }, #" WHERE "plays" >= $1"#, [9], ids: [1, 2, 5])
  }

  @Test("Ordering operators do not match NULL")
  func optionalColumns() async throws {
    try await expect(Song.where { $0.rating < 4.5 }, #" WHERE "rating" < $1"#, [4.5], ids: [3])
    try await expect(
      Song.where { $0.rating <= 4.5 }, #" WHERE "rating" <= $1"#, [4.5], ids: [1, 3])
    try await expect(Song.where { $0.rating > 4.5 }, #" WHERE "rating" > $1"#, [4.5], ids: [5])
    try await expect(
      Song.where { $0.rating >= 4.5 }, #" WHERE "rating" >= $1"#, [4.5], ids: [1, 5])
  }

  @Test("Two columns can be compared by order, even if one or both are optional")
  func columns() async throws {
    try await expect(Song.where { $0.plays < $0.id }, #" WHERE "plays" < "id""#, ids: [4])
    try await expect(Song.where { $0.original < $0.id }, #" WHERE "original" < "id""#, ids: [3])
    try await expect(
      Song.where { $0.id <= $0.original }, #" WHERE "id" <= "original""#, ids: [2, 5])
    try await expect(
      Song.where { $0.original >= $0.original }, #" WHERE "original" >= "original""#,
      ids: [2, 3, 5])
    try await expect(
      Song.where { $0.plays > $0.original }, #" WHERE "plays" > "original""#, ids: [2, 3, 5])
  }

  @Test("Decimals, which are stored as text, are compared and ordered as numbers")
  func decimals() async throws {
    let cast = #""price" COLLATE "decimal""#
    try await expect(
      Song.where { $0.price >= 9 }, " WHERE \(cast) >= $1", ["9"], ids: [1, 2, 3])
    try await expect(
      Song.where { $0.price.between(2...10) },
      " WHERE \(cast) BETWEEN $1 AND $2", ["2", "10"], ids: [1, 2, 4])
    try await expect(
      Song.where { $0.salePrice < $0.price }, #" WHERE "salePrice" COLLATE "decimal" < \#(cast)"#,
      ids: [3])
    try await expect(
      Song.where { $0.salePrice > 9 }, #" WHERE "salePrice" COLLATE "decimal" > $1"#,
      ["9"], ids: [1])
    try await expect(Song.order { $0.price }, " ORDER BY \(cast)", ids: [5, 4, 1, 2, 3])
  }

  @Test("A range includes its lower bound, and its upper bound if it is closed")
  func ranges() async throws {
    try await expect(
      Song.where { $0.plays.between(3...10) }, #" WHERE "plays" BETWEEN $1 AND $2"#, [3, 10],
      ids: [1, 2, 3, 5])
    try await expect(
      Song.where { $0.plays.between(3..<10) }, #" WHERE "plays" >= $1 AND "plays" < $2"#, [3, 10],
      ids: [1, 3])
    try await expect(
      Song.where { $0.rating.between(2...4.5) }, #" WHERE "rating" BETWEEN $1 AND $2"#, [2.0, 4.5],
      ids: [1, 3])
    try await expect(
      Song.where { $0.rating.between(2..<4.5) }, #" WHERE "rating" >= $1 AND "rating" < $2"#,
      [2.0, 4.5], ids: [3])
    try await expect(
      Song.where { $0.plays.between($0.id, and: $0.id * 4) },
      #" WHERE "plays" BETWEEN "id" AND "id" * $1"#, [4], ids: [3, 5])
  }

  @Test("Arithmetic keeps the precedence and the parentheses of the Swift expression")
  func arithmetic() async throws {
    try await expect(
      Song.where { $0.plays + $0.id * 2 == 11 }, #" WHERE "plays" + "id" * $1 = $2"#, [2, 11],
      ids: [1])
    try await expect(
      Song.where { ($0.plays + $0.id) * 2 > 20 }, #" WHERE ("plays" + "id") * $1 > $2"#, [2, 20],
      ids: [2, 5])
    try await expect(
      Song.where { $0.plays - ($0.id - 1) - 1 == 8 }, #" WHERE "plays" - ("id" - $1) - $2 = $3"#,
      [1, 1, 8], ids: [1, 2])
    try await expect(
      Song.where { $0.rating * 2 == 9 }, #" WHERE "rating" * $1 IS $2"#, [2.0, 9.0], ids: [1])
  }

  @Test("A quotient can be NULL, so != is rendered as IS NOT")
  func division() async throws {
    try await expect(
      Song.where { $0.id / $0.plays != 0 }, #" WHERE "id" / "plays" IS NOT $1"#, [0], ids: [3, 4])
  }
}
