import Foundation
import ORM
import Testing

/// `RANDOM_QUERIES` is the number of queries, and `RANDOM_SEED` chooses them.
@Suite("Random queries")
struct RandomQueryTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["RANDOM_QUERIES"].flatMap(Int.init) ?? 4000
  private static let seed = environment["RANDOM_SEED"].flatMap(UInt64.init) ?? 1

  @Test("Random queries return the rows of equivalent SQL that was built by hand")
  func same() async throws {
    let db = try await RandomRow.database(seed: Self.seed)
    let filled = try await db.read { db in
      var filled = 0
      for index in 0..<Self.count {
        var maker = PairMaker(seed: Self.seed &* 1_000_003 &+ UInt64(index))
        let comparison = try maker.compare(db)
        let sql: SQL = "\(raw: comparison.sql)"
        let expected = try db.fetch(Row.self, sql: sql).map(\.values)
        try #require(
          comparison.found == expected,
          "query \(index) of seed \(Self.seed):\n\(comparison.statement)\n\(comparison.sql)")
        if !expected.isEmpty { filled += 1 }
      }
      return filled
    }
    // Most of them have rows, so that there is something to compare.
    #expect(filled > Self.count / 2)
    #expect(try await db.count(RandomRow.self) == 40)
  }
}
