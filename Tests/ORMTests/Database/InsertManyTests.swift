import Foundation
import ORM
import Testing

@Suite("Inserting many rows")
struct InsertManyTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(Band.self, Record.self, Seat.self, Play.self)
  }

  /// Five columns, so that a statement of a thousand parameters takes 200 rows.
  @Test(
    "rows of any number arrive, in their order",
    arguments: [
      0, 1, 199, 200, 201, 400, 1007, 5003,
    ])
  func batches(count: Int) async throws {
    let records = (0..<count).map {
      Record(id: $0 + 1, title: "Title \($0)", plays: $0, note: $0 % 3 == 0 ? nil : "note \($0)")
    }
    #expect(try await db.insert(records) == records)
    #expect(try await db.fetch(Record.order { $0.id }) == records)
  }

  @Test("rows without a key get theirs in the order they were given")
  func givenKeys() async throws {
    let records = (0..<503).map { Record(title: "Title \($0)") }
    let inserted = try await db.insert(records)
    #expect(inserted.map(\.id) == Array(1...503))
    #expect(try await db.fetch(Record.order { $0.id }) == inserted)
  }

  @Test("given keys and keys to be given stand in one list")
  func mixedKeys() async throws {
    let inserted = try await db.insert([
      Record(title: "a"), Record(id: 10, title: "b"), Record(title: "c"), Record(id: 5, title: "d"),
      Record(title: "e"),
    ])
    #expect(inserted.map(\.id) == [1, 10, 11, 5, 12])
    #expect(inserted.map(\.title) == ["a", "b", "c", "d", "e"])
    let titles = try await db.fetch(Record.self).map(\.title)
    #expect(Set(titles) == ["a", "b", "c", "d", "e"])
  }

  @Test("rows without a key of their own arrive by the thousand too")
  func keyless() async throws {
    let plays = (0..<1503).map { Play(at: Date(timeIntervalSince1970: Double($0)), title: "\($0)") }
    #expect(try await db.insert(plays) == plays)
    #expect(try await db.fetch(Play.order { $0.at }) == plays)
  }

  @Test(
    "where one row fails none is kept, wherever in the list it stands",
    arguments: [
      0, 250, 402,
    ])
  func allOrNone(position: Int) async throws {
    try await db.insert(Record(id: 1000, title: "there"))
    var records = (0..<403).map { Record(id: $0 + 1, title: "Title \($0)") }
    records[position].id = 1000
    let list = records
    let error = await #expect(throws: DatabaseError.self) { try await db.insert(list) }
    #expect(
      error?.violation
        == ConstraintViolation(
          kind: .primaryKey, table: "record", columns: ["id"]))
    #expect(try await db.fetch(Record.self).map(\.title) == ["there"])
    #expect(try await db.insert(Record(title: "next")).id == 1001)
  }

  @Test("drafts are all kept or none")
  func drafts() async throws {
    let drafts = [Band.Draft(name: "Sade"), Band.Draft(name: "Low"), Band.Draft(name: "Sade")]
    await #expect(throws: DatabaseError.self) { try await db.insert(drafts) }
    #expect(try await db.count(Band.self) == 0)
  }
}
