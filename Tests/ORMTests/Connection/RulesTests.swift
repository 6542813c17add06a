import Foundation
import ORM
import Testing

/// The questions on which older mappers disagreed, and the answers of this package.
@Suite("Rules on which older mappers disagreed")
struct RulesTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Label.self)
  }

  @Test("An insert with a nil key lets the database choose the key")
  func nilKeyInserts() async throws {
    #expect(try await db.insert(Record(title: "a")).id == 1)
    #expect(try await db.save(Record(title: "b")).id == 2)
  }

  @Test("update, delete, refresh and load with a nil key throw before any SQL runs")
  func nilKeyThrows() async throws {
    // The table does not exist, so any SQL would throw another error.
    try await db.drop(Record.self)
    let record = Record(title: "a")
    let keyed = Record(id: 1, title: "a")
    let expected = MissingPrimaryKeyError(table: "record")
    await #expect(throws: expected) { try await db.update(record) }
    await #expect(throws: expected) { try await db.update(record, columns: \.title) }
    await #expect(throws: expected) { try await db.updateChanges(record, from: keyed) }
    await #expect(throws: expected) { try await db.updateChanges(keyed, from: record) }
    await #expect(throws: expected) { try await db.delete(record) }
    await #expect(throws: expected) { try await db.refresh(record) }
    await #expect(throws: expected) { try await db.load(\.title, of: record) }
  }

  @Test("For a missing row, update and refresh throw, and delete returns false")
  func missingRow() async throws {
    let gone = Record(id: 1, title: "a")
    let expected = RowNotFoundError(table: "record")
    await #expect(throws: expected) { try await db.update(gone) }
    #expect(try await db.delete(gone) == false)
    #expect(try await db.delete(Record.self, key: 1) == false)
    await #expect(throws: expected) { try await db.refresh(gone) }
    #expect(try await db.save(gone) == gone)
    #expect(try await db.count(Record.self) == 1)
  }

  @Test("nil is stored as NULL")
  func nilIsNull() async throws {
    try await db.insert(Record(id: 1, title: "a", plays: 1, note: "n"))
    try await db.update(Record(id: 1, title: "a", plays: 1, note: nil))
    #expect(try await db.execute("DELETE FROM record WHERE note IS NULL") == 1)
    try await db.insert(Record(id: 2, title: "b", note: nil))
    #expect(try await db.execute("DELETE FROM record WHERE typeof(note) = 'null'") == 1)
  }

  @Test("NULL in a non-optional property throws, and the error names the table and the column")
  func nullThrows() async throws {
    let db = try Database.inMemory()
    try await db.execute(
      "CREATE TABLE record (id INTEGER PRIMARY KEY, title, bandID, plays, note)")
    try await db.execute("INSERT INTO record (title) VALUES ('a')")
    let error = await #expect(throws: RowDecodingError.self) { try await db.fetch(Record.self) }
    #expect(
      error
        == RowDecodingError(
          table: "record", column: "plays",
          reason: .storageClass(expected: "INTEGER", found: .null), key: [1]))
  }

  @Test("Extra columns of the table are ignored")
  func extraColumn() async throws {
    try await db.execute("ALTER TABLE record ADD COLUMN extra TEXT DEFAULT 'there'")
    let record = try await db.insert(Record(title: "a"))
    var changed = record
    changed.title = "b"
    try await db.update(changed)
    #expect(try await db.fetch(Record.self) == [changed])
    #expect(try await db.execute("DELETE FROM record WHERE extra = 'there'") == 1)
  }

  @Test("An error names a column that the table does not have")
  func missingColumn() async throws {
    try await db.execute("ALTER TABLE record DROP COLUMN note")
    let read = await #expect(throws: DatabaseError.self) { try await db.fetch(Record.self) }
    #expect(read?.message == "no such column: note")
    let write = await #expect(throws: DatabaseError.self) {
      try await db.insert(Record(title: "a"))
    }
    #expect(write?.message == "table record has no column named note")
  }

  @Test("updateChanges without a change runs no SQL, and returns false")
  func nothingChanged() async throws {
    try await db.insert(Record(id: 1, title: "a"))
    let record = try #require(try await db.find(Record.self, 1))
    try await db.drop(Record.self)
    #expect(try await db.updateChanges(record, from: record) == false)
  }

  @Test("updateChanges can change a primary key")
  func changedKey() async throws {
    let old = try await db.insert(Label(name: "Epic", city: "London"))
    #expect(try await db.updateChanges(Label(name: "Sony", city: "London"), from: old))
    #expect(try await db.fetch(Label.self) == [Label(name: "Sony", city: "London")])
  }

  @Test("An insert keeps a key that the caller has set")
  func callersKey() async throws {
    #expect(try await db.insert(Record(id: 77, title: "a")).id == 77)
    #expect(try await db.insert(Label(name: "Epic")).name == "Epic")
    #expect(try await db.insert(Record(title: "next")).id == 78)
  }

  @Test("Keys are 64 bits wide")
  func wideKeys() async throws {
    let wide = Int(Int32.max) + 1
    try await db.insert(Record(id: wide, title: "a"))
    #expect(try await db.insert(Record(title: "b")).id == wide + 1)
    try await db.update(Record(id: wide, title: "c"))
    #expect(try await db.find(Record.self, wide)?.title == "c")
    #expect(try await db.delete(Record.self, key: wide))
  }

  @Test("A delete without a condition throws; only deleteAll deletes all rows")
  func deleteAll() async throws {
    try await db.insert([Record(title: "a"), Record(title: "b")])
    await #expect(throws: MissingConditionError(table: "record")) {
      try await db.delete(Record.all)
    }
    let isNarrowed = false
    await #expect(throws: MissingConditionError(table: "record")) {
      try await db.delete(Record.self, where: { if isNarrowed { $0.title == "a" } })
    }
    #expect(try await db.count(Record.self) == 2)
    #expect(try await db.deleteAll(Record.self) == 2)
  }
}
