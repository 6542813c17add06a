import ORM
import Testing

@Table private struct Word: Equatable {
  @Column(primaryKey: true, collate: .noCase) var text: String
  var count: Int
}

@Table private struct Tag: Equatable {
  @Column(primaryKey: true, collate: .rightTrim) var text: String
}

@Table private struct CollatedSeat: Equatable {
  @Column(primaryKey: true) var number: Int
  @Column(primaryKey: true, collate: .noCase) var row: String
  var guest: String?
}

/// A table that another program has created.
@Table("other") private struct Other: Equatable {
  @Column(primaryKey: true) var name: String
  var count: Int
}

@Suite("Saving rows whose key has a collation")
struct CollatedKeyTests {
  @Test("A save returns the key as stored if its column has the collation NOCASE or RTRIM")
  func storedKey() async throws {
    let db = try Database.inMemory()
    try await db.create(Word.self, Tag.self, CollatedSeat.self)
    #expect(try await db.save(Word(text: "Ada", count: 1)) == Word(text: "Ada", count: 1))
    #expect(try await db.save(Word(text: "ADA", count: 2)) == Word(text: "Ada", count: 2))
    #expect(
      try await db.transaction { try $0.save(Word(text: "aDA", count: 3)) }
        == Word(text: "Ada", count: 3))
    #expect(
      try await db.save([Word(text: "ada", count: 4), Word(text: "Bo", count: 1)])
        == [Word(text: "Ada", count: 4), Word(text: "Bo", count: 1)])
    #expect(try await db.fetch(Word.order { $0.text }).map(\.text) == ["Ada", "Bo"])
    try await db.save(Tag(text: "jazz"))
    #expect(try await db.save(Tag(text: "jazz  ")) == Tag(text: "jazz"))
    try await db.save(CollatedSeat(number: 1, row: "a"))
    #expect(
      try await db.save(CollatedSeat(number: 1, row: "A", guest: "Ed"))
        == CollatedSeat(number: 1, row: "a", guest: "Ed"))
  }

  @Test("A save returns the key as stored even if another program created the table")
  func declaredByOthers() async throws {
    for table in [
      "CREATE TABLE other (name TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, count INTEGER NOT NULL)",
      "CREATE TABLE other (name TEXT COLLATE NOCASE NOT NULL UNIQUE, count INTEGER NOT NULL)",
      """
      CREATE TABLE other (name TEXT COLLATE NOCASE PRIMARY KEY NOT NULL, count INTEGER NOT NULL)
      WITHOUT ROWID
      """,
    ] {
      let db = try Database.inMemory()
      try await db.execute("\(raw: table)")
      try await db.create(Other.self)
      try await db.save(Other(name: "Ada", count: 1))
      #expect(try await db.save(Other(name: "ADA", count: 2)) == Other(name: "Ada", count: 2))
    }
  }
}
