import ORM
import Testing

@Suite("Saving rows")
struct SaveTests {
  let db: Database

  init() async throws {
    db = try Database.inMemory()
    try await db.create(
      Band.self, Record.self, Seat.self, Member.self, Concert.self, Poster.self)
    try await db.execute(script: "\(raw: Concert.trigger)")
  }

  @Test("Saving a row with a nil key inserts it, and returns its key")
  func inserts() async throws {
    let record = try await db.save(Record(title: "Promise"))
    #expect(record.id == 1)
    #expect(try await db.fetch(Record.self) == [record])
  }

  @Test("Saving a row with a key inserts it, or updates the existing row")
  func upserts() async throws {
    let first = try await db.save(Record(id: 7, title: "Promise", note: "n"))
    #expect(try await db.fetch(Record.self) == [first])
    let second = try await db.transaction { try $0.save(Record(id: 7, title: "Dusk")) }
    #expect(second == Record(id: 7, title: "Dusk"))
    #expect(try await db.fetch(Record.self) == [second])
    let seat = try await db.save(Seat(line: "A", number: 1))
    let taken = try await db.save(Seat(line: "A", number: 1, guest: "Ada"))
    #expect(seat.guest == nil)
    #expect(try await db.fetch(Seat.self) == [taken])
  }

  @Test("A save does not delete the existing row, so rows that refer to it stay")
  func keepsChildren() async throws {
    let band = try await db.save(Band(id: 1, name: "Sade"))
    let record = try await db.insert(Record(title: "Promise", bandID: band.id))
    try await db.save(Band(id: 1, name: "Sade Adu"))
    #expect(try await db.fetch(Record.self) == [record])
  }

  @Test("A row that has only key columns can be saved twice")
  func onlyKey() async throws {
    let member = Member(bandID: 1, person: "Sade Adu")
    #expect(try await db.save(member) == member)
    #expect(try await db.save(member) == member)
    #expect(try await db.fetch(Member.self) == [member])
  }

  @Test("A save returns the row as a fetch does, including columns that the database fills")
  func readsBack() async throws {
    let new = try await db.save(Concert(title: "Live"))
    #expect(new.place == "to be announced")
    #expect(new.headline == "LIVE")
    #expect(new.stamp == "stamp 1")
    let keyed = try await db.save(Concert(id: 5, title: "Late"))
    #expect(keyed.stamp == "stamp 5")
    #expect(keyed.place == "to be announced")
    #expect(try await db.fetch(Concert.self) == [new, keyed])
    let again = try await db.save(Concert(id: 5, title: "Later", place: nil))
    #expect(again.headline == "LATER")
    #expect(again.place == nil)
    #expect(try await db.find(Concert.self, 5) == again)
  }

  @Test("Many rows are saved together, or none if one fails")
  func many() async throws {
    try await db.insert(Record(id: 2, title: "there"))
    let saved = try await db.save([
      Record(title: "new"), Record(id: 2, title: "changed"), Record(id: 9, title: "given"),
    ])
    #expect(saved.map(\.id) == [3, 2, 9])
    #expect(try await db.fetch(Record.order { $0.id }).map(\.title) == ["changed", "new", "given"])
    await #expect(throws: DatabaseError.self) {
      try await db.save([Record(id: 2, title: "lost"), Record(id: 3, title: "x", bandID: 99)])
    }
    #expect(try await db.find(Record.self, 2)?.title == "changed")
  }

  @Test("A conflict in another unique column throws, and overwrites no row")
  func otherUnique() async throws {
    try await db.insert([Band(id: 1, name: "Sade"), Band(id: 2, name: "Low")])
    let error = await #expect(throws: DatabaseError.self) {
      try await db.save(Band(id: 2, name: "Sade"))
    }
    #expect(
      error?.violation
        == ConstraintViolation(
          kind: .unique, table: "band", columns: ["name"]))
    #expect(try await db.fetch(Band.self).map(\.name) == ["Sade", "Low"])
  }
}
