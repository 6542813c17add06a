import Foundation
import ORM
import Testing

struct LogicTests {
  @Test("A Bool column is a condition")
  func boolColumns() async throws {
    try await expect(Song.where { $0.isFavorite }, #" WHERE "isFavorite""#, ids: [1, 4, 5])
    try await expect(Song.where { !$0.isFavorite }, #" WHERE NOT "isFavorite""#, ids: [2, 3])
    try await expect(
      Song.where { !$0.isFavorite && $0.plays == 3 }, #" WHERE NOT "isFavorite" AND "plays" = $1"#,
      [3], ids: [3])
    try await expect(
      Song.where { $0.isFavorite || $0.isHidden == true },
      #" WHERE "isFavorite" OR "isHidden" IS $1"#, [true], ids: [1, 3, 4, 5])
  }

  @Test("&& has a higher precedence than ||, as in Swift")
  func precedence() async throws {
    try await expect(
      Song.where { $0.id == 1 || $0.id == 2 && $0.plays == 0 },
      #" WHERE "id" = $1 OR "id" = $2 AND "plays" = $3"#, [1, 2, 0], ids: [1])
    try await expect(
      Song.where { ($0.id == 1 || $0.id == 2) && $0.plays == 10 },
      #" WHERE ("id" = $1 OR "id" = $2) AND "plays" = $3"#, [1, 2, 10], ids: [2])
    try await expect(
      Song.where { !($0.id == 1 || $0.isFavorite) }, #" WHERE NOT ("id" = $1 OR "isFavorite")"#,
      [1], ids: [2, 3])
    try await expect(
      Song.where { !(!$0.isFavorite) }, #" WHERE NOT (NOT "isFavorite")"#, ids: [1, 4, 5])
    try await expect(
      Song.where { ($0.id == 1) == $0.isFavorite }, #" WHERE ("id" = $1) = "isFavorite""#, [1],
      ids: [1, 2, 3])
  }

  @Test("The negation of a condition that may be NULL is met by rows with NULL")
  func negation() async throws {
    try await expect(
      Song.where { !($0.rating > 4) }, #" WHERE ("rating" > $1) IS NOT TRUE"#, [4.0],
      ids: [2, 3, 4])
    try await expect(
      Song.where { !($0.rating > 4 && $0.isFavorite) },
      #" WHERE ("rating" > $1 AND "isFavorite") IS NOT TRUE"#, [4.0], ids: [2, 3, 4])
  }

  @Test("Each row meets a condition or its negation")
  func excludedMiddle() async throws {
    let columns = Song.columns
    let conditions: [SQLExpression<Bool>] = [
      columns.rating > 3, columns.rating == 2, columns.rating != 2, columns.rating == nil,
      columns.original < columns.id, columns.original == columns.id,
      columns.rating.between(1...3), columns.rating.between(1..<3), columns.original.in([1, 2]),
      columns.original.in([]), columns.original.in([1, nil]), columns.extra.contains(.live),
      columns.isFavorite || columns.isHidden, columns.isFavorite && columns.isHidden,
      columns.title.contains("s"), columns.rating.in(3...),
      columns.isFavorite || columns.rating > 3, columns.isFavorite && columns.rating > 3,
      columns.id / columns.plays > 0, columns.id / columns.plays == 0, columns.title.like("s%"),
      columns.salePrice > 9, SQLExpression(sql: "\(columns.rating) > 3"),
    ]
    let database = try await Song.database()
    for condition in conditions {
      let met = try await database.fetch(Song.where { _ in condition })
      let unmet = try await database.fetch(Song.where { _ in !condition })
      let ids = (met + unmet).map(\.id).sorted()
      #expect(ids == [1, 2, 3, 4, 5], "\(condition.node)")
    }
  }

  @Test("An optional Bool column is a condition, which NULL does not meet")
  func optionalBoolColumns() async throws {
    try await expect(Song.where { $0.isHidden }, #" WHERE "isHidden""#, ids: [3])
    try await expect(
      Song.where { !$0.isHidden }, #" WHERE "isHidden" IS NOT TRUE"#, ids: [1, 2, 4, 5])
    try await expect(
      Song.where { $0.plays < 5 && $0.isHidden }, #" WHERE "plays" < $1 AND "isHidden""#, [5],
      ids: [3])
    try await expect(
      Song.where { $0.isHidden || $0.plays == 0 }, #" WHERE "isHidden" OR "plays" = $1"#, [0],
      ids: [3, 4])
    try await expect(
      Song.where { !($0.isHidden && $0.isFavorite) },
      #" WHERE ("isHidden" AND "isFavorite") IS NOT TRUE"#, ids: [1, 2, 3, 4, 5])
    try await expect(
      Song.where {
        $0.isHidden
        $0.plays == 3
      }, #" WHERE "isHidden" AND "plays" = $1"#, [3], ids: [3])
  }

  @Test("A condition that is NULL is not met, and its negation is met")
  func threeValues() async throws {
    let database = try await Song.database()
    let values: [Bool?] = [true, false, nil]
    for left in values {
      for right in values {
        let (one, other) = (SQLExpression.value(left), SQLExpression.value(right))
        let both = try await database.fetch(Song.where { _ in one && other }.limit(1))
        #expect(both.count == (left == true && right == true ? 1 : 0), "\([left, right])")
        let either = try await database.fetch(Song.where { _ in one || other }.limit(1))
        #expect(either.count == (left == true || right == true ? 1 : 0), "\([left, right])")
        let neither = try await database.fetch(Song.where { _ in !(one || other) }.limit(1))
        #expect(neither.count == 1 - either.count, "\([left, right])")
      }
    }
  }

  @Test("The lines of a where closure are joined with AND")
  func lines() async throws {
    let query = Song.where {
      $0.isFavorite
      $0.plays > 0 || $0.rating == nil
      !$0.title.like("n%")
    }
    try await expect(
      query,
      #" WHERE "isFavorite" AND ("plays" > $1 OR "rating" IS NULL) AND NOT ("title" LIKE $2)"#,
      [0, "n%"], ids: [1, 4])
  }

  @Test("The negation of several lines is met if one of them is NULL", arguments: 0...2)
  func negatedLines(place: Int) async throws {
    @ConditionBuilder func lines(_ song: Song.Columns) -> SQLExpression<Bool> {
      place == 0 ? SQLExpression(song.isHidden.node, canBeNull: true) : song.plays >= 0
      place == 1 ? SQLExpression(song.isHidden.node, canBeNull: true) : song.plays >= 0
      place == 2 ? SQLExpression(song.isHidden.node, canBeNull: true) : song.plays >= 0
    }
    let db = try await Song.database()
    #expect(try await db.fetch(Song.where { lines($0) }).map(\.id) == [3])
    #expect(try await db.fetch(Song.where { !lines($0) }).map(\.id) == [1, 2, 4, 5])
  }

  @Test(
    "A condition inside an if is part of the query only if the if applies", arguments: [nil, 10])
  func conditionalLines(plays: Int?) async throws {
    let query = Song.where {
      if let plays { $0.plays == plays }
    }
    try await expect(
      query, plays == nil ? "" : #" WHERE "plays" = $1"#, plays == nil ? [] : [10],
      ids: plays == nil ? [1, 2, 3, 4, 5] : [2, 5])
    let either = Song.where {
      if let plays { $0.plays == plays } else { $0.isFavorite }
    }
    try await expect(
      either, plays == nil ? #" WHERE "isFavorite""# : #" WHERE "plays" = $1"#,
      plays == nil ? [] : [10], ids: plays == nil ? [1, 4, 5] : [2, 5])
  }
}
