import ORM
import Testing

@Table("sample") private struct Sample: Equatable {
  let id: Int
  var value: Int
}

@Suite("The array of a fetch")
struct FetchedArrayTests {
  private func database(of count: Int) async throws -> Database {
    let db = try Database.inMemory()
    try await db.create(Sample.self)
    try await db.insert((1...count).map { Sample(id: $0, value: $0) })
    return db
  }

  @Test("has no room to spare where the fetch before it gave as many rows")
  func again() async throws {
    let db = try await database(of: 10_100)
    let first = try await db.fetch(Sample.self)
    let second = try await db.fetch(Sample.self)
    #expect(second == first)
    #expect(first.count == 10_100)
    #expect(second.capacity < 10_200)
  }

  @Test("is whole where the fetch before it gave fewer rows")
  func more() async throws {
    let db = try await database(of: 70)
    for count in stride(from: 70, through: 370, by: 100) {
      #expect(try await db.fetch(Sample.self).map(\.id) == Array(1...count))
      try await db.insert((count + 1...count + 100).map { Sample(id: $0, value: 0) })
    }
  }

  @Test(
    "has room for four times its rows at most, where the fetch before it gave many",
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

  private struct Undo: Error {}
}
