import ORM
import Testing

@Table("sample") private struct Sample: Equatable {
  let id: Int
  var value: Int
}

@Suite("The capacity of fetched arrays")
struct FetchedArrayTests {
  private func database(of count: Int) async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Sample.self)
    try await db.insert((1...count).map { Sample(id: $0, value: $0) })
    return db
  }

  @Test("A fetch of as many rows as the last one has little spare capacity")
  func again() async throws {
    let db = try await database(of: 10_100)
    let first = try await db.fetch(Sample.self)
    let second = try await db.fetch(Sample.self)
    #expect(second == first)
    #expect(first.count == 10_100)
    #expect((10_100...10_800).contains(second.capacity))
  }

  @Test("A fetch of more rows than the last one returns all rows")
  func more() async throws {
    let db = try await database(of: 70)
    for count in stride(from: 70, through: 370, by: 100) {
      #expect(try await db.fetch(Sample.self).map(\.id) == Array(1...count))
      try await db.insert((count + 1...count + 100).map { Sample(id: $0, value: 0) })
    }
  }

  @Test(
    "A fetch of fewer rows than the last one has at most four times the capacity",
    arguments: [
      1, 3, 65, 500,
    ])
  func fewer(count: Int) async throws {
    let db = try await database(of: 40_000)
    for query in [Sample.all, Sample.where { $0.value > 0 }] {
      let all = try await db.fetch(query)
      #expect(all.count == 40_000)
      try? await db.transaction { db in
        try db.delete(Sample.where { $0.id > count })
        let few = try db.fetch(query)
        #expect(few == Array(all.prefix(count)))
        #expect(few.capacity <= 4 * count)
        throw Undo()
      }
    }
  }

  /// 65,536 rows of 16 bytes are a megabyte; further rows are fetched in pieces of that size.
  @Test(
    "A fetch of several megabytes returns all rows, with little spare capacity",
    arguments: [65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 200_000])
  func megabytes(count: Int) async throws {
    let db = try Database.inMemory()
    try await db.create(Sample.self)
    try await db.execute(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(count))
      INSERT INTO "sample" SELECT i, 2 * i FROM n
      """)
    for _ in 0..<2 {
      let rows = try await db.fetch(Sample.self)
      #expect(rows.map(\.id) == Array(1...count))
      #expect(rows.last == Sample(id: count, value: 2 * count))
      #expect(rows.capacity <= count + count / 4)
    }
  }

  @Test("A row after the first megabyte that can't be decoded throws, and the next fetch works")
  func brokenRow() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      script: """
        CREATE TABLE "sample" ("id" INTEGER PRIMARY KEY, "value");
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 150000)
        INSERT INTO "sample" SELECT i, iif(i = 140000, 'wrong', i) FROM n
        """)
    await #expect(throws: RowDecodingError.self) { try await db.fetch(Sample.self) }
    try await db.execute("UPDATE \"sample\" SET \"value\" = 0 WHERE \"id\" = 140000")
    #expect(try await db.fetch(Sample.self).count == 150_000)
  }

  private struct Undo: Error {}
}
