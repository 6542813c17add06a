import Foundation
import ORM
import Testing

@Suite("Equality with the value on the left")
struct ValueFirstEqualityTests {
  @Test("A comparison is written with the column first")
  func columns() async throws {
    try await expect(Song.where { 9 == $0.plays }, #" WHERE "plays" = $1"#, [9], ids: [1])
    try await expect(
      Song.where { 9 != $0.plays }, #" WHERE "plays" <> $1"#, [9], ids: [2, 3, 4, 5])
    #expect(
      try Song.where { "a" == $0.title && .soul != $0.genre }.statement().sql
        .hasSuffix(#" WHERE "title" = $1 AND "genre" IS NOT $2"#))
  }

  @Test("An optional column is compared with a value, an optional value or nil")
  func optionalColumns() async throws {
    let none: Double? = nil
    let all = Song.order { $0.id }.select { $0.id }
    let db = try await Song.database()
    #expect(
      try await db.fetch(all.where { 4.5 == $0.rating })
        == db.fetch(all.where { $0.rating == 4.5 }))
    #expect(
      try await db.fetch(all.where { 4.5 != $0.rating })
        == db.fetch(all.where { $0.rating != 4.5 }))
    #expect(
      try Song.where { nil == $0.rating }.statement().sql.hasSuffix(#" WHERE "rating" IS NULL"#))
    #expect(
      try Song.where { none != $0.rating }.statement().sql
        .hasSuffix(#" WHERE "rating" IS NOT NULL"#))
  }

  @Test("An element of a list is compared with a column in any and all")
  func lists() async throws {
    try await expect(
      Song.where { song in [9, 12].any { $0 == song.plays } },
      #" WHERE "plays" = $1 OR "plays" = $2"#, [9, 12],
      ids: try await Song.database().fetch(
        Song.where { $0.plays.in([9, 12]) }.order { $0.id }.select { $0.id }))
    #expect(
      try Song.where { song in ["a"].all { $0 != song.title } }.statement().sql
        .hasSuffix(#" WHERE "title" <> $1"#))
  }
}
