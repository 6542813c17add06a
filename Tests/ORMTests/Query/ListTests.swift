import Foundation
import ORM
import Testing

struct ListTests {
  @Test("a short list has a parameter for each value")
  func short() async throws {
    try await expect(
      Song.where { $0.id.in([1, 3, 9]) }, #" WHERE "id" IN ($1, $2, $3)"#, [1, 3, 9], ids: [1, 3])
    try await expect(
      Song.where { $0.genre.in([.soul]) }, #" WHERE "genre" IN ($1)"#, ["soul"], ids: [1])
    try await expect(
      Song.where { $0.id.in(Set([2])) && $0.isHidden == nil },
      #" WHERE "id" IN ($1) AND "isHidden" IS NULL"#, [2], ids: [2])
  }

  @Test("no value is one of none")
  func empty() async throws {
    try await expect(Song.where { $0.id.in([]) }, " WHERE FALSE", ids: [])
    try await expect(Song.where { !$0.original.in([]) }, " WHERE NOT FALSE", ids: [1, 2, 3, 4, 5])
  }

  @Test("nil in a list finds the rows without a value")
  func null() async throws {
    try await expect(
      Song.where { $0.original.in([2, nil]) }, #" WHERE "original" IN ($1) OR "original" IS NULL"#,
      [2], ids: [1, 2, 4])
    try await expect(
      Song.where { $0.original.in([nil]) }, #" WHERE "original" IS NULL"#, ids: [1, 4])
  }

  @Test("a long list of integers is one array, whatever its length")
  func integers() async throws {
    try await expect(
      Song.where { $0.id.in(-3..<6) }, #" WHERE "id" IN (SELECT value FROM json_each($1))"#,
      ["[-3,-2,-1,0,1,2,3,4,5]"], ids: [1, 2, 3, 4, 5])
    let extremes = [Int.min, Int.max] + Array(10...20)
    let database = try await Song.database()
    try await database.execute("UPDATE song SET plays = \(Int.min) WHERE id = 1")
    try await database.execute("UPDATE song SET plays = \(Int.max) WHERE id = 3")
    let query = Song.where { $0.plays.in(extremes) }
    let found = try await database.fetch(query).map(\.id)
    #expect(found == [1, 2, 3, 5])
  }

  @Test("a hundred thousand values are one variable")
  func huge() async throws {
    let query = Song.where { $0.id.in(4...100_003) }
    #expect(try query.statement().arguments.count == 1)
    let found = try await Song.database().fetch(query).map(\.id)
    #expect(found == [4, 5])
  }

  @Test("a long list of texts finds each of them, whatever its characters")
  func texts() async throws {
    let titles = Song.samples.prefix(4).map(\.title) + (1...31).map { "a\\\u{1}\($0)\u{7F}\n\t\"" }
    let query = Song.where { $0.title.in(titles) }
    #expect(try query.statement().sql.hasSuffix(#" IN (SELECT value FROM json_each($1))"#))
    let database = try await Song.database()
    let found = try await database.fetch(query).map(\.id)
    #expect(found == [1, 2, 3, 4])
    for title in titles {
      try await database.execute("UPDATE song SET title = \(title) WHERE id = 1")
      #expect(try await database.exists(query.where { $0.id == 1 }), "\(title.debugDescription)")
    }
  }

  @Test("texts with a NUL, which JSON would cut in SQLite, are parameters")
  func textsWithNUL() async throws {
    let titles = Song.samples.map(\.title) + (1...5).map { "\($0)" }
    let query = Song.where { $0.title.in(titles) }
    #expect(try query.statement().arguments.count == 16)
    let found = try await Song.database().fetch(query).map(\.id)
    #expect(found == [1, 2, 3, 4, 5])
  }

  @Test("other lists have few texts: lengths are rounded up to powers of two")
  func blobs() async throws {
    let database = try await Song.database()
    var texts: Set<String> = []
    for count in 9...64 {
      let query = Song.where { $0.token.in((1...count).map { Song.token(UInt8($0)) }) }
      texts.insert(try query.statement().sql)
      let found = try await database.fetch(query).map(\.id)
      #expect(found == [1, 3, 4])
    }
    #expect(texts.count == 3)
  }

  @Test("a value that can't be stored throws when the statement is made")
  func unencodable() {
    #expect(
      throws: ValueEncodingError(
        table: "song", column: "rating", type: "Double", reason: .notANumber)
    ) { try Song.where { $0.rating.in([1, .nan]) }.statement() }
  }
}
