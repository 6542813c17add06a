import Foundation
import ORM
import Testing

struct EqualityTests {
  @Test("A required column is compared with a value by = and <>")
  func values() async throws {
    try await expect(
      Song.where { $0.title == "So What" }, #" WHERE "title" = $1"#, ["So What"], ids: [2])
    try await expect(
      Song.where { $0.title != "So What" }, #" WHERE "title" <> $1"#, ["So What"],
      ids: [1, 3, 4, 5])
  }

  @Test("nil is compared by IS NULL and IS NOT NULL")
  func null() async throws {
    try await expect(Song.where { $0.rating == nil }, #" WHERE "rating" IS NULL"#, ids: [2, 4])
    try await expect(
      Song.where { $0.rating != nil }, #" WHERE "rating" IS NOT NULL"#, ids: [1, 3, 5])
  }

  @Test("An optional value that is nil finds the rows with NULL")
  func optionalValues() async throws {
    for (original, ids) in [(nil, [1, 4]), (2, [2])] as [(Int?, [Int])] {
      let found = try await Song.database().fetch(Song.where { $0.original == original })
      #expect(found.map(\.id) == ids)
    }
  }

  @Test("The operator != on an optional column finds the rows with NULL, too")
  func inequalityKeepsNull() async throws {
    try await expect(Song.where { $0.rating == 2 }, #" WHERE "rating" IS $1"#, [2.0], ids: [3])
    try await expect(
      Song.where { $0.rating != 2 }, #" WHERE "rating" IS NOT $1"#, [2.0], ids: [1, 2, 4, 5])
    try await expect(
      Song.where { $0.isHidden != true }, #" WHERE "isHidden" IS NOT $1"#, [true],
      ids: [1, 2, 4, 5])
  }

  @Test("Two columns are compared by = and <>, or by IS and IS NOT if one is optional")
  func columns() async throws {
    try await expect(Song.where { $0.plays == $0.id }, #" WHERE "plays" = "id""#, ids: [3])
    try await expect(
      Song.where { $0.plays != $0.id }, #" WHERE "plays" <> "id""#, ids: [1, 2, 4, 5])
    try await expect(
      Song.where { $0.id == $0.original }, #" WHERE "id" IS "original""#, ids: [2, 5])
    try await expect(
      Song.where { $0.original == $0.id }, #" WHERE "original" IS "id""#, ids: [2, 5])
    try await expect(
      Song.where { $0.id != $0.original }, #" WHERE "id" IS NOT "original""#, ids: [1, 3, 4])
    try await expect(
      Song.where { $0.original != $0.id }, #" WHERE "original" IS NOT "id""#, ids: [1, 3, 4])
    try await expect(Song.where { $0.flags == $0.extra }, #" WHERE "flags" IS "extra""#, ids: [])
    try await expect(
      Song.where { $0.original == $0.original }, #" WHERE "original" IS "original""#,
      ids: [1, 2, 3, 4, 5])
    try await expect(
      Song.where { $0.original != $0.original }, #" WHERE "original" IS NOT "original""#, ids: [])
  }

  @Test("A value is compared in the column's stored representation")
  func representations() async throws {
    try await expect(
      Song.where { $0.added == Song.samples[3].added }, #" WHERE "added" IS $1"#, [.real(-3.5)],
      ids: [4])
    try await expect(
      Song.where { $0.tags.isStored(as: ["80s", "cover"]) }, #" WHERE "tags" = $1"#,
      [#"["80s","cover"]"#],
      ids: [3])
    try await expect(
      Song.where { $0.genre == .jazz }, #" WHERE "genre" IS $1"#, ["jazz"], ids: [2, 5])
    try await expect(
      Song.where { $0.token == Song.token(3) }, #" WHERE "token" IS $1"#,
      [.blob([3] + Array(repeating: 0, count: 14) + [3])], ids: [3])
    try await expect(Song.where { $0.price == 2.5 }, #" WHERE "price" = $1"#, ["2.5"], ids: [4])
  }

  @Test("Quotes, NUL characters, semicolons and dashes stay part of a value", arguments: [4, 5])
  func hostileText(id: Int) async throws {
    let title = Song.samples[id - 1].title
    try await expect(
      Song.where { $0.title == title }, #" WHERE "title" = $1"#, [.text(title)], ids: [id])
  }

  @Test("A condition throws, with the column's name, if a value can't be stored")
  func unencodable() throws {
    let query = Song.where { $0.id == 1 && $0.rating == .nan }
    #expect(
      throws: ValueEncodingError(
        table: "song", column: "rating", type: "Double", reason: .notANumber)
    ) { try query.statement() }
    #expect(throws: ValueEncodingError.self) { try query.countStatement() }
    #expect(throws: ValueEncodingError.self) { try query.deleteStatement() }
  }
}
