import Foundation
import ORM
import Testing

@testable import ORMCore

@Suite("Conditions for the elements of a list")
struct ConditionListTests {
  @Test("any joins a condition for each element with OR, and all joins them with AND")
  func elements() async throws {
    let words = ["So%", "100%"]
    try await expect(
      Song.where { song in words.any { song.title.like($0) } },
      #" WHERE "title" LIKE $1 OR "title" LIKE $2"#, ["So%", "100%"], ids: [2, 4])
    try await expect(
      Song.where { song in ["%o%", "%t%"].all { song.title.like($0) } && song.plays < 9 },
      #" WHERE "title" LIKE $1 AND "title" LIKE $2 AND "plays" < $3"#, ["%o%", "%t%", 9], ids: [3])
    try await expect(
      Song.where { song in song.plays == 10 && words.any { song.title.like($0) } },
      #" WHERE "plays" = $1 AND ("title" LIKE $2 OR "title" LIKE $3)"#, [10, "So%", "100%"],
      ids: [2])
  }

  @Test("Conditions of one element are joined with AND, and an if that does not apply is true")
  func lines() async throws {
    let wanted: [(plays: Int, title: String?)] = [(10, nil), (3, "smooth%")]
    try await expect(
      Song.where { song in
        wanted.any { plays, title in
          song.plays == plays
          if let title { song.title.like(title) }
        }
      },
      #" WHERE "plays" = $1 OR "plays" = $2 AND "title" LIKE $3"#, [10, 3, "smooth%"],
      ids: [2, 3, 5])
    try await expect(
      Song.where { song in wanted.all { if let title = $0.title { song.title.like(title) } } },
      #" WHERE "title" LIKE $1"#, ["smooth%"], ids: [1, 3])
  }

  @Test("any and all join an array of conditions")
  func conditions() async throws {
    try await expect(
      Song.where { [$0.plays == 3, $0.isFavorite == true, $0.rating > 4].any() },
      #" WHERE "plays" = $1 OR "isFavorite" = $2 OR "rating" > $3"#, [3, true, 4.0],
      ids: [1, 3, 4, 5])
    try await expect(
      Song.where { [$0.plays > 3, $0.rating > 4].all() }, #" WHERE "plays" > $1 AND "rating" > $2"#,
      [3, 4.0], ids: [1, 5])
    try await expect(
      Song.where { ![$0.plays > 9, $0.rating > 4].any() },
      #" WHERE ("plays" > $1 OR "rating" > $2) IS NOT TRUE"#, [9, 4.0], ids: [3, 4])
  }

  @Test("any of no elements is false, and all of no elements is true, as in Swift")
  func none() async throws {
    let none: [String] = []
    try await expect(
      Song.where { song in none.any { song.title.like($0) } }, " WHERE FALSE", ids: [])
    try await expect(
      Song.where { song in !none.any { song.title.like($0) } }, " WHERE NOT FALSE",
      ids: [1, 2, 3, 4, 5])
    try await expect(
      Song.where { song in none.all { song.title.like($0) } }, "", ids: [1, 2, 3, 4, 5])
    let db = try await Song.database()
    await #expect(throws: MissingConditionError.self) {
      try await db.run(Song.where { song in none.all { song.title.like($0) } }.delete())
    }
    #expect(try await db.count(Song.self) == 5)
  }

  @Test("An alternative that every row meets makes the whole condition true")
  func anyOfAll() async throws {
    let none: [String] = []
    try await expect(
      Song.where { song in [none.all { song.title.like($0) }, song.plays > 9].any() }, "",
      ids: [1, 2, 3, 4, 5])
    try await expect(
      Song.where { song in song.plays > 9 || none.all { song.title.like($0) } }, "",
      ids: [1, 2, 3, 4, 5])
    let wanted: [String?] = ["So%", nil]
    let partial = Song.where { song in
      wanted.any { if let title = $0 { song.title.like(title) } }
    }
    let db = try await Song.database()
    await #expect(throws: MissingConditionError.self) { try await db.run(partial.delete()) }
    await #expect(throws: MissingConditionError.self) {
      try await db.run(
        Song.where { [[SQLExpression<Bool>]().all(), $0.plays > 9].any() }.update { $0.plays = 0 })
    }
    await #expect(throws: MissingConditionError.self) {
      try await db.run(Song.where { $0.plays > 9 || [SQLExpression<Bool>]().all() }.delete())
    }
    #expect(try await db.count(Song.self) == 5)
  }

  @Test(
    "Many conditions stay within SQLite's limit on expression depth",
    arguments: [1, 2, 3, 128, 1_000])
  func many(count: Int) async throws {
    let db = try await Song.database()
    let numbers = Array(1...count)
    let any = Song.where { song in numbers.any { song.id == $0 * 3 } }
    let all = Song.where { song in numbers.all { song.id != $0 * 3 } }
    try await db.read { db in
      for _ in 0..<2 {
        let (found, others) = (try db.fetch(any), try db.fetch(all))
        #expect(found.map(\.id) == [3])
        #expect(others.map(\.id) == [1, 2, 4, 5])
      }
    }
    let condition = numbers.any { Song.columns.id == $0 }
    #expect(condition.node.depth <= 12)
    #expect(try any.statement().arguments == numbers.map { .integer(Int64($0 * 3)) })
  }

  @Test("Lists of different lengths find their rows if they alternate on one connection")
  func turns() async throws {
    let db = try await Song.database()
    try await db.read { db in
      for count in [2, 5, 2, 0, 1, 0, 5, 3] {
        let found = try db.fetch(
          Song.where { song in Array(1..<count + 1).any { song.id == $0 } }.order { $0.id })
        #expect(found.map(\.id) == Array(1..<count + 1))
      }
    }
  }
}
