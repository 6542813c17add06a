import ORM
import Testing

@Suite("The operator ?? in queries")
struct CoalescingTests {
  @Test("The result of ?? is optional only if the right side is")
  func types() {
    let columns = FunctionSample.columns
    let value = columns.count ?? 0
    let _: SQLExpression<Int> = value
    let column = columns.count ?? columns.number
    let _: SQLExpression<Int> = column
    let same = columns.count ?? columns.count
    let _: SQLExpression<Int?> = same
    let mixed = columns.count ?? columns.count.max()
    let _: SQLExpression<Int?> = mixed
    let three = columns.count ?? columns.count.abs() ?? 0
    let _: SQLExpression<Int> = three
    #expect(!value.canBeNull && !column.canBeNull && same.canBeNull && !three.canBeNull)
    #expect((columns.count ?? columns.number / columns.id).canBeNull)
  }

  @Test("A chain of ?? is rendered as one call of coalesce")
  func expressions() async throws {
    try await expect({ $0.count ?? 0 }, #"coalesce("count", $1)"#, [0], values: [12, 0])
    try await expect({ $0.count ?? $0.number }, #"coalesce("count", "number")"#, values: [12, 3])
    try await expect(
      { $0.note ?? $0.note ?? "?" }, #"coalesce("note", "note", $1)"#, ["?"],
      values: ["a-b-a", "?"])
    try await expect(
      { $0.count ?? $0.count }, #"coalesce("count", "count")"#, values: [12, nil])
    try await expect(
      { ($0.count ?? $0.count.abs()) ?? $0.number + 1 },
      #"coalesce(coalesce("count", abs("count")), "number" + $1)"#, [1], values: [12, 4])
    try await expect(
      { ($0.note ?? "") + "!" }, #"coalesce("note", $1) || $2"#, ["", "!"], values: ["a-b-a!", "!"])
  }

  @Test("The operator ?? has the same precedence as in Swift")
  func precedence() async throws {
    try await expect(
      where: { $0.count ?? 0 == 0 }, #"coalesce("count", $1) = $2"#, [0, 0], rows: [2])
    try await expect(
      where: { $0.count ?? 1 + 2 > 2 && $0.number > 0 },
      #"coalesce("count", $1) > $2 AND "number" > $3"#,
      [3, 2, 0], rows: [2])
    try await expect(
      where: { ($0.count ?? 0) * 2 > $0.number }, #"coalesce("count", $1) * $2 > "number""#,
      [0, 2], rows: [1])
  }

  @Test("An update sets a column to the result of ??")
  func updates() async throws {
    let db = try await Song.database()
    let set = Song.where { $0.id.in([2, 3]) }.update {
      $0.original = $0.original ?? 7
      $0.rating = ($0.rating ?? 1) + 0.5
      $0.plays = $0.original ?? 0
    }
    #expect(
      try set.statement().sql == #"UPDATE "song" SET "original" = coalesce("original", $1), "#
        + #""rating" = coalesce("rating", $2) + $3, "plays" = coalesce(coalesce("original", $4), $5) "#
        + #"WHERE "id" IN ($6, $7)"#)
    let rows = try await db.fetch(set.returning { ($0.original, $0.rating, $0.plays) })
    #expect(rows.map(\.0) == [2, 1] && rows.map(\.1) == [1.5, 2.5] && rows.map(\.2) == [2, 1])
  }

  @Test("The operator ?? of Swift's optionals is not affected")
  func swift() {
    let number: Int? = nil
    let names = ["a": 1]
    let sum = (number ?? 1) + (names["a"] ?? 0) * 2
    let text: String? = number.map { "\($0)" } ?? nil ?? "-"
    #expect(sum == 3 && text == "-")
  }
}
