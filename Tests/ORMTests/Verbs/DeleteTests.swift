import ORM
import Testing

@Suite("Deleting rows")
struct DeleteTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Play.self)
    try await db.insert(Band(id: 1, name: "Sade"))
    try await db.insert([
      Record(id: 1, title: "a", bandID: 1), Record(id: 2, title: "b"), Record(id: 3, title: "c"),
    ])
  }

  @Test("Deleting a value deletes the row with its key, and no other row")
  func value() async throws {
    #expect(try await db.delete(Record(id: 2, title: "whatever")))
    #expect(try await db.fetch(Record.self).map(\.id) == [1, 3])
    #expect(try await db.transaction { try $0.delete(Record(id: 3, title: "")) })
    #expect(try await db.fetch(Record.self).map(\.id) == [1])
  }

  @Test("A row is deleted by its key, of one column or of two")
  func key() async throws {
    #expect(try await db.delete(Record.self, key: 2))
    #expect(try await db.fetch(Record.self).map(\.id) == [1, 3])
    try await db.insert([Seat(line: "A", number: 1), Seat(line: "A", number: 2)])
    #expect(try await db.delete(Seat.self, key: ("A", 1)))
    #expect(try await !db.delete(Seat.self, key: ("B", 2)))
    #expect(try await db.fetch(Seat.self) == [Seat(line: "A", number: 2)])
  }

  @Test("Deleting by a condition returns the number of deleted rows")
  func condition() async throws {
    #expect(try await db.delete(Record.self, where: { $0.id > 1 }) == 2)
    #expect(try await db.fetch(Record.self).map(\.id) == [1])
    #expect(try await db.transaction { try $0.delete(Record.self, where: { $0.id > 1 }) } == 0)
  }

  @Test("Deleting the rows of a query respects its order and limit")
  func query() async throws {
    #expect(try await db.delete(Record.order { $0.id.desc() }.limit(2)) == 2)
    #expect(try await db.fetch(Record.self).map(\.id) == [1])
    try await db.insert([Play(at: .now, title: "a"), Play(at: .now, title: "b")])
    #expect(try await db.transaction { try $0.delete(Play.where { $0.title == "a" }) } == 1)
    #expect(try await db.fetch(Play.self).map(\.title) == ["b"])
  }

  @Test("A delete does not count the rows that ON DELETE CASCADE deletes")
  func cascade() async throws {
    #expect(try await db.delete(Band.self, where: { $0.name == "Sade" }) == 1)
    #expect(try await db.fetch(Record.self).map(\.id) == [2, 3])
  }

  @Test("deleteAll deletes all rows and returns their number")
  func all() async throws {
    #expect(try await db.deleteAll(Record.self) == 3)
    #expect(try await db.count(Record.self) == 0)
    #expect(try await db.transaction { try $0.deleteAll(Record.self) } == 0)
  }
}
