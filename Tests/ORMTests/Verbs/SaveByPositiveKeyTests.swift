import ORM
import Testing

@Suite("saveByPositiveKey")
struct SaveByPositiveKeyTests {
  @Table struct Contact: Identifiable, Equatable {
    var id: Int?
    var name: String
    @Column(default: .database("'none'")) var mail: String?
  }

  @Table struct Numbered: Identifiable, Equatable {
    var id: Int32
    var name: String
    @Column(generated: .virtual("length(name)")) var size: Int
  }

  @Test(
    "saveByPositiveKey inserts if the key is nil or not positive, and updates otherwise",
    arguments: [
      nil, 0, -1, Int.min,
    ])
  func sign(key: Int?) async throws {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    let new = try await db.saveByPositiveKey(Contact(id: key, name: "Sade", mail: nil))
    #expect(new == Contact(id: 1, name: "Sade", mail: "none"))
    let changed = Contact(id: 1, name: "Adu", mail: nil)
    #expect(try await db.saveByPositiveKey(changed) == changed)
    #expect(try await db.fetch(Contact.self) == [changed])
  }

  @Test("saveByPositiveKey returns generated columns, and works with Int32 keys")
  func readBack() async throws {
    let db = try Database.inMemory()
    try await db.create(Numbered.self)
    let new = try await db.saveByPositiveKey(Numbered(id: 0, name: "abc", size: 0))
    #expect(new == Numbered(id: 1, name: "abc", size: 3))
    let changed = try await db.saveByPositiveKey(Numbered(id: 1, name: "abcd", size: 0))
    #expect(changed == Numbered(id: 1, name: "abcd", size: 4))
  }

  @Test("saveByPositiveKey throws if no row has the key, and changes nothing")
  func missing() async throws {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    await #expect(throws: RowNotFoundError.self) {
      try await db.saveByPositiveKey(Contact(id: 4_294_967_296, name: "x"))
    }
    #expect(try await db.count(Contact.self) == 0)
  }

  @Test("saveByPositiveKey returns the row as an update trigger leaves it")
  func asFetched() async throws {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    try await db.insert(Contact(name: "a"))
    try await db.transaction { tx in
      let plain = Contact(id: 1, name: "b", mail: "m")
      #expect(try tx.saveByPositiveKey(plain) == plain)
      try tx.execute(
        """
        CREATE TRIGGER t AFTER UPDATE OF name ON contact BEGIN
          UPDATE contact SET mail = upper(new.name) WHERE id = new.id;
        END
        """)
      let made = try tx.saveByPositiveKey(Contact(id: 1, name: "c"))
      #expect(made == Contact(id: 1, name: "c", mail: "C"))
      #expect(try tx.fetch(Contact.self) == [made])
    }
  }

  @Test("saveByPositiveKey runs the insert triggers of a table")
  func triggers() async throws {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    try await db.execute(
      script: """
        CREATE TABLE log (x);
        CREATE TRIGGER t AFTER INSERT ON contact BEGIN
          INSERT INTO log VALUES (new.id); UPDATE contact SET name = upper(name) WHERE id = new.id;
        END
        """)
    let new = try await db.saveByPositiveKey(Contact(id: 0, name: "a", mail: "m"))
    #expect(new.name == "A" && new.id == 1)
  }

  @Test("lastInserted returns the row with the largest rowid")
  func lastInserted() async throws {
    let db = try Database.inMemory()
    try await db.create(Contact.self)
    #expect(try await db.lastInserted(Contact.self) == nil)
    try await db.insert([Contact(name: "a"), Contact(name: "b")])
    #expect(try await db.lastInserted(Contact.self)?.name == "b")
    try await db.execute("INSERT INTO contact (id, name) VALUES (50, 'c')")
    try await db.transaction { tx in
      try tx.insert(Contact(name: "d"))
      #expect(try tx.lastInserted(Contact.self)?.id == 51)
    }
  }
}
