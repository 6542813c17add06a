import ORM
import Testing

/// A view of letters.
@Table("shortLetter")
struct ShortLetter: Equatable {
  var id: Int?
  var text: String
}

/// The same view without a key.
@Table("shortLetter")
struct ShortText: Equatable {
  var text: String
}

@Suite("Views with INSTEAD OF triggers")
struct ViewTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Letter.self)
    try await db.execute(
      script: """
        CREATE VIEW shortLetter AS SELECT id, text FROM letter WHERE length(text) < 10;
        CREATE TRIGGER adding INSTEAD OF INSERT ON shortLetter BEGIN
          INSERT INTO letter (id, text) VALUES (new.id, upper(new.text));
        END;
        CREATE TRIGGER changing INSTEAD OF UPDATE ON shortLetter BEGIN
          UPDATE letter SET text = upper(new.text) WHERE id = old.id;
        END
        """)
  }

  @Test("An insert with a key into a view returns the row as the view shows it")
  func insert() async throws {
    let one = try await db.insert(ShortLetter(id: 3, text: "one"))
    #expect(one == ShortLetter(id: 3, text: "ONE"))
    let more = try await db.insert([ShortLetter(id: 4, text: "two")])
    #expect(more == [ShortLetter(id: 4, text: "TWO")])
    #expect(try await db.fetch(ShortLetter.self) == [one] + more)
  }

  @Test("An insert of a row that the view does not show throws, and keeps nothing")
  func hidden() async throws {
    await #expect(throws: RowNotKeptError(table: "shortLetter")) {
      try await db.insert(ShortLetter(id: 3, text: "much too long"))
    }
    #expect(try await db.count(Letter.self) == 0)
  }

  @Test("An insert into a view throws if a trigger generates the key, and keeps nothing")
  func generatedKey() async throws {
    await #expect(throws: RowNotKeptError(table: "shortLetter")) {
      try await db.insert(ShortLetter(text: "one"))
    }
    #expect(try await db.count(Letter.self) == 0)
  }

  @Test("A row without a key can't be fetched again, and is returned as passed")
  func withoutKey() async throws {
    #expect(try await db.insert(ShortText(text: "one")) == ShortText(text: "one"))
    #expect(try await db.fetch(ShortText.self) == [ShortText(text: "ONE")])
  }

  @Test("An update writes through a view, and throws if the row does not exist")
  func update() async throws {
    var letter = try await db.insert(ShortLetter(id: 3, text: "one"))
    letter.text = "two"
    try await db.update(letter)
    #expect(try await db.fetch(ShortLetter.self) == [ShortLetter(id: 3, text: "TWO")])
    letter.text = "three"
    try await db.update(letter, columns: \.text)
    #expect(try await db.fetch(Letter.self).map(\.text) == ["THREE"])
    await #expect(throws: RowNotFoundError(table: "shortLetter")) {
      try await db.update(ShortLetter(id: 4, text: "four"))
    }
  }

  @Test("A delete by key from a view returns false, as SQLite counts no changes of views")
  func delete() async throws {
    try await db.execute(
      script: """
        CREATE TRIGGER removing INSTEAD OF DELETE ON shortLetter BEGIN
          DELETE FROM letter WHERE id = old.id;
        END
        """)
    let letter = try await db.insert(ShortLetter(id: 3, text: "one"))
    #expect(try await db.delete(letter) == false)
    #expect(try await db.count(Letter.self) == 0)
  }

  @Test("A save into a view throws, as SQLite has no upserts of views")
  func save() async throws {
    let error = await #expect(throws: DatabaseError.self) {
      try await db.save(ShortLetter(id: 3, text: "one"))
    }
    #expect(error?.message == "cannot UPSERT a view")
  }
}
